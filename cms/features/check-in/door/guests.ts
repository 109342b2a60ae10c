import type { Database } from '../../../platform/database/query.ts'
import { deskKind } from '../../bookings/desks/kind.ts'
import { tableKind } from '../../bookings/reservations/kind.ts'
import { findDatesBetween } from '../../events/service.ts'
import { findMembersById } from '../../members/service.ts'
import type { Reservation } from '../../reservations/contract.ts'
import { type KindName, priceOfSome } from '../../reservations/rules.ts'
import { listOfDay, listReservationsOf } from '../../reservations/service.ts'
import { dropKind } from '../../secret-kitchens/kind.ts'
import type { VenueArea } from '../../venue/rules.ts'
import type { TicketKind } from '../code.ts'
import type { ListGuest } from '../contract.ts'
import { type Night, nightOf } from '../night.ts'
import { listLostDevices } from '../queries/devices.ts'
import { type GuestState, listStates, type StoredMovement } from '../queries/movements.ts'
import { chooseGuest, type Direction, type Guest, otherKindOf } from '../rules.ts'
import { areaOf, findPlaces, type OpenDoor, type Place, refusalOf } from './doors.ts'

/** How many of a reservation came tonight, as the reservation says. */
export const cameTonight = (
  { inside, checkedInAt }: Pick<Reservation, 'inside' | 'checkedInAt'>,
  { day, timeZone }: Night,
): number => (checkedInAt && nightOf(checkedInAt, timeZone) === day ? inside : 0)

/** A reservation as the door knows it. */
export function guestOf(
  reservation: Reservation,
  {
    place,
    area,
    night,
    state,
  }: {
    place: Place
    area: VenueArea
    night: Night
    state: GuestState | undefined
  },
): Guest {
  const { id, member, name, party, status, linkVersion, payment } = reservation
  const base = cameTonight(reservation, night)
  const inside = state ? state.inside : base
  const due = payment === 'door' ? priceOfSome(reservation, 1) : 0
  const { at, door, by } = state ?? { at: null, door: null, by: null }
  return {
    kind: otherKindOf(place.kind.name),
    ...{ reservation: id, member, area, name, party, version: linkVersion, inside },
    status: place.isCancelled ? 'cancelled' : status,
    came: Math.max(base, inside),
    last: at && door && by ? { at: at.getTime(), door, by } : lastOnList(reservation, base),
    dueCents: due,
    times: place.times,
  }
}

/** The same as `listStates` finds, from the movements of one guest in the order of their times. */
export function stateOf(id: number, movements: readonly StoredMovement[]): GuestState | undefined {
  if (!movements.length) return
  const inside = movements.reduce(
    (sum, { direction, counted }) => sum + (direction === 'in' ? counted : -counted),
    0,
  )
  const last = movements.findLast(({ direction, counted }) => direction === 'in' && counted > 0)
  const { at = null, door = null, by = null } = last ?? {}
  return { id, inside, at, door, by }
}

/** What is known of a member without a reservation. */
export const memberState = (
  state: GuestState | undefined,
): Pick<Guest, 'inside' | 'came' | 'last'> => ({
  ...{ inside: state?.inside ?? 0, came: state ? 1 : 0 },
  last:
    state?.at && state.door && state.by
      ? { at: state.at.getTime(), door: state.door, by: state.by }
      : null,
})

const lastOnList = ({ checkedInAt }: Reservation, base: number): Guest['last'] =>
  base && checkedInAt ? { at: checkedInAt.getTime(), door: 'list', by: 'Guest list' } : null

/** The reservations of a door. @param member whose; by default everybody's */
async function findReservationsOf(
  db: Database,
  { door, night }: OpenDoor,
  member?: number,
): Promise<Reservation[]> {
  if (door.type === 'event') {
    return listReservationsOf(db, { kind: 'event', subjects: [door.event], member })
  }
  const { startsAt, endsAt } = night
  // A booking after midnight may have either day; `refusalOf` decides.
  const day = { from: new Date(startsAt.getTime() - 6 * 3_600_000), until: endsAt }
  const tables = await listOfDay(db, tableKind, { ...day, member, most: null })
  const desks = await listOfDay(db, deskKind, { ...day, member, most: null })
  const bookings = [...tables, ...desks].map(({ reservation }) => reservation)
  if (door.type !== 'area') return bookings
  const dates = await findDatesBetween(db, { from: startsAt, until: endsAt })
  const subjects = dates.map(({ id }) => id)
  const events = await listReservationsOf(db, { kind: 'event', subjects, member })
  const drops = await listOfDay(db, dropKind, { ...day, member, most: null })
  return [...bookings, ...events, ...drops.map(({ reservation }) => reservation)]
}

/** The guests of a door, whatever their status, with what they have reserved. */
async function findPlaced(
  db: Database,
  door: OpenDoor,
  member?: number,
): Promise<{ reservation: Reservation; place: Place }[]> {
  const all = await findReservationsOf(db, door, member)
  const places = await findPlaces(db, all, door.night.timeZone)
  return all.flatMap((reservation) => {
    const place = places.get(`${reservation.kind} ${reservation.subject}`)
    return place && !refusalOf(place, door) ? [{ reservation, place }] : []
  })
}

/** The guests of a door, whatever their status. */
export async function findGuests(db: Database, door: OpenDoor): Promise<Guest[]> {
  const shown = await findPlaced(db, door)
  const ids = shown.map(({ reservation: { id } }) => id)
  const states = new Map(
    (await listStates(db, door.night.day, ids)).map((state) => [state.id, state]),
  )
  return shown.map(({ reservation, place }) =>
    guestOf(reservation, {
      ...{ place, area: areaOf(place, door), night: door.night },
      state: states.get(reservation.id),
    }),
  )
}

/** A member's reservation of this door, chosen by time if there are several. @param request.at in ms since 1970 */
export async function findGuestOfMember(
  db: Database,
  door: OpenDoor,
  { member, at, direction }: { member: number; at: number; direction: Direction },
): Promise<Reservation | null> {
  const { night } = door
  const own = (await findPlaced(db, door, member)).map(({ reservation, place }) => ({
    ...guestOf(reservation, { place, area: areaOf(place, door), night, state: undefined }),
    stored: reservation,
  }))
  return chooseGuest(own, { now: at, direction, door: door.door })?.stored ?? null
}

/** A guest as phones get it. Values that most guests have are left out. */
export function listGuest(guest: Guest, { area, door }: OpenDoor): ListGuest {
  const { reservation, kind, name, party, status, version, member } = guest
  const { inside, came, dueCents, last, times } = guest
  return {
    id: reservation ?? 0,
    party,
    ...(kind && { kind }),
    ...(guest.area && guest.area !== area && { area: guest.area }),
    ...(name !== null && { name }),
    ...(status !== 'going' && { status }),
    ...(version !== 1 && { version }),
    ...(member !== null && { member }),
    ...(inside && { inside }),
    ...(came && { came }),
    ...(dueCents && { due: dueCents }),
    ...(last && { last }),
    // Only cards are about one of several reservations.
    ...(times && member !== null && door.type !== 'event' && { times }),
  }
}

export type Lost = {
  members: Set<number>
  suspended: Set<number>
  devices: Set<number>
}

/**
 * Who lost access: browsers' keys whose sessions have ended, and members who were suspended or deleted.
 * @param members further members whose access is looked up
 */
export async function findLost(db: Database, members: readonly number[] = []): Promise<Lost> {
  const devices = await listLostDevices(db)
  const { members: gone, suspended } = await findLostMembers(db, [
    ...devices.flatMap(({ member }) => member ?? []),
    ...members,
  ])
  return { members: gone, suspended, devices: new Set(devices.map(({ id }) => id)) }
}

/** Those of these members who were suspended or deleted. */
export async function findLostMembers(
  db: Database,
  members: readonly number[],
): Promise<Pick<Lost, 'members' | 'suspended'>> {
  const ids = [...new Set(members)]
  const found = ids.length ? await findMembersById(db, ids) : []
  const known = new Map(found.map((member) => [member.id, member]))
  return {
    members: new Set(ids.filter((id) => !known.has(id))),
    suspended: new Set(ids.filter((id) => known.get(id)?.isSuspended)),
  }
}

export const ticketKindOf = (kind: KindName): TicketKind | null =>
  kind === 'event' || kind === 'table' || kind === 'desk' || kind === 'drop' ? kind : null
