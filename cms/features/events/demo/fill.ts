import type { PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { InventedReservation } from '../../reservations/service.ts'
import { venue } from '../../venue/demo/venue.ts'
import { insertReservations } from '../queries/demo.ts'
import { findDatesOf } from '../queries/records.ts'
import type { StoredDate } from '../series/stored-date.ts'
import type { DemoEvent } from './demo-event.ts'
import { demoGuests } from './guests.ts'
import { recordOf } from './record.ts'
import { series } from './series.ts'
import { singleEvents } from './single-events.ts'

/** The demo has reservations for dates within the next `nextDays` days and the last `lastDays` days. */
const [nextDays, lastDays] = [24, 8]
const dayMs = 86_400_000

/** Adds a year of events to the demo venue, with reservations of invented people. The pictures must exist already. */
export const fillDemoEvents = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const pictures = await findPictures(req)
    const now = new Date()
    // Other connections can't read the venue before this transaction ends, so the context has its time zone.
    req.context.timeZone = venue.time_zone
    const reservations: InventedReservation[] = []
    for (const event of [...series, ...singleEvents]) {
      const { id } = await req.payload.create({
        collection: 'events',
        depth: 0,
        req,
        data: recordOf(event, pictures, now),
      })
      if (event.full) reservations.push(...(await reservationsOf(db, id, event, now)))
    }
    delete req.context.timeZone
    await insertReservations(db, reservations)
  })

async function findPictures(req: PayloadRequest): Promise<Map<string, number>> {
  const { docs } = await req.payload.find({
    collection: 'media',
    pagination: false,
    depth: 0,
    select: { filename: true },
    req,
  })
  return new Map(docs.map(({ id, filename }) => [String(filename).replace('.webp', ''), id]))
}

async function reservationsOf(
  db: Database,
  event: number,
  { full = 0 }: DemoEvent,
  now: Date,
): Promise<InventedReservation[]> {
  const dates = (await findDatesOf(db, event)).filter(
    ({ startsAt, status }) =>
      status !== 'cancelled' &&
      startsAt.getTime() > now.getTime() - lastDays * dayMs &&
      startsAt.getTime() < now.getTime() + nextDays * dayMs,
  )
  return dates.flatMap((date) => fillDate(date, full, now))
}

const partySizes = [2, 1, 2, 4, 3, 1, 2, 2, 5, 1, 3]

/** Adds parties until the date is as full as `full` says. Parties that do not fit are on the waitlist. */
function fillDate(date: StoredDate, full: number, now: Date): InventedReservation[] {
  const places = date.capacity ?? 40
  const isPast = date.endsAt <= now
  const found: InventedReservation[] = []
  let taken = 0
  let waiting = 0
  // Different dates have different people.
  const first = date.id * 7
  for (let index = 0; index < demoGuests.length * 3; index++) {
    if (taken + waiting >= Math.round(places * full)) break
    const size = partySizes[(first + index) % partySizes.length] ?? 1
    const party = Math.min(size, date.maxParty)
    const fits = taken + party <= places
    if (!fits && full <= 1 && taken < places) continue
    if (!fits && isPast) break
    if (fits) taken += party
    else waiting += party
    found.push({
      ...{ kind: 'event', subject: date.id },
      name: demoGuests[(first + index) % demoGuests.length] ?? '',
      party,
      status: isPast ? 'attended' : fits ? 'going' : 'waitlisted',
      priceCents: date.priceCents * party,
      // Demo guests have no credit, so they pay at the bar.
      payment: date.payment === 'free' ? 'free' : 'door',
      key: `demo:${date.id}:${index}`,
      queue: fits ? null : found.length + 1,
      inside: isPast ? party : 0,
    })
  }
  return found
}
