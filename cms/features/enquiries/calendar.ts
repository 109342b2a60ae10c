import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import type { CalendarEntry } from '../events/ports.ts'
import { addDays, localMoment } from '../venue/hours/opening-hours.ts'
import { areaName } from '../venue/names.ts'
import { findVenue } from '../venue/service.ts'
import { venueTimeOf } from '../venue/time/venue-time.ts'
import { listHeld } from './queries/holds.ts'
import { adminPath } from './rules.ts'

/** The dates that are held or won, for the calendar that events and bookings share. */
export async function heldOnCalendar(
  payload: Payload,
  { from, until }: { from: string; until: string },
): Promise<CalendarEntry[]> {
  const { timeZone } = await findVenue(payload)
  const [start, end] = [from, addDays(until, 1)].map(
    (day) => venueTimeOf(`${day}T00:00`, timeZone)?.at,
  )
  if (!start || !end) return []
  const held = await listHeld(databaseOf(payload), { from: start, to: end })
  return held.flatMap(({ enquiry, area, isWon, startsAt, endsAt }) =>
    daysOf(startsAt, endsAt, timeZone)
      .filter((day) => day >= from && day <= until)
      .map((day) => ({
        day,
        text: `${areaName(area)} ${isWon ? 'taken' : 'held'}: no. ${enquiry}`,
        href: `${adminPath}/${enquiry}`,
        permission: 'enquiries.run' as const,
      })),
  )
}

/** The days of a hold. The end of a night, until six, belongs to the day before. */
function daysOf(startsAt: Date, endsAt: Date, timeZone: string): string[] {
  const first = localMoment(startsAt, timeZone).date
  const last = localMoment(new Date(endsAt.getTime() - 6 * 3_600_000), timeZone).date
  const days = [first]
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
