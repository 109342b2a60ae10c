import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { CalendarEntry } from '../../events/ports.ts'
import { countByDay } from '../queries/sheet.ts'

/** The bookings of each day, for the calendar that events and bookings share. */
export async function bookingsOnCalendar(
  payload: Payload,
  range: { from: string; until: string },
): Promise<CalendarEntry[]> {
  const days = await countByDay(databaseOf(payload), range)
  return days.map(({ day, parties, people }) => ({
    day,
    text: `${parties === 1 ? 'One table' : `${parties} tables`}, ${people} people`,
    href: `/cms/evening?day=${day}`,
    permission: 'bookings.run',
  }))
}
