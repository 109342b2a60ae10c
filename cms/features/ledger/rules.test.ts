import { describe, expect, test } from 'vitest'
import {
  currencyProblem,
  isAmount,
  legsOf,
  maxAmountCents,
  movedAmountProblem,
  type TransferKind,
} from './rules.ts'

const amounts = (count: number) =>
  Array.from({ length: count }, () => 1 + Math.floor(Math.random() ** 4 * (maxAmountCents - 1)))

test.each([
  0,
  -1,
  0.5,
  maxAmountCents + 1,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '5',
  null,
  5n,
])('%s is no amount', (value) => {
  expect(isAmount(value)).toBe(false)
  const movement = { from: 'member:1', to: 'venue:sales', amountCents: value as number } as const
  expect(movedAmountProblem(movement)).toBe('invalid_amount')
})

test.each(['GBP', 'EUR', 'USD', 'HUF', 'RSD', 'IDR', 'PKR', 'TWD', 'XCD'])(
  'a venue can have the currency %s, which has two decimals',
  (currency) => expect(currencyProblem(currency)).toBe(null),
)

test.each(['JPY', 'KRW', 'ISK', 'UGX', 'MGA', 'XOF', 'KWD', 'BHD', 'TND', 'IQD'])(
  'a venue cannot have the currency %s, which has no hundredths',
  (currency) => {
    expect(currencyProblem(currency)).toMatch(`${currency} is not divided into hundredths.`)
    expect(currencyProblem(currency)).toMatch('Write the code of a currency with two decimals')
  },
)

test.each(['gbp', 'GPB', 'XXX', '£', '', null, undefined, 826])(
  '%j is no currency code',
  (currency) => expect(currencyProblem(currency)).toBe('Write a currency code, for example GBP.'),
)

test('a movement needs two different accounts', () => {
  const movement = { from: 'member:1', to: 'member:1', amountCents: 5 } as const
  expect(movedAmountProblem(movement)).toBe('same_account')
  expect(movedAmountProblem({ ...movement, to: 'member:2' })).toBe(null)
})

describe('the legs of a transfer', () => {
  const pay = (kind: TransferKind, amountCents: number) =>
    legsOf(kind, { from: 'member:1', to: 'venue:sales', amountCents })

  test.each([
    [1, 1, undefined],
    [99, 99, undefined],
    [100, 99, 1],
    [199, 198, 1],
    [200, 198, 2],
    [maxAmountCents, maxAmountCents - maxAmountCents / 100, maxAmountCents / 100],
  ])('split a payment of %i: the venue gets %i, the Common Good %s', (amount, venue, share) => {
    const [from, to, common] = pay('payment', amount)
    expect([from?.amountCents, to?.amountCents, common?.amountCents]).toEqual([
      -amount,
      venue,
      share,
    ])
  })

  test('add up to zero for any amount, and give the Common Good at most a hundredth', () => {
    for (const amount of amounts(2000)) {
      const legs = pay('payment', amount)
      expect(legs.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0)
      const share = legs[2]?.amountCents ?? 0
      expect(share * 100).toBeLessThanOrEqual(amount)
      expect((share + 1) * 100).toBeGreaterThan(amount)
    }
  })

  test('give the Common Good a share only of a payment to the venue', () => {
    expect(pay('counted_cash', 500)).toHaveLength(2)
    expect(legsOf('payment', { from: 'member:1', to: 'member:2', amountCents: 500 })).toHaveLength(
      2,
    )
  })
})
