import { describe, expect, test } from 'vitest'
import {
  accountField,
  blindTills,
  isBlindTill,
  isSale,
  takenSince,
  tills,
  tillsBeside,
  trialBalance,
  vatField,
  vatIn,
  vatProblem,
} from './rules.ts'

test('the amount taken at a till is the decrease of its account’s balance', () => {
  expect(takenSince(-1500, 0)).toBe(1500)
  expect(takenSince(-1500, -2000)).toBe(-500)
})

test.each([
  ['member:12', 'member'],
  ['till:cash', 'till_cash'],
  ['till:beer_hall', 'till_cash'],
  ['till:card', 'till_card'],
  ['till:card_beer_hall', 'till_card'],
  ['clearing:stripe', 'clearing_stripe'],
  ['common_good', 'common_good'],
  ['cause:3', 'cause'],
  ['venue:sales', 'venue'],
  ['venue:deposits', 'venue_deposits'],
] as const)('the accounting code of the account %s is in the field %s', (account, field) => {
  expect(accountField(account)).toBe(field)
})

test('only the office sees what the venue’s cash drawer should hold', () => {
  expect(tills.filter((till) => !isBlindTill(till))).toEqual(['cash'])
})

describe('a trial balance', () => {
  const till = { kind: 'till', code: 'till:cash', balanceCents: -1500 }
  const members = { kind: 'member', code: '2', balanceCents: 1500 }

  test('lists amounts owed to the venue as debit, and both sides are equal', () => {
    expect(trialBalance([members, till])).toEqual({
      lines: [
        { kind: 'member', code: '2', debitCents: 0, creditCents: 1500 },
        { kind: 'till', code: 'till:cash', debitCents: 1500, creditCents: 0 },
      ],
      debitCents: 1500,
      creditCents: 1500,
      isBalanced: true,
    })
  })

  test('is not balanced if the sides differ', () => {
    expect(trialBalance([till]).isBalanced).toBe(false)
  })
})

test('a tablet offers the tills of its area and those of the whole venue', () => {
  expect(tillsBeside('cafe', blindTills)).toEqual(['cafe', 'card', 'card_cafe'])
  expect(tillsBeside('beer_hall', tills)).toEqual(['cash', 'beer_hall', 'card', 'card_beer_hall'])
})

test.each([
  [1200, 20, 200],
  [-1200, 20, -200],
  [100, 20, 17],
  [495, 12.5, 55],
  [495, 0, 0],
])('the gross amount %d contains at %d percent the VAT %d', (gross, rate, vat) => {
  expect(vatIn(gross, rate)).toBe(vat)
})

test('VAT is in sales, and in what takes a sale back', () => {
  expect(isSale({ kind: 'payment', reversed_kind: null })).toBe(true)
  expect(isSale({ kind: 'reversal', reversed_kind: 'payment' })).toBe(true)
  expect(isSale({ kind: 'reversal', reversed_kind: 'gift' })).toBe(false)
  expect(isSale({ kind: 'closing_difference', reversed_kind: null })).toBe(false)
  expect(vatField('Event Spaces')).toBe('vat_event_spaces')
  expect([null, undefined, 0, 12.5, 100].map(vatProblem)).toEqual([null, null, null, null, null])
  expect([-1, 101, 12.345, '20', Number.NaN].filter((rate) => vatProblem(rate) === null)).toEqual(
    [],
  )
})
