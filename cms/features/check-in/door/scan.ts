import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findMembersById } from '../../members/service.ts'
import { findAnyReservation } from '../../reservations/service.ts'
import type { ScanReply, ScanRequest, ScanResult } from '../contract.ts'
import { checkInError } from '../errors.ts'
import { findMovement, listStates, type StoredMovement } from '../queries/movements.ts'
import { decide, type Found, type Guest, otherKindOf } from '../rules.ts'
import { areaReplies, findCounts } from './areas.ts'
import { type DoorCaller, useShift } from './callers.ts'
import { doorTitle, openDoor, type Place } from './doors.ts'
import { findAbout, findAtOnce } from './find-about.ts'
import {
  isReason,
  type Outcome,
  type Scan,
  storeOfMember,
  storeOfReservation,
  storeUnknown,
  storeWalkIns,
  undoScan,
} from './store.ts'

/** What a scan is for, and everything that is known before anything is locked. */
type PreparedScan = Scan & {
  what: Exclude<ScanRequest['what'], { type: 'undo' }>
  /** The reservation with which a phone has let them in. */
  decidedOn?: number | null
}

/** A reservation that was read before it is locked. */
const targetOf = (found: Found & { is: 'guest' }, place: Place) => ({
  ...{ place, id: found.guest.reservation as number, party: found.guest.party },
  find: (_: Database, guest: Guest): Found => ({ ...found, guest }),
})

/**
 * Stores a scan of a guest of the event at whose door it is made, as most are: the reservation is only read when it is locked.
 * @returns null if it is about something else
 */
async function storeOfEvent(
  req: PayloadRequest,
  scan: Scan,
  what: Exclude<PreparedScan['what'], { type: 'walk_in' }>,
): Promise<Outcome | null> {
  const { door, at } = scan
  const known = await findAtOnce(req, { door, at: at.getTime() }, what)
  if (!door.place || !known) return null
  try {
    return await storeOfReservation(req, scan, { ...known, place: door.place, party: 1 })
  } catch (error) {
    if (error instanceof HttpError && error.code === 'not_found') return null
    throw error
  }
}

/**
 * Finds what a scan is about, and stores it if people come in or leave. If a phone has let them in already, they are stored
 * whatever is wrong now, with the reason.
 */
export async function makeScan(
  req: PayloadRequest,
  caller: DoorCaller,
  { what, decidedOn = null, ...scan }: PreparedScan,
): Promise<Outcome> {
  if (what.type === 'walk_in') return storeWalkIns(req, scan)
  const atOnce = scan.isDone ? null : await storeOfEvent(req, scan, what)
  if (atOnce) return atOnce
  const { door, direction } = scan
  const request = { caller, door, at: scan.at.getTime(), direction, decidedOn }
  const about = await findAbout(req, request, what)
  const { found, place, who, party } = about
  if (found.is !== 'guest') {
    const late = {
      ...scan,
      reason: isReason(found.result) ? found.result : 'not_recorded',
    } as const
    if (scan.isDone && who) {
      return who.place
        ? storeOfReservation(req, late, targetOf({ is: 'guest', ...who }, who.place))
        : storeOfMember(req, late, who)
    }
    if (scan.isDone && party) return storeUnknown(req, late, party)
    const decision = decide(found, scan, () => ({ inside: 0, limit: null, reEntry: true }))
    return { decision, stored: null, isRepeat: false, first: null }
  }
  return place
    ? storeOfReservation(req, scan, targetOf(found, place))
    : storeOfMember(req, scan, found)
}

/** The result of a scan for the phone. */
async function resultOf(
  req: PayloadRequest,
  clientId: string,
  { decision, stored }: Outcome,
  what: PreparedScan['what'],
): Promise<ScanResult> {
  const { guest, result, count, inside, dueCents, where, day } = decision
  const isBefore = ['already', 'no_reentry', 'number_used'].includes(result)
  const last = isBefore ? (guest?.last ?? null) : null
  const db = databaseOf(req.payload)
  return {
    client_id: clientId,
    result: what.type === 'walk_in' && result === 'yes' ? 'walk_in' : result,
    count: stored ? count : 0,
    reservation: guest?.reservation ?? null,
    kind: guest?.kind ?? null,
    member: guest?.member ?? null,
    name: guest?.name ?? null,
    party: guest?.party ?? count,
    ...{ inside, due_cents: dueCents, day },
    since: last?.at ?? null,
    where: last ? await doorTitle(db, last.door) : where,
    by: last?.by ?? null,
  }
}

/** The result of a scan that was stored before: the reply may have been lost. */
async function repeatedResult(
  req: PayloadRequest,
  { clientId, reservation: id, member, direction, counted, night, undoneAt }: StoredMovement,
): Promise<ScanResult> {
  const db = databaseOf(req.payload)
  const reservation = id === null ? null : await findAnyReservation(db, id)
  const [person] = member === null || reservation ? [] : await findMembersById(db, [member])
  const [state] = id === null ? [] : await listStates(db, night, [id])
  const isWalkIn = id === null && member === null
  return {
    client_id: clientId,
    result: undoneAt ? 'undone' : direction === 'out' ? 'out' : isWalkIn ? 'walk_in' : 'yes',
    ...{ count: counted, reservation: id, member },
    kind: reservation && otherKindOf(reservation.kind),
    name: reservation?.name ?? person?.name ?? null,
    party: reservation?.party ?? counted,
    inside: state?.inside ?? counted,
    ...{ due_cents: 0, since: null, where: null, by: null, day: null },
  }
}

const undoneResult = (clientId: string, result: 'undone' | 'too_late'): ScanResult => ({
  ...{ client_id: clientId, result, count: 0, reservation: null, kind: null, member: null },
  name: null,
  ...{ party: 0, inside: 0, due_cents: 0, since: null, where: null, by: null, day: null },
})

/**
 * One scan with a network.
 * @throws HttpError `shift_over`, `not_your_door`, `door_closed`, `may_not_override`
 */
export async function scanAtDoor(
  req: PayloadRequest,
  caller: DoorCaller,
  request: ScanRequest,
): Promise<ScanReply> {
  if (request.override && !caller.mayOverride) throw checkInError('may_not_override')
  const shift = await useShift(req, caller, request)
  const door = await openDoor(req, caller, request)
  const db = databaseOf(req.payload)
  const { what } = request
  const scan = await (async (): Promise<ScanResult> => {
    if (what.type === 'undo') {
      const undo = { scan: what.scan, at: new Date(), shift, door }
      return undoneResult(request.client_id, await undoScan(req, undo))
    }
    const outcome = await makeScan(req, caller, {
      ...{ what, door, shift, clientId: request.client_id, direction: request.direction },
      ...{ count: request.count, at: new Date(), isGuess: false, isOverride: request.override },
      ...{ isDone: false, reason: null, isDry: request.dry, rules: shift.areas },
    })
    // A scan that was stored before may be refused now.
    const earlier = outcome.stored ? null : await findMovement(db, request.client_id)
    const repeated = outcome.isRepeat ? outcome.stored : earlier
    if (repeated) return repeatedResult(req, repeated)
    return resultOf(req, request.client_id, outcome, what)
  })()
  const counts = await findCounts(db, door.night.day)
  return { now: Date.now(), scan, areas: areaReplies(counts, door.area) }
}
