import type { PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findOverlaps } from '../../events/service.ts'
import { venue } from '../../venue/demo/venue.ts'
import { addDays, localMoment, weekdayOf } from '../../venue/hours/opening-hours.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { insertEnquiry, updateEnquiry } from '../queries/enquiries.ts'
import { insertHold } from '../queries/holds.ts'
import { insertMessage } from '../queries/messages.ts'
import { insertQuote, updateQuote } from '../queries/quotes.ts'
import { type QuoteLine, totalsOf } from '../rules.ts'
import { type DemoEnquiry, demoEnquiries } from './enquiries.ts'

const area = 'Event Spaces' as const
const times = { from: '14:00', to: '23:30' }
const at = (day: string, clock: string): Date =>
  venueTimeOf(`${day}T${clock}`, venue.time_zone)?.at ?? new Date(`${day}T${clock}:00Z`)

const lines: QuoteLine[] = [
  { text: 'The hall, 2pm to 11.30pm', quantity: 1, cents: 1_400_00, vatPercent: 20 },
  { text: 'Supper, three courses', quantity: 60, cents: 24_00, vatPercent: 20 },
  { text: 'Room for the Common Good', quantity: 1, cents: 50_00, vatPercent: 0 },
]

/** Adds enquiries in each state. What is held and won is on Saturdays on which the hall is free. */
export const fillDemoEnquiries = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const today = localMoment(new Date(), venue.time_zone).date
    const saturday = Array.from({ length: 7 }, (_, days) => addDays(today, 56 + days)).find(
      (day) => weekdayOf(day) === 'sat',
    ) as string
    let weeks = 0
    const nextFree = async () => {
      for (; ; weeks++) {
        const day = addDays(saturday, 7 * weeks)
        if (await isFree(db, day)) {
          weeks++
          return day
        }
      }
    }
    for (const [index, demo] of demoEnquiries.entries()) {
      await addEnquiry(req, db, { demo, index, today, day: await nextFree() })
    }
  })

const isFree = async (db: Database, day: string): Promise<boolean> =>
  !(
    await findOverlaps(db, {
      ...{ event: 0, areas: [area], limit: 1 },
      times: [{ startsAt: at(day, times.from), endsAt: at(day, times.to) }],
    })
  ).length

async function addEnquiry(
  req: PayloadRequest,
  db: Database,
  { demo, index, today, day }: { demo: DemoEnquiry; index: number; today: string; day: string },
): Promise<void> {
  const { status, due, messages, lost, deposit, ...guest } = demo
  const made = await insertEnquiry(db, {
    ...guest,
    key: `demo:${index}`,
    days: [day, addDays(day, 7)],
    ...{ dayPart: 'All day', member: null, phone: null },
    confirmedAt: new Date(),
    dueOn: due === null ? null : addDays(today, due),
  })
  if (!made) return
  const { id } = made
  for (const [number, { kind, text }] of messages.entries()) {
    const written = new Date(Date.now() - (messages.length - number) * 7 * 3_600_000)
    await insertMessage(db, { enquiry: id, kind, text, key: `demo ${number}`, at: written })
  }
  const isClosed = status === 'won' || status === 'lost'
  if (status === 'quoted' || status === 'held' || status === 'won') {
    const validUntil = at(addDays(today, 10), '00:00')
    const place = { area, startsAt: at(day, times.from), endsAt: at(day, times.to) }
    const quote = await insertQuote(db, {
      ...place,
      ...{ enquiry: id, lines, words: '', validUntil, staff: null, key: 'demo' },
      ...{ totalCents: totalsOf(lines).totalCents, depositCents: deposit },
    })
    if (status !== 'quoted') {
      await updateQuote(db, quote.id, { status: 'accepted', acceptedAt: new Date() })
    }
    await insertHold(db, {
      ...{ enquiry: id, quote: quote.id, area, from: place.startsAt, to: place.endsAt },
      heldUntil: status === 'won' ? null : validUntil,
    })
    const closure = await req.payload.create({
      ...{ collection: 'booking_closures', depth: 0, req },
      data: {
        ...{ area, from: `${day}T${times.from}`, to: `${day}T${times.to}` },
        reason: `Hall held for enquiry no. ${id}`,
        guest_text: 'The whole room is taken by a private party then.',
      },
    })
    await updateEnquiry(db, id, { closure: closure.id })
  }
  await updateEnquiry(db, id, {
    status,
    ...(lost && { lostReason: lost.reason, lostWords: lost.words }),
    ...(isClosed && { closedAt: new Date() }),
  })
}
