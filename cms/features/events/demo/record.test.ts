import { describe, expect, test } from 'vitest'
import { venue } from '../../venue/demo/venue.ts'
import { hoursOn } from '../../venue/hours/opening-hours.ts'
import { occurrencesOf } from '../series/recurrence.ts'
import { recordOf } from './record.ts'
import { series } from './series.ts'
import { singleEvents } from './single-events.ts'

const hours = {
  areas: venue.opening_hours.map(({ area, days: week }) => ({ area, week })),
  exceptions: venue.exceptions,
}

/** The dates of all events in a database that is filled on a day. */
const datesOf = (today: string) =>
  [...series, ...singleEvents].flatMap((event) => {
    const now = new Date(`${today}T12:00:00Z`)
    const record = recordOf(event, new Map(), now)
    const schedule = { ...record, isSecondOfRepeatedHour: false, excludedStarts: record.left_out }
    const { slug, areas } = event
    return occurrencesOf(schedule, venue.time_zone, now).map(({ original: start }) => ({
      slug,
      areas,
      start,
    }))
  })

describe('the demo venue', () => {
  // Which events would be at Christmas or on New Year’s Day depends on the day on which the database is filled.
  test.each(['2026-11-20', '2026-11-27', '2026-12-04'])(
    'that is filled on %s has no event on a day on which the area of the event is closed',
    (today) => {
      const closed = datesOf(today).filter(({ areas, start }) =>
        areas.some((area) => hoursOn(hours, area, start.slice(0, 10)).intervals.length === 0),
      )
      expect(closed).toEqual([])
    },
  )

  test('has no event after an early closing time, and keeps the other events', () => {
    const found = datesOf('2026-11-27').map(({ slug, start }) => `${slug} ${start}`)
    expect(found.filter((each) => each.includes('2026-12-24'))).toEqual([
      'early-desk 2026-12-24T08:30',
    ])
    expect(found).toContain('six-glasses 2026-12-10T19:00')
    expect(found).toContain('last-night-of-the-year 2026-12-31T19:30')
    // It would be on Christmas Day, and a week later on New Year’s Day, when the kitchens close early.
    expect(found).toContain('secret-table 2027-01-08T19:30')
  })
})
