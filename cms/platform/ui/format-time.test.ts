import { expect, test } from 'vitest'
import { formatClock } from '../../features/venue/ui/opening-texts.ts'
import {
  formatGuestClock,
  formatGuestRange,
  formatGuestTime,
  formatMoment,
  isOneNight,
  toDateTimeInput,
} from './format-time.ts'

test('a moment is formatted in the venue’s time zone, in summer and in winter', () => {
  expect(formatMoment('2026-07-01T23:30:00Z', 'Europe/London')).toBe('2 Jul 2026, 00:30')
  expect(formatMoment('2026-12-01T23:30:00Z', 'Europe/London')).toBe('1 Dec 2026, 23:30')
})

test('guests read a moment as a short day and a time of the clock', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const say = (at: string) => formatGuestTime(new Date(at), 'Europe/London', now)
  expect(say('2026-11-30T19:15:00Z')).toBe('Mon 30 Nov, 7.15pm')
  expect(say('2026-07-01T18:00:00Z')).toBe('Wed 1 Jul, 7pm')
  expect(say('2026-12-31T23:59:00Z')).toBe('Thu 31 Dec, 11.59pm')
  expect(say('2027-01-01T00:00:00Z')).toBe('Fri 1 Jan 2027, midnight')
})

test.each([
  ['2026-11-30T18:30:00Z', '2026-11-30T20:30:00Z', 'Mon 30 Nov, 6.30–8.30pm'],
  ['2026-11-30T09:00:00Z', '2026-11-30T17:00:00Z', 'Mon 30 Nov, 9am–5pm'],
  ['2026-11-30T12:00:00Z', '2026-11-30T14:30:00Z', 'Mon 30 Nov, noon–2.30pm'],
  ['2026-11-30T17:00:00Z', '2026-12-01T00:00:00Z', 'Mon 30 Nov, 5pm–midnight'],
  ['2026-11-30T09:00:00Z', '2026-12-01T01:00:00Z', 'Mon 30 Nov, 9am–1am'],
  ['2026-11-30T19:00:00Z', '2026-12-01T12:00:00Z', 'Mon 30 Nov, 7pm to Tue 1 Dec, noon'],
  ['2026-11-30T19:00:00Z', '2026-12-02T01:00:00Z', 'Mon 30 Nov, 7pm to Wed 2 Dec, 1am'],
  ['2026-07-01T17:00:00Z', '2026-07-01T22:30:00Z', 'Wed 1 Jul, 6–11.30pm'],
])('guests read a span of time from %s to %s as %s', (from, to, expected) => {
  const now = new Date('2026-12-01T12:00:00Z')
  expect(formatGuestRange(new Date(from), new Date(to), 'Europe/London', now)).toBe(expected)
})

test.each([
  ['2026-10-24T18:00:00Z', '2026-10-25T01:30:00Z', true, 'after the clocks went back'],
  // 24.5 hours, but half an hour less than a day on the clock.
  ['2026-10-24T01:00:00Z', '2026-10-25T01:30:00Z', true, 'longer than 24 hours'],
  ['2026-10-24T01:00:00Z', '2026-10-25T02:30:00Z', false, 'later on the clock than its start'],
  // 23.5 hours, but half an hour more than a day on the clock.
  ['2026-03-28T02:00:00Z', '2026-03-29T01:30:00Z', false, 'later on the clock, in spring'],
  ['2026-10-24T18:00:00Z', '2026-10-25T06:00:00Z', true, 'at 6am'],
  ['2026-10-24T18:00:00Z', '2026-10-25T06:01:00Z', false, 'after 6am'],
  ['2026-10-24T18:00:00Z', '2026-10-26T01:00:00Z', false, 'two days later'],
  ['2026-10-24T10:00:00Z', '2026-10-24T20:00:00Z', false, 'on the same day'],
])('a span from %s to %s is one night: %s (it ends %s)', (from, to, expected) => {
  expect(isOneNight(new Date(from), new Date(to), 'Europe/London')).toBe(expected)
})

test('a clock is written as on the pages of the venue', () => {
  for (const minutes of [0, 5, 60, 715, 720, 725, 780, 1439]) {
    const words = formatClock(minutes, { noon: 'noon', midnight: 'midnight' })
    expect(formatGuestClock(new Date(minutes * 60_000), 'UTC')).toBe(words)
  }
})

test('the value of a date-and-time field is in the venue’s time zone', () => {
  expect(toDateTimeInput(new Date('2026-07-01T23:30:00Z'), 'Europe/London')).toBe(
    '2026-07-02T00:30',
  )
})
