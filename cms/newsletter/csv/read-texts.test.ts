import { expect, test } from 'vitest'
import { detailOf, momentOf, statedConsent, stateOf } from './read-texts.ts'

test.each([
  ['7/11', 'day/month', { day: 7, month: 11 }],
  ['07.11.', 'day/month', { day: 7, month: 11 }],
  ['7-11-1994', 'day/month', { day: 7, month: 11 }],
  ['11/7', 'month/day', { day: 7, month: 11 }],
  ['1994-11-07', 'month/day', { day: 7, month: 11 }],
  ['--11-07', 'day/month', { day: 7, month: 11 }],
  ['29/2', 'day/month', { day: 29, month: 2 }],
  [' ', 'day/month', undefined],
] as const)('the birthday %j in the order %s is parsed', (birthday, order, date) => {
  expect(detailOf('birthday', { birthday }, order)).toEqual(date)
})

test.each(['12/25', '32/1', '7 November', '7/11/1994/2', '=7/11', '0/0'])(
  '%j is not a birthday',
  (birthday) => {
    expect(() => detailOf('birthday', { birthday }, 'day/month')).toThrow('There is no such day')
  },
)

test.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T14:30:15.678Z', '2026-11-21T14:30:15.678Z'],
  ['2026-11-21 14:30:15', '2026-11-21T14:30:15.000Z'],
  ['2026-11-21 14:30:15 UTC', '2026-11-21T14:30:15.000Z'],
  ['2026-11-21T14:30+02:00', '2026-11-21T12:30:00.000Z'],
  ['2026-11-21T14:30:15.678901+0000', '2026-11-21T14:30:15.678Z'],
])('%j is a timestamp', (text, timestamp) =>
  expect(momentOf('left_at', text)?.toISOString()).toBe(timestamp),
)

test.each([
  '21/11/2026',
  '2026-02-30',
  '2026-13-01',
  '2026-11-21T25:00Z',
  'yesterday',
  '1',
  '1900-01-01',
  '2026-11-21T14:30Z; drop',
])('%j is not a timestamp', (text) =>
  expect(() => momentOf('left_at', text)).toThrow('left_at can’t be read'),
)

test('the state names of other services are recognised', () => {
  expect(
    ['', 'Subscribed', 'cleaned', 'TRUE', 'false', 'Bounced'].map((word) => stateOf(word)),
  ).toEqual([null, 'active', 'bounced', 'active', 'unsubscribed', 'bounced'])
  expect(() => stateOf('asleep')).toThrow('The state is none')
})

test('a stated consent needs a time, and a source or wording', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const at = new Date('2026-01-02T00:00:00Z')
  expect(statedConsent({ consent_at: '2026-01-02', consent_how: ' form ' }, now)).toEqual({
    at,
    how: 'form',
    wording: null,
  })
  expect(statedConsent({ consent_at: '2026-01-02', consent_wording: 'Yes' }, now)).toEqual({
    at,
    how: null,
    wording: 'Yes',
  })
  expect(statedConsent({ consent_at: '2026-01-02', consent_how: ' ' }, now)).toBeNull()
  expect(statedConsent({ consent_how: 'form', consent_wording: 'Yes' }, now)).toBeNull()
  expect(() => statedConsent({ consent_at: '2026-11-22' }, now)).toThrow('in the future')
})

test.each([
  ['birthday', { birthday: '31/02' }, 'birthday “31/02”'],
  ['interests', { interests: 'film & cinema; Golf; Chess' }, 'interests “Golf”'],
  ['phone', { phone: ` ${'1'.repeat(80)}\n` }, `phone “${'1'.repeat(60)}…”`],
] as const)('an invalid value of %s is quoted in the error', (name, texts, cell) => {
  expect(() => detailOf(name, texts, 'day/month')).toThrow(expect.objectContaining({ cell }))
})
