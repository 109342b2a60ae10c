import type {
  AreaReply,
  ListGuest,
  ListReply,
  ScanResult,
  SyncItem,
} from '../../../cms/features/check-in/contract.ts'
import {
  type AreaCount,
  admits,
  chooseGuest,
  type Direction,
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
type SentScan = SyncItem

/**
 * A scan that let people in or out, which the server does not have yet. It has no name: the list has. For an `undo`, it
 * has the numbers of the scan that is undone.
 */
export type StoredScan = SentScan & {
  /** The start of the paths of the calls with which it is sent. */
  base: string
  /** The shift in which it was made, and with which it is sent. */
  shift: string
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

/** The guests of a door by their reservations, and the members without one. */
type People = { guests: Map<number, Guest>; members: Map<number, Guest> }

/** The list of a door, with the scans of this phone that the server does not have. */
export type Book = People & {
  list: FullList
  door: string
  /** The same as far as the server knows: without the scans that wait. */
  known: People
  /** The reservations of each member. */
  ofMember: Map<number, number[]>
  areas: AreaReply[]
  area: VenueArea
}

/** A guest after a scan of this phone that the server has. `at`: the server's time then; a list that is older does not have it. */
export type Learnt = { guest: Guest; at: number }

const guestOf = (each: ListGuest): Guest => ({
  kind: each.kind ?? null,
  ...{ reservation: each.id, member: each.member ?? null, area: each.area ?? null },
  ...{ name: each.name ?? null, party: each.party, status: each.status ?? 'going' },
  ...{ version: each.version ?? 1, inside: each.inside ?? 0, came: each.came ?? 0 },
  ...{ last: each.last ?? null, dueCents: each.due ?? 0, times: each.times ?? null },
})

const memberGuest = (member: number, inside = 0, came = 0, at = 0): Guest => ({
  kind: null,
  ...{ reservation: null, member, area: null, name: null, party: 1, status: 'going', version: 1 },
  ...{ inside, came, last: at ? { at, door: '', by: '' } : null, dueCents: 0 },
  times: null,
})

/**
 * @param waiting scans of this phone that the server does not have
 * @param learnt what the server said about scans of this phone since it read the list
 */
export function bookOf(
  list: FullList,
  door: string,
  waiting: readonly StoredScan[],
  learnt: readonly Learnt[] = [],
): Book {
  const ofMember = new Map<number, number[]>()
  const known: People = { guests: new Map(), members: new Map() }
  for (const each of list.guests) put(known, guestOf(each))
  for (const [member, ...counts] of list.members) put(known, memberGuest(member, ...counts))
  for (const { guest } of learnt) {
    const listed = find(known, guest)
    const { inside, came, last } = guest
    put(known, listed ? { ...listed, inside, came, last } : guest)
  }
  for (const { reservation, member } of known.guests.values()) {
    if (reservation === null || member === null) continue
    ofMember.set(member, [...(ofMember.get(member) ?? []), reservation])
  }
  const { areas, area } = list
  const people = { guests: new Map(known.guests), members: new Map(known.members) }
  const book = { list, door, known, ...people, ofMember, areas, area }
  for (const scan of byTime(waiting)) addScan(book, scan)
  return book
}

/** The list as the server knows it now, for this phone's memory. */
export const listOf = ({ list, known }: Book): FullList => ({
  ...list,
  guests: [...known.guests.values()].map((guest): ListGuest => {
    const {
      reservation,
      kind,
      area,
      name,
      party,
      status,
      version,
      member,
      inside,
      came,
      dueCents,
      last,
      times,
    } = guest
    return {
      ...{ id: reservation ?? 0, party },
      ...(kind && { kind }),
      ...(version !== 1 && { version }),
      ...(inside && { inside }),
      ...(came && { came }),
      ...(dueCents && { due: dueCents }),
      ...(area && { area }),
      ...(name !== null && { name }),
      ...(status !== 'going' && { status }),
      ...(member !== null && { member }),
      ...(last && { last }),
      ...(times && { times }),
    }
  }),
  members: [...known.members.values()].map(({ member, inside, came, last }) => [
    ...([member ?? 0, inside, came, last?.at ?? 0] as const),
  ]),
})

type Who = Pick<Guest, 'reservation' | 'member'>
const find = ({ guests, members }: People, { reservation, member }: Who): Guest | undefined =>
  reservation === null ? members.get(member ?? 0) : guests.get(reservation)

function put({ guests, members }: People, guest: Guest): void {
  if (guest.reservation !== null) guests.set(guest.reservation, guest)
  else if (guest.member !== null) members.set(guest.member, guest)
}

const byTime = (scans: readonly StoredScan[]) => scans.toSorted((one, other) => one.at - other.at)

/** Adds a scan of this phone to the guests of the list. */
export function addScan(people: People, scan: StoredScan): void {
  const { reservation, member, counted, direction, result, at, where, by } = scan
  if (reservation === null && member === null) return
  const known =
    find(people, scan) ??
    (reservation === null
      ? memberGuest(member ?? 0)
      : guestOf({ id: reservation, ...scanned(scan) }))
  const guest =
    scan.what.type === 'undo'
      ? without(known, direction, counted)
      : guestAfter(known, { result: kindOf(result), count: counted, at, door: where, by })
  put(people, guest)
}

/** Adds scans that the server has now. @returns the guests after them */
export function addSent(
  book: Book,
  scans: readonly StoredScan[],
  waiting: readonly StoredScan[],
): Guest[] {
  for (const scan of byTime(scans)) addScan(book.known, scan)
  return scans.flatMap((scan) => {
    const guest = find(book.known, scan)
    if (guest) addWaiting(book, guest, waiting)
    return guest ?? []
  })
}

/** Shows a guest as the server knows them, with the scans that wait. */
function addWaiting(book: Book, guest: Guest, waiting: readonly StoredScan[]): void {
  put(book, guest)
  const own = waiting.filter(
    ({ reservation, member }) =>
      reservation === guest.reservation && (reservation !== null || member === guest.member),
  )
  for (const scan of byTime(own)) addScan(book, scan)
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

/** What the rules need to know about the door. @param scan.now the server's time */
export function factsOf(
  book: Book,
  { now, direction }: { now: number; direction: Direction },
): DoorFacts {
  const door = readDoor(book.door) ?? { type: 'tables' }
  return {
    ...{ door, night: book.list.night.day, now },
    lost: {
      members: new Set(book.list.lost.members),
      suspended: new Set(book.list.lost.suspended),
      devices: new Set(book.list.lost.devices),
    },
    findReservation: (id) => book.guests.get(id) ?? null,
    findOfMember: (member) => {
      const own = (book.ofMember.get(member) ?? []).flatMap((id) => book.guests.get(id) ?? [])
      return chooseGuest(own, { now, direction, door })
    },
    findMember: (member) => book.members.get(member) ?? memberGuest(member),
    isListComplete: false,
  }
}

/**
 * Adds what the server said about a guest. @returns the guest; null if it was about nobody
 * @param scanned.version that of the code, for a guest who is newer than the list
 */
export function addReply(
  book: Book,
  scan: ScanResult,
  scanned: { at: number; by: string; version: number; waiting: readonly StoredScan[] },
): Guest | null {
  const { reservation, kind, member, inside, result, party, name, count } = scan
  if (reservation === null && member === null) return null
  const known =
    find(book.known, scan) ??
    (reservation === null
      ? memberGuest(member ?? 0)
      : guestOf({
          ...{ id: reservation, party, version: scanned.version },
          ...(kind && { kind }),
          ...(name && { name }),
        }))
  const isIn = admits(kindOf(result)) && count > 0
  const guest = {
    ...{ ...known, inside, came: Math.max(known.came, inside) },
    last: isIn ? { at: scanned.at, door: book.list.title, by: scanned.by } : known.last,
  }
  put(book.known, guest)
  addWaiting(book, guest, scanned.waiting)
  return guest
}
