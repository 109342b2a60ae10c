import { type CodeKeys, isSigned, readCode } from '../../../cms/features/check-in/code.ts'
import type { AreaReply, ScanRequest } from '../../../cms/features/check-in/contract.ts'
import {
  type Direction,
  decide,
  type Found,
  findOf,
  findOfName,
  isAbove,
} from '../../../cms/features/check-in/rules.ts'
import { areaCountOf, type Book, factsOf, type StoredScan } from './book.ts'
import type { Result } from './words.ts'

export type What = ScanRequest['what']

/** What a scan changes; null if it lets nobody in or out. */
export type Effect =
  | (Pick<
      StoredScan,
      'result' | 'counted' | 'reservation' | 'member' | 'inArea' | 'party' | 'version'
    > & { name: string | null })
  | null

/** A scan that was made a moment ago, as far as undoing it needs. */
export type Undoable = NonNullable<Effect> & { clientId: string; direction: Direction }

type Request = {
  what: What
  direction: Direction
  count: number | null
  isOverride: boolean
  /** The server's time, as the phone knows it. */
  at: number
  /** The scan that can be undone. */
  last: Undoable | null
}

const none = {
  kind: null,
  name: null,
  since: null,
  where: null,
  by: null,
  day: null,
  due_cents: 0,
}

/**
 * Decides about a scan on this phone, without the server. Changes nothing.
 * @param areas the counts as this phone knows them
 */
export async function decideAlone(
  { book, areas, keys }: { book: Book; areas: readonly AreaReply[]; keys: CodeKeys },
  request: Request,
): Promise<{ result: Result; effect: Effect }> {
  const { what, direction, count, isOverride, at } = request
  const areaOf = areaCountOf(book, areas)
  if (what.type === 'undo') return undo(book, what.scan, request.last)
  if (what.type === 'walk_in') {
    const counted = count ?? 1
    const words = { ...none, count: counted, party: counted, inside: counted }
    const area = areaOf(null)
    if (direction === 'in' && !isOverride && isAbove(area, counted)) {
      return { result: { ...words, result: 'full', limit: area.limit }, effect: null }
    }
    const result = direction === 'in' ? 'walk_in' : 'out'
    const who = { reservation: null, member: null, inArea: book.area, name: null }
    const effect = { result, counted, ...who, party: counted, version: 1 } as const
    return { result: { ...words, result }, effect }
  }
  const found = await find(book, keys, what, { now: at, direction })
  const decision = decide(found, { direction, count, isOverride }, areaOf)
  const { guest, result, count: counted, inside } = decision
  const inArea = guest?.area ?? book.area
  const words: Result = {
    kind: guest?.kind ?? null,
    ...{ result, count: counted, inside, name: guest?.name ?? null, party: guest?.party ?? 0 },
    ...{ due_cents: decision.dueCents, since: guest?.last?.at ?? null, day: decision.day },
    ...{
      by: guest?.last?.by || null,
      where: placeOf(decision.where, book) ?? (guest?.last?.door || null),
    },
    ...{ limit: areaOf(inArea).limit, inArea },
  }
  if (!guest || !counted) return { result: words, effect: null }
  const { reservation, member, party, version, name } = guest
  const effect = { result, counted, reservation, member, inArea, party, version, name }
  return { result: words, effect }
}

/** Where a code of another door is for, unless that is in the same area. */
const placeOf = (where: string | null, { area }: Book): string | null =>
  where === area ? null : where

async function find(
  book: Book,
  keys: CodeKeys,
  what: Exclude<What, { type: 'undo' | 'walk_in' }>,
  scan: { now: number; direction: Direction },
): Promise<Found> {
  if (what.type === 'guest') {
    const guest = book.guests.get(what.reservation)
    return guest ? findOfName(guest, factsOf(book, scan)) : { is: 'refused', result: 'unknown' }
  }
  const read = readCode(what.code)
  const isCode = read.type === 'ticket' || read.type === 'card'
  return findOf(read, isCode && (await isSigned(read, keys)), factsOf(book, scan))
}

function undo(book: Book, scan: string, last: Undoable | null): { result: Result; effect: Effect } {
  if (last?.clientId !== scan) {
    const result = { ...none, result: 'too_late', count: 0, party: 0, inside: 0 } as const
    return { result, effect: null }
  }
  const { counted, reservation, member, inArea, party, version, name, direction } = last
  const before = reservation === null ? 0 : (book.guests.get(reservation)?.inside ?? 0)
  const inside = Math.max(0, direction === 'in' ? before - counted : before + counted)
  return {
    result: { ...none, result: 'undone', count: counted, name, party, inside },
    effect: { result: 'undone', counted, reservation, member, inArea, party, version, name },
  }
}
