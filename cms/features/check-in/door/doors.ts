import type { Payload, PayloadRequest } from 'payload'
import { cachedRead } from '../../../platform/database/cached-read.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { deskKind } from '../../bookings/desks/kind.ts'
import { tableKind } from '../../bookings/reservations/kind.ts'
import { type Reservable, seatingOpensAt } from '../../bookings/rules.ts'
import { eventKind } from '../../events/reservations/kind.ts'
import { checkInOpensAt, type EventDate } from '../../events/rules.ts'
import { findDate, findDatesBetween, listManagedDates } from '../../events/service.ts'
import { eventDateTag } from '../../events/tags.ts'
import type { Reservation } from '../../reservations/contract.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { type Drop, dropKind } from '../../secret-kitchens/kind.ts'
import { collectingOpensAt } from '../../secret-kitchens/rules.ts'
import { areaName } from '../../venue/names.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import type { DoorChoice, DoorsReply } from '../contract.ts'
import { checkInError } from '../errors.ts'
import { findNight, type Night, nightsOf } from '../night.ts'
import { type Door, doorKey, type GuestTimes, isBooking, readDoor } from '../rules.ts'
import type { DoorCaller } from './callers.ts'

/** A door that is open tonight. */
export type OpenDoor = {
  key: string
  door: Door
  title: string
  night: Night
  /** Where its guests are counted, unless they have a place of their own. */
  area: VenueArea
  /** What its guests have reserved, if it is the door of an event. */
  place: Place | null
}

/** What a reservation is for, as far as the door has to know. */
export type Place = {
  kind: ReservationKind
  subject: { id: number; title: string; startsAt: Date; endsAt: Date }
  /** The first is where its people are counted. */
  areas: readonly VenueArea[]
  nights: { from: string; until: string }
  isCancelled: boolean
  times: GuestTimes
}

const timesOf = (opens: Date, starts: Date, ends: Date): GuestTimes => ({
  ...{ opens: opens.getTime(), starts: starts.getTime(), ends: ends.getTime() },
})

const placeOfDate = (date: EventDate, timeZone: string): Place => ({
  kind: eventKind as unknown as ReservationKind,
  subject: date,
  areas: date.areas.length ? date.areas : ['Event Spaces'],
  // Doors open before the start.
  nights: nightsOf({ ...date, startsAt: date.doorsAt ?? date.startsAt }, timeZone),
  isCancelled: date.status === 'cancelled',
  times: timesOf(
    // A postponed date has no time yet, so nobody is let in.
    date.status === 'postponed' ? date.endsAt : checkInOpensAt(date),
    date.startsAt,
    date.endsAt,
  ),
})

const placeOfBooking = (kind: typeof tableKind, booking: Reservable): Place => ({
  kind: kind as unknown as ReservationKind,
  subject: booking,
  areas: [booking.area],
  nights: { from: booking.day, until: booking.day },
  isCancelled: false,
  times: timesOf(
    seatingOpensAt(booking),
    booking.startsAt,
    booking.finishedAt && booking.finishedAt < booking.endsAt ? booking.finishedAt : booking.endsAt,
  ),
})

/** A drop is handed out where it is collected. Its people are its portions. */
const placeOfDrop = (drop: Drop, timeZone: string): Place => ({
  kind: dropKind as unknown as ReservationKind,
  subject: drop,
  areas: [drop.area],
  nights: nightsOf(drop, timeZone),
  isCancelled: drop.cancelledAt !== null,
  times: timesOf(collectingOpensAt(drop), drop.startsAt, drop.endsAt),
})

/** What a reservation is for; null if it has nothing to do with doors. */
export async function findPlace(
  db: Database,
  { kind, subject: id }: Pick<Reservation, 'kind' | 'subject'>,
  timeZone: string,
): Promise<Place | null> {
  if (kind === 'event') {
    const date = await findDate(db, id)
    return date && placeOfDate(date, timeZone)
  }
  if (kind === 'drop') {
    const drop = await dropKind.find(db, id)
    return drop && placeOfDrop(drop, timeZone)
  }
  if (kind !== 'table' && kind !== 'desk') return null
  const ofBookings = kind === 'table' ? tableKind : deskKind
  const booking = await ofBookings.find(db, id)
  return booking && placeOfBooking(ofBookings, booking)
}

/** The places of many reservations, by kind and subject: `event 12`. */
export async function findPlaces(
  db: Database,
  reservations: readonly Pick<Reservation, 'kind' | 'subject'>[],
  timeZone: string,
): Promise<Map<string, Place>> {
  const idsOf = (kind: string) => [
    ...new Set(reservations.filter((each) => each.kind === kind).map(({ subject }) => subject)),
  ]
  const [dates, tables, desks, drops] = await Promise.all([
    eventKind.findAll(db, idsOf('event')),
    tableKind.findAll(db, idsOf('table')),
    deskKind.findAll(db, idsOf('desk')),
    dropKind.findAll(db, idsOf('drop')),
  ])
  return new Map([
    ...dates.map((date) => [`event ${date.id}`, placeOfDate(date, timeZone)] as const),
    ...tables.map((each) => [`table ${each.id}`, placeOfBooking(tableKind, each)] as const),
    ...desks.map((each) => [`desk ${each.id}`, placeOfBooking(deskKind, each)] as const),
    ...drops.map((drop) => [`drop ${drop.id}`, placeOfDrop(drop, timeZone)] as const),
  ])
}

export const isTonight = ({ nights }: Place, { day }: Night): boolean =>
  nights.from <= day && day <= nights.until

/** Whether a door is the one for a place; null if it is, otherwise what is wrong. */
export function refusalOf(
  place: Place,
  { door, night }: OpenDoor,
): 'wrong_day' | 'wrong_area' | null {
  if (!isTonight(place, night)) return 'wrong_day'
  const isHere =
    door.type === 'event'
      ? place.kind.name === 'event' && place.subject.id === door.event
      : door.type === 'area'
        ? place.areas.includes(door.area)
        : isBooking(place.kind.name)
  return isHere ? null : 'wrong_area'
}

/** Where the people of a place are counted. */
export const areaOf = (place: Place, { door, area }: OpenDoor): VenueArea =>
  door.type === 'tables' ? (place.areas[0] ?? area) : area

/** The date of a door. All phones of an event ask for it with each scan, so it may be two seconds old. */
const findRecentDate = (payload: Payload, id: number): Promise<EventDate | null> =>
  cachedRead(
    `date at the door ${id}`,
    [eventDateTag(id)],
    () => findDate(databaseOf(payload), id),
    2000,
  )

const tablesTitle = 'Tonight’s bookings'

/**
 * Opens a door, if it is one of tonight's and the caller may choose it.
 * @param area where the guests of an event in several areas are counted
 * @param given the night; by default that of now. `isPast`: a phone opened the door before, so it is opened even if its event
 *   was moved or deleted meanwhile
 * @throws HttpError `not_your_door`, `door_closed`
 */
export async function openDoor(
  req: PayloadRequest,
  caller: DoorCaller,
  { door: key, area }: { door: string; area: VenueArea | null },
  { night: given, isPast = false }: { night?: Night; isPast?: boolean } = {},
): Promise<OpenDoor> {
  const door = readDoor(key)
  if (!door) throw checkInError('door_closed')
  const { payload } = req
  const night = given ?? (await findNight(payload))
  if (door.type === 'event') {
    const db = databaseOf(payload)
    if (caller.link && !(await isOfLink(db, caller, door.event)))
      throw checkInError('not_your_door')
    const date = isPast ? await findDate(db, door.event) : await findRecentDate(payload, door.event)
    const place = date && placeOfDate(date, night.timeZone)
    const isOpen = date && date.status !== 'draft' && place && isTonight(place, night)
    if (!isOpen && !isPast) throw checkInError('door_closed')
    const [first = 'Event Spaces'] = place?.areas ?? (area ? [area] : [])
    const chosen = area && place?.areas.includes(area) ? area : first
    return { key, door, title: date?.title ?? 'An event', night, area: chosen, place }
  }
  if (caller.link) throw checkInError('not_your_door')
  const common = { key, door, night, place: null }
  if (door.type === 'area') return { ...common, title: areaName(door.area), area: door.area }
  return { ...common, title: tablesTitle, area: area ?? venueAreas[0] }
}

async function isOfLink(db: Database, { link }: DoorCaller, date: number): Promise<boolean> {
  const dates = link ? await listManagedDates(db, link) : []
  return dates.some(({ id }) => id === date)
}

/** The events of tonight, in their order. */
export async function findEventsOf(payload: Payload, night: Night): Promise<EventDate[]> {
  const range = { from: night.startsAt, until: night.endsAt }
  const dates = await findDatesBetween(databaseOf(payload), range)
  return dates.filter((date) => isTonight(placeOfDate(date, night.timeZone), night))
}

/** The doors that the caller may choose tonight. */
export async function findDoors(req: PayloadRequest, caller: DoorCaller): Promise<DoorsReply> {
  const night = await findNight(req.payload)
  const db = databaseOf(req.payload)
  const events = await findEventsOf(req.payload, night)
  const own = caller.link
    ? new Set((await listManagedDates(db, caller.link)).map(({ id }) => id))
    : null
  const ofEvents = events
    .filter(({ id, status }) => status !== 'cancelled' && (!own || own.has(id)))
    .map(
      ({ id, title, startsAt, areas }): DoorChoice => ({
        ...{ door: doorKey({ type: 'event', event: id }), title, areas },
        starts_at: startsAt.toISOString(),
      }),
    )
  const ofAreas = venueAreas.map(
    (area): DoorChoice => ({
      ...{ door: doorKey({ type: 'area', area }), title: areaName(area), areas: [area] },
      starts_at: null,
    }),
  )
  // Each booking is counted in its own area; guests without one in the area that the phone chooses.
  const tables: DoorChoice = {
    ...{ door: 'tables', title: tablesTitle, starts_at: null, areas: [...venueAreas] },
  }
  return {
    night: { day: night.day, ends_at: night.endsAt.getTime() },
    doors: caller.link ? ofEvents : [...ofEvents, tables, ...ofAreas],
    may_override: caller.mayOverride,
  }
}

/** What a door is called in results: `Quiz night`, `Beer Hall`, or the guest list. */
export async function doorTitle(db: Database, key: string): Promise<string> {
  if (key === 'list') return 'Guest list'
  const door = readDoor(key)
  if (door?.type === 'event') return (await findDate(db, door.event))?.title ?? 'An event'
  return door?.type === 'area' ? areaName(door.area) : tablesTitle
}
