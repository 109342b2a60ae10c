import { diffArrays } from 'diff'
import { isSameContent } from '../rules.ts'

/** Splits a text into words, white space and line breaks. The joined tokens equal the text. */
const tokensOf = (text: string): string[] => text.match(/\n|[^\S\n]+|\S+/g) ?? []

/** A range of tokens in the base text; `to` is exclusive. */
type TokenRange = { from: number; to: number }

/** One side replaced a range of the base by `tokens`. */
type Change = TokenRange & { tokens: string[] }

// Limits the time of a comparison. Texts with more changes are treated as completely different.
const maxChanges = 700

/**
 * Merges two changed versions of a text (three-way merge). If both versions changed the same words, the
 * result contains their words, then mine. If one version deleted words that the other version changed, the
 * changed words stay.
 * @param base the text from which both versions were made; if null, the words that the versions have in common are the
 *   base
 * @returns the merged text; `clean` is false if both versions changed the same words
 */
export function mergeTexts(
  base: string | null,
  mine: string,
  theirs: string,
): { text: string; clean: boolean } {
  const [myTokens, theirTokens] = [tokensOf(mine), tokensOf(theirs)]
  const from = base === null ? commonTokens(myTokens, theirTokens) : tokensOf(base)
  const [myChanges, theirChanges] = [changes(from, myTokens), changes(from, theirTokens)]
  const merged: string[] = []
  let at = 0
  let clean = true
  for (const region of changedRegions(myChanges, theirChanges)) {
    const theirPart = tokensAfter(from, region, region.theirs)
    const myPart = tokensAfter(from, region, region.mine)
    merged.push(...from.slice(at, region.from))
    at = region.to
    if (!region.mine.length) merged.push(...theirPart)
    else if (!region.theirs.length || isSameContent(theirPart, myPart)) merged.push(...myPart)
    else {
      clean = false
      merged.push(concatenate(theirPart, myPart))
    }
  }
  return { text: [...merged, ...from.slice(at)].join(''), clean }
}

const diff = (one: string[], other: string[]) =>
  diffArrays(one, other, { maxEditLength: maxChanges }) ?? [
    { value: one, added: false, removed: true },
    { value: other, added: true, removed: false },
  ]

const commonTokens = (one: string[], other: string[]): string[] =>
  diff(one, other).flatMap(({ value, added, removed }) => (added || removed ? [] : value))

/** The changes from `base` to `changed`, in order. Adjacent removed and added tokens are one change. */
function changes(base: string[], changed: string[]): Change[] {
  const found: Change[] = []
  let at = 0
  for (const { value, added, removed } of diff(base, changed)) {
    const last = found.at(-1)
    const adjacent = last?.to === at ? last : undefined
    if (added && adjacent) adjacent.tokens.push(...value)
    else if (added) found.push({ from: at, to: at, tokens: [...value] })
    else if (removed && adjacent) adjacent.to += value.length
    else if (removed) found.push({ from: at, to: at + value.length, tokens: [] })
    if (!added) at += value.length
  }
  return found
}

type Region = TokenRange & { mine: Change[]; theirs: Change[] }

/** The changed regions of the base, in order. Overlapping changes are in one region. */
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

// Adjacent ranges do not overlap. Two insertions at the same position overlap.
const overlap = (one: TokenRange, next: TokenRange): boolean =>
  next.from < one.to || (one.from === next.from && one.to === next.to)

/** The tokens of a region with the changes of one side applied. */
function tokensAfter(base: string[], { from, to }: TokenRange, changes: Change[]): string[] {
  const tokens: string[] = []
  let at = from
  for (const change of changes) {
    tokens.push(...base.slice(at, change.from), ...change.tokens)
    at = change.to
  }
  return [...tokens, ...base.slice(at, to)]
}

/** Joins their tokens and mine, in this order. Tokens that both have at the start or at the end appear once. */
function concatenate(theirs: string[], mine: string[]): string {
  let begin = 0
  while (begin < theirs.length && begin < mine.length && theirs[begin] === mine[begin]) begin++
  let end = 0
  const maxEnd = Math.min(theirs.length, mine.length) - begin
  while (end < maxEnd && theirs.at(-1 - end) === mine.at(-1 - end)) end++
  const middle = (tokens: string[]) => tokens.slice(begin, tokens.length - end).join('')
  const [first, second] = [middle(theirs), middle(mine)]
  const separator = /\S$/.test(first) && /^\S/.test(second) ? ' ' : ''
  return (
    theirs.slice(0, begin).join('') +
    first +
    separator +
    second +
    theirs.slice(theirs.length - end).join('')
  )
}

/**
 * Merges two changed versions of an object, field by field. If both versions changed a field, the result has
 * my value.
 * @param base the object from which both versions were made, if there is one
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
