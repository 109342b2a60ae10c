import { diffArrays } from 'diff'
import { isSameContent } from '../content/rules.ts'

/** Splits a text into words, white space and line breaks. Joined, the tokens are the text again. */
const tokensOf = (text: string): string[] => text.match(/\n|[^\S\n]+|\S+/g) ?? []

/** A range of tokens in the base text; `to` is exclusive. */
type Range = { from: number; to: number }

/** One side replaced a range of the base by `tokens`. */
type Change = Range & { tokens: string[] }

// Limits the time: texts with more changes are treated as completely different.
const maxChanges = 700

/**
 * Merges two changed versions of a text (three-way merge). Where both changed the same words, the result
 * has both: theirs, then mine. Where one deleted words that the other changed, the changed words stay.
 * @param base the text that both started from; if it is null, the words they have in common
 * @returns the merged text; `clean` is false if both changed the same words
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
  for (const region of changedRegions(ownChanges, otherChanges)) {
    const theirTokens = tokensAfter(from, region, region.theirs)
    const myTokens = tokensAfter(from, region, region.mine)
    merged.push(...from.slice(at, region.from))
    at = region.to
    if (!region.mine.length) merged.push(...theirTokens)
    else if (!region.theirs.length || isSameContent(theirTokens, myTokens)) merged.push(...myTokens)
    else {
      clean = false
      merged.push(concatenate(theirTokens, myTokens))
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

type Region = Range & { mine: Change[]; theirs: Change[] }

/** The regions of the base that were changed, in order. Overlapping changes are in one region. */
function changedRegions(mine: Change[], theirs: Change[]): Region[] {
  const all = [
    ...mine.map((change) => ({ ...change, mine: [change], theirs: [] as Change[] })),
    ...theirs.map((change) => ({ ...change, mine: [] as Change[], theirs: [change] })),
  ].sort((one, other) => one.from - other.from || one.to - other.to)
  const found: Region[] = []
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

// Adjacent ranges do not overlap; two insertions at the same position do.
const overlap = (one: Range, next: Range): boolean =>
  next.from < one.to || (one.from === next.from && one.to === next.to)

/** The tokens of a region after the changes of one side. */
function tokensAfter(base: string[], { from, to }: Range, changes: Change[]): string[] {
  const tokens: string[] = []
  let at = from
  for (const change of changes) {
    tokens.push(...base.slice(at, change.from), ...change.tokens)
    at = change.to
  }
  return [...tokens, ...base.slice(at, to)]
}

/** Their tokens, then mine; tokens that both start or end with appear once. */
function concatenate(theirs: string[], mine: string[]): string {
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
 * Merges two changed versions of an object, field by field. A field that both changed gets my value.
 * @param base what both started from, if anything
 */
export function mergeFields<T extends object>(
  base: T | undefined,
  mine: T | undefined,
  theirs: T | undefined,
): T | undefined {
  if (!mine || !theirs) return isSameContent(mine, base) ? theirs : (mine ?? theirs)
  const fields = Object.keys({ ...theirs, ...mine }) as (keyof T)[]
  const chosen = fields.map((field) => [
    field,
    isSameContent(mine[field], base?.[field]) ? theirs[field] : mine[field],
  ])
  return Object.fromEntries(chosen)
}
