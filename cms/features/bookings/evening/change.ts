import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findKind, type ReservationKind } from '../../reservations/kind.ts'
import { departures } from '../../reservations/ports.ts'
import {
  cancelReservation,
  checkIn,
  lockWith,
  notifyGuests,
  setNoShow,
  withLocked,
} from '../../reservations/service.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { bookingError } from '../errors.ts'
import { deleteNoShow, insertNoShow } from '../queries/no-shows.ts'
import { type Booking, lockBooking } from '../queries/place.ts'
import {
  findOnSheet,
  refundUntilStart,
  removeUse,
  type SheetRow,
  updateBooking,
} from '../queries/sheet.ts'
import { listInOvertime } from '../queries/taken.ts'
import { tableKind } from '../reservations/kind.ts'
import { ruleFor } from '../rules.ts'
import { findPlan, type Plan } from '../situation.ts'
import { finish, isAreaKept, moveToTables, placeAgain, release, reschedule } from '../taking.ts'
import { closureHitting } from '../times/availability.ts'
import { addReservation, describeBooking, findFreeTables } from './add.ts'
import type { ChangeReply, ChangeRequest } from './contract.ts'
import { statusOf } from './find-sheet.ts'
import { knownGuest } from './no-shows.ts'
import { canDo, dateOfClock, type SheetAction, statusAfter, warningTexts } from './rules.ts'

type Context = {
  req: PayloadRequest
  db: Database
  plan: Plan
  row: SheetRow
  /** The kind of its reservation; undefined if it has none. */
  kind: ReservationKind | undefined
  request: ChangeRequest
}

const replyOf = (row: SheetRow): ChangeReply => ({
  booking: { id: row.id, version: row.version, status: statusOf(row) },
})

/** The phrases of the audit trail. */
export const eveningAuditActions = {
  booking_seat: 'seated the booking',
  booking_unseat: 'took back that a booking was seated:',
  booking_move: 'moved the booking',
  booking_late: 'noted that a party is late:',
  booking_finish: 'noted that a party left:',
  booking_unfinish: 'took back that a party left:',
  booking_no_show: 'noted that a party did not come:',
  booking_undo_no_show: 'took back that a party did not come:',
  booking_cancel: 'cancelled the booking',
  booking_entered: 'entered the booking',
  tables_blocked: 'blocked tables:',
  tables_unblocked: 'freed blocked tables:',
  closure_told: 'wrote to the guests whom a closure hits:',
} satisfies Record<string, string> & Record<`booking_${SheetAction}`, string>

/**
 * Changes a booking of the evening sheet. A repeated request changes nothing and succeeds.
 * @throws HttpError `not_found`, `stale`, `not_now`, `table_taken`, and the errors of reservations
 */
export async function changeOnSheet(
  req: PayloadRequest,
  request: ChangeRequest,
): Promise<ChangeReply> {
  const plan = await findPlan(req.payload)
  return inTransaction(req, async (db) => {
    const locked = await lockBooking(db, request.booking)
    const row = locked && (await findOnSheet(db, request.booking))
    if (!row) throw bookingError('not_found')
    if (isDone(row, request, plan)) return replyOf(row)
    if (row.version !== request.version) throw bookingError('stale')
    if (!canDo(statusOf(row), request.action)) throw bookingError('not_now')
    const kind = row.kind === null ? undefined : findKind(req.payload, row.kind)
    await changes[request.action]({ req, db, plan, row, kind, request })
    const after = await findOnSheet(db, row.id)
    if (!after) throw bookingError('not_found')
    await record(req, {
      action: `booking_${request.action}`,
      subject: describeBooking(row),
      ...{ of_collection: 'bookings', document: row.id },
      // No name, and nothing that guests wrote, because entries are kept forever.
      details: detailsOf(row, after),
    })
    return replyOf(after)
  })
}

const detailsOf = (before: SheetRow, after: SheetRow) => ({
  status: { before: statusOf(before), after: statusOf(after) },
  ...(String(before.tables) !== String(after.tables) && {
    tables: { before: before.tables, after: after.tables },
  }),
  ...(+before.startsAt !== +after.startsAt && {
    starts: { before: before.startsAt, after: after.startsAt },
  }),
})

/** The moment of a clock time of the booking’s evening. */
function momentOf(time: string, { day }: Booking, { timeZone }: Plan): Date {
  const found = venueTimeOf(`${dateOfClock(day, time)}T${time}`, timeZone)
  if (!found || found.clock === 'skipped') throw bookingError('no_time')
  return found.at
}

/** Whether a booking is already as a request wants it. */
function isDone(row: SheetRow, request: ChangeRequest, plan: Plan): boolean {
  const status = statusOf(row)
  switch (request.action) {
    case 'seat': {
      const { tables = [] } = request
      return status === 'seated' && (!tables.length || sameTables(row.tables, tables))
    }
    case 'move': {
      const { tables = [], time } = request
      const isThen = time !== undefined && +momentOf(time, row, plan) === +row.startsAt
      const isThere = sameTables(row.tables, tables)
      // At the same time, the first request looks for another table, such as when the present one is blocked.
      return tables.length
        ? isThere && (isThen || time === undefined)
        : isThen && row.version > request.version
    }
    case 'late':
      return row.lateMinutes === (request.minutes ?? 0)
    case 'unseat':
      return status === 'expected' && row.version === request.version + 1
    case 'finish':
      return status === 'finished' || status === 'left'
    case 'unfinish':
      return ['seated', 'waiting'].includes(status)
    case 'cancel':
      return status === 'cancelled' || status === 'left'
    case 'undo_no_show':
      return status === 'expected'
    default:
      return statusAfter[request.action] === status
  }
}

const sameTables = (one: readonly number[], other: readonly number[]) =>
  one.length > 0 && one.length === other.length && one.every((id) => other.includes(id))

async function tellDeparture(
  req: PayloadRequest,
  db: Database,
  reservation: number | null,
  hasLeft: boolean,
): Promise<void> {
  if (reservation === null) return
  for (const tell of departures.all(req.payload)) await tell(req, db, { reservation, hasLeft })
}

const changes: Record<SheetAction, (context: Context) => Promise<void>> = {
  seat: async (context) => {
    const { req, db, row, kind = tableKind, request } = context
    const tables = request.tables?.length ? request.tables : row.tables
    if (!tables.length) throw bookingError('choose_table')
    if (!sameTables(row.tables, tables)) await giveTables(context, tables)
    await updateBooking(db, row.id, { seatedAt: new Date() })
    const reservation = (await findOnSheet(db, row.id))?.reservation ?? null
    if (reservation !== null) {
      await checkIn(kind, req, { id: reservation, inside: row.party })
    }
  },
  unseat: async ({ req, db, row, kind }) => {
    await updateBooking(db, row.id, { seatedAt: null })
    if (kind && row.reservation !== null)
      await checkIn(kind, req, { id: row.reservation, inside: 0 })
  },
  move: async (context) => {
    const { req, db, plan, row, request } = context
    const at = request.time === undefined ? null : momentOf(request.time, row, plan)
    const needs = { isStepFree: row.stepFree, hasHighChair: row.highChair }
    if (at && !request.tables?.length && +at === +row.startsAt) {
      // The same time: another table, such as when the present one is blocked.
      const { id, area, day, party } = row
      const until = row.until ?? row.endsAt
      const free = { area, day, at, until, party, needs, without: id }
      const tables = await findFreeTables(db, plan, free)
      if (!tables.length) throw bookingError('no_other_table')
      await giveTables(context, tables)
    } else if (at && !request.tables?.length) {
      // Another time alone: the best table that is free then.
      const { area, day, party } = row
      await reschedule(db, plan, { booking: row.id, area, day, at, party, needs })
    } else {
      const tables = request.tables ?? []
      if (!tables.length) throw bookingError('choose_table')
      await giveTables(context, tables)
    }
    if (!at || +at === +row.startsAt) return
    await refundUntilStart(db, row.id)
    if (row.kind !== 'table') return
    await withLocked(tableKind, req, row.id, async (locked) => {
      const guests = await lockWith(locked, ['going'])
      await notifyGuests(locked, guests, 'moved', { occasion: `by staff ${request.version}` })
    })
  },
  late: async ({ db, row, request: { minutes = 0 } }) => {
    await updateBooking(db, row.id, { lateMinutes: minutes })
  },
  finish: async ({ req, db, row }) => {
    if (row.tables.length) await finish(db, { booking: row.id })
    else await updateBooking(db, row.id, { finishedAt: new Date() })
    await tellDeparture(req, db, row.reservation, true)
  },
  unfinish: async (context) => {
    const { req, db, row } = context
    await updateBooking(db, row.id, { finishedAt: null })
    await takeAgain(context)
    await tellDeparture(req, db, row.reservation, false)
  },
  no_show: async ({ req, db, row, kind }) => {
    if (row.startsAt > new Date()) throw notBegun()
    if (kind && row.reservation !== null) {
      await setNoShow(kind, req, { id: row.reservation, isMissing: true })
      await insertNoShow(db, row.id, knownGuest(row))
    } else await updateBooking(db, row.id, { finishedAt: new Date() })
    await release(db, row.id)
    await updateBooking(db, row.id)
  },
  undo_no_show: async (context) => {
    const { req, db, row, kind } = context
    await takeAgain(context)
    await deleteNoShow(db, row.id)
    if (kind && row.reservation !== null) {
      await setNoShow(kind, req, { id: row.reservation, isMissing: false })
    }
  },
  cancel: async ({ req, db, row, kind }) => {
    if (kind && row.reservation !== null) {
      await cancelReservation(kind, req, { id: row.reservation, by: 'staff' })
    }
    await release(db, row.id)
    await updateBooking(db, row.id, row.reservation === null ? { finishedAt: new Date() } : {})
  },
}

const notBegun = () =>
  bookingError('not_yet', { message: 'They can still come: it isn’t their time yet.' })

/** Moves a booking to tables. A party that waited for them sits down now, and one that called gets its reservation. */
async function giveTables(
  { req, db, plan, row, request: { time, tables: chosen, anyway } }: Context,
  tables: readonly number[],
): Promise<void> {
  const waited = row.quotedFor && !row.tables.length ? new Date() : undefined
  const at = time ? momentOf(time, row, plan) : waited
  const isChosen = Boolean(chosen?.length)
  if (!anyway) {
    const where = { tables, at: at ?? row.startsAt, except: row.id }
    if (isChosen && (await listInOvertime(db, where)).length) throw bookingError('occupied')
    await warnOfClosures(db, plan, row, where)
  }
  await moveToTables(db, plan, {
    ...{ booking: row.id, tables, isBeside: isChosen },
    ...(at && { at }),
  })
  if (row.source !== 'phone' || row.reservation !== null) return
  await addReservation(req, { ...row, booking: row.id, key: `table of ${row.id}` })
  await updateBooking(db, row.id, { guestName: null })
}

/**
 * Warns if tables are closed at some time of the stay, or somebody keeps their whole area. Staff may take them anyway.
 * @throws HttpError `occupied`
 */
async function warnOfClosures(
  db: Database,
  plan: Plan,
  { startsAt, endsAt }: SheetRow,
  { tables: ids, at }: { tables: readonly number[]; at: Date },
): Promise<void> {
  const tables = plan.setup.tables.filter(({ id }) => ids.includes(id))
  if (!tables.length) return
  const to = new Date(at.getTime() + endsAt.getTime() - startsAt.getTime())
  const areas = [...new Set(tables.map(({ area }) => area))]
  const isKept = await isAreaKept(db, plan, { areas, from: at, to })
  const isBlocked = closureHitting(plan.setup.closures, { tables, startsAt: at, endsAt: to })
  if (isKept || isBlocked) {
    throw bookingError('occupied', { message: warningTexts[isKept ? 'kept' : 'blocked'] })
  }
}

/** Takes the tables again that a booking had until it was over. @throws HttpError `table_taken` */
async function takeAgain({ db, plan, row, request }: Context): Promise<void> {
  const { tables } = await removeUse(db, row.id)
  const { area, day, startsAt, endsAt, party } = row
  if (!tables.length) {
    await updateBooking(db, row.id)
    return
  }
  if (!request.anyway) await warnOfClosures(db, plan, row, { tables, at: startsAt })
  const buffer = ruleFor(plan.setup.rules, area, day)?.buffer ?? 0
  const until = new Date(endsAt.getTime() + buffer * 60_000)
  await placeAgain(db, row.id, { area, day, startsAt, endsAt, party }, { tables, until })
}
