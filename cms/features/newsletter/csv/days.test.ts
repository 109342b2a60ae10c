import { expect, test } from 'vitest'
import { createOrderFinder } from './days.ts'

test.each<[string[], string | null]>([
  [['25/12', '1/2', ''], 'day/month'],
  [['12/25', '1/2'], 'month/day'],
  [['01/02/1994', '12-25-1994'], 'month/day'],
  [['1/2', '3/4'], 'unknown'],
  [['25/12', '12/25'], 'unknown'],
  [['2/2', '1994-02-01', '07.11.', '7-Jan', 'x', '32/1'], null],
])('the order of day and month in %j is %s', (texts, order) => {
  const finder = createOrderFinder()
  for (const each of texts) finder.add(each)
  expect(finder.result()).toBe(order)
})
