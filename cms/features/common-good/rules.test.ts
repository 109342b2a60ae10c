import { expect, test } from 'vitest'
import { roundUpOf } from './rules.ts'

test.each([
  [1, 99],
  [450, 50],
  [499, 1],
  [500, 0],
])('a payment of %i is rounded up by %i', (amount, missing) => {
  expect(roundUpOf(amount)).toBe(missing)
})
