import { expect, test } from 'vitest'
import { countRequest, paymentRequest, topUpRequest } from './contract.ts'

const key = 'a'.repeat(24)
const topUp = (receipt: string) =>
  topUpRequest.safeParse({ key, member: 1, amount: 500, till: 'cash', receipt })
const payment = (reference: string) =>
  paymentRequest.safeParse({ key, member: 1, amount: 500, area: 'Beer Hall', reference })
const messagesOf = ({ error }: ReturnType<typeof topUp> | ReturnType<typeof payment>) =>
  error?.issues.map(({ message }) => message)

test('a number is stored in its plainest spelling', () => {
  expect(topUp(' \u200B２\u28007 ').data?.receipt).toBe('27')
  expect(payment('Ｔable ４').data?.reference).toBe('Table 4')
  expect(payment('\u2800').data?.reference).toBe(null)
})

test('a number whose plainest spelling is too long is refused', () => {
  const tooLong = ['The receipt number may have at most 60 characters.']
  expect(messagesOf(topUp('ﷺ'.repeat(60)))).toEqual(tooLong)
  expect(messagesOf(topUp('㈱'.repeat(21)))).toEqual(tooLong)
  expect(topUp('㈱'.repeat(20)).success).toBe(true)
  expect(messagesOf(payment('ﷺ'.repeat(60)))).toEqual([
    'The reference may have at most 60 characters.',
  ])
})

test.each(['\u2800', '\u3164', '\u200B', '\u0301', '-'])(
  'a receipt without a letter or digit is missing: %j',
  (receipt) => {
    expect(messagesOf(topUp(receipt))).toContain('Write the receipt number.')
  },
)

test.each([
  'event:7',
  'EVENT :',
  'event：7',
  'event∶7',
  'event꞉7',
  'eventː7',
  'event∷7',
  'ev\u2800ent:7',
  'еvent:7',
  '#event:7',
  'ref event:7',
  'no. 4, send: 12',
])('a reference that looks like the program’s own is refused: %s', (reference) => {
  expect(messagesOf(topUp(reference))).toEqual([expect.stringContaining('the program’s own')])
  expect(messagesOf(payment(reference))).toEqual([expect.stringContaining('the program’s own')])
})

test.each(['12:30', 'Table 4', 'A-17/2', 'Event 7', '№ 5'])(
  'an ordinary number is allowed: %s',
  (reference) => {
    expect(topUp(reference).success).toBe(true)
    expect(payment(reference).success).toBe(true)
  },
)

test('a blind count is of a drawer, and is read like an amount', () => {
  const count = { key, till: 'cafe', seen: 4, after: 0 }
  expect(countRequest.safeParse({ ...count, counted: '104.95' }).data).toEqual({
    ...count,
    counted: 10495,
    note: null,
  })
  for (const changes of [{ till: 'cash' }, { till: 'card' }, { counted: '' }, { counted: 'all' }]) {
    expect(countRequest.safeParse({ ...count, counted: 1, ...changes }).success).toBe(false)
  }
})
