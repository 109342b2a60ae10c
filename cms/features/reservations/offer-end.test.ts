import { expect, test } from 'vitest'
import { offerEnd } from './offer-end.ts'

const day = { from: 8 * 60, to: 22 * 60 }
const endOf = (now: string, startsAt: string, hours = day) =>
  offerEnd(new Date(now), new Date(startsAt), { hours, timeZone: 'Europe/London' })

// London is an hour ahead of UTC in summer.
test.each([
  ['on the same day, two hours', '2026-07-01T12:00Z', '2026-07-01T18:30Z', '2026-07-01T14:00Z'],
  ['soon, half of the time left', '2026-07-01T17:30Z', '2026-07-01T18:30Z', '2026-07-01T18:00Z'],
  ['tomorrow, offered at 23:30', '2026-07-01T22:30Z', '2026-07-02T18:30Z', '2026-07-02T09:00Z'],
  ['tomorrow, offered at 21:30', '2026-07-01T20:30Z', '2026-07-02T18:30Z', '2026-07-02T08:30Z'],
  [
    'in three days, six waking hours',
    '2026-07-01T19:00Z',
    '2026-07-04T19:00Z',
    '2026-07-02T11:00Z',
  ],
  ['in twelve days, 24', '2026-07-01T07:00Z', '2026-07-13T07:00Z', '2026-07-02T17:00Z'],
  ['in a year, 24 too', '2026-07-01T07:00Z', '2027-07-01T07:00Z', '2026-07-02T17:00Z'],
  [
    'in the morning, offered at night',
    '2026-07-01T22:00Z',
    '2026-07-02T09:00Z',
    '2026-07-02T08:00Z',
  ],
  ['at nine, half of its one hour', '2026-07-01T22:00Z', '2026-07-02T08:00Z', '2026-07-02T07:30Z'],
  ['late at night', '2026-07-01T21:30Z', '2026-07-01T23:30Z', '2026-07-01T22:30Z'],
  ['before the day begins', '2026-07-02T01:00Z', '2026-07-02T05:00Z', '2026-07-02T03:00Z'],
  ['that has begun', '2026-07-01T18:30Z', '2026-07-01T18:00Z', '2026-07-01T18:30Z'],
  // Nights in which the clocks change: first they go back, then forward.
  ['after the clocks went back', '2026-10-24T22:30Z', '2026-10-25T19:00Z', '2026-10-25T10:00Z'],
  ['after the clocks went forward', '2026-03-28T23:30Z', '2026-03-29T19:00Z', '2026-03-29T09:00Z'],
])('an offer of an event %s', (_, now, startsAt, end) => {
  expect(endOf(now, startsAt)).toEqual(new Date(end))
})

test.each([
  ['beyond midnight', { from: 12 * 60, to: 2 * 60 }, '2026-07-01T23:30Z', '2026-07-02T11:30Z'],
  ['around the clock', { from: 0, to: 0 }, '2026-07-01T23:30Z', '2026-07-02T01:30Z'],
])('waking hours may go on %s', (_, hours, now, end) => {
  expect(endOf(now, '2026-07-02T22:00Z', hours)).toEqual(new Date(end))
})

test('an offer always ends before the event begins, and after now, at every hour of a year', () => {
  for (let hour = 0; hour < 366 * 24; hour += 41) {
    const now = new Date(Date.UTC(2026, 0, 1, hour, 13))
    for (const leftHours of [0.5, 3, 9, 20, 47, 200]) {
      const startsAt = new Date(now.getTime() + leftHours * 3_600_000)
      const hours = { from: 90, to: 90 + 60 }
      for (const each of [day, hours]) {
        const end = offerEnd(now, startsAt, { hours: each, timeZone: 'Europe/London' })
        expect([end > now, end < startsAt]).toEqual([true, true])
      }
    }
  }
})

test.each([
  ['15 minutes on the day of the start', '2026-07-01T12:00Z', '2026-07-01T12:15Z'],
  ['half of the time that is left', '2026-07-01T18:20Z', '2026-07-01T18:25Z'],
  ['waking hours on the day before', '2026-06-30T22:30Z', '2026-07-01T09:00Z'],
])('an offer of a kind with short offers lasts %s', (_, now, end) => {
  const waking = { hours: day, timeZone: 'Europe/London' }
  const startsAt = new Date('2026-07-01T18:30Z')
  expect(offerEnd(new Date(now), startsAt, waking, 15)).toEqual(new Date(end))
})
