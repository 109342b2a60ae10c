import type { Database } from '../../../platform/database/query.ts'
import { tableKind } from '../../bookings/reservations/kind.ts'
import { eventKind } from '../../events/reservations/kind.ts'
import { findLiveSessions, findMembersById } from '../../members/service.ts'
import type { Reservation } from '../../reservations/contract.ts'
import type { KindName } from '../../reservations/rules.ts'
import { listOfDay, listReservations, priceOfOne } from '../../reservations/service.ts'
import { dropKind } from '../../secret-kitchens/kind.ts'
import type { VenueArea } from '../../venue/rules.ts'
import type { TicketKind } from '../code.ts'
import type { ListGuest } from '../contract.ts'
import { type Night, nightOf } from '../night.ts'
import { listCertified } from '../queries/devices.ts'
import { type GuestState, listStates } from '../queries/movements.ts'
import type { Guest } from '../rules.ts'
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
  const due = payment === 'door' ? priceOfOne(reservation) : 0
  const { at, door, by } = state ?? { at: null, door: null, by: null }
  return {
    ...{ reservation: id, member, area, name, party, version: linkVersion, inside },
    status: place.isCancelled ? 'cancelled' : status,
    came: Math.max(base, inside),
    last: at && door && by ? { at: at.getTime(), door, by } : lastOnList(reservation, base),
    dueCents: due,
  }
}

const lastOnList = ({ checkedInAt }: Reservation, base: number): Guest['last'] =>
  base && checkedInAt ? { at: checkedInAt.getTime(), door: 'list', by: 'Guest list' } : null

/** The reservations of a door. */
async function findReservationsOf(db: Database, { door, night }: OpenDoor): Promise<Reservation[]> {
  if (door.type === 'event') return listReservations(db, { kind: 'event', subject: door.event })
  // Something may begin on the day before, and go on.
  const range = { from: new Date(night.startsAt.getTime() - 86_400_000), until: night.endsAt }
  const tables = await listOfDay(db, tableKind, range)
  if (door.type !== 'area') return tables.map(({ reservation }) => reservation)
  const events = await listOfDay(db, eventKind, range)
  const drops = await listOfDay(db, dropKind, range)
  return [...tables, ...events, ...drops].map(({ reservation }) => reservation)
}

/** The guests of a door, whatever their status. */
export async function findGuests(db: Database, door: OpenDoor): Promise<Guest[]> {
  const all = await findReservationsOf(db, door)
  const places = await findPlaces(db, all, door.night.timeZone)
  const shown = all.flatMap((reservation) => {
    const place = places.get(`${reservation.kind} ${reservation.subject}`)
    return place && !refusalOf(place, door) ? [{ reservation, place }] : []
  })
  const states = new Map(
    (
      await listStates(
        db,
        door.night.day,
        shown.map(({ reservation: { id } }) => id),
      )
    ).map((state) => [state.id, state]),
  )
  return shown.map(({ reservation, place }) =>
    guestOf(reservation, {
      ...{ place, area: areaOf(place, door), night: door.night },
      state: states.get(reservation.id),
    }),
  )
}

/** A guest as phones get it. Values that most guests have are left out. */
export function listGuest(guest: Guest, { area }: OpenDoor): ListGuest {
  const { reservation, name, party, status, version, member, inside, came, dueCents, last } = guest
  return {
    id: reservation ?? 0,
    party,
    ...(guest.area && guest.area !== area && { area: guest.area }),
    ...(name !== null && { name }),
    ...(status !== 'going' && { status }),
    ...(version !== 1 && { version }),
    ...(member !== null && { member }),
    ...(inside && { inside }),
    ...(came && { came }),
    ...(dueCents && { due: dueCents }),
    ...(last && { last }),
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
  const devices = await listCertified(db)
  const ids = [...new Set([...devices.map(({ member }) => member), ...members])]
  const live = await findLiveSessions(
    db,
    devices.map(({ session }) => session),
  )
  const known = new Map((await findMembersById(db, ids)).map((member) => [member.id, member]))
  return {
    members: new Set(ids.filter((id) => !known.has(id))),
    suspended: new Set(ids.filter((id) => known.get(id)?.isSuspended)),
    devices: new Set(devices.filter(({ session }) => !live.has(session)).map(({ id }) => id)),
  }
}

export const ticketKindOf = (kind: KindName): TicketKind | null =>
  kind === 'event' || kind === 'table' || kind === 'drop' ? kind : null
