import { describe, expect, test } from 'vitest'
import type { TimeSlot } from '../members/profile/rules.ts'
import { firstStart, nextSlotStarts, slotStarts } from './timing.ts'

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
