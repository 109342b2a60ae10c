import type { BookingRule, Closure, Table } from '../../cms/features/bookings/rules.ts'
import type { Plan } from '../../cms/features/bookings/situation.ts'
import type { TakeRequest } from '../../cms/features/bookings/taking.ts'
import { venue } from '../../cms/features/venue/demo/venue.ts'
import {
  type AreaHours,
  addDays,
  weekdayOf,
  weekdays,
} from '../../cms/features/venue/hours/opening-hours.ts'
import { venueTimeOf } from '../../cms/features/venue/time/venue-time.ts'
import type { Query } from './database.ts'
import { venueDayOf } from './venue-days.ts'

const timeZone = 'Europe/London'
/** A day on which tests book. It is far enough away that every time of it is still to come. */
export const bookedDay = addDays(venueDayOf(new Date()), 14)

/** An instant on the clock of the venue, on `bookedDay` or another day. */
export const clock = (time: string, day = bookedDay): Date =>
  venueTimeOf(`${day}T${time}`, timeZone)?.at ?? new Date(Number.NaN)

/** A Friday to come with the usual hours of the demo venue. */
export const openFriday = (): string => {
  const days = Array.from({ length: 40 }, (_, n) => addDays(venueDayOf(new Date()), n + 3))
  const isUsual = (day: string) => !venue.exceptions.some(({ date }) => date === day)
  return days.find((day) => weekdayOf(day) === 'fri' && isUsual(day)) ?? ''
}

let serial = 0
/** A table of the beer hall for up to four. Each call makes another one. */
export const testTable = (given: Partial<Table> = {}): Table => {
  const id = 1_000_000 + ++serial
  return {
    ...{ id, name: `Table ${id}`, area: 'Beer Hall', min: 1, max: 4, groups: [] },
    ...{ isStepFree: false, isOutdoors: false, hasHighChair: false },
    ...given,
  }
}

/** Parties stay for two hours. The beer hall is open from noon until one. */
export const testPlan = (
  tables: readonly Table[],
  { closures = [], ...rule }: Partial<BookingRule> & { closures?: Closure[] } = {},
): Plan => {
  const week = Object.fromEntries(
    weekdays.map((day) => [day, [{ opens: '12:00', closes: '01:00' }]]),
  ) as AreaHours['week']
  return {
    hours: { areas: [{ area: 'Beer Hall', week }], exceptions: [] },
    timeZone,
    setup: {
      tables,
      closures,
      rules: [
        {
          ...{ area: 'Beer Hall', days: [], interval: 30, stays: [{ party: 20, minutes: 120 }] },
          ...{ buffer: 0, daysAhead: 60, notice: 0, last: 60, covers: null, cancelHours: 2 },
          ...{ deposit: null, depositDays: [], spareSeats: 2, largestParty: 20 },
          ...rule,
        },
      ],
    },
  }
}

/** A request for a table at seven on `bookedDay`, by default for four. */
export const wanted = (given: Partial<TakeRequest> = {}): TakeRequest => ({
  ...{ area: 'Beer Hall', day: bookedDay, at: clock('19:00'), party: 4 },
  ...{ source: 'web', heldMinutes: null },
  ...given,
})

/** Pairs of bookings that take one table at the same time. Tests expect none. */
export const findDoubleBookings = (query: Query) =>
  query(
    `select one.booking, other.booking as other, one.table_id
       from booking_tables as one
       join booking_tables as other on other.table_id = one.table_id and other.id > one.id
        and other.during && one.during
      where one.active and other.active`,
  )

/** Rows of bookings that do not exist. Tests expect none. */
export const findOrphans = (query: Query) =>
  query(
    'select t.id from booking_tables as t left join bookings as b on b.id = t.booking where b.id is null',
  )
