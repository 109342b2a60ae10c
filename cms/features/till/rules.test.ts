import { describe, expect, test } from 'vitest'
import { accountField, isBlindTill, takenSince, tills, trialBalance } from './rules.ts'

test('the amount taken at a till is the decrease of its account’s balance', () => {
  expect(takenSince(-1500, 0)).toBe(1500)
  expect(takenSince(-1500, -2000)).toBe(-500)
})

test.each([
  ['member:12', 'member'],
  ['till:cash', 'till_cash'],
  ['till:beer_hall', 'till_cash'],
  ['till:card', 'till_card'],
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
