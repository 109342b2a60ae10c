import { describe, expect, test } from 'vitest'
import {
  adjustmentOf,
  checkoutMinutes,
  graceMinutes,
  netOf,
  nextCheckMs,
  nextCheckoutCheckMs,
  refundableCents,
  refusalOf,
  serviceMinutes,
  subjectOf,
} from './rules.ts'

const paid = {
  isPaid: true,
  amountCents: 1000,
  currency: 'GBP',
  refundedCents: 0,
  disputedCents: 0,
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

test.each([
  ['reservation:12', { prefix: 'reservation', id: 12 }],
  ['desk_day:1', { prefix: 'desk_day', id: 1 }],
  ['reservation:0', null],
  ['reservation:012', null],
  ['reservation:-1', null],
  ['reservation:1:2', null],
  ['Reservation:1', null],
  ['reservation', null],
  ['reservation:9999999999', null],
])('the reference %s names %j', (reference, subject) => {
  expect(subjectOf(reference)).toEqual(subject)
})

describe('a guest’s payment', () => {
  const asked = { status: 'open', amountCents: 1000, currency: 'GBP' } as const
  test.each([
    ['as asked for is accepted', {}, {}, null],
    ['after its checkout was closed is late', { status: 'closed' }, {}, 'late'],
    ['of less differs', {}, { amountCents: 999 }, 'differs'],
    ['of more differs', {}, { amountCents: 1001 }, 'differs'],
    ['in another currency differs', {}, { currency: 'USD' }, 'differs'],
    ['that is late and differs, differs', { status: 'closed' }, { amountCents: 1 }, 'differs'],
  ] as const)('%s', (_, checkout, state, refusal) => {
    expect(refusalOf({ ...asked, ...checkout }, { ...asked, ...state })).toBe(refusal)
  })
})

describe('the delay until a checkout is checked again', () => {
  const open = { isPaid: false, isOpen: true }
  test.each([
    ['just begun', { status: 'open', ageMs: 0, endsInMs: 15 * minute }, open, minute],
    [
      'that ends before the usual check',
      { status: 'open', ageMs: 8 * minute, endsInMs: 7 * minute },
      open,
      7 * minute,
    ],
    ['whose time is over', { status: 'open', ageMs: 16 * minute, endsInMs: -minute }, open, 0],
    [
      'that the service ended first',
      { status: 'open', ageMs: minute, endsInMs: 14 * minute },
      { isPaid: false, isOpen: false },
      14 * minute,
    ],
    ['that is closed only here', { status: 'closed', ageMs: day, endsInMs: -day }, open, minute],
    [
      'that is closed at the service too',
      { status: 'closed', ageMs: day, endsInMs: -day },
      { isPaid: false, isOpen: false },
      null,
    ],
    [
      'that was paid',
      { status: 'paid', ageMs: minute, endsInMs: minute },
      { isPaid: true, isOpen: false },
      60 * minute,
    ],
  ] as const)('is right for one %s', (_, checkout, state, delay) => {
    expect(nextCheckoutCheckMs(checkout, state)).toBe(delay)
  })
})

test('what can be paid back is what was paid, less all refunds that have not failed', () => {
  const refund = (
    amountCents: number,
    state: 'requested' | 'pending' | 'succeeded' | 'failed',
  ) => ({
    amountCents,
    state,
  })
  expect(refundableCents(1000, [])).toBe(1000)
  expect(
    refundableCents(1000, [
      refund(100, 'requested'),
      refund(200, 'pending'),
      refund(300, 'succeeded'),
      refund(400, 'failed'),
    ]),
  ).toBe(400)
})

test('Stripe accepts the end of a checkout that is begun again in its last minute', () => {
  expect(serviceMinutes - checkoutMinutes).toBeGreaterThan(30)
  expect(serviceMinutes).toBeGreaterThan(checkoutMinutes + graceMinutes)
})
