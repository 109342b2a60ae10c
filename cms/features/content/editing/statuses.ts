import type { Venue } from '../../venue/contract.ts'
import { type ContentKey, keyPath, type TypedKey } from '../contract.ts'
import { fallbackData, keysOf, typeOfKey } from '../known-keys.ts'
import type { StoredRecord } from '../stored-content.ts'
import type { KeyState, KeyStatus, ScheduledAction } from './contract.ts'

type Fallbacks = Pick<Venue, 'heroImages' | 'isDemo'>
type NextChange = ContentKey & { id: number; action: ScheduledAction; at: Date }

/**
 * Whether a page uses a key for this type of content. The admin can also write records with other keys.
 */
export const isShown = (key: TypedKey): boolean => typeOfKey(key) === key.content_type

/**
 * The status of stored records.
 * @param nextChanges the next scheduled change of each key
 */
export function statusesOf(
  venue: Fallbacks,
  records: StoredRecord[],
  nextChanges: NextChange[],
): KeyStatus[] {
  const changeOf = new Map(nextChanges.map((change) => [keyPath(change), change]))
  return records.map((record) => {
    const { id: _, is_draft, is_removed, live, ...status } = record
    const change = changeOf.get(keyPath(record))
    const fallback = fallbackData(venue, record) ?? { text: '' }
    return {
      ...status,
      content_data: is_removed ? fallback : record.content_data,
      live: live ?? fallback,
      state: stateOf(record),
      scheduled: change
        ? { id: change.id, action: change.action, at: change.at.toISOString() }
        : null,
    }
  })
}

const stateOf = ({ live, is_draft, is_removed }: StoredRecord): KeyState =>
  is_removed ? 'fallback' : live === null ? 'draft' : is_draft ? 'changed' : 'published'

/**
 * The status of all keys of a page and of all global keys, in the order of the page.
 * @param stored the status of the keys that have a record
 */
export function pageStatuses(venue: Fallbacks, page: string, stored: KeyStatus[]): KeyStatus[] {
  const byKey = new Map(stored.map((status) => [keyPath(status), status]))
  return [...new Set([page, 'global'])].flatMap(keysOf).flatMap((key) => {
    const status = byKey.get(keyPath(key))
    if (status) return status
    const live = fallbackData(venue, key)
    // The key belongs to a picture, and the venue has no picture for this key.
    if (!live) return []
    const none = { revision: null, by: null, at: null, scheduled: null }
    return { ...key, content_data: live, live, state: 'fallback' as const, ...none }
  })
}
