import { expect, test } from 'vitest'
import { priceOfSome } from './rules.ts'

test('the price of some of a party is a whole amount, and that of all is the price', () => {
  for (const priceCents of [0, 2000, 3750, 7500, 9999]) {
    for (let party = 1; party <= 20; party++) {
      const prices = Array.from({ length: party + 1 }, (_, some) =>
        priceOfSome({ priceCents, party }, some),
      )
      expect(prices.every(Number.isInteger)).toBe(true)
      expect([prices[0], prices[party]]).toEqual([0, priceCents])
      expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    }
  }
})
