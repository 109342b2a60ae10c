import { expect, test } from 'vitest'
import { refundedUntil } from '../rules.ts'
import { cardTerms, refundRule } from './card-terms.ts'

const startsAt = new Date('2026-12-03T19:30:00Z')
const date = {
  title: 'Quiz',
  status: 'published',
  startsAt,
  refundUntilHours: 24,
} as never as Parameters<typeof cardTerms.isRefunded>[0]
const at = (time: string) => new Date(`2026-12-${time}:00Z`)

test.each([
  ['before the last hours', {}, at('02T19:29'), true],
  ['at the last moment', {}, at('02T19:30'), false],
  ['without hours', { refundUntilHours: null }, at('01T12:00'), false],
  ['with 0 hours', { refundUntilHours: 0 }, at('01T12:00'), false],
  ['of a postponed date, also after its old start', { status: 'postponed' }, at('04T12:00'), true],
  [
    'of a postponed date without hours',
    { status: 'postponed', refundUntilHours: null },
    at('01T12:00'),
    true,
  ],
] as const)('who cancels %s: %j', (_, facts, now, isRefunded) => {
  expect(cardTerms.isRefunded({ ...date, ...facts }, now)).toBe(isRefunded)
})

test('the rule names the moment on the venue’s clock', () => {
  expect(refundedUntil(date)).toEqual(at('02T19:30'))
  expect(refundRule(date, 'Europe/Paris')).toContain('until Wednesday, 2 December 2026 at 20:30,')
  expect(refundRule({ ...date, refundUntilHours: null }, 'Europe/London')).toContain('Paid is paid')
  expect(refundRule({ ...date, status: 'postponed' }, 'Europe/London')).not.toContain('2026')
})

test('the payment page names the places and the day', () => {
  const timeZone = 'Europe/London'
  expect(cardTerms.describe(date, { party: 1, timeZone })).toBe(
    'One place at Quiz, 3 December 2026',
  )
  const postponed = { ...date, status: 'postponed' as const }
  expect(cardTerms.describe(postponed, { party: 2, timeZone })).toBe('2 places at Quiz')
})
