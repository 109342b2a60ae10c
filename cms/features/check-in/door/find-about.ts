import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { cardMs } from '../../members/profile/rules.ts'
import { findLiveSessions, findMembersById, readCard } from '../../members/service.ts'
import type { Reservation } from '../../reservations/contract.ts'
import { findAnyReservation, findExistingIds } from '../../reservations/service.ts'
import { isSigned, readCode } from '../code.ts'
import type { ScanRequest } from '../contract.ts'
import { loadKeys } from '../keys.ts'
import { findDevice } from '../queries/devices.ts'
import { type GuestState, listMovementsOf, listStates } from '../queries/movements.ts'
import {
  type DoorFacts,
  type Found,
  findOf,
  findOfCard,
  findOfMember,
  type Guest,
} from '../rules.ts'
import type { DoorCaller } from './callers.ts'
import { areaOf, findPlace, type OpenDoor, type Place, refusalOf } from './doors.ts'
import { findGuests, guestOf, memberState, stateOf } from './guests.ts'

/**
 * What a scan is about. `place`: of a reservation of this door. `who`: whose code was refused, although it was once valid: a
 * phone without a network may have let them in.
 */
export type About = {
  found: Found
  place: Place | null
  who?: { guest: Guest; place: Place | null; by: 'ticket' | 'card' | 'number' }
}

type Known = { reservation: Reservation; place: Place; guest: Guest }

/**
 * Finds what a code, or a guest who was found by name, is about.
 * @param at the time of the scan, in ms since 1970
 */
export async function findAbout(
  req: PayloadRequest,
  { caller, door, at }: { caller: DoorCaller; door: OpenDoor; at: number },
  what: Extract<ScanRequest['what'], { type: 'code' | 'guest' }>,
): Promise<About> {
  const db = databaseOf(req.payload)
  if (what.type === 'guest') {
    const known = await findKnown(db, door, what.reservation)
    if (!known) return refused('unknown')
    return atThisDoor(known, door, { is: 'guest', guest: known.guest, by: 'name' })
  }
  const read = readCode(what.code)
  if (read.type === 'unknown') return refused('unknown')
  if (read.type === 'ticket') {
    const isValid = await isSignedByUs(req, read)
    const known = isValid ? await findKnown(db, door, read.ticket.reservation) : null
    if (known?.reservation.kind !== read.ticket.kind) return refused('unknown')
    const facts = { ...factsOf(door, at), findReservation: () => known.guest }
    const found = findOf(read, isValid, facts)
    const { guest, place } = known
    if (found.is === 'guest' || refusalOf(place, door)) return atThisDoor(known, door, found)
    return { found, place, who: { guest, place, by: 'ticket' } }
  }
  if (read.type === 'card') {
    if (!(await isSignedByUs(req, read))) return refused('unknown')
    const device = await findDevice(db, read.card.device)
    const live = device && (await findLiveSessions(db, [device.session]))
    const isLost = !device || !live?.has(device.session)
    return findOfPerson(db, { caller, door, at }, { ...read.card, isLost, by: 'card' })
  }
  if (read.type === 'number') {
    const card = { member: read.member, device: null, certifiedUntil: Number.POSITIVE_INFINITY, at }
    return findOfPerson(db, { caller, door, at }, { ...card, isLost: false, by: 'number' })
  }
  const card = readCard(what.code.trim())
  if (!card) return refused('unknown')
  return findOfPerson(
    db,
    { caller, door, at },
    {
      ...{ member: card.member, device: null, certifiedUntil: Number.POSITIVE_INFINITY },
      ...{ at: card.expiresAt - cardMs, isLost: false, by: 'card' },
    },
  )
}

const refused = (result: Extract<Found, { is: 'refused' }>['result']): About => ({
  found: { is: 'refused', result },
  place: null,
})

/** A guest whose reservation is for another door, or another night, is `elsewhere`. */
function atThisDoor({ place }: Known, door: OpenDoor, found: Found): About {
  const result = found.is === 'guest' ? refusalOf(place, door) : null
  if (!result) return { found, place }
  const { nights, subject } = place
  return { found: { is: 'elsewhere', result, day: nights.from, where: subject.title }, place: null }
}

async function isSignedByUs(
  { payload }: PayloadRequest,
  read: Parameters<typeof isSigned>[0],
): Promise<boolean> {
  const { verifying } = await loadKeys(payload)
  // The key may be newer than those that this process has read.
  const keys = verifying.has(read.kid)
    ? verifying
    : (await loadKeys(payload, { isFresh: true })).verifying
  return isSigned(read, keys)
}

async function findKnown(db: Database, door: OpenDoor, id: number): Promise<Known | null> {
  const reservation = await findAnyReservation(db, id)
  const place = reservation && (await findPlace(db, reservation, door.night.timeZone))
  if (!place) return null
  const [state] = await listStates(db, door.night.day, [id])
  const guest = guestOf(reservation, {
    ...{ place, state, area: areaOf(place, door), night: door.night },
  })
  return { reservation, place, guest }
}

const nobody: ReadonlySet<number> = new Set<number>()

const factsOf = (door: OpenDoor, now: number): DoorFacts => ({
  ...{ door: door.door, night: door.night.day, now, isListComplete: true },
  lost: { members: nobody, suspended: nobody, devices: nobody },
  findReservation: () => null,
  findOfMember: () => null,
  findMember: (member) => memberGuest(member, null, door),
})

const memberGuest = (
  member: number,
  name: string | null,
  { area }: OpenDoor,
  state?: GuestState,
): Guest => ({
  ...{ reservation: null, member, area, name, party: 1, status: 'going', version: 1, dueCents: 0 },
  ...memberState(state),
})

type Card = {
  member: number
  device: number | null
  certifiedUntil: number
  at: number
  isLost: boolean
  by: 'card' | 'number'
}

async function findOfPerson(
  db: Database,
  { caller, door, at }: { caller: DoorCaller; door: OpenDoor; at: number },
  { isLost, by, ...card }: Card,
): Promise<About> {
  const { member: id, device } = card
  const own = await findOwn(db, door, id)
  // Organisers learn nothing about members who are not their guests.
  if (caller.link && !own) return refused('no_reservation')
  const [member] = await findMembersById(db, [id])
  const holder = { member: id, night: door.night.day, area: door.area }
  const state = stateOf(id, await listMovementsOf(db, holder))
  const facts: DoorFacts = {
    ...factsOf(door, at),
    lost: {
      members: new Set(member ? [] : [id]),
      suspended: new Set(member?.isSuspended ? [id] : []),
      devices: new Set(isLost && device !== null ? [device] : []),
    },
    findOfMember: () => own?.guest ?? null,
    findMember: () => memberGuest(id, member?.name ?? null, door, state),
  }
  const checked = findOfCard(card, facts)
  const found =
    by === 'number' && checked.is === 'guest' ? findOfMember(id, 'number', facts) : checked
  const place = own?.place ?? null
  const isHere = own || door.door.type === 'area'
  if (found.is === 'guest' || !isHere) return { found, place }
  return { found, place, who: { guest: own?.guest ?? facts.findMember(id), place, by } }
}

/** A member's reservation of this door. */
async function findOwn(db: Database, door: OpenDoor, member: number): Promise<Known | null> {
  if (door.door.type === 'event') {
    const subject = door.door.event
    const request = { kind: 'event', subject, key: '', member, email: null } as const
    const { byPerson } = await findExistingIds(db, request)
    return byPerson === null ? null : findKnown(db, door, byPerson)
  }
  const guests = await findGuests(db, door)
  const own = guests
    .filter((guest) => guest.member === member && guest.status !== 'cancelled')
    .toSorted((one, other) => one.inside - other.inside)
  return own[0]?.reservation ? findKnown(db, door, own[0].reservation) : null
}
