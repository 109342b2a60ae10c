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
import { type GuestState, listMovementsOf } from '../queries/movements.ts'
import {
  type Direction,
  type DoorFacts,
  type Found,
  findOf,
  findOfCard,
  findOfMember,
  findOfName,
  type Guest,
} from '../rules.ts'
import type { DoorCaller } from './callers.ts'
import { areaOf, findPlace, type OpenDoor, type Place, refusalOf } from './doors.ts'
import { findGuestOfMember, findLostMembers, guestOf, memberState, stateOf } from './guests.ts'

/**
 * What a scan is about. `place`: of a reservation of this door.
 * For refused scans, in case that a phone without a network has let them in with it: `who`, if the code is really theirs;
 * `party`, if it is nobody's any more.
 */
export type About = { found: Found; place: Place | null; who?: Who; party?: number }
type Who = { guest: Guest; place: Place | null; by: 'ticket' | 'card' | 'name' }

type Known = { reservation: Reservation; place: Place; guest: Guest }

/**
 * Finds what a code, or a guest who was found by name, is about.
 * @param at the time of the scan, in ms since 1970. `decidedOn`: the reservation with which a phone has let a member in
 */
export async function findAbout(
  req: PayloadRequest,
  {
    caller,
    door,
    at,
    direction,
    decidedOn = null,
  }: {
    caller: DoorCaller
    door: OpenDoor
    at: number
    direction: Direction
    decidedOn?: number | null
  },
  what: Extract<ScanRequest['what'], { type: 'code' | 'guest' }>,
): Promise<About> {
  const db = databaseOf(req.payload)
  if (what.type === 'guest') {
    const known = await findKnown(db, door, what.reservation)
    // Organisers learn nothing about reservations of other events.
    const isForeign = caller.link && known && refusalOf(known.place, door) === 'wrong_area'
    if (!known || isForeign) return { ...refused('unknown'), party: 1 }
    const facts = await withLost(db, known, factsOf(door, at))
    return atThisDoor(known, door, { found: findOfName(known.guest, facts), by: 'name' })
  }
  const read = readCode(what.code)
  if (read.type === 'unknown') return refused('unknown')
  if (read.type === 'ticket') {
    if (!(await isSignedByUs(req, read))) return refused('unknown')
    const { reservation: id, kind, party } = read.ticket
    const known = await findKnown(db, door, id)
    if (known?.reservation.kind !== kind) return { ...refused('unknown'), party }
    const facts = await withLost(db, known, factsOf(door, at))
    const found = findOf(read, true, { ...facts, findReservation: () => known.guest })
    return atThisDoor(known, door, { found, by: 'ticket' })
  }
  const request = { caller, door, at, direction, decidedOn }
  if (read.type === 'card') {
    if (!(await isSignedByUs(req, read))) return refused('unknown')
    const device = await findDevice(db, read.card.device)
    const live = device && (await findLiveSessions(db, [device.session]))
    const isLost = !device || !live?.has(device.session)
    return findOfPerson(db, request, { ...read.card, isLost, by: 'card' })
  }
  if (read.type === 'number') {
    const card = { member: read.member, device: null, certifiedUntil: Number.POSITIVE_INFINITY, at }
    return findOfPerson(db, request, { ...card, isLost: false, by: 'number' })
  }
  const card = readCard(what.code.trim())
  if (!card) return refused('unknown')
  return findOfPerson(db, request, {
    ...{ member: card.member, device: null, certifiedUntil: Number.POSITIVE_INFINITY },
    ...{ at: card.expiresAt - cardMs, isLost: false, by: 'card' },
  })
}

/**
 * The reservation that a scan at the door of an event names, without reading it, and what the scan is when its guest is
 * known. Null if it may be about something else.
 */
export async function findAtOnce(
  req: PayloadRequest,
  { door, at }: { door: OpenDoor; at: number },
  what: Extract<ScanRequest['what'], { type: 'code' | 'guest' }>,
): Promise<{ id: number; find: (db: Database, guest: Guest) => Promise<Found> } | null> {
  if (door.place === null) return null
  if (what.type === 'guest') {
    const find = async (db: Database, guest: Guest) =>
      findOfName(guest, await withLost(db, { guest }, factsOf(door, at)))
    return { id: what.reservation, find }
  }
  const read = readCode(what.code)
  if (read.type !== 'ticket') return null
  const { kind, subject, reservation: id } = read.ticket
  const isHere = kind === 'event' && subject === door.place.subject.id
  if (!isHere || !(await isSignedByUs(req, read))) return null
  const find = async (db: Database, guest: Guest) => {
    const facts = await withLost(db, { guest }, factsOf(door, at))
    return findOf(read, true, { ...facts, findReservation: () => guest })
  }
  return { id, find }
}

const refused = (result: Extract<Found, { is: 'refused' }>['result']): About => ({
  found: { is: 'refused', result },
  place: null,
})

/** A guest whose reservation is for another door, or another night, is `elsewhere`. */
function atThisDoor(
  { place, guest }: Known,
  door: OpenDoor,
  { found, by }: { found: Found; by: Who['by'] },
): About {
  const result = refusalOf(place, door)
  if (found.is === 'guest' && !result) return { found, place }
  const who = { guest, place, by }
  if (!result) return { found, place, who }
  const { nights, subject } = place
  const elsewhere = { is: 'elsewhere', result, day: nights.from, where: subject.title } as const
  return { found: found.is === 'guest' ? elsewhere : found, place: null, who }
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

/** A reservation and what it is for. What is stored about its movements is read when it is locked. */
async function findKnown(db: Database, door: OpenDoor, id: number): Promise<Known | null> {
  const reservation = await findAnyReservation(db, id)
  return reservation && knownOf(db, door, reservation)
}

async function knownOf(
  db: Database,
  door: OpenDoor,
  reservation: Reservation,
): Promise<Known | null> {
  const { kind, subject } = reservation
  const isOfDoor = kind === 'event' && door.place?.subject.id === subject
  const place = isOfDoor ? door.place : await findPlace(db, reservation, door.night.timeZone)
  if (!place) return null
  const area = areaOf(place, door)
  const guest = guestOf(reservation, { place, area, night: door.night, state: undefined })
  return { reservation, place, guest }
}

/** Adds whether the member whose reservation it is lost access. */
async function withLost(
  db: Database,
  { guest }: Pick<Known, 'guest'>,
  facts: DoorFacts,
): Promise<DoorFacts> {
  if (guest.member === null) return facts
  const lost = await findLostMembers(db, [guest.member])
  return { ...facts, lost: { ...facts.lost, ...lost } }
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
  kind: null,
  ...{ reservation: null, member, area, name, party: 1, status: 'going', version: 1, dueCents: 0 },
  times: null,
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
  {
    caller,
    door,
    at,
    direction,
    decidedOn,
  }: {
    caller: DoorCaller
    door: OpenDoor
    at: number
    direction: Direction
    decidedOn: number | null
  },
  { isLost, by, ...card }: Card,
): Promise<About> {
  const { member: id, device } = card
  const own =
    (await findOwn(db, door, { member: id, at, direction })) ??
    (await findDecidedOn(db, door, { id, decidedOn }))
  const [member] = await findMembersById(db, [id])
  const isHere = own || door.door.type === 'area'
  const who =
    by === 'card'
      ? { guest: own?.guest ?? memberGuest(id, null, door), place: own?.place ?? null, by }
      : undefined
  // Organisers learn nothing about members who are not their guests.
  if (caller.link && !own) return { ...refused('no_reservation'), ...(who && { who }) }
  const holder = { member: id, night: door.night.day, area: door.area }
  const state = own ? undefined : stateOf(id, await listMovementsOf(db, holder))
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
  if (found.is === 'guest' || !who) return { found, place }
  return { found, place, who: isHere ? { ...who, guest: own?.guest ?? facts.findMember(id) } : who }
}

/** A member's reservation of this door. */
async function findOwn(
  db: Database,
  door: OpenDoor,
  request: { member: number; at: number; direction: Direction },
): Promise<Known | null> {
  if (door.door.type === 'event') {
    const subject = door.door.event
    const { member } = request
    const { byPerson } = await findExistingIds(db, {
      ...{ kind: 'event', subject, key: '', member, email: null },
    } as const)
    return byPerson === null ? null : findKnown(db, door, byPerson)
  }
  const own = await findGuestOfMember(db, door, request)
  return own && knownOf(db, door, own)
}

/** The member's reservation with which a phone has let them in. It may have been cancelled or moved meanwhile. */
async function findDecidedOn(
  db: Database,
  door: OpenDoor,
  { id, decidedOn }: { id: number; decidedOn: number | null },
): Promise<Known | null> {
  const known = decidedOn === null ? null : await findKnown(db, door, decidedOn)
  return known?.reservation.member === id ? known : null
}
