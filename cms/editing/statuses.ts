import type { Venue } from '../venue/contract.ts'
import { subjectOf } from './content.ts'
import type { KeyState, KeyStatus } from './contract.ts'
import { fallbackData, keysOf } from './known-keys.ts'
import type { KeptRecord } from './records.ts'

type House = Pick<Venue, 'heroImages'>

/** A page's keys and those of every page, with what is kept of each. */
export function statusesOf(venue: House, page: string, kept: KeptRecord[]): KeyStatus[] {
  const found = new Map(kept.map((each) => [subjectOf(each), each]))
  return [...new Set([page, 'global'])].flatMap(keysOf).flatMap((key) => {
    const record = found.get(subjectOf(key))
    if (record) return [statusOf(venue, record)]
    const live = fallbackData(venue, key)
    // A place for a picture in a house that has none: there is nothing to show or to choose from.
    if (!live) return []
    const none = { revision: null, by: null, at: null, scheduled: null }
    return [{ ...key, content_data: live, live, state: 'fallback' as const, ...none }]
  })
}

/** How one kept record stands. */
export function statusOf(venue: House, record: KeptRecord): KeyStatus {
  const { id, is_draft, live, ...status } = record
  const shown = live ?? fallbackData(venue, record) ?? { text: '' }
  return { ...status, live: shown, state: stateOf(record) }
}

const stateOf = ({ live, is_draft }: KeptRecord): KeyState =>
  live === null ? 'draft' : is_draft ? 'changed' : 'published'
