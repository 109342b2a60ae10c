import { describe, expect, test } from 'vitest'
import type { TimeSlot } from '../members/profile/rules.ts'
import { firstStart, nextSlotStarts, quietEnd, slotStarts } from './timing.ts'

describe('quiet hours', () => {
  const night = { from: 22 * 60, to: 8 * 60 }
  // London is an hour ahead of UTC in summer.
  test.each([
    [null, '2026-07-01T23:00:00Z', null],
    [night, '2026-07-01T20:59:59Z', null],
    [night, '2026-07-01T21:00:00Z', '2026-07-02T07:00:00Z'],
    [night, '2026-07-01T23:30:00Z', '2026-07-02T07:00:00Z'],
    [night, '2026-07-02T06:59:59Z', '2026-07-02T07:00:00Z'],
    [night, '2026-07-02T07:00:00Z', null],
    [{ from: 60, to: 120 }, '2026-07-01T00:30:00Z', '2026-07-01T01:00:00Z'],
    [{ from: 60, to: 60 }, '2026-07-01T00:00:00Z', null],
    [{ from: 60, to: 0 }, '2026-07-01T22:30:00Z', '2026-07-01T23:00:00Z'],
    // Nights in which the clocks change: first they go back, then forward.
    [night, '2026-10-24T22:00:00Z', '2026-10-25T08:00:00Z'],
    [night, '2026-03-28T23:00:00Z', '2026-03-29T07:00:00Z'],
    // The clock skips the end of the quiet hours, or shows it twice; then the first of the two times counts.
    [{ from: 0, to: 90 }, '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
    [{ from: 0, to: 90 }, '2026-10-25T00:10:00Z', '2026-10-25T00:30:00Z'],
    [{ from: 0, to: 90 }, '2026-10-25T01:10:00Z', null],
  ])(
    '%j: a nudge that is due at %s waits until %s; null means that it does not wait',
    (quiet, at, end) => {
      expect(quietEnd(quiet, new Date(at), 'Europe/London')).toEqual(new Date(end ?? at))
    },
  )
})

describe('a nudge in time slots', () => {
  test.each<[string, TimeSlot[], string]>([
    // London is an hour ahead of UTC in summer.
    ['2026-07-01T17:05:00Z', ['Evening'], '2026-07-01T17:05:00Z'],
    ['2026-07-01T17:05:00Z', ['Late Night'], '2026-07-01T20:00:00Z'],
    ['2026-07-01T17:05:00Z', ['Morning', 'Afternoon'], '2026-07-02T07:00:00Z'],
    ['2026-07-01T17:05:00Z', ['Late Night', 'Evening'], '2026-07-01T17:05:00Z'],
    // The late night lasts until eight in the morning.
    ['2026-07-01T02:00:00Z', ['Late Night'], '2026-07-01T02:00:00Z'],
    ['2026-07-01T02:00:00Z', ['Morning'], '2026-07-01T07:00:00Z'],
    // At eight the morning begins.
    ['2026-07-01T07:00:00Z', ['Morning'], '2026-07-01T07:00:00Z'],
    // Nights in which the clocks change: first they go back, then forward.
    ['2026-10-24T16:00:00Z', ['Morning'], '2026-10-25T08:00:00Z'],
    ['2026-03-28T20:00:00Z', ['Morning'], '2026-03-29T07:00:00Z'],
  ])('sent at %s begins for a person with the slots %j at %s', (now, slots, begins) => {
    const starts = slotStarts(new Date(now), 'Europe/London')
    expect(firstStart(slots, starts)).toEqual(new Date(begins))
  })

  test('begins now for the current slot, whose next start is on the next day', () => {
    const now = new Date('2026-10-24T22:00:00Z')
    expect(slotStarts(now, 'Europe/London')['Late Night']).toEqual(now)
    const next = nextSlotStarts(now, 'Europe/London')
    expect(next['Late Night']).toEqual(new Date('2026-10-25T21:00:00Z'))
  })

  test('has no separate start for a person who chose no time slot', () => {
    expect(firstStart([], slotStarts(new Date(), 'UTC'))).toBeNull()
  })
})
