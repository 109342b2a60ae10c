import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { findNow } from '../../reservations/staff/find-now.ts'
import { isTonight } from '../../reservations/staff/rules.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { findStaffDates, type StaffDate } from '../queries/staff-dates.ts'

/** The events of today in their order, without drafts. After midnight with those of the evening before. */
export async function findTonight(
  payload: Payload,
): Promise<{ dates: StaffDate[]; timeZone: string }> {
  const { timeZone, ...tonight } = await findNow(payload)
  const { today } = tonight
  const dates = await findStaffDates(databaseOf(payload), {
    from: addDays(today, -1),
    until: today,
  })
  return {
    timeZone,
    dates: dates.filter((date) => date.status !== 'draft' && isTonight(date, tonight)),
  }
}
