import { expect, test } from 'vitest'
import {
  canDo,
  enquiryStatuses,
  isOverdue,
  payUntil,
  quoteProblem,
  totalsOf,
  withoutThousands,
} from './rules.ts'

const line = (cents: number, vatPercent = 20, quantity = 1) => ({
  ...{ text: 'Hall', quantity, cents, vatPercent },
})

test('the VAT in a total is computed once for each rate, so splitting a line changes nothing', () => {
  expect(totalsOf([line(10_01), line(10_01), line(5_00, 0)])).toEqual({
    totalCents: 25_02,
    vat: [
      { percent: 20, cents: 3_34 },
      { percent: 0, cents: 0 },
    ],
  })
  expect(totalsOf([line(10_01, 20, 2)]).vat).toEqual(totalsOf([line(10_01), line(10_01)]).vat)
  expect(totalsOf([line(10_00), line(-2_50)]).totalCents).toBe(7_50)
})

const day = (number: number) => new Date(Date.UTC(2026, 11, number, 12))
const quote = {
  lines: [line(100_00)],
  depositCents: 30_00,
  from: day(20),
  until: day(21),
  validUntil: day(10),
  now: day(1),
}
test.each([
  [{}, null],
  [{ until: day(20) }, 'It has to end after it begins.'],
  [{ until: day(24) }, 'A quote is for three days at most.'],
  [{ now: day(20) }, 'That time is over. Choose a time to come.'],
  [{ depositCents: 100_01 }, 'The deposit is more than the total.'],
  [{ lines: [line(-1)], depositCents: 0 }, 'The total is below zero.'],
  [{ validUntil: day(1) }, 'Choose a later time until which it is valid.'],
  [
    { validUntil: new Date(day(20).getTime() + 1) },
    'It can be valid until the event begins, not longer.',
  ],
])('a quote with %o: %s', (given, problem) =>
  expect(quoteProblem({ ...quote, ...given })).toBe(problem),
)

test('an accepted quote waits a week for its deposit, but never longer than until the event', () => {
  expect(payUntil(day(1), day(20))).toEqual(day(8))
  expect(payUntil(day(18), day(20))).toEqual(day(20))
})

test('something is overdue from the day after it was due, in every state', () => {
  expect(
    ['2026-12-01', '2026-12-02', null].map((dueOn) => isOverdue({ dueOn }, '2026-12-02')),
  ).toEqual([true, false, false])
})

test('each state has a way on, and what is accepted gets no other quote', () => {
  for (const status of enquiryStatuses) {
    expect(
      (['quote', 'win', 'lose', 'reopen'] as const).some((action) => canDo(action, status)),
    ).toBe(true)
  }
  expect(canDo('quote', 'held')).toBe(false)
  expect(canDo('quote', 'won')).toBe(false)
})

test.each([
  ['1,400', '1400'],
  ['£12.500', '£12500'],
  ['1,400.00', '1,400.00'],
  ['1.400,00', '1.400,00'],
  ['1,234,567', '1,234,567'],
  ['14.00', '14.00'],
  ['0.125', '0.125'],
])('the amount %j is read as %j', (typed, read) => expect(withoutThousands(typed)).toBe(read))
