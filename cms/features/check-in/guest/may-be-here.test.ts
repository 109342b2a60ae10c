import { expect, test } from 'vitest'
import { type Hours, localMoment } from '../../venue/hours/opening-hours.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { mayBeHere } from './may-be-here.ts'

const evening = [{ opens: '17:00', closes: '23:00' }]
const late = [{ opens: '20:00', closes: '02:00' }]
const week = (spans: typeof evening) =>
  Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, spans]),
  ) as Hours['areas'][number]['week']
const hours: Hours = {
  areas: [
    { area: 'Beer Hall', week: week(evening) },
    { area: 'Cocktail Bar', week: week(late) },
  ],
  exceptions: [{ date: '2026-12-02', area: 'Beer Hall', closed: true, intervals: [], note: '' }],
}
const quiz = {
  ...{ areas: ['Beer Hall'] as VenueArea[], status: 'published', doorsAt: null },
  ...{ startsAt: new Date('2026-12-02T19:00Z'), endsAt: new Date('2026-12-02T22:00Z') },
}
const here = (area: VenueArea, time: string, dates = [quiz]) => {
  const at = new Date(time)
  return mayBeHere(area, { hours, dates, at, local: localMoment(at, 'Europe/London') })
}

test.each([
  ['Beer Hall', '2026-12-01T18:00Z', true],
  ['Beer Hall', '2026-12-01T23:30Z', false],
  ['Beer Hall', '2026-12-01T02:25Z', false],
  ['Cocktail Bar', '2026-12-01T01:30Z', true],
  // It has no hours.
  ['Event Spaces', '2026-12-01T04:00Z', true],
  // Closed that day, but not while there is an event.
  ['Beer Hall', '2026-12-02T17:30Z', false],
  ['Beer Hall', '2026-12-02T18:10Z', true],
  ['Beer Hall', '2026-12-02T21:59Z', true],
  ['Beer Hall', '2026-12-02T22:10Z', false],
] as const)('somebody can be in the %s at %s: %s', (area, time, expected) => {
  expect(here(area, time)).toBe(expected)
})

test('an event that was called off lets nobody in', () => {
  expect(here('Beer Hall', '2026-12-02T20:00Z', [{ ...quiz, status: 'cancelled' }])).toBe(false)
})
