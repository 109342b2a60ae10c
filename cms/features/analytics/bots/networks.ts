import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type AddressRanges, isInRanges, parseRanges } from './ranges.ts'

/** The list of data centres’ address ranges. `npm run data-centers` generates it. */
export const rangesFile = path.resolve('cms/features/analytics/bots/data-center-ranges.txt')

let ranges: AddressRanges | undefined

/**
 * Whether a client's IP address belongs to a data centre.
 * @param client the IP address or network as `clientBlock` returns it
 */
export function isDataCenter(client: string): boolean {
  ranges ??= parseRanges(readFileSync(rangesFile, 'utf8'))
  return isInRanges(ranges, client)
}
