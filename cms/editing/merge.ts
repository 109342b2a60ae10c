import { diffArrays } from 'diff'

/** Words, runs of blanks and single line breaks. Joined, they are the text again. */
const tokensOf = (text: string): string[] => text.match(/\n|[^\S\n]+|\S+/g) ?? []

/** The tokens of the base from `from` up to `to` were replaced by `tokens`. */
type Change = { from: number; to: number; tokens: string[] }

// Texts with more changes count as completely different; a closer comparison would take too long.
const maxChanges = 700

/**
 * Merges two changes of one text. If both changed the same words, the result has theirs followed by
 * mine. If one deleted words that the other changed, the changed words stay.
 * @param base of both changes; null if it was deleted, then their common words are the base
 * @returns the text; `clean` if no words were changed by both
 */
export function mergeTexts(
  base: string | null,
  mine: string,
  theirs: string,
): { text: string; clean: boolean } {
  const [own, other] = [tokensOf(mine), tokensOf(theirs)]
  const from = base === null ? inBoth(own, other) : tokensOf(base)
  const [ownChanges, otherChanges] = [changes(from, own), changes(from, other)]
  const merged: string[] = []
  let at = 0
  let clean = true
  for (const place of places(ownChanges, otherChanges)) {
    const [first, second] = [place.theirs, place.mine].map((made) => applied(from, place, made))
    merged.push(...from.slice(at, place.from))
    at = place.to
    if (!place.mine.length) merged.push(...(first ?? []))
    else if (!place.theirs.length || same(first, second)) merged.push(...(second ?? []))
    else {
      clean = false
      merged.push(bothOf(first ?? [], second ?? []))
    }
  }
  return { text: [...merged, ...from.slice(at)].join(''), clean }
}

const compared = (one: string[], other: string[]) =>
  diffArrays(one, other, { maxEditLength: maxChanges }) ?? [
    { value: one, added: false, removed: true },
    { value: other, added: true, removed: false },
  ]

const inBoth = (one: string[], other: string[]): string[] =>
  compared(one, other).flatMap(({ value, added, removed }) => (added || removed ? [] : value))

function changes(base: string[], changed: string[]): Change[] {
  const found: Change[] = []
  let at = 0
  for (const { value, added, removed } of compared(base, changed)) {
    const last = found.at(-1)
    const open = last?.to === at ? last : undefined
    if (added && open) open.tokens.push(...value)
    else if (added) found.push({ from: at, to: at, tokens: [...value] })
    else if (removed && open) open.to += value.length
    else if (removed) found.push({ from: at, to: at + value.length, tokens: [] })
    if (!added) at += value.length
  }
  return found
}

type Place = { from: number; to: number; mine: Change[]; theirs: Change[] }

/** The changed places of the base, in order. Overlapping changes of both sides share a place. */
function places(mine: Change[], theirs: Change[]): Place[] {
  const all = [
    ...mine.map((change) => ({ ...change, mine: [change], theirs: [] as Change[] })),
    ...theirs.map((change) => ({ ...change, mine: [] as Change[], theirs: [change] })),
  ].sort((one, other) => one.from - other.from || one.to - other.to)
  const found: Place[] = []
  for (const each of all) {
    const last = found.at(-1)
    if (!last || !overlap(last, each)) {
      found.push({ from: each.from, to: each.to, mine: each.mine, theirs: each.theirs })
      continue
    }
    last.to = Math.max(last.to, each.to)
    last.mine.push(...each.mine)
    last.theirs.push(...each.theirs)
  }
  return found
}

type Range = { from: number; to: number }
// Adjacent changes don't overlap; two insertions at one position do.
const overlap = (one: Range, next: Range): boolean =>
  next.from < one.to || (one.from === next.from && one.to === next.to)

/** The tokens of a place after the changes of one side. */
function applied(base: string[], { from, to }: Range, made: Change[]): string[] {
  const tokens: string[] = []
  let at = from
  for (const change of made) {
    tokens.push(...base.slice(at, change.from), ...change.tokens)
    at = change.to
  }
  return [...tokens, ...base.slice(at, to)]
}

/** Theirs, then mine, with their common start and end only once. */
function bothOf(theirs: string[], mine: string[]): string {
  let begin = 0
  while (begin < theirs.length && begin < mine.length && theirs[begin] === mine[begin]) begin++
  let end = 0
  const least = Math.min(theirs.length, mine.length) - begin
  while (end < least && theirs.at(-1 - end) === mine.at(-1 - end)) end++
  const middle = (tokens: string[]) => tokens.slice(begin, tokens.length - end).join('')
  const [first, second] = [middle(theirs), middle(mine)]
  const apart = /\S$/.test(first) && /^\S/.test(second) ? ' ' : ''
  return (
    theirs.slice(0, begin).join('') +
    first +
    apart +
    second +
    theirs.slice(theirs.length - end).join('')
  )
}

/**
 * Merges two changes of one record field by field. If both changed a field, mine wins.
 * @param base of both changes; undefined if there was none
 */
export function mergeFields<T extends object>(
  base: T | undefined,
  mine: T | undefined,
  theirs: T | undefined,
): T | undefined {
  if (!mine || !theirs) return same(mine, base) ? theirs : (mine ?? theirs)
  const fields = Object.keys({ ...theirs, ...mine }) as (keyof T)[]
  const chosen = fields.map((field) => [
    field,
    same(mine[field], base?.[field]) ? theirs[field] : mine[field],
  ])
  return Object.fromEntries(chosen)
}

/** Whether two JSON values are equal. The order of fields doesn't matter. */
export function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const [left, right] = [one, other].map((each) =>
    Object.entries(each).filter(([, value]) => value !== undefined),
  )
  return (
    left?.length === right?.length &&
    left?.every(([field, value]) => same(value, (other as Record<string, unknown>)[field])) === true
  )
}
