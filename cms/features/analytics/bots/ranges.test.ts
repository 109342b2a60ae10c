import { expect, test } from 'vitest'
import { addressNumber } from '../visitor/address.ts'
import { isDataCenter } from './networks.ts'
import { formatRanges, isInRanges, mergeRanges, parseRanges } from './ranges.ts'

test.each([
  ['0.0.0.0', { version: 4, value: 0 }],
  ['1.2.3.4', { version: 4, value: 16_909_060 }],
  ['255.255.255.255', { version: 4, value: 2 ** 32 - 1 }],
  ['::', { version: 6, value: 0 }],
  ['::1', { version: 6, value: 0 }],
  ['2001:db8:1:2::/64', { version: 6, value: 0x2001_0db8_0001 }],
  ['2001:db8:1:2:3:4:5:6', { version: 6, value: 0x2001_0db8_0001 }],
  ['2001::', { version: 6, value: 0x2001_0000_0000 }],
  ['', null],
  ['localhost', null],
  ['1.2.3', null],
  ['1.2.3.256', null],
  ['g::', null],
])('the number of the address “%s” is %o', (address, number) =>
  expect(addressNumber(address)).toEqual(number),
)

test('ranges that overlap or touch are joined', () =>
  expect(
    mergeRanges([
      [10, 20],
      [0, 3],
      [4, 5],
      [12, 15],
      [30, 30],
    ]),
  ).toEqual([
    [0, 5],
    [10, 20],
    [30, 30],
  ]))

test('ranges are read as they were written, and contain their first and last address', () => {
  const first = 2 ** 24
  const list = Array.from({ length: 100 }, (_, index) => {
    const start = first + index * 1000
    return [start, start + index] as const
  })
  const ranges = parseRanges(`# a comment\n${formatRanges(4, list)}${formatRanges(6, [[5, 7]])}`)
  const address = (value: number) =>
    [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
  for (const [start, end] of list) {
    expect(
      [start - 1, start, end, end + 1].map((each) => isInRanges(ranges, address(each))),
    ).toEqual([false, true, true, false])
  }
  expect(
    ['0:0:4::', '0:0:5::', '0:0:7:ffff::', '0:0:8::'].map((each) => isInRanges(ranges, each)),
  ).toEqual([false, true, true, false])
})

test.each([
  ['3.5.140.2', true],
  ['88.198.1.1', true],
  ['2a01:4f8:c17:1::/64', true],
  // A broadband provider, a private network, and the host of iCloud Private Relay.
  ['90.216.1.1', false],
  ['192.168.0.1', false],
  ['104.28.1.1', false],
  ['2606:4700::/64', false],
  ['', false],
])('the address “%s” is in a data centre: %s', (client, expected) =>
  expect(isDataCenter(client)).toBe(expected),
)
