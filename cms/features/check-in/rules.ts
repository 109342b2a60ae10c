import type { ReservationStatus } from '../reservations/rules.ts'
import { type VenueArea, venueAreas } from '../venue/rules.ts'
import type { ReadCode, TicketCode, TicketKind } from './code.ts'

/** The page on which guests and members check in. */
export const checkInPath = '/check-in'

/** How long a scan can be undone, in ms. The server allows a little more, for the way of the request. */
export const undoMs = 10_000
export const undoSlackMs = 5000
/** How far the time of a card may be from that of the door, in ms. A card is made anew more often than that. */
const cardAgeMs = 30_000
/** How long a browser's key is certified. */
export const certifiedDays = 7
/** When a night ends, and with it all shifts, on the venue's clock. */
export const nightEndsAt = { hour: 6 } as const
/** The share of the licensed limit from which on the door warns. */
const warningShare = 0.9
/** From when on a clock counts as wrong, in ms. */
export const clockLimitMs = 120_000
/**
 * The most scans of one request of `sync`, how old a scan may be (for as long, a shift that ended at 6 am may still send
 * its scans), and the most people of one scan: as many as a party can have.
 */
export const syncLimits = { items: 200, ageHours: 36, people: 200 } as const
/** The most phones that are enrolled for one night: of staff, of all organisers, and of one link. */
export const maxShifts = { staff: 60, links: 60, link: 10 } as const
/** How long scans, and the shifts in which they were made, are kept. */
export const retentionDays = 90
/** Groups of fewer people have no names in the report. */
export const smallestGroup = 5

export const limits = { shiftName: 40, search: 60, reason: 200 } as const

/** What a door is for: one event, everybody in an area, or tonight's bookings. */
export type Door =
  | { type: 'event'; event: number }
  | { type: 'area'; area: VenueArea }
  | { type: 'tables' }

/** An area in addresses: `beer-hall`. */
export const areaSlug = (area: VenueArea): string => area.toLowerCase().replaceAll(' ', '-')
export const areaOfSlug = (slug: string | null): VenueArea | null =>
  venueAreas.find((area) => areaSlug(area) === slug) ?? null

/** A door as a text: `event:12`, `area:beer-hall` or `tables`. */
export const doorKey = (door: Door): string =>
  door.type === 'event'
    ? `event:${door.event}`
    : door.type === 'area'
      ? `area:${areaSlug(door.area)}`
      : 'tables'

/** @returns null if the text is no door */
export function readDoor(key: string): Door | null {
  if (key === 'tables') return { type: 'tables' }
  const [, event] = /^event:([1-9]\d{0,8})$/.exec(key) ?? []
  if (event) return { type: 'event', event: Number(event) }
  const area = areaOfSlug(/^area:([a-z-]{1,40})$/.exec(key)?.[1] ?? null)
  return area && { type: 'area', area }
}

/**
 * What a scan shows.
 * - `yes`, `pay`: come in; `pay`: and pay the amount at the bar. `ask_name`: come in if the name is right, because the code
 *   is printed and can be copied
 * - `already`: all of them are inside. `no_reentry`: they left, and cannot come in again
 * - `full`: the area has as many people as it is licensed for
 * - `out`: they left. `not_inside`: nobody of them was inside
 * - `number_used`: with this printed number, somebody came in tonight already
 * - `too_early`: nobody is let in yet. `not_recorded`: the reservation can't be changed now
 * - `no_reservation`: a member without a reservation for this event
 * - `needs_network`: only the server can tell; without a network, search by name
 */
export const resultKinds = [
  ...['yes', 'pay', 'ask_name', 'already', 'no_reentry', 'wrong_day', 'wrong_area', 'cancelled'],
  ...['waitlisted', 'unconfirmed', 'membership_ended', 'suspended', 'unknown', 'code_too_old'],
  ...['no_reservation', 'full', 'out', 'not_inside', 'needs_network', 'number_used', 'too_early'],
  'not_recorded',
] as const
export type ResultKind = (typeof resultKinds)[number]

/** The results with which people come in. */
export const admits = (kind: ResultKind): boolean =>
  kind === 'yes' || kind === 'pay' || kind === 'ask_name'

/** What is reserved, where that has to be said at the door: most have reserved an event or a table. */
export type OtherKind = Exclude<TicketKind, 'event' | 'table'>
export const otherKindOf = (kind: string): OtherKind | null =>
  kind === 'desk' || kind === 'drop' ? kind : null

/**
 * The times of what is reserved, in ms since 1970.
 * @param opens from when on guests can be checked in
 */
export type GuestTimes = { opens: number; starts: number; ends: number }

/** A reservation, or a member without one, as the door knows it. */
export type Guest = {
  kind: OtherKind | null
  /** Null: a member without a reservation. */
  reservation: number | null
  member: number | null
  /** Where they are counted; null: at the door. */
  area: VenueArea | null
  name: string | null
  party: number
  status: ReservationStatus
  /** The version of the reservation's link. */
  version: number
  /** How many are inside now, and how many of them came at all. */
  inside: number
  came: number
  /** When, where and by whom the last of them were let in; null if nobody was. */
  last: { at: number; door: string; by: string } | null
  /** What each person pays at the bar, in minor units. */
  dueCents: number
  /** Null: there is no choice by time, such as at the door of an event. */
  times: GuestTimes | null
}

/** How many people an area has. `limit`: as many as it is licensed for; null: no limit. */
export type AreaCount = { inside: number; limit: number | null; reEntry: boolean }

/** What a scan is about, after signatures were checked and the guest was looked up. */
export type Found =
  | {
      is: 'guest'
      guest: Guest
      by: 'ticket' | 'card' | 'number' | 'name'
      /** Why the member whose reservation it is may not come in; they may leave. */
      lost?: LostReason | null
      /** Whether the member came in tonight, wherever: a printed number lets in once. */
      isUsed?: boolean
    }
  /** A valid code of something else. `where`: the name of what it is for, if known. */
  | {
      is: 'elsewhere'
      result: 'wrong_day' | 'wrong_area'
      day: string | null
      where: string | null
    }
  | {
      is: 'refused'
      result:
        | 'unknown'
        | 'code_too_old'
        | 'membership_ended'
        | 'suspended'
        | 'no_reservation'
        | 'needs_network'
    }

/** How a member lost access. */
export type LostReason = 'suspended' | 'membership_ended'

export type Direction = 'in' | 'out'
/** `back`: an organiser or staff took people back on a list of guests. */
export const movementDirections = ['in', 'out', 'back'] as const
/** Why people who were let in without a network should not have been. */
export const movementReasons = [
  ...['cancelled', 'waitlisted', 'unconfirmed', 'code_too_old', 'membership_ended', 'suspended'],
  ...['no_reservation', 'wrong_day', 'wrong_area', 'full', 'unknown', 'not_recorded'],
] as const
export type MovementReason = (typeof movementReasons)[number]
export type Decision = {
  result: ResultKind
  /** How many come in or leave; 0 for refusals. */
  count: number
  guest: Guest | null
  /** After the scan: how many of the party are inside. */
  inside: number
  /** What they pay at the bar now, in minor units. */
  dueCents: number
  where: string | null
  day: string | null
  /** Whether the area is at 90 % of its limit or above, after the scan. */
  isNearLimit: boolean
}

/** What a door knows when it decides about a code. */
export type DoorFacts = {
  door: Door
  /** The night, `YYYY-MM-DD`. */
  night: string
  /** The server's time, in ms since 1970. */
  now: number
  /** Members and browsers' keys that are not accepted any more. */
  lost: {
    members: ReadonlySet<number>
    suspended: ReadonlySet<number>
    devices: ReadonlySet<number>
  }
  /** Finds a reservation of this door. */
  findReservation: (id: number) => Guest | null
  /** Finds a member's reservation of this door. */
  findOfMember: (member: number) => Guest | null
  /** How many times a member without a reservation is inside: for doors of areas. */
  findMember: (member: number) => Guest
  /** False on a phone without a network: codes that it does not know may be newer than its list. */
  isListComplete: boolean
}

/**
 * What a code is for. Signatures were checked before: `isValid` is their result.
 * The order: the signature, the age, the member, the day, the place.
 */
export function findOf(read: ReadCode, isValid: boolean, facts: DoorFacts): Found {
  if (read.type === 'unknown') return { is: 'refused', result: 'unknown' }
  if (read.type === 'online_card' || read.type === 'number') {
    return { is: 'refused', result: 'needs_network' }
  }
  if (!isValid) return { is: 'refused', result: 'unknown' }
  if (read.type === 'card') return findOfCard(read.card, facts)
  const { ticket } = read
  const known = facts.findReservation(ticket.reservation)
  if (known) {
    return known.version === ticket.version
      ? { is: 'guest', guest: known, by: 'ticket', lost: lostReason(known.member, facts) }
      : { is: 'refused', result: 'code_too_old' }
  }
  if (facts.night < ticket.from || facts.night > ticket.until) {
    return { is: 'elsewhere', result: 'wrong_day', day: ticket.from, where: null }
  }
  if (!isOfDoor(ticket, facts.door)) {
    return { is: 'elsewhere', result: 'wrong_area', day: null, where: ticket.area }
  }
  if (facts.isListComplete) return { is: 'refused', result: 'unknown' }
  const guest: Guest = {
    kind: otherKindOf(ticket.kind),
    ...{ reservation: ticket.reservation, member: null, name: null, party: ticket.party },
    area: ticket.area,
    ...{ status: 'going', version: ticket.version, inside: 0, came: 0, last: null, dueCents: 0 },
    times: null,
  }
  return { is: 'guest', guest, by: 'ticket' }
}

/** How a member lost access; null if they have not, and for guests who are no members. */
const lostReason = (
  member: number | null,
  { lost }: Pick<DoorFacts, 'lost'>,
): LostReason | null => {
  if (member === null) return null
  if (lost.suspended.has(member)) return 'suspended'
  return lost.members.has(member) ? 'membership_ended' : null
}

/** A guest who was found by name. */
export const findOfName = (guest: Guest, facts: Pick<DoorFacts, 'lost'>): Found => ({
  ...{ is: 'guest', guest, by: 'name', lost: lostReason(guest.member, facts) },
})

/** A member with a card whose signatures, or whose HMAC, are valid. */
export function findOfCard(
  card: { member: number; device: number | null; certifiedUntil: number; at: number },
  facts: DoorFacts,
): Found {
  const { member, device } = card
  const lost = lostReason(member, facts)
  if (lost) return { is: 'refused', result: lost }
  if (device !== null && facts.lost.devices.has(device)) {
    return { is: 'refused', result: 'code_too_old' }
  }
  if (Math.abs(facts.now - card.at) > cardAgeMs || card.certifiedUntil <= facts.now) {
    return { is: 'refused', result: 'code_too_old' }
  }
  return findOfMember(member, 'card', facts)
}

export function findOfMember(member: number, by: 'card' | 'number', facts: DoorFacts): Found {
  const guest = facts.findOfMember(member)
  if (guest) return { is: 'guest', guest, by }
  if (facts.door.type !== 'area') return { is: 'refused', result: 'no_reservation' }
  return { is: 'guest', guest: facts.findMember(member), by }
}

/**
 * The reservation that a member's card is about, if the member has several at a door: one that is running, or else the next
 * one that can be checked in. What has ended or can't be checked in yet is passed over, unless somebody of it is inside. For
 * those who leave it is one with people inside.
 * @param request.now the server's time, in ms since 1970
 * @returns null if there is none; then an area lets the member in without a reservation
 */
export function chooseGuest<Each extends Guest>(
  guests: readonly Each[],
  { now, direction, door }: { now: number; direction: Direction; door: Door },
): Each | null {
  const known = guests.filter(({ status }) => status !== 'cancelled')
  const isOpen = ({ times }: Guest) => !times || (times.opens <= now && now < times.ends)
  const isRunning = ({ times }: Guest) => !times || times.starts <= now
  const startOf = ({ times }: Guest) => times?.starts ?? 0
  // Of two that are running, the one that began last: an event during a whole day at a desk.
  const open = known
    .filter(isOpen)
    .toSorted(
      (one, other) =>
        Number(isRunning(other)) - Number(isRunning(one)) ||
        (isRunning(one) ? startOf(other) - startOf(one) : startOf(one) - startOf(other)),
    )
  const inside = [...open, ...known].find((each) => each.inside > 0)
  if (direction === 'out' && inside) return inside
  const isPromised = ({ status }: Guest) =>
    status === 'going' || status === 'attended' || status === 'no_show'
  const found =
    open.find((each) => isPromised(each) && each.inside < each.party) ?? inside ?? open[0] ?? null
  // Other doors have nothing else to let a member in with, and say what is wrong.
  const others = known.toSorted(
    (one, other) => Math.abs(startOf(one) - now) - Math.abs(startOf(other) - now),
  )
  return found ?? (door.type === 'area' ? null : (others[0] ?? null))
}

/** Whether guests are those of the door of tonight's bookings. */
export const isBooking = (kind: string): boolean => kind === 'table' || kind === 'desk'

type Place = Pick<TicketCode, 'kind' | 'subject' | 'area'>
const isOfDoor = ({ kind, subject, area }: Place, door: Door): boolean => {
  if (door.type === 'event') return kind === 'event' && subject === door.event
  return door.type === 'area' ? area === door.area : isBooking(kind)
}

/**
 * Decides about a scan. Validity comes before "already inside", and that before the limit of the area.
 * @param request.count how many come in or leave; null: everybody of the party who is not inside, or who is
 * @param request.isOverride whether somebody with the right lets them in above the limit
 * @param areaOf how many people the area has in which this guest is counted; null: the area of the door
 */
export function decide(
  found: Found,
  request: { direction: Direction; count: number | null; isOverride: boolean },
  areaOf: (area: VenueArea | null) => AreaCount,
): Decision {
  const none = { count: 0, guest: null, inside: 0, dueCents: 0, where: null, day: null }
  const area = areaOf(found.is === 'guest' ? found.guest.area : null)
  const isNearLimit = isNear(area, 0)
  if (found.is === 'refused') return { ...none, result: found.result, isNearLimit }
  if (found.is === 'elsewhere') {
    const { result, where, day } = found
    return { ...none, result, where, day, isNearLimit }
  }
  const { guest, by, lost, isUsed } = found
  const refuse = (result: ResultKind): Decision => ({
    ...{ ...none, guest, inside: guest.inside, isNearLimit, result },
  })
  if (request.direction === 'out') {
    const count = Math.min(request.count ?? guest.inside, guest.inside)
    if (!count) return refuse('not_inside')
    const isStillNear = isNear(area, -count)
    return {
      ...{ ...none, guest, result: 'out', count },
      ...{ inside: guest.inside - count, isNearLimit: isStillNear },
    }
  }
  if (lost) return refuse(lost)
  if (guest.status === 'cancelled') return refuse('cancelled')
  if (guest.status === 'held') return refuse('unconfirmed')
  if (guest.status === 'waitlisted' || guest.status === 'offered') return refuse('waitlisted')
  if (guest.inside >= guest.party) return refuse('already')
  if (by === 'number' && (isUsed || guest.came > 0)) return refuse('number_used')
  const away = guest.came - guest.inside
  const notYet = guest.party - guest.came
  const free = area.reEntry ? away + notYet : notYet
  if (!free) return refuse('no_reentry')
  const count = Math.min(request.count ?? free, free)
  if (!request.isOverride && isAbove(area, count)) return refuse('full')
  const inside = guest.inside + count
  const isNew = Math.max(0, inside - guest.came)
  const dueCents = guest.dueCents * isNew
  const result = by === 'number' ? 'ask_name' : dueCents ? 'pay' : 'yes'
  return {
    ...{ ...none, result, count, guest, inside, dueCents },
    isNearLimit: isNear(area, count),
  }
}

/** Whether so many more are above the licensed limit. */
export const isAbove = ({ inside, limit }: AreaCount, more: number): boolean =>
  limit !== null && inside + more > limit

/** Whether an area has 90 % of its people, or more. */
export const isNear = ({ inside, limit }: AreaCount, more: number): boolean =>
  limit !== null && inside + more >= limit * warningShare

/** The guest after a scan that was stored. A phone keeps its list up to date with it. */
export function guestAfter(
  guest: Guest,
  {
    result,
    count,
    at,
    door,
    by,
  }: Pick<Decision, 'result' | 'count'> & {
    at: number
    door: string
    by: string
  },
): Guest {
  if (result === 'out') return { ...guest, inside: guest.inside - count }
  if (!admits(result)) return guest
  const inside = guest.inside + count
  return { ...guest, inside, came: Math.max(guest.came, inside), last: { at, door, by } }
}

/** A stored movement of one reservation or member in one night. Undone movements are left out. */
export type Movement = {
  id: number
  direction: (typeof movementDirections)[number]
  count: number
  /** The server-corrected time, in ms since 1970. */
  at: number
}

/** How many of a movement count, and of which place of the party on they are. */
export type Counted = { id: number; counted: number; slot: number | null }

/**
 * Counts the movements of a reservation in the order of their times, however they arrived: the earliest scans count,
 * and those for which no place of the party is left are repeats.
 */
export function countMovements(
  movements: readonly Movement[],
  party: number,
): { rows: Counted[]; inside: number; came: number } {
  let inside = 0
  let came = 0
  let slots = 0
  const rows = movements
    .toSorted((one, other) => one.at - other.at || one.id - other.id)
    .map(({ id, direction, count }): Counted => {
      if (direction === 'in') {
        const counted = Math.min(count, Math.max(0, party - inside))
        inside += counted
        came = Math.max(came, inside)
        const slot = counted ? slots : null
        slots += counted
        return { id, counted, slot }
      }
      const counted = Math.min(count, inside)
      inside -= counted
      if (direction === 'back') came = Math.max(inside, came - counted)
      return { id, counted, slot: null }
    })
  return { rows, inside, came }
}

/**
 * How many of those who left without a reservation count: not more than were inside at that time. Phones send their scans
 * in any order, so they are counted anew when there are earlier ones.
 * @param movements all of an area and a night
 * @returns those that count otherwise now
 */
export function countLeaving(
  movements: readonly (Movement & { counted: number; isWalkIn: boolean })[],
): { id: number; counted: number; slot: null }[] {
  let inside = 0
  return movements
    .toSorted((one, other) => one.at - other.at || one.id - other.id)
    .flatMap(({ id, direction, count, counted, isWalkIn }) => {
      const isLeaving = isWalkIn && direction === 'out'
      const now = isLeaving ? Math.min(count, Math.max(0, inside)) : counted
      inside += direction === 'in' ? now : -now
      return now === counted ? [] : [{ id, counted: now, slot: null }]
    })
}

/**
 * The time of a scan that a phone sends later; null if it is too old to count. The time that the phone computed is used if
 * it is possible, otherwise the time since the scan by the phone's own clock.
 * @param scan.at the server's time as the phone computed it; `clock`: what its clock said
 * @param sent.clock what its clock says when it sends; `receivedAt`: the server's time
 */
export function timeOfScan(
  scan: { at: number; clock: number },
  sent: { clock: number; receivedAt: number },
): { at: number; isGuess: boolean } | null {
  const { receivedAt } = sent
  const earliest = receivedAt - syncLimits.ageHours * 3_600_000
  const byClock = receivedAt - (sent.clock - scan.clock)
  const isPossible = (at: number) => at >= earliest && at <= receivedAt + clockLimitMs
  if (isPossible(scan.at)) {
    const isGuess = Math.abs(scan.at - byClock) > clockLimitMs
    return { at: Math.min(scan.at, receivedAt), isGuess }
  }
  if (isPossible(byClock)) return { at: Math.min(byClock, receivedAt), isGuess: true }
  return scan.at < earliest ? null : { at: receivedAt, isGuess: true }
}
