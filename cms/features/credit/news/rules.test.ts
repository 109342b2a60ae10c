import { expect, test } from 'vitest'
import { isReceipt, type NewsMovement, newsKindOf, newsLine } from './rules.ts'

const movement: NewsMovement = {
  kind: 'payment',
  amountCents: -450,
  money: '£4.50',
  area: null,
  person: null,
}

test.each<[Partial<NewsMovement>, string]>([
  [{ area: 'Beer Hall' }, '£4.50 paid, Beer Hall'],
  [{}, '£4.50 paid'],
  [{ kind: 'top_up', amountCents: 450 }, '£4.50 topped up'],
  [{ kind: 'reversal', amountCents: 450 }, '£4.50 came back to you'],
  [{ kind: 'reversal', amountCents: -450 }, '£4.50 was taken back'],
  [{ kind: 'claim', amountCents: 450, person: 'Jo' }, '£4.50 from Jo is yours'],
  [{ kind: 'claim', amountCents: null }, '£4.50 that you sent was taken'],
  [{ kind: 'send', person: 'jo@venue.example' }, '£4.50 sent to jo@venue.example'],
])('%j is told as “%s”', (changes, line) => {
  expect(newsLine({ ...movement, ...changes })).toBe(line)
})

test('members are told about what arrives and what others move, not about their gifts', () => {
  expect(newsKindOf('gift')).toBeNull()
  expect(newsKindOf('reversal')).toBe('payment')
  expect([isReceipt('card_top_up'), isReceipt('top_up')]).toEqual([true, false])
})
