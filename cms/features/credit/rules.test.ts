import { expect, test } from 'vitest'
import { giftRequest, sendRequest } from './contract.ts'
import {
  addMonths,
  readView,
  senderName,
  sendOfReference,
  sendReference,
  writeView,
} from './rules.ts'

const key = '0'.repeat(24)
const gift = (amount: unknown) => giftRequest.safeParse({ key, amount })
const send = (amount: unknown) => sendRequest.safeParse({ key, amount, email: 'jo@venue.example' })

test.each([
  0,
  -0,
  -1,
  -500,
  1.5,
  2 ** 53,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  '0',
  '-5',
  '4.955',
  'five',
  '1e3',
  '9007199254740992',
  '0x10',
  null,
  undefined,
  true,
  [5],
  { cents: 5 },
])('an amount of %s is refused', (amount) => {
  expect(gift(amount).success).toBe(false)
  expect(send(amount).success).toBe(false)
})

test('amounts may be minor units or typed text, within the limits of each form', () => {
  expect(gift(450).data?.amount).toBe(450)
  expect(gift('4.50').data?.amount).toBe(450)
  expect(gift(' £4,5 ').data?.amount).toBe(450)
  expect([gift(1).success, gift(100_000).success, gift(100_001).success]).toEqual([
    true,
    true,
    false,
  ])
  expect([send(99).success, send(100).success, send(5000).success, send(5001).success]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test.each(['', 'jo', 'jo@', 'jo@venue.example, al@venue.example', 'a b@venue.example'])(
  'credit can’t be sent to %j',
  (email) => {
    expect(sendRequest.safeParse({ key, amount: 500, email }).error?.issues[0]?.path).toEqual([
      'email',
    ])
  },
)

test('the address of a send is trimmed and written in lower case', () => {
  const parsed = sendRequest.parse({ key, amount: 500, email: ' Jo@Venue.Example ' })
  expect(parsed.email).toBe('jo@venue.example')
})

test('a message is one line of at most 200 characters', () => {
  const message = (text: string) => giftRequest.safeParse({ key, amount: 500, message: text })
  expect(message(' For the\nyouth club ').data?.message).toBe('For the youth club')
  expect(message('x'.repeat(200)).success).toBe(true)
  expect(message('x'.repeat(201)).success).toBe(false)
})

test.each([
  ['Jo Smith', 'Jo'],
  ['  Zoë-Ann  ', 'Zoë-Ann'],
  ['Zoë', 'Zoë'],
  ['O’Neill', 'O’Neill'],
  ['https://evil.example pays', 'jo@venue.example'],
  ['win.example', 'jo@venue.example'],
  ['{amount}', 'jo@venue.example'],
  ['x'.repeat(31), 'jo@venue.example'],
  ['', 'jo@venue.example'],
  [null, 'jo@venue.example'],
])('a sender with the name %j appears in the mail as %s', (name, shown) => {
  expect(senderName({ name, email: 'jo@venue.example' })).toBe(shown)
})

test('adding months can change the year', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
})

test('the view of the statement is read from the URL, and invalid parameters are ignored', () => {
  const view = { month: '2026-02', kind: 'payment', area: 'Beer Hall', before: 7 } as const
  expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
  const none = { month: null, kind: null, area: null, before: null }
  const nonsense = 'month=2026-13&kind=theft&area=Moon&before=-1'
  expect(readView(new URLSearchParams(nonsense))).toEqual(none)
  expect(readView(new URLSearchParams())).toEqual(none)
  expect(writeView(none)).toBe('')
})

test('the send of a transfer is read from the transfer’s reference', () => {
  expect(sendOfReference(sendReference(12))).toBe(12)
  for (const reference of [null, '', 'send:', 'send:0', 'send:1x', 'receipt send:1']) {
    expect(sendOfReference(reference)).toBeNull()
  }
})
