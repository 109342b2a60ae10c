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
  expect(cardTerms.isRefunded({ ...date, ...facts }, now, null)).toBe(isRefunded)
})

const agreed = { refundUntil: at('01T19:30'), startsAt }
test.each([
  ['when staff gave more time later', {}, agreed, at('02T12:00'), false],
  ['when staff took the rule away later', { refundUntilHours: 0 }, agreed, at('01T12:00'), true],
  ['without money back', {}, { ...agreed, refundUntil: null }, at('01T12:00'), false],
  ['when it starts later now', { startsAt: at('04T19:30') }, agreed, at('04T19:29'), true],
  ['when it starts earlier now', { startsAt: at('03T18:30') }, agreed, at('03T18:29'), true],
  ['when the new time has begun', { startsAt: at('04T19:30') }, agreed, at('04T19:30'), false],
  ['when it is postponed', { status: 'postponed' }, agreed, at('05T12:00'), true],
] as const)('who paid and cancels %s', (_, facts, terms, now, isRefunded) => {
  expect(cardTerms.isRefunded({ ...date, ...facts }, now, terms)).toBe(isRefunded)
})

test('who has paid reads the rule of that time, or that the time has changed', () => {
  const timeZone = 'Europe/London'
  const changed = { ...date, refundUntilHours: 0 }
  expect(cardTerms.ruleOf(changed, { timeZone, agreed: null })).toContain('Paid is paid')
  expect(cardTerms.ruleOf(changed, { timeZone, agreed })).toMatch(/1 Dec( 2026)?, 7\.30pm/)
  const moved = { ...date, startsAt: at('04T19:30') }
  expect(cardTerms.ruleOf(moved, { timeZone, agreed })).toContain('The time has changed')
})

test('the rule names the moment on the venue’s clock', () => {
  expect(refundedUntil(date)).toEqual(at('02T19:30'))
  expect(refundRule(date, 'Europe/Paris')).toMatch(/until Wed 2 Dec( 2026)?, 8\.30pm,/)
  expect(refundRule({ ...date, refundUntilHours: null }, 'Europe/London')).toContain('Paid is paid')
  expect(refundRule({ ...date, status: 'postponed' }, 'Europe/London')).not.toContain('Dec')
})

test('the payment page names the places and the day', () => {
  const timeZone = 'Europe/London'
  expect(cardTerms.describe(date, { party: 1, timeZone })).toBe(
    'One place at Quiz, 3 December 2026',
  )
  const postponed = { ...date, status: 'postponed' as const }
  expect(cardTerms.describe(postponed, { party: 2, timeZone })).toBe('2 places at Quiz')
})
