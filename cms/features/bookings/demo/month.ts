import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { demoGuests } from '../../events/demo/guests.ts'
import { type InventedReservation, insertInvented } from '../../reservations/service.ts'
import { venue } from '../../venue/demo/venue.ts'
import { addDays, localMoment, weekdayOf } from '../../venue/hours/opening-hours.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { type InventedBooking, insertInventedBookings } from '../queries/demo.ts'

type Table = { id: number; name: string; area: VenueArea; max: number }

/** The demo has bookings of the last `lastDays` days and the next `nextDays` days. */
const [lastDays, nextDays] = [9, 21]
/** When parties come to each area, how long they stay, and at which tables they sit. The yard stays free. */
const sittings: readonly {
  area: VenueArea
  times: readonly string[]
  minutes: number
  tables: RegExp
}[] = [
  { area: 'Cafe', times: ['09:30', '12:30'], minutes: 60, tables: /^Round/ },
  {
    area: 'Beer Hall',
    times: ['17:30', '20:00'],
    minutes: 120,
    tables: /^(Long table|Booth) [12]$/,
  },
  { area: 'Cocktail Bar', times: ['19:00', '21:00'], minutes: 90, tables: /^Velvet/ },
  { area: 'Kitchens', times: ['18:45', '20:45'], minutes: 105, tables: /^Table [13]$/ },
]
const occasions = ['birthday', 'anniversary', 'date'] as const

/** A number from 0 on that looks random, and is the same at each start. */
const mix = (...parts: readonly number[]): number =>
  parts.reduce((sum, each) => (Math.imul(sum ^ each, 2654435761) ^ (sum >>> 13)) >>> 0, 97) >>> 4

/** Adds a plausible month of bookings: more at the end of the week, a few who did not come, somebody’s birthday. */
export const fillDemoBookings = (req: PayloadRequest, tables: readonly Table[]): Promise<void> =>
  inTransaction(req, async (db) => {
    const now = new Date()
    const today = localMoment(now, venue.time_zone).date
    const bookings: InventedBooking[] = []
    const reservations: Omit<InventedReservation, 'subject'>[] = []
    for (let offset = -lastDays; offset <= nextDays; offset++) {
      const day = addDays(today, offset)
      if (venue.exceptions.some(({ date }) => date === day)) continue
      const isBusy = ['fri', 'sat'].includes(weekdayOf(day))
      for (const [row, { area, times, minutes, tables: names }] of sittings.entries()) {
        const own = tables.filter((each) => each.area === area && names.test(each.name))
        const isOpenAt = openTimes(area, day)
        for (const [time, clock] of times.entries()) {
          if (!isOpenAt(clock)) continue
          for (const [place, table] of own.entries()) {
            const chance = mix(offset + 40, row, time, place)
            if (chance % 10 >= (isBusy ? 8 : offset > 7 ? 2 : 4)) continue
            const startsAt = venueTimeOf(`${day}T${clock}`, venue.time_zone)?.at
            if (!startsAt) continue
            const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
            const party = Math.max(Math.ceil(table.max / 2), table.max - (chance % 3))
            const isOver = endsAt < now
            const isMissing = isOver && chance % 17 === 3
            const isHere = startsAt < now && !isMissing
            bookings.push({
              ...{ area, day, startsAt, endsAt, party, table: table.id },
              source: chance % 4 ? 'web' : 'phone',
              cancelUntil: startsAt,
              occasion: occasions[chance % 19] ?? null,
              highChair: area === 'Cafe' && chance % 7 === 1,
              stepFree: chance % 13 === 2,
              notes: chance % 11 === 4 ? 'A quiet corner, if there is one' : null,
              seatedAt: isHere ? startsAt : null,
              finishedAt: isHere && isOver ? endsAt : null,
              active: !isMissing,
            })
            reservations.push({
              ...{ kind: 'table', party, priceCents: 0, payment: 'free', queue: null },
              name: demoGuests[chance % demoGuests.length] ?? null,
              key: `demo:${day}:${row}:${time}:${place}`,
              status: isMissing ? 'no_show' : isHere ? 'attended' : 'going',
              inside: isHere ? party : 0,
            })
          }
        }
      }
    }
    const ids = await insertInventedBookings(db, bookings)
    await insertInvented(
      db,
      reservations.map((each, index) => ({ ...each, subject: ids[index] ?? 0 })),
    )
  })

/** Whether the demo venue’s area is open at a time of a day, long enough for a visit. */
function openTimes(area: VenueArea, day: string): (clock: string) => boolean {
  const week = venue.opening_hours.find((each) => each.area === area)?.days[weekdayOf(day)] ?? []
  return (clock) =>
    week.some(({ opens, closes }) => clock >= opens && (closes <= opens || clock < closes))
}
