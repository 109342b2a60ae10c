import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { formatGuestClock } from '../../../platform/ui/format-time.ts'
import { timeIn } from '../../events/when.ts'
import { lockWith, notifyGuests, withLocked } from '../../reservations/service.ts'
import { areaName } from '../../venue/names.ts'
import { deskKind } from '../desks/kind.ts'
import { bookingError } from '../errors.ts'
import { findAllOnSheet, refundUntilStart, type SheetRow } from '../queries/sheet.ts'
import { listHitBookings } from '../queries/taken.ts'
import { tableKind } from '../reservations/kind.ts'
import type { Closure } from '../rules.ts'
import { closureHits } from '../service.ts'
import { toClosure } from '../setup.ts'
import { findPlan } from '../situation.ts'
import type { BlockReply, blockRequest, HitsReply, TellReply } from './contract.ts'
import { statusOf } from './find-sheet.ts'
import { dateOfClock } from './rules.ts'
import { listTold, mailAbout, occasionOf } from './told.ts'

type BlockRequest = (typeof blockRequest)['_output']

/** Closes tables for a part of an evening. Bookings stay until staff move them. A repeated request finds the first closure. */
export const blockTables = (
  req: PayloadRequest,
  { day, from, to, tables, reason }: BlockRequest,
): Promise<BlockReply> =>
  inTransaction(req, async (db) => {
    const { timeZone } = await findPlan(req.payload)
    const times = {
      from: `${dateOfClock(day, from)}T${from}`,
      to: `${dateOfClock(day, to)}T${to}`,
    }
    const closure = toClosure({ ...times, area: null, tables, guest_text: '' }, timeZone)
    if (!closure) throw bookingError('ends_first')
    await lockNames(db, ['booking closures'])
    const { docs } = await req.payload.find({
      ...{ collection: 'booking_closures', pagination: false, depth: 0, req },
      where: { and: [{ from: { equals: times.from } }, { to: { equals: times.to } }] },
    })
    const same = docs.find((doc) => {
      const ids = (doc.tables ?? []).map(Number)
      return ids.length === tables.length && ids.every((id) => tables.includes(id))
    })
    const doc =
      same ??
      (await req.payload.create({
        ...{ collection: 'booking_closures', depth: 0, req },
        data: { ...times, tables: [...tables], reason },
      }))
    if (!same) await audit(req, 'tables_blocked', doc.id, { ...times, tables })
    return { closure: { id: doc.id, hits: (await listHitBookings(db, closure)).length } }
  })

const audit = (req: PayloadRequest, action: string, id: number, details: Record<string, unknown>) =>
  record(req, {
    ...{ action, subject: `closure no. ${id}`, of_collection: 'booking_closures' },
    ...{ document: id, details },
  })

/** Ends a closure of tables. One that is gone already is fine. */
export const unblockTables = (req: PayloadRequest, id: number): Promise<void> =>
  inTransaction(req, async () => {
    const found = await findRecord(req, id)
    if (!found || found.deletedAt) return
    // Closures of whole areas are decided in their own form.
    if (!found.tables?.length) throw bookingError('not_found')
    await req.payload.update({
      ...{ collection: 'booking_closures', id, depth: 0, req },
      data: { deletedAt: new Date().toISOString() },
    })
    await audit(req, 'tables_unblocked', id, { from: found.from, to: found.to })
  })

const findRecord = async (req: PayloadRequest, id: number) => {
  const { docs } = await req.payload.find({
    ...{ collection: 'booking_closures', depth: 0, limit: 1, req },
    where: { id: { equals: id } },
  })
  return docs[0]
}

/** @throws HttpError `not_found` */
async function requireClosure(req: PayloadRequest, id: number, timeZone: string): Promise<Closure> {
  const found = await findRecord(req, id)
  const closure = found && toClosure(found, timeZone)
  if (!closure) throw bookingError('not_found')
  return closure
}

/** The rows of the sheet of bookings that a closure hits, by their ids. */
async function rowsOf(db: Database, hits: readonly { id: number }[]) {
  const rows = await findAllOnSheet(
    db,
    hits.map(({ id }) => id),
  )
  return new Map<number, SheetRow>(rows.map((row) => [row.id, row]))
}

/** The bookings that a closure hits, with other times of their evening. Desks have no other times. */
export async function hitsOfClosure(req: PayloadRequest, id: number): Promise<HitsReply> {
  const plan = await findPlan(req.payload)
  const closure = await requireClosure(req, id, plan.timeZone)
  const db = databaseOf(req.payload)
  const hits = await closureHits(db, plan, closure)
  const known = await rowsOf(db, hits)
  const told = await listTold(db, { id, closure }, known.values())
  return {
    hits: hits.flatMap(({ proposals, ...hit }) => {
      const row = known.get(hit.id)
      if (!row) return []
      const toldAt = told.get(row.id)
      return [
        {
          ...{ id: row.id, version: row.version, area: row.area, party: row.party },
          ...{ time: timeIn(row.startsAt, plan.timeZone), name: row.name, phone: row.phone },
          ...{ status: statusOf(row), has_address: row.email !== null },
          told_at: toldAt ? timeIn(toldAt, plan.timeZone) : null,
          proposals:
            row.kind === 'desk'
              ? []
              : proposals.map(({ area, times }) => ({
                  area,
                  times: times.map(({ clock }) => clock),
                })),
        },
      ]
    }),
  }
}

/**
 * Mails the guests of bookings that a closure hits: why, and which other times are free. If only their table is closed,
 * the mail says so. Each guest gets one mail for a
 * closure, no matter how often staff confirm. From then on, who cancels gets the deposit back, as the mail says.
 */
export async function tellGuests(
  req: PayloadRequest,
  { closure: id, bookings }: { closure: number; bookings: readonly number[] },
): Promise<TellReply> {
  const plan = await findPlan(req.payload)
  const closure = await requireClosure(req, id, plan.timeZone)
  const hits = await closureHits(databaseOf(req.payload), plan, closure)
  const known = await rowsOf(databaseOf(req.payload), hits)
  return inTransaction(req, async (db) => {
    const reply = { guests: 0, without: 0 }
    for (const { id: booking, proposals } of hits) {
      if (!bookings.includes(booking)) continue
      const times = proposals
        .map(
          ({ area, times }) =>
            `${areaName(area)}: ${times.map(({ at }) => formatGuestClock(at, plan.timeZone)).join(', ')}`,
        )
        .join('\n')
      const row = known.get(booking)
      const kind = row?.kind === 'desk' ? deskKind : tableKind
      const guests = await withLocked(kind, req, booking, async (locked) => {
        await refundUntilStart(db, booking)
        const isTold = row !== undefined && (await listTold(db, { id, closure }, [row])).size > 0
        const mail = mailAbout(closure, row)
        const mailed = await notifyGuests(locked, await lockWith(locked, ['going']), mail, {
          occasion: occasionOf(id),
          words: { reason: closure.guestText, times },
        })
        if (!isTold) reply.guests += mailed
        return mailed
      })
      if (!guests) reply.without += 1
    }
    await audit(req, 'closure_told', id, { guests: reply.guests })
    return reply
  })
}
