import { expect, test } from 'vitest'
import { makeCard, readCard } from './card.ts'

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
