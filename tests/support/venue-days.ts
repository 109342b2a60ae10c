import { addDays, localMoment, weekdays } from '../../cms/features/venue/hours/opening-hours.ts'
import { type VenueArea, venueAreas } from '../../cms/features/venue/rules.ts'
import type { Server } from './server.ts'
import { jsonRequest } from './staff.ts'

/** The day of a moment in London, where the venue of the tests is: `YYYY-MM-DD`. */
export const venueDayOf = (at: Date): string => localMoment(at, 'Europe/London').date

/** The venue's day that is some days before today. */
export const daysAgo = (count: number): string => addDays(venueDayOf(new Date()), -count)

/** Opens areas of the venue all day, so that a test does not depend on the time at which it runs. */
export async function openAllDay(
  server: Server,
  admin: string,
  areas: readonly VenueArea[] = venueAreas,
): Promise<void> {
  const days = [...weekdays]
  const opening_hours = areas.map((area) => ({ area, days, opens: '00:00', closes: '24:00' }))
  const body = { opening_hours, exceptions: [] }
  const { status, text } = await server.send('/api/globals/venue', jsonRequest('POST', body, admin))
  if (status !== 200) throw new Error(`The hours were not stored: ${text}`)
}
