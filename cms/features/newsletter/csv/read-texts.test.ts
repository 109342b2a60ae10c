import { expect, test } from 'vitest'
import { detailOf, momentOf, statedConsent } from './read-texts.ts'

test.each([
  ['7/11', 'day/month', { day: 7, month: 11 }],
  ['07.11.', 'day/month', { day: 7, month: 11 }],
  ['7-11-1994', 'day/month', { day: 7, month: 11 }],
  ['11/7', 'month/day', { day: 7, month: 11 }],
  ['1994-11-07', 'month/day', { day: 7, month: 11 }],
  ['--11-07', 'day/month', { day: 7, month: 11 }],
  ['29/2', 'day/month', { day: 29, month: 2 }],
  [' ', 'day/month', undefined],
  // As spreadsheets and other services write it.
  ['07-Jan', 'day/month', { day: 7, month: 1 }],
  ['7-Jan', 'month/day', { day: 7, month: 1 }],
  ['07. Mai', 'day/month', { day: 7, month: 5 }],
  ['07-août', 'day/month', { day: 7, month: 8 }],
  ['Nov-07', 'day/month', { day: 7, month: 11 }],
  ['7-Jan-94', 'day/month', { day: 7, month: 1 }],
  ['7 November', 'month/day', { day: 7, month: 11 }],
  ['November 7th, 1994', 'day/month', { day: 7, month: 11 }],
  ['1994/11/07', 'day/month', { day: 7, month: 11 }],
  ['11/07/1994', 'month/day', { day: 7, month: 11 }],
  ['7.11.1994', 'month/day', { day: 7, month: 11 }],
  ['11月7日', 'day/month', { day: 7, month: 11 }],
] as const)('the birthday %j in the order %s is parsed', (birthday, order, date) => {
  expect(detailOf('birthday', { birthday }, order)).toEqual(date)
})

test.each([
  '12/25',
  '32/1',
  '7 Smarch',
  '30-Feb',
  'Jan 1994',
  '46029',
  '7/11/1994/2',
  '=7/11',
  '0/0',
])('%j is not a birthday', (birthday) => {
  expect(() => detailOf('birthday', { birthday }, 'day/month')).toThrow('There is no such day')
})

test.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T14:30:15.678Z', '2026-11-21T14:30:15.678Z'],
  ['2026-11-21 14:30:15', '2026-11-21T14:30:15.000Z'],
  ['2026-11-21 14:30:15 UTC', '2026-11-21T14:30:15.000Z'],
  ['2026-11-21T14:30+02:00', '2026-11-21T12:30:00.000Z'],
  ['2026-11-21T14:30:15.678901+0000', '2026-11-21T14:30:15.678Z'],
  ['21/11/2026', '2026-11-21T00:00:00.000Z'],
  ['21.11.2026 14:30', '2026-11-21T14:30:00.000Z'],
  ['Nov 21, 2026 2:30 PM', '2026-11-21T14:30:00.000Z'],
  ['2026/11/21 12:05:01 am', '2026-11-21T00:05:01.000Z'],
  ['Sat Nov 21 2026 14:30:15 GMT+0200 (Eastern European Time)', '2026-11-21T12:30:15.000Z'],
  ['21-Nov-26', '2026-11-21T00:00:00.000Z'],
])('%j is a timestamp', (text, timestamp) =>
  expect(momentOf('left_at', text)?.toISOString()).toBe(timestamp),
)

test('a day in figures is read in the order of the file', () => {
  expect(momentOf('left_at', '1/2/2026', 'month/day')?.toISOString()).toMatch(/^2026-01-02/)
  expect(momentOf('left_at', '1/2/2026', 'day/month')?.toISOString()).toMatch(/^2026-02-01/)
})

test.each([
  '21/11',
  '30/02/2026',
  '11/21/2026',
  '21/11/2026 25:00',
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
  ['interests', { interests: 'film & cinema; Golf; Chess' }, 'interests “Golf; Chess”'],
  ['phone', { phone: '4.47E+11' }, 'phone “4.47E+11”'],
  ['phone', { phone: ` ${'1'.repeat(80)}\n` }, `phone “${'1'.repeat(60)}…”`],
] as const)('an invalid value of %s is quoted in the error', (name, texts, cell) => {
  expect(() => detailOf(name, texts, 'day/month')).toThrow(expect.objectContaining({ cell }))
})

test.each(['4.47E+11', '4,47E+11', '4.41145E11'])(
  'that %s was rounded by a spreadsheet is said',
  (phone) =>
    expect(() => detailOf('phone', { phone }, 'day/month')).toThrow('A spreadsheet has rounded'),
)

test('the interests that are on the list are taken if others are not', () => {
  expect(() => detailOf('interests', { interests: 'Golf, film & cinema' }, 'day/month')).toThrow(
    expect.objectContaining({ rest: ['Film & Cinema'] }),
  )
})
