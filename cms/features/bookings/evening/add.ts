import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { hmac } from '../../../platform/crypto/hmac.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, transactionOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { reserve } from '../../reservations/service.ts'
import { addDays, localMoment } from '../../venue/hours/opening-hours.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { bookingError } from '../errors.ts'
import { findByStaffKey, findOnSheet, listSheet, updateBooking } from '../queries/sheet.ts'
import { listInOvertime } from '../queries/taken.ts'
import { tableKind } from '../reservations/kind.ts'
import { limits, type Needs, ruleFor, stayOf } from '../rules.ts'
import { findPlan, type Plan, readAvailability } from '../situation.ts'
import { isAreaKept, type Taken, takeByStaff } from '../taking.ts'
import { closureHitting, isAreaClosed } from '../times/availability.ts'
import { timesOn } from '../times/times-on.ts'
import type { AddReply, AddRequest } from './contract.ts'
import { statusOf } from './find-sheet.ts'
import {
  coversOf,
  dateOfClock,
  eveningDay,
  type Warning,
  warningsOf,
  warningTexts,
} from './rules.ts'
import { waitingPath } from './waiting-token.ts'

/** How often another table is tried because somebody took the best one first. */
const maxTries = 5

/**
 * Enters guests who call, or who came without a booking: at a table now, or waiting for one. A repeated key gets the
 * reply of the first request.
 * @throws HttpError `needs_table`; `over_capacity` with the reasons, unless the request says `anyway`; `table_taken`, `no_time`;
 *   `key_reused` if the first request entered something else
 */
export async function addOnSheet(req: PayloadRequest, request: AddRequest): Promise<AddReply> {
  const plan = await findPlan(req.payload)
  const when = whenOf(request, plan)
  return inTransaction(req, async (db) => {
    await lockNames(db, [`booking entered ${request.key}`])
    const known = await findByStaffKey(db, request.key)
    const staffKey = staffKeyOf(request)
    if (known && known.staffKey !== staffKey) throw bookingError('key_reused')
    const id = known?.id ?? (await enter(req, plan, { ...request, ...when, staffKey }))
    const row = await findOnSheet(db, id)
    if (!row) throw bookingError('not_found')
    const path = statusOf(row) === 'waiting' ? waitingPath(id) : null
    return { booking: { id, version: row.version, waiting_path: path } }
  })
}

/**
 * The key of a request, and an HMAC of what it enters, by which a repeated request is recognised. What was entered may have
 * been changed since.
 */
const staffKeyOf = ({ key, anyway, ...content }: AddRequest): string =>
  `${key} ${hmac('entered by staff', JSON.stringify(content))}`

/** A booking for the audit trail, without names. */
export const describeBooking = ({
  id,
  day,
  party,
}: Pick<Taken['booking'], 'id' | 'day' | 'party'>): string =>
  `no. ${id}, ${party === 1 ? 'one person' : `${party} people`} on ${day}`

type When = { day: string; at: Date }
type Entered = AddRequest & When & { staffKey: string }

/** When a booking begins. Guests who came without one begin now. */
function whenOf({ source, day, time }: AddRequest, { timeZone }: Plan): When {
  const now = new Date()
  const today = eveningDay(localMoment(now, timeZone))
  if (source === 'walk_in') return { day: today, at: now }
  if (!day || !time || day < today) throw bookingError('no_time')
  if (day > addDays(today, limits.daysAhead)) throw bookingError('too_far')
  const found = venueTimeOf(`${dateOfClock(day, time)}T${time}`, timeZone)
  if (!found || found.clock === 'skipped') throw bookingError('no_time')
  return { day, at: found.at }
}

/** Makes the reservation of a booking that has its tables. With an address, the guest gets a mail. */
export async function addReservation(
  req: PayloadRequest,
  {
    booking: subject,
    name,
    email = null,
    party,
    key,
  }: { booking: number; name: string | null; email?: string | null; party: number; key: string },
): Promise<void> {
  const guest = { name: name ?? 'A guest', email }
  await reserve(tableKind, req, { subject, party, key, by: 'staff', guest })
}

async function enter(req: PayloadRequest, plan: Plan, request: Entered): Promise<number> {
  const db = await transactionOf(req)
  const { source, party, staffKey, quoted_minutes: quoted } = request
  const isWaiting = source === 'walk_in' && quoted !== null && !request.tables.length
  const { booking, tables } = isWaiting
    ? await place(db, plan, request, [])
    : await placeWithWarnings(db, plan, request)
  const isSeated = source === 'walk_in' && tables.length > 0
  // Guests who are here need no reservation, and those without a table get theirs with it.
  const hasReservation = source === 'phone' && tables.length > 0
  await updateBooking(db, booking.id, {
    staffKey,
    guestName: hasReservation ? null : request.name,
    ...(isSeated && { seatedAt: new Date() }),
  })
  if (hasReservation) await addReservation(req, { ...request, booking: booking.id })
  await record(req, {
    ...{ action: 'booking_entered', subject: describeBooking(booking) },
    ...{ of_collection: 'bookings', document: booking.id },
    details: { source, party, tables },
  })
  return booking.id
}

const place = (
  db: Database,
  plan: Plan,
  { quoted_minutes: quoted, ...request }: Entered,
  tables: readonly number[],
): Promise<Taken> =>
  takeByStaff(db, plan, {
    ...{ area: request.area, day: request.day, at: request.at, party: request.party },
    ...{ source: request.source, tables, isBeside: request.tables.length > 0 },
    needs: needsOf(request),
    wishes: {
      ...{ phone: request.phone, notes: request.notes, occasion: request.occasion },
      allergies: request.allergies,
      quotedFor:
        quoted === null || tables.length ? null : new Date(request.at.getTime() + quoted * 60_000),
    },
  })

const needsOf = ({ step_free, high_chair }: Pick<AddRequest, 'step_free' | 'high_chair'>) => ({
  ...{ isStepFree: step_free, hasHighChair: high_chair },
})

/** Takes the chosen tables, or the best free ones. What speaks against it is an error, until staff say “anyway”. */
async function placeWithWarnings(db: Database, plan: Plan, request: Entered): Promise<Taken> {
  for (let tries = 0; ; tries++) {
    const tables = request.tables.length ? request.tables : await findBestTables(db, plan, request)
    if (!request.anyway) await requireRoom(db, plan, request, tables)
    // A party that sits down now needs a table; a booking by telephone can get one later.
    if (!tables.length && request.source === 'walk_in') throw overCapacity(['no_table'], request)
    try {
      return await place(db, plan, request, tables)
    } catch (error) {
      const isTaken = error instanceof HttpError && error.reason === 'table_taken'
      if (!isTaken || request.tables.length || tries === maxTries) throw error
    }
  }
}

/** Guests who are here and have no table can’t be entered anyway: they choose one, or wait. */
function overCapacity(warnings: readonly Warning[], { source }: Pick<Entered, 'source'>) {
  const needsTable = source === 'walk_in' && warnings.includes('no_table')
  const question = needsTable ? 'Choose tables for them, or let them wait.' : 'Enter them anyway?'
  return bookingError(needsTable ? 'needs_table' : 'over_capacity', {
    message: [...warnings.map((each) => warningTexts[each]), question].join(' '),
    replyFields: { warnings },
  })
}

function findBestTables(db: Database, plan: Plan, request: Entered): Promise<number[]> {
  const { area, day, at, party } = request
  const rule = ruleFor(plan.setup.rules, area, day)
  if (!rule) return Promise.resolve([])
  const until = new Date(at.getTime() + (stayOf(rule, party) + rule.buffer) * 60_000)
  return findFreeTables(db, plan, { area, day, at, until, party, needs: needsOf(request) })
}

/**
 * The best free tables of a party, by the rules of its area, at any time.
 * @param request.without a booking whose tables count as free, because it is about to be moved
 */
export async function findFreeTables(
  db: Database,
  plan: Plan,
  {
    area,
    day,
    at,
    until,
    without,
    ...party
  }: Pick<Entered, 'area' | 'day' | 'at' | 'party'> & {
    until: Date
    needs: Needs
    without?: number
  },
): Promise<number[]> {
  const rule = ruleFor(plan.setup.rules, area, day)
  if (!rule) return []
  const span = { from: at.getTime(), to: until.getTime() }
  const range = { from: day, until: day, ...(without !== undefined && { without }) }
  const available = await readAvailability(db, plan, range)
  const [best] = available.rankedSets(area, { span, rule, ...party })
  return best?.tables.map(({ id }) => id) ?? []
}

async function requireRoom(
  db: Database,
  plan: Plan,
  { area, day, at, party, source }: Entered,
  tables: readonly number[],
): Promise<void> {
  const { setup, hours, timeZone } = plan
  const rule = ruleFor(setup.rules, area, day)
  const times = rule ? timesOn(day, { hours, area, rule: { ...rule, last: 0 }, timeZone }) : []
  const rows = (await listSheet(db, day)).filter((row) => row.area === area)
  const covers = coversOf(
    times,
    rows.map((row) => ({
      ...{ startsAt: row.startsAt, party: row.party },
      ...{ status: statusOf(row), hasTable: row.tables.length > 0 },
    })),
  )
  const slot = covers.findLast((each) => each.at <= at && at < each.closesAt)
  const chosen = setup.tables.filter(({ id }) => tables.includes(id))
  if (chosen.length < tables.length) throw bookingError('not_found')
  const endsAt = new Date(at.getTime() + stayOf(rule ?? { stays: [] }, party) * 60_000)
  const areas = chosen.length ? [...new Set(chosen.map((table) => table.area))] : [area]
  const warnings = warningsOf({
    party,
    seats: chosen.length ? chosen.reduce((sum, { max }) => sum + max, 0) : null,
    covers: slot?.covers ?? 0,
    capacity: rule?.covers ?? null,
    isOpenThen: slot !== undefined && !isAreaClosed(setup.closures, area, at),
    isKept: await isAreaKept(db, plan, { areas, from: at, to: endsAt }),
    isBlocked: closureHitting(setup.closures, { tables: chosen, startsAt: at, endsAt }) !== null,
    isOccupied: (await listInOvertime(db, { tables, at })).length > 0,
  })
  if (warnings.length) throw overCapacity(warnings, { source })
}
