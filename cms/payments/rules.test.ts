import { describe, expect, test } from 'vitest'
import { adjustmentOf, netOf, nextCheckMs } from './rules.ts'

const paid = {
  ...{ isPaid: true, amountCents: 1000, currency: 'GBP', refundedCents: 0, disputedCents: 0 },
}

test.each([
  [{}, 1000],
  [{ isPaid: false }, 0],
  [{ refundedCents: 300 }, 700],
  [{ refundedCents: 300, disputedCents: 1000 }, 0],
])('the venue’s net amount of a payment with %j is %i', (changes, net) => {
  expect(netOf({ ...paid, ...changes })).toBe(net)
})

const minute = 60_000
const day = 24 * 60 * minute
test.each([
  ['that was just begun', 0, { isPaid: false, isOpen: true }, minute],
  ['that was begun lately', 8 * minute, { isPaid: false, isOpen: true }, 8 * minute],
  ['of yesterday', day, { isPaid: false, isOpen: true }, 60 * minute],
  ['that was begun five days ago', 5 * day, { isPaid: false, isOpen: true }, day],
  ['that nobody can pay any more', day, { isPaid: false, isOpen: false }, null],
  ['that is not paid after thirty days', 30 * day, { isPaid: false, isOpen: true }, null],
  ['that is paid', 0, { isPaid: true, isOpen: false }, 60 * minute],
  ['that was paid long ago', 20 * day, { isPaid: true, isOpen: false }, 20 * day],
  ['that nobody can dispute any more', 180 * day, { isPaid: true, isOpen: false }, null],
])('the delay until the next check is right for a payment %s', (_, age, state, expected) => {
  expect(nextCheckMs(age, state)).toBe(expected)
})

describe('an adjustment', () => {
  test.each([
    ['adds a new payment to the member’s credit', [0, 0, 1000, 0], [1000, 0]],
    ['is zero if the booked amount is right', [1000, 0, 1000, 50], [0, 0]],
    ['takes a refund from the member’s credit', [1000, 0, 700, 400], [-300, 0]],
    [
      'takes the rest from the venue if a refund is larger than the credit',
      [1000, 0, 0, 400],
      [-400, -600],
    ],
    ['takes a refund from the venue if the member has no credit', [1000, 0, 0, -5], [0, -1000]],
    ['first repays the venue’s loss if a dispute is won', [0, 600, 1000, 0], [400, 600]],
    ['only repays the venue’s loss if a dispute is partly won', [0, 600, 500, 0], [0, 500]],
  ] as const)('%s', (_, [netCents, lostCents, target, available], [memberCents, venueCents]) => {
    const adjustment = adjustmentOf({ netCents, lostCents }, target, available)
    // Adding 0 turns -0 into 0.
    expect([adjustment.memberCents + 0, adjustment.venueCents + 0]).toEqual([
      memberCents,
      venueCents,
    ])
  })
})
