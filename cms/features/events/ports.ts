import type { Payload } from 'payload'
import { sharedPort } from '../../platform/port.ts'
import type { Permission } from '../../platform/staff/permissions.ts'

/** What else is on a day of the venue’s calendar in the admin: a link, for those who may open it, with its text. */
export type CalendarEntry = { day: string; text: string; href: string; permission: Permission }

/** Entries between two days that other features add to the calendar of the admin. */
export const calendarEntries =
  sharedPort<
    (payload: Payload, range: { from: string; until: string }) => Promise<CalendarEntry[]>
  >('entries of the calendar')
