import type {
  AreaReply,
  ListGuest,
  ListReply,
  ScanResult,
  SyncRequest,
} from '../../../cms/features/check-in/contract.ts'
import {
  type AreaCount,
  admits,
  type DoorFacts,
  type Guest,
  guestAfter,
  type ResultKind,
  readDoor,
  resultKinds,
} from '../../../cms/features/check-in/rules.ts'
import type { VenueArea } from '../../../cms/features/venue/rules.ts'

export type FullList = Extract<ListReply, { unchanged: false }>

/** What is sent about a scan that was made without a network. */
type SentScan = SyncRequest['items'][number]

/**
 * A scan that let people in or out, which the server does not have yet. It has no name: the list has. For an `undo`, it
 * has the numbers of the scan that is undone.
 */
export type StoredScan = SentScan & {
  /** The start of the paths of the calls with which it is sent. */
  base: string
  result: ScanResult['result']
  counted: number
  reservation: number | null
  member: number | null
  /** Where they are counted. */
  inArea: VenueArea
  party: number
  version: number
  /** Who let them in, and where, for a second scan on this phone. */
  by: string
  where: string
}

/** The list of a door, with the scans of this phone that the server does not have. */
export type Book = {
  list: FullList
  door: string
  guests: Map<number, Guest>
  /** The reservations of each member. */
  ofMember: Map<number, number[]>
  /** Members without a reservation. */
  members: Map<number, Guest>
  areas: AreaReply[]
  area: VenueArea
}

const guestOf = (each: ListGuest): Guest => ({
  ...{ reservation: each.id, member: each.member ?? null, area: each.area ?? null },
  ...{ name: each.name ?? null, party: each.party, status: each.status ?? 'going' },
  ...{ version: each.version ?? 1, inside: each.inside ?? 0, came: each.came ?? 0 },
  ...{ last: each.last ?? null, dueCents: each.due ?? 0 },
})

const memberGuest = (member: number, inside = 0, came = 0, at = 0): Guest => ({
  ...{ reservation: null, member, area: null, name: null, party: 1, status: 'going', version: 1 },
  ...{ inside, came, last: at ? { at, door: '', by: '' } : null, dueCents: 0 },
})

export function bookOf(list: FullList, door: string, waiting: readonly StoredScan[]): Book {
  const ofMember = new Map<number, number[]>()
  const guests = new Map<number, Guest>()
  for (const each of list.guests) {
    guests.set(each.id, guestOf(each))
    if (each.member) ofMember.set(each.member, [...(ofMember.get(each.member) ?? []), each.id])
  }
  const members = new Map(
    list.members.map(([member, ...counts]) => [member, memberGuest(member, ...counts)]),
  )
  const { areas, area } = list
  const book = { list, door, guests, ofMember, members, areas, area }
  for (const scan of waiting.toSorted((one, other) => one.at - other.at)) addScan(book, scan)
  return book
}

/** Adds a scan of this phone to the guests of the list. */
export function addScan(book: Book, scan: StoredScan): void {
  const { reservation, member, counted, direction, result, at, where, by } = scan
  if (reservation === null && member === null) return
  const known =
    reservation === null
      ? (book.members.get(member ?? 0) ?? memberGuest(member ?? 0))
      : (book.guests.get(reservation) ?? guestOf({ id: reservation, ...scanned(scan) }))
  const guest =
    scan.what.type === 'undo'
      ? without(known, direction, counted)
      : guestAfter(known, {
          result: kindOf(result),
          count: counted,
          ...{ at, door: where, by },
        })
  if (reservation === null) book.members.set(member ?? 0, guest)
  else book.guests.set(reservation, guest)
}

const kindOf = (result: ScanResult['result']): ResultKind =>
  resultKinds.find((each) => each === result) ?? 'unknown'

/** What a ticket says about a reservation that the list does not have. */
const scanned = ({ party, version, inArea }: StoredScan) => ({ party, version, area: inArea })

/** A guest before a scan. */
function without(guest: Guest, direction: 'in' | 'out', count: number): Guest {
  if (direction === 'out') return { ...guest, inside: guest.inside + count }
  const inside = Math.max(0, guest.inside - count)
  return { ...guest, inside, came: Math.max(inside, guest.came - count) }
}

/** The counts of the areas: those of the server, and the scans that it does not have. */
export function countsWith(areas: readonly AreaReply[], waiting: readonly StoredScan[]) {
  return areas.map((each) => {
    const more = waiting
      .filter(({ inArea }) => inArea === each.area)
      .reduce((sum, { direction, counted, what }) => {
        const isMore = (direction === 'in') === (what.type !== 'undo')
        return sum + (isMore ? counted : -counted)
      }, 0)
    return { ...each, inside: Math.max(0, each.inside + more) }
  })
}

/** How many people an area has: as far as this phone knows. */
export const areaCountOf =
  (book: Book, areas: readonly AreaReply[]) =>
  (area: VenueArea | null): AreaCount => {
    const found = areas.find((each) => each.area === (area ?? book.area))
    return found
      ? { inside: found.inside, limit: found.limit, reEntry: found.re_entry }
      : { inside: 0, limit: null, reEntry: true }
  }

/** What the rules need to know about the door. @param now the server's time */
export const factsOf = (book: Book, now: number): DoorFacts => ({
  door: readDoor(book.door) ?? { type: 'tables' },
  night: book.list.night.day,
  now,
  lost: {
    members: new Set(book.list.lost.members),
    suspended: new Set(book.list.lost.suspended),
    devices: new Set(book.list.lost.devices),
  },
  findReservation: (id) => book.guests.get(id) ?? null,
  findOfMember: (member) => {
    const found = (book.ofMember.get(member) ?? []).flatMap((id) => book.guests.get(id) ?? [])
    return (
      found.find(({ status, inside, party }) => status === 'going' && inside < party) ??
      found.find(({ status }) => status === 'going' || status === 'attended') ??
      found[0] ??
      null
    )
  },
  findMember: (member) => book.members.get(member) ?? memberGuest(member),
  isListComplete: false,
})

/** What the server said about a guest. */
export function addReply(book: Book, scan: ScanResult, at: number, by: string): void {
  const { reservation, inside, result } = scan
  const known = reservation === null ? undefined : book.guests.get(reservation)
  if (!known || reservation === null) return
  const last = admits(kindOf(result)) ? { at, door: book.list.title, by } : known.last
  book.guests.set(reservation, {
    ...{ ...known, inside, last },
    came: result === 'undone' ? Math.min(known.came, known.party) : Math.max(known.came, inside),
  })
}
