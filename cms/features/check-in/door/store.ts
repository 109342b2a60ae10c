import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { actorNameOf, record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inSavepoint, inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { can } from '../../../platform/staff/can.ts'
import type { Reservation } from '../../reservations/contract.ts'
import { findKind, type Subject } from '../../reservations/kind.ts'
import type { insideChanges } from '../../reservations/ports.ts'
import {
  checkInLocked,
  findAnyReservation,
  type Locked,
  withLockedReservation,
} from '../../reservations/service.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { checkInError } from '../errors.ts'
import { findNight, type Night, nightOf } from '../night.ts'
import type { AreaRule } from '../queries/areas.ts'
import {
  cameInNight,
  findMovement,
  type Holder,
  insertMovement,
  listMovementsOf,
  listOfLeaving,
  type NewMovement,
  type StoredMovement,
  saveCounted,
  saveMovementReason,
  undoMovement,
} from '../queries/movements.ts'
import type { Shift } from '../queries/shifts.ts'
import { takeBackVisit } from '../queries/visits.ts'
import {
  type AreaCount,
  admits,
  countLeaving,
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
import { findCounts, lockCount } from './areas.ts'
import { isAtDoor, markAtDoor } from './at-door.ts'
import { areaOf, findPlace, type OpenDoor, type Place } from './doors.ts'
import { cameTonight, guestOf, memberState, stateOf, ticketKindOf } from './guests.ts'

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
  /** What staff entered about areas. */
  rules: readonly AreaRule[]
}

/** A reservation that is to be locked. `find`: what the scan is, when the guest is known. */
type Target = {
  place: Place
  id: number
  party: number
  find: (db: Database, guest: Guest) => Promise<Found> | Found
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

export const isReason = (result: string): result is MovementReason =>
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

const asMovement = ({ id, direction, count, at }: StoredMovement) => ({
  ...{ id, direction, count },
  at: at.getTime(),
})

/** Computes again how many of each movement count. @returns how many came */
async function recount(db: Database, holder: Holder, party: number): Promise<number> {
  const { rows, came } = countMovements((await listMovementsOf(db, holder)).map(asMovement), party)
  await saveCounted(db, rows)
  return came
}

/**
 * Stores a movement with how many of it count, and corrects the others. The caller has locked whose they are.
 * @param earlier the stored movements of the same reservation or member in this night
 * @returns null if a movement with this key was stored before; `first`: the earliest that counts of those before it
 */
async function addMovement(
  db: Database,
  movement: NewMovement,
  { earlier, party }: { earlier: readonly StoredMovement[]; party: number },
): Promise<{
  stored: StoredMovement
  first: StoredMovement | null
  inside: number
  came: number
} | null> {
  // Of movements with the same time, the last that was stored is the last.
  const added = { ...asMovement({ ...movement, id: Number.MAX_SAFE_INTEGER } as StoredMovement) }
  const { rows, inside, came } = countMovements([...earlier.map(asMovement), added], party)
  const countOf = new Map(rows.map((row) => [row.id, row]))
  const { counted = 0, slot = null } = countOf.get(added.id) ?? {}
  const stored = await insertMovement(db, { ...movement, counted, slot })
  if (!stored) return null
  const isChanged = (row: StoredMovement) => {
    const now = countOf.get(row.id)
    return now && (now.counted !== row.counted || now.slot !== row.slot)
  }
  await saveCounted(
    db,
    rows.filter(({ id }) => earlier.some((row) => row.id === id && isChanged(row))),
  )
  const isEarlier = ({ id, at, direction }: StoredMovement) =>
    direction === 'in' && Boolean(countOf.get(id)?.counted) && at <= movement.at
  const first = (movement.direction === 'in' && earlier.find(isEarlier)) || null
  return { stored, first, inside, came }
}

/** What a refusal of reservations means at the door. */
const resultOf = ({ reason }: HttpError): Decision['result'] => {
  if (reason === 'cancelled' || reason === 'date_cancelled') return 'cancelled'
  if (reason === 'waiting') return 'waitlisted'
  if (reason === 'unconfirmed' || reason === 'unpaid') return 'unconfirmed'
  if (reason === 'full') return 'full'
  if (reason === 'not_yet') return 'too_early'
  return reason === 'postponed' ? 'wrong_day' : 'not_recorded'
}

/** Stores a scan of somebody with a reservation. Locks the subject and the reservation. */
export async function storeOfReservation(
  req: PayloadRequest,
  scan: Scan,
  { place, id, party, find }: Target,
): Promise<Outcome> {
  const { door } = scan
  let refused: Decision | null = null
  const work = async (locked: Locked<Subject>, reservation: Reservation): Promise<Outcome> => {
    const { db } = locked
    const area = areaOf(place, door)
    const earlier = await movementsOf(db, reservation, { night: door.night, area })
    const repeated = earlier.find(({ clientId }) => clientId === scan.clientId)
    if (repeated) return repeatOf(repeated, null)
    const state = stateOf(id, earlier)
    const guest = guestOf(reservation, { place, area, night: door.night, state })
    const found = await find(db, guest)
    const isNumber = found.is === 'guest' && found.by === 'number'
    const isUsed = isNumber && (await lockUsed(db, guest.member, door))
    const count = await lockCount(db, { night: door.night.day, area, rules: scan.rules })
    const decision = decide({ ...found, isUsed } as Found, scan, () => count)
    const isStored = scan.isDone || decision.count > 0
    if (!isStored || scan.isDry) return { ...nothing, decision }
    // However many the door has let in, those for whom the party has no place are listed.
    const people = scan.isDone ? (scan.count ?? guest.party) : decision.count
    const isRefused = !decision.count && isReason(decision.result)
    const reason = scan.reason ?? (isRefused ? (decision.result as MovementReason) : null)
    const movement = newMovement(
      scan,
      { reservation: id, member: guest.member, area, count: people },
      reason,
    )
    const added = await addMovement(db, movement, { earlier, party: guest.party })
    if (!added) return repeatOf(await findMovement(db, scan.clientId), null)
    const { stored, came, inside } = added
    const { counted } = stored
    const done: Decision = {
      ...decision,
      ...{ inside, guest, count: scan.isDone ? counted : decision.count },
    }
    refused = { ...done, count: 0 }
    const late = await applyCame(locked, { scan, reservation, came, reason })
    if (late.reason) await saveMovementReason(db, stored.id, late.reason)
    const isVisit = counted > 0 && reason === null && late.reason === null
    if (guest.member !== null && scan.direction === 'in' && isVisit) {
      await saveVisit(db, { member: guest.member, night: door.night.day, area, at: stored.at })
    }
    await recordOverride(req, scan, stored)
    const dueCents = late.dueCents ?? (scan.isDone ? done.dueCents : 0)
    const isPaidLater = admits(done.result) && done.result !== 'ask_name'
    return {
      ...nothing,
      stored: { ...stored, reason: reason ?? late.reason },
      first: counted < stored.count ? added.first : null,
      decision: {
        ...done,
        dueCents,
        result: isPaidLater ? (dueCents ? 'pay' : 'yes') : done.result,
      },
    }
  }
  try {
    return await withLockedReservation(place.kind, req, id, work, { subject: place.subject.id })
  } catch (error) {
    const isGone = error instanceof HttpError && error.code === 'not_found'
    if (isGone && scan.isDone) {
      return storeUnknown(req, { ...scan, reason: 'unknown' }, party)
    }
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
  locked: Locked<Subject>,
  {
    scan,
    reservation,
    came,
    reason,
  }: {
    scan: Pick<Scan, 'isDone' | 'door'>
    reservation: Reservation
    came: number
    reason: MovementReason | null
  },
): Promise<{ dueCents: number | null; reason: MovementReason | null }> {
  const { req, db, subject } = locked
  const isOtherNight = reservation.inside > cameTonight(reservation, scan.door.night)
  const inside = isOtherNight ? Math.max(came, reservation.inside) : came
  const isValid = reason === null || reason === 'full' || reason === 'code_too_old'
  if (inside === reservation.inside || !isValid) return { dueCents: null, reason: null }
  markAtDoor(req)
  const work = () => checkInLocked(locked, reservation, inside)
  if (!scan.isDone) return { dueCents: (await work()).due?.cents ?? 0, reason: null }
  try {
    return { dueCents: (await inSavepoint(db, work)).due?.cents ?? 0, reason: null }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    locked.subject = subject
    const result = resultOf(error)
    return { dueCents: null, reason: isReason(result) ? result : 'not_recorded' }
  }
}

/**
 * The movements of a reservation in a night. People who came in on a list before this feature knew of them count as one
 * movement, which is stored now.
 */
async function movementsOf(
  db: Database,
  reservation: Reservation,
  { night, area }: { night: Night; area: VenueArea },
): Promise<StoredMovement[]> {
  const holder = { reservation: reservation.id, night: night.day }
  const movements = await listMovementsOf(db, holder)
  const base = cameTonight(reservation, night)
  if (!base || movements.length) return movements
  const listed = await insertMovement(db, {
    ...{ clientId: randomUUID(), ...holder, member: reservation.member, direction: 'in' },
    ...{ count: base, counted: base, slot: 0, area, door: 'list', shift: null, by: 'Guest list' },
    ...{ at: reservation.checkedInAt ?? new Date(), isGuess: false, isOverride: false },
    reason: null,
  })
  return listed ? [listed] : []
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
  { guest: seen, by }: Pick<Found & { is: 'guest' }, 'guest' | 'by'>,
): Promise<Outcome> =>
  inTransaction(req, async (db) => {
    const member = seen.member as number
    const { area, night } = scan.door
    await lockNames(db, [`member ${member} at the door`])
    const earlier = await listMovementsOf(db, { member, night: night.day, area })
    const repeated = earlier.find(({ clientId }) => clientId === scan.clientId)
    if (repeated) return repeatOf(repeated, seen)
    const guest = { ...seen, ...memberState(stateOf(member, earlier)) }
    const isUsed = by === 'number' && (await cameInNight(db, member, night.day))
    const count = await lockCount(db, { night: night.day, area, rules: scan.rules })
    const decision = decide({ is: 'guest', guest, by, isUsed }, scan, () => count)
    if (!(scan.isDone || decision.count) || scan.isDry) return { ...nothing, decision }
    const isRefused = !decision.count && isReason(decision.result)
    const reason = scan.reason ?? (isRefused ? (decision.result as MovementReason) : null)
    const movement = newMovement(
      scan,
      { reservation: null, member, area, count: decision.count || 1 },
      reason,
    )
    const added = await addMovement(db, movement, { earlier, party: 1 })
    if (!added) return repeatOf(await findMovement(db, scan.clientId), seen)
    const { stored, inside } = added
    await recordOverride(req, scan, stored)
    if (scan.direction === 'in' && reason === null && stored.counted) {
      await saveVisit(db, { member, night: night.day, area, at: stored.at })
    }
    return {
      ...nothing,
      stored,
      first: stored.counted ? null : added.first,
      decision: { ...decision, inside },
    }
  })

/**
 * Locks a member with a printed number until the transaction ends.
 * @returns whether they came in tonight already, wherever
 */
async function lockUsed(
  db: Database,
  member: number | null,
  { night }: OpenDoor,
): Promise<boolean> {
  if (member === null) return false
  await lockNames(db, [`member ${member} at the door`])
  return cameInNight(db, member, night.day)
}

/** Stores people whom a phone has let in with a reservation that there is no more. They are listed, without a name. */
export const storeUnknown = (req: PayloadRequest, scan: Scan, party: number): Promise<Outcome> =>
  inTransaction(req, async (db) => {
    const { area } = scan.door
    const count = scan.count ?? party
    const about = { reservation: null, member: null, area, count }
    const movement = newMovement(scan, about, scan.reason ?? 'unknown')
    const stored = await insertMovement(db, { ...movement, counted: count })
    if (!stored) return repeatOf(await findMovement(db, scan.clientId), null)
    const decision: Decision = {
      ...{ result: 'unknown', count, guest: null, inside: 0, dueCents: 0, where: null, day: null },
      isNearLimit: false,
    }
    return { ...nothing, stored, decision }
  })

/** Counts those who left without a reservation anew, after phones have sent earlier scans of a night. */
export const recountLeaving = (req: PayloadRequest, night: string): Promise<void> =>
  inTransaction(req, async (db) => {
    await lockNames(db, [`people who left in ${night}`])
    const rows = (await listOfLeaving(db, night)).map((row) => ({ ...row, at: row.at.getTime() }))
    for (const area of new Set(rows.map((row) => row.area))) {
      await saveCounted(db, countLeaving(rows.filter((row) => row.area === area)))
    }
  })

/** Writes that people were let in above the limit. The audit trail names no guests, because its entries are kept forever. */
async function recordOverride(
  req: PayloadRequest,
  { isOverride }: Pick<Scan, 'isOverride'>,
  { id, area, night, counted }: StoredMovement,
): Promise<void> {
  if (!isOverride) return
  await record(req, {
    ...{ action: 'let_in_above_limit', subject: `${area}, ${night}` },
    ...{ of_collection: 'check_in_movements', document: id, details: { people: counted } },
  })
}

/** Stores guests who came without a reservation, or some of them who leave. */
export const storeWalkIns = (req: PayloadRequest, scan: Scan): Promise<Outcome> =>
  inTransaction(req, async (db) => {
    const { area, night } = scan.door
    const earlier = await findMovement(db, scan.clientId)
    if (earlier) return repeatOf(earlier, null)
    const limit = await lockCount(db, { night: night.day, area, rules: scan.rules })
    const wanted = scan.count ?? 1
    const result = await resultOfWalkIns(db, scan, { limit, wanted })
    const count = scan.isDone ? wanted : result.count
    const decision: Decision = {
      ...{ ...result, guest: null, inside: 0, dueCents: 0, where: null, day: null },
      isNearLimit: isNear(limit, scan.direction === 'in' ? result.count : -result.count),
    }
    if (!(scan.isDone || result.count) || scan.isDry || !count) return { ...nothing, decision }
    const reason = result.result === 'full' ? 'full' : null
    const movement = newMovement(scan, { reservation: null, member: null, area, count }, reason)
    const counted = scan.direction === 'out' ? result.count : count
    const stored = await insertMovement(db, { ...movement, counted })
    if (!stored) return repeatOf(await findMovement(db, scan.clientId), null)
    await recordOverride(req, scan, stored)
    return { ...nothing, stored, decision }
  })

async function resultOfWalkIns(
  db: Database,
  { direction, isOverride, door }: Scan,
  { limit, wanted }: { limit: AreaCount; wanted: number },
): Promise<Pick<Decision, 'result' | 'count'>> {
  if (direction === 'out') {
    const inside = (await findCounts(db, door.night.day)).get(door.area)?.inside ?? 0
    const count = Math.min(wanted, inside)
    return { result: count ? 'out' : 'not_inside', count }
  }
  if (!isOverride && isAbove(limit, wanted)) return { result: 'full', count: 0 }
  return { result: 'yes', count: wanted }
}

const saveVisit = (
  db: Database,
  visit: { member: number; night: string; area: VenueArea; at: Date },
) => keepVisit(db, { ...visit, source: 'door' })

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
    const isUndone = await inTransaction(req, async (db): Promise<boolean> => {
      if (!found) {
        // The scan comes later: its key is used up.
        const isUsedUp = await insertMovement(db, {
          ...{ clientId, night: door.night.day, reservation: null, member: null, direction: 'in' },
          ...{ count: 1, counted: 0, slot: null, area: door.area, door: door.key, shift: shift.id },
          ...{ by: shift.name, at, isGuess: false, isOverride: false, reason: null, undoneAt: at },
        })
        return isUsedUp !== null
      }
      if (found.member !== null) await lockNames(db, [`member ${found.member} at the door`])
      await undoMovement(db, found.id)
      if (found.member !== null) {
        const { member, night, area } = found
        const came = await recount(db, { member, night, area }, 1)
        if (!came) await takeBackVisit(db, { member, night, area })
      }
      return true
    })
    // The scan was stored meanwhile.
    return isUndone ? 'undone' : undoScan(req, { scan: clientId, at, shift, door })
  }
  const id = found.reservation
  const reservation = await findAnyReservation(databaseOf(req.payload), id)
  const kind = reservation && findKind(req.payload, reservation.kind)
  if (!kind) return 'too_late'
  return withLockedReservation(kind, req, id, async (locked, current): Promise<'undone'> => {
    await undoMovement(locked.db, found.id)
    const came = await recount(locked.db, { reservation: id, night: found.night }, current.party)
    const { member, area } = found
    if (!came && member !== null) {
      await takeBackVisit(locked.db, { member, night: found.night, area })
    }
    const isOfNight =
      current.checkedInAt && nightOf(current.checkedInAt, door.night.timeZone) === found.night
    if (isOfNight && current.inside !== came) {
      markAtDoor(req)
      await checkInLocked(locked, current, came)
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
  const count = added > 0 ? await lockCount(db, { night: night.day, area }) : null
  const isOverride = count !== null && isAbove(count, added)
  if (isOverride && !can(req, 'guests.manage')) throw checkInError('area_full')
  const earlier = await movementsOf(db, reservation, { night, area })
  const movement: NewMovement = {
    ...{ clientId: randomUUID(), night: night.day, reservation: reservation.id },
    ...{ member: reservation.member, direction: added > 0 ? 'in' : 'back' },
    ...{ count: Math.abs(added), counted: 0, slot: null, area, door: 'list', shift: null, by },
    ...{ at: new Date(), isGuess: false, isOverride, reason: null },
  }
  const result = await addMovement(db, movement, { earlier, party: reservation.party })
  if (result) await recordOverride(req, { isOverride }, result.stored)
  const { member } = reservation
  if (result && added < 0 && !result.came && member !== null) {
    const cameBy = earlier.find(({ direction }) => direction === 'in')?.area ?? area
    await takeBackVisit(db, { member, night: night.day, area: cameBy })
  }
}

/** Stores that a party left its table, or that it is back. Only who is inside can leave. */
export async function recordDeparture(
  req: PayloadRequest,
  db: Database,
  { reservation: id, hasLeft }: { reservation: number; hasLeft: boolean },
): Promise<void> {
  const night = await findNight(req.payload)
  const earlier = await listMovementsOf(db, { reservation: id, night: night.day })
  const last = earlier.at(-1)
  const count = hasLeft
    ? (stateOf(id, earlier)?.inside ?? 0)
    : last?.direction === 'out'
      ? last.counted
      : 0
  const reservation = count ? await findAnyReservation(db, id) : null
  if (!last || !reservation) return
  const movement: NewMovement = {
    ...{ clientId: randomUUID(), night: night.day, reservation: id, member: reservation.member },
    ...{ direction: hasLeft ? 'out' : 'in', count, counted: 0, slot: null, area: last.area },
    ...{ door: 'list', shift: null, by: actorNameOf(req) ?? 'Guest list', at: new Date() },
    ...{ isGuess: false, isOverride: false, reason: null },
  }
  await addMovement(db, movement, { earlier, party: reservation.party })
}

type Provided = Parameters<typeof insideChanges.with>[0]
