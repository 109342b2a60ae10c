import type { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parseProxies, privateRangesName } from '../../runtime/env.ts'
import { clientBlock } from './client-address.ts'

const block = (remoteAddress: string | undefined, forwarded?: string, list = privateRangesName) =>
  clientBlock(
    { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as never,
    parseProxies(list) as BlockList,
  )

describe('a request is counted for', () => {
  test.each([
    ['the connected address', '203.0.113.9', undefined, '203.0.113.9'],
    [
      'the connected address, if it is not a trusted proxy',
      '203.0.113.9',
      '198.51.100.1',
      '203.0.113.9',
    ],
    ['the address that a proxy on this machine reports', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    [
      'the address that a proxy in the private network reports',
      '172.18.0.3',
      '203.0.113.9',
      '203.0.113.9',
    ],
    ['the last address in the header', '::1', '10.0.0.1, 198.51.100.7', '198.51.100.7'],
    [
      'the last address that is not a trusted proxy',
      '::ffff:10.0.0.2',
      '6.6.6.6, 203.0.113.9, 10.0.0.1',
      '203.0.113.9',
    ],
    ['the proxy, if the header is missing', '127.0.0.1', undefined, '127.0.0.1'],
    ['the proxy, if the header has no valid address', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['the /64 network of an IPv6 address', '2001:db8::1', undefined, '2001:db8:0:0::/64'],
    [
      'the same /64 network for another address in it',
      '2001:0db8:0:0:ffff::2',
      undefined,
      '2001:db8:0:0::/64',
    ],
    ['no address, if the connection has none', undefined, undefined, ''],
  ])('%s', (_, remote, forwarded, expected) => expect(block(remote, forwarded)).toBe(expected))
})

test.each([
  ['private_ranges', '198.51.100.7'],
  ['private_ranges, 198.51.100.0/24', '203.0.113.9'],
  ['127.0.0.1 198.51.100.7', '203.0.113.9'],
  ['198.51.100.0/24', '127.0.0.1'],
])(
  'behind a CDN and a local proxy, if %s is trusted, requests are counted for %s',
  (list, counted) => {
    expect(block('127.0.0.1', '203.0.113.9, 198.51.100.7', list)).toBe(counted)
  },
)
