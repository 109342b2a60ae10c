import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { actorNameOf } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inSavepoint, inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { Reservation } from '../../reservations/contract.ts'
import { findKind } from '../../reservations/kind.ts'
import type { insideChanges } from '../../reservations/ports.ts'
import { checkIn, findAnyReservation, withLockedReservation } from '../../reservations/service.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { findNight, type Night, nightOf } from '../night.ts'
import {
  countInside,
  findMovement,
  type Holder,
  insertMovement,
  listMemberStates,
  listMovementsOf,
  listStates,
  type NewMovement,
  type StoredMovement,
  saveCounted,
  saveMovementReason,
  undoMovement,
} from '../queries/movements.ts'
import type { Shift } from '../queries/shifts.ts'
import {
  type AreaCount,
  admits,
  countMovements,
  type Decision,
  type Direction,
  decide,
  type Found,
  type Guest,
  isAbove,
  isNear,
  type MovementReason,
  movementReasons,
  undoMs,
  undoSlackMs,
} from '../rules.ts'
import { keepVisit } from '../visits.ts'
import { lockCount } from './areas.ts'
import { isAtDoor, markAtDoor } from './at-door.ts'
import { areaOf, findPlace, type OpenDoor, type Place } from './doors.ts'
import { cameTonight, guestOf, ticketKindOf } from './guests.ts'

/** One scan that is to be stored. */
export type Scan = {
  clientId: string
  door: OpenDoor
  shift: Shift
  direction: Direction
  count: number | null
  at: Date
  isGuess: boolean
  isOverride: boolean
  /** Whether a phone has let them in already, so that the scan is stored whatever is wrong with it. */
  isDone: boolean
  /** What was wrong, as far as it is known before the guest is locked. */
  reason: MovementReason | null
  /** Nothing is stored. */
  isDry: boolean
}

export type Outcome = {
  decision: Decision
  /** Null if nothing was stored. */
  stored: StoredMovement | null
  /** Whether the scan was stored before. */
  isRepeat: boolean
  /** The earliest scan that counts, if this one does not. */
  first: StoredMovement | null
}

const nothing = { stored: null, isRepeat: false, first: null }

const isReason = (result: string): result is MovementReason =>
  (movementReasons as readonly string[]).includes(result)

const newMovement = (
  scan: Scan,
  about: { reservation: number | null; member: number | null; area: VenueArea; count: number },
  reason: MovementReason | null,
): NewMovement => ({
  ...{ clientId: scan.clientId, night: scan.door.night.day, direction: scan.direction, ...about },
  ...{ counted: 0, slot: null, door: scan.door.key, shift: scan.shift.id, by: scan.shift.name },
  ...{ at: scan.at, isGuess: scan.isGuess, isOverride: scan.isOverride, reason },
})

/** Computes again how many of each movement count. */
async function recount(db: Database, holder: Holder, party: number) {
  const movements = await listMovementsOf(db, holder)
  const counts = countMovements(
    movements.map(({ id, direction, count, at }) => ({ id, direction, count, at: at.getTime() })),
    party,
  )
  await saveCounted(db, counts.rows)
  const counted = new Map(counts.rows.map((row) => [row.id, row.counted]))
  const first = movements.find(({ id, direction }) => direction === 'in' && counted.get(id)) ?? null
  return { ...counts, first, countedOf: (id: number) => counted.get(id) ?? 0 }
}

/** What a refusal of reservations means at the door. */
const resultOf = ({ reason }: HttpError): Decision['result'] => {
  if (reason === 'cancelled' || reason === 'date_cancelled') return 'cancelled'
  if (reason === 'waiting') return 'waitlisted'
  if (reason === 'unconfirmed' || reason === 'unpaid') return 'unconfirmed'
  return reason === 'full' ? 'full' : 'wrong_day'
}

/** Stores a scan of somebody with a reservation. Locks the subject and the reservation. */
export async function storeOfReservation(
  req: PayloadRequest,
  scan: Scan,
  { place, guest: seen, by }: { place: Place; guest: Guest; by: (Found & { is: 'guest' })['by'] },
): Promise<Outcome> {
  const { door } = scan
  const id = seen.reservation as number
  let refused: Decision | null = null
  try {
    return await withLockedReservation(place.kind, req, id, async ({ db }, reservation) => {
      const earlier = await findMovement(db, scan.clientId)
      if (earlier) return repeatOf(earlier, seen)
      const area = areaOf(place, door)
      await matchList(db, reservation, { night: door.night, area })
      const [state] = await listStates(db, door.night.day, [id])
      const guest = guestOf(reservation, { place, area, night: door.night, state })
      const count = await lockCount(db, door.night.day, area)
      const decision = decide({ is: 'guest', guest, by }, scan, () => count)
      const isStored = scan.isDone || decision.count > 0
      if (!isStored || scan.isDry) return { ...nothing, decision }
      const people = decision.count || (scan.count ?? guest.party)
      const isRefused = !decision.count && isReason(decision.result)
      const reason = scan.reason ?? (isRefused ? (decision.result as MovementReason) : null)
      const movement = newMovement(
        scan,
        { reservation: id, member: guest.member, area, count: people },
        reason,
      )
      const inserted = await insertMovement(db, movement)
      if (!inserted) return repeatOf(await findMovement(db, scan.clientId), seen)
      const counts = await recount(db, { reservation: id, night: door.night.day }, guest.party)
      const counted = counts.countedOf(inserted.id)
      const stored = { ...inserted, counted }
      const done: Decision = {
        ...decision,
        ...{ inside: counts.inside, guest, count: scan.isDone ? counted : decision.count },
      }
      refused = { ...done, count: 0 }
      const late = await applyCame(req, db, { scan, place, reservation, came: counts.came, reason })
      if (late.reason) await saveMovementReason(db, inserted.id, late.reason)
      if (guest.member !== null && scan.direction === 'in') {
        await saveVisit(db, { member: guest.member, night: door.night.day, area })
      }
      const dueCents = late.dueCents ?? (scan.isDone ? done.dueCents : 0)
      const isPaidLater = admits(done.result) && done.result !== 'ask_name'
      return {
        ...nothing,
        stored: { ...stored, reason: reason ?? late.reason },
        first: counted ? null : counts.first,
        decision: {
          ...done,
          dueCents,
          result: isPaidLater ? (dueCents ? 'pay' : 'yes') : done.result,
        },
      }
    })
  } catch (error) {
    // What was stored was undone with the transaction.
    if (refused && error instanceof HttpError) {
      const { guest } = refused as Decision
      return {
        ...nothing,
        decision: { ...(refused as Decision), inside: guest?.inside ?? 0, result: resultOf(error) },
      }
    }
    throw error
  }
}

/**
 * Tells the reservation how many of it came. Its price is then taken, or becomes due at the bar.
 * @returns what is due; for people who were let in already, also why it could not be recorded
 */
async function applyCame(
  req: PayloadRequest,
  db: Database,
  change: {
    scan: Pick<Scan, 'isDone' | 'door'>
    place: Place
    reservation: Reservation
    came: number
    reason: MovementReason | null
  },
): Promise<{ dueCents: number | null; reason: MovementReason | null }> {
  const { scan, place, reservation, came, reason } = change
  const isOtherNight = reservation.inside > cameTonight(reservation, scan.door.night)
  const inside = isOtherNight ? Math.max(came, reservation.inside) : came
  const isValid = reason === null || reason === 'full' || reason === 'code_too_old'
  if (inside === reservation.inside || !isValid) return { dueCents: null, reason: null }
  const work = () => checkIn(place.kind, markAtDoor(req), { id: reservation.id, inside })
  if (!scan.isDone) return { dueCents: (await work()).due?.cents ?? 0, reason: null }
  try {
    return { dueCents: (await inSavepoint(db, work)).due?.cents ?? 0, reason: null }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const result = resultOf(error)
    return { dueCents: null, reason: isReason(result) ? result : 'not_recorded' }
  }
}

/** People who came in on a list before this feature knew of them count as one movement. */
async function matchList(
  db: Database,
  reservation: Reservation,
  { night, area }: { night: Night; area: VenueArea },
): Promise<void> {
  const base = cameTonight(reservation, night)
  if (!base) return
  const holder = { reservation: reservation.id, night: night.day }
  const movements = await listMovementsOf(db, holder)
  if (movements.length) return
  await insertMovement(db, {
    ...{ clientId: randomUUID(), ...holder, member: reservation.member, direction: 'in' },
    ...{ count: base, counted: base, slot: 0, area, door: 'list', shift: null, by: 'Guest list' },
    ...{ at: reservation.checkedInAt ?? new Date(), isGuess: false, isOverride: false },
    reason: null,
  })
}

function repeatOf(earlier: StoredMovement | null, guest: Guest | null): Outcome {
  const result = earlier?.direction === 'out' ? 'out' : 'yes'
  return {
    ...{ stored: earlier, isRepeat: true, first: null },
    decision: {
      ...{ result, count: earlier?.counted ?? 0, guest, inside: guest?.inside ?? 0 },
      ...{ dueCents: 0, where: null, day: null, isNearLimit: false },
    },
  }
}

/** Stores a scan of a member without a reservation. */
export const storeOfMember = (
  req: PayloadRequest,
  scan: Scan,
  { guest: seen, by }: { guest: Guest; by: (Found & { is: 'guest' })['by'] },
): Promise<Outcome> =>
  inTransaction(req, async (db) => {
    const member = seen.member as number
    const { area, night } = scan.door
    await lockNames(db, [`member ${member} at the door`])
    const earlier = await findMovement(db, scan.clientId)
    if (earlier) return repeatOf(earlier, seen)
    const state = (await listMemberStates(db, night.day, area)).find(({ id }) => id === member)
    const inside = state?.inside ?? 0
    const last =
      state?.at && state.door && state.by
        ? { at: state.at.getTime(), door: state.door, by: state.by }
        : null
    const guest = { ...seen, inside, came: state ? 1 : 0, last }
    const count = await lockCount(db, night.day, area)
    const decision = decide({ is: 'guest', guest, by }, scan, () => count)
    if (!(scan.isDone || decision.count) || scan.isDry) return { ...nothing, decision }
    const isRefused = !decision.count && isReason(decision.result)
    const reason = scan.reason ?? (isRefused ? (decision.result as MovementReason) : null)
    const movement = newMovement(
      scan,
      { reservation: null, member, area, count: decision.count || 1 },
      reason,
    )
    const inserted = await insertMovement(db, movement)
    if (!inserted) return repeatOf(await findMovement(db, scan.clientId), seen)
    const counts = await recount(db, { member, night: night.day, area }, 1)
    const counted = counts.countedOf(inserted.id)
    if (scan.direction === 'in' && reason === null) {
      await saveVisit(db, { member, night: night.day, area })
    }
    return {
      ...nothing,
      stored: { ...inserted, counted },
      first: counted ? null : counts.first,
      decision: { ...decision, inside: counts.inside },
    }
  })

/** Stores guests who came without a reservation, or some of them who leave. */
export const storeWalkIns = (req: PayloadRequest, scan: Scan): Promise<Outcome> =>
  inTransaction(req, async (db) => {
    const { area, night } = scan.door
    const earlier = await findMovement(db, scan.clientId)
    if (earlier) return repeatOf(earlier, null)
    const limit = await lockCount(db, night.day, area)
    const wanted = scan.count ?? 1
    const result = await resultOfWalkIns(db, scan, { limit, wanted })
    const count = scan.direction === 'out' ? result.count : wanted
    const decision: Decision = {
      ...{ ...result, guest: null, inside: 0, dueCents: 0, where: null, day: null },
      isNearLimit: isNear(limit, scan.direction === 'in' ? result.count : -result.count),
    }
    if (!(scan.isDone || result.count) || scan.isDry || !count) return { ...nothing, decision }
    const reason = result.result === 'full' ? 'full' : null
    const movement = newMovement(scan, { reservation: null, member: null, area, count }, reason)
    const stored = await insertMovement(db, { ...movement, counted: count })
    if (!stored) return repeatOf(await findMovement(db, scan.clientId), null)
    return { ...nothing, stored, decision }
  })

async function resultOfWalkIns(
  db: Database,
  { direction, isOverride, door }: Scan,
  { limit, wanted }: { limit: AreaCount; wanted: number },
): Promise<Pick<Decision, 'result' | 'count'>> {
  if (direction === 'out') {
    const counts = await countInside(db, door.night.day)
    const inside = counts.find(({ area }) => area === door.area)?.inside ?? 0
    const count = Math.min(wanted, Math.max(0, inside))
    return { result: count ? 'out' : 'not_inside', count }
  }
  if (!isOverride && isAbove(limit, wanted)) return { result: 'full', count: 0 }
  return { result: 'yes', count: wanted }
}

const saveVisit = (db: Database, visit: { member: number; night: string; area: VenueArea }) =>
  keepVisit(db, { ...visit, source: 'door' })

/**
 * Undoes a scan of the same phone within ten seconds. If the scan has not arrived yet, it will not count.
 * @param undo.at when it was undone
 */
export async function undoScan(
  req: PayloadRequest,
  { scan: clientId, at, shift, door }: { scan: string; at: Date; shift: Shift; door: OpenDoor },
): Promise<'undone' | 'too_late'> {
  const found = await findMovement(databaseOf(req.payload), clientId)
  // A phone that was enrolled again has another shift.
  const isMine = !found || found.shift === shift.id || found.by === shift.name
  if (!isMine) return 'too_late'
  if (found?.undoneAt) return 'undone'
  if (found && at.getTime() - found.at.getTime() > undoMs + undoSlackMs) return 'too_late'
  if (found?.reservation == null) {
    return inTransaction(req, async (db): Promise<'undone'> => {
      if (!found) {
        // The scan comes later: its key is used up.
        await insertMovement(db, {
          ...{ clientId, night: door.night.day, reservation: null, member: null, direction: 'in' },
          ...{ count: 1, counted: 0, slot: null, area: door.area, door: door.key, shift: shift.id },
          ...{ by: shift.name, at, isGuess: false, isOverride: false, reason: null, undoneAt: at },
        })
        return 'undone'
      }
      if (found.member !== null) await lockNames(db, [`member ${found.member} at the door`])
      await undoMovement(db, found.id)
      if (found.member !== null) {
        await recount(db, { member: found.member, night: found.night, area: found.area }, 1)
      }
      return 'undone'
    })
  }
  const id = found.reservation
  const reservation = await findAnyReservation(databaseOf(req.payload), id)
  const kind = reservation && findKind(req.payload, reservation.kind)
  if (!kind) return 'too_late'
  return withLockedReservation(kind, req, id, async ({ db }, locked): Promise<'undone'> => {
    await undoMovement(db, found.id)
    const { came } = await recount(db, { reservation: id, night: found.night }, locked.party)
    const isOfNight =
      locked.checkedInAt && nightOf(locked.checkedInAt, door.night.timeZone) === found.night
    if (isOfNight && locked.inside !== came) {
      await checkIn(kind, markAtDoor(req), { id, inside: came })
    }
    return 'undone'
  })
}

/**
 * Stores what an organiser or staff enter on a list of guests, so that the door knows of it. What the program does by
 * itself, such as checking in guests whom nobody marked, is no movement.
 */
export async function recordOnList(
  req: PayloadRequest,
  db: Database,
  { kind, reservation, inside }: Parameters<Provided>[2],
): Promise<void> {
  const by = actorNameOf(req)
  const added = inside - reservation.inside
  if (isAtDoor(req) || !by || !added || !ticketKindOf(kind.name)) return
  const night = await findNight(req.payload)
  const place = await findPlace(db, reservation, night.timeZone)
  const area = place?.areas[0]
  if (!area) return
  await matchList(db, reservation, { night, area })
  await insertMovement(db, {
    ...{ clientId: randomUUID(), night: night.day, reservation: reservation.id },
    ...{ member: reservation.member, direction: added > 0 ? 'in' : 'back' },
    ...{ count: Math.abs(added), counted: 0, slot: null, area, door: 'list', shift: null, by },
    ...{ at: new Date(), isGuess: false, isOverride: false, reason: null },
  })
  await recount(db, { reservation: reservation.id, night: night.day }, reservation.party)
}

/** Stores that a party left its table, or that it is back. Only who is inside can leave. */
export async function recordDeparture(
  req: PayloadRequest,
  db: Database,
  { reservation: id, hasLeft }: { reservation: number; hasLeft: boolean },
): Promise<void> {
  const night = await findNight(req.payload)
  const movements = await listMovementsOf(db, { reservation: id, night: night.day })
  const last = movements.at(-1)
  const [state] = await listStates(db, night.day, [id])
  const count = hasLeft ? (state?.inside ?? 0) : last?.direction === 'out' ? last.counted : 0
  const reservation = count ? await findAnyReservation(db, id) : null
  if (!last || !reservation) return
  await insertMovement(db, {
    ...{ clientId: randomUUID(), night: night.day, reservation: id, member: reservation.member },
    ...{ direction: hasLeft ? 'out' : 'in', count, counted: 0, slot: null, area: last.area },
    ...{ door: 'list', shift: null, by: actorNameOf(req) ?? 'Guest list', at: new Date() },
    ...{ isGuess: false, isOverride: false, reason: null },
  })
  await recount(db, { reservation: id, night: night.day }, reservation.party)
}

type Provided = Parameters<typeof insideChanges.with>[0]
