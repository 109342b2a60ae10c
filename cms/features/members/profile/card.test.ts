import { expect, test } from 'vitest'
import { makeCard, readCard, readCardOrNumber } from './card.ts'

process.env.SECRET = 'a secret that is long enough for tests'

test('a card can be read back and has an expiry', () => {
  const { token, expires_at } = makeCard(7, 1_000_000)
  expect(expires_at).toBe(1_030_000)
  expect(readCard(token)).toEqual({ member: 7, expiresAt: 1_030_000 })
})

test('cards made at different times are different', () => {
  expect(makeCard(7, 1).token).not.toBe(makeCard(7, 2).token)
})

test.each(['', '7', '7.rpr2', `7.rpr2.${'a'.repeat(22)}`, `7.RPR2.${'a'.repeat(22)}`])(
  '%j is not a card',
  (token) => expect(readCard(token)).toBeNull(),
)

test.each([
  ['12', 12],
  ['00012', 12],
  ['999999999', 999_999_999],
  ['0', 'unknown'],
  ['', 'unknown'],
  ['1e3', 'unknown'],
  ['12 ', 'unknown'],
  ['-1', 'unknown'],
  ['1234567890', 'unknown'],
  [makeCard(7).token, 7],
  [makeCard(7, Date.now() - 60_000).token, 'expired'],
  [`8${makeCard(7).token.slice(1)}`, 'unknown'],
])('the card or member number %j is read as %s', (text, expected) => {
  expect(readCardOrNumber(text)).toBe(expected)
})
