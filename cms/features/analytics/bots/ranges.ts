import { addressNumber } from '../visitor/address.ts'

/** The first and last number of a range, see `addressNumber`. */
export type AddressRange = readonly [first: number, last: number]

/** Ranges that neither overlap nor touch, in ascending order, as `[first, last, first, last, …]`. */
type SortedRanges = Float64Array

/** Ranges of IPv4 and IPv6 addresses. */
export type AddressRanges = Record<4 | 6, SortedRanges>

/** Joins ranges that overlap or touch. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const merged: [number, number][] = []
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const previous = merged.at(-1)
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else merged.push([first, last])
  }
  return merged
}

/**
 * Merged ranges as text, 40 per line: for each range, the gap after the previous range and the length, both in base 36.
 * `parseRanges` reads it.
 */
export function formatRanges(version: 4 | 6, ranges: readonly AddressRange[]): string {
  let end = 0
  const words = ranges.map(([first, last]) => {
    const word = `${(first - end).toString(36)}+${(last - first).toString(36)}`
    end = last
    return word
  })
  const lines = Array.from({ length: Math.ceil(words.length / 40) }, (_, index) =>
    words.slice(index * 40, (index + 1) * 40).join(' '),
  )
  return [`v${version}`, ...lines, ''].join('\n')
}

/** Reads the output of `formatRanges`. Lines that begin with `#` are comments. */
export function parseRanges(text: string): AddressRanges {
  const found: Record<4 | 6, number[]> = { 4: [], 6: [] }
  let version: 4 | 6 = 4
  let end = 0
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (line === 'v4' || line === 'v6') {
      version = line === 'v4' ? 4 : 6
      end = 0
      continue
    }
    for (const word of line.split(' ')) {
      const [gap = '', length = ''] = word.split('+')
      const first = end + Number.parseInt(gap, 36)
      end = first + Number.parseInt(length, 36)
      found[version].push(first, end)
    }
  }
  return { 4: Float64Array.from(found[4]), 6: Float64Array.from(found[6]) }
}

/** Whether a client's address or network is in one of the ranges. */
export function isInRanges(ranges: AddressRanges, client: string): boolean {
  const address = addressNumber(client)
  if (!address) return false
  const { version, value } = address
  const bounds = ranges[version]
  // Finds the number of bounds that are less than the value.
  let [low, high] = [0, bounds.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((bounds[middle] as number) < value) low = middle + 1
    else high = middle
  }
  // An odd number of bounds means that a range has begun but not ended.
  return low % 2 === 1 || bounds[low] === value
}
