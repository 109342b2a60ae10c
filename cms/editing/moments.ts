import type { ContentData } from '../content/contract.ts'
import { isSameContent } from '../content/rules.ts'
import type { LiveChange } from '../content/stored-content.ts'
import type { PageHistoryReply } from './contract.ts'

const maxMoments = 200

/** A time at which a published page changed, with the changed keys. */
export type Moment = PageHistoryReply['moments'][number]

/**
 * Groups changes of a published page by transaction. Leaves out changes that keep the content.
 * @param changes oldest first
 * @returns the newest first, at most `maxMoments`
 */
export function momentsOf(changes: LiveChange[]): Moment[] {
  const live = new Map<string, ContentData | null>()
  const moments = new Map<string, Moment>()
  for (const { page, section, content_key, content_data, by, at, transaction } of changes) {
    const name = `${section}.${content_key}`
    const before = live.get(name) ?? null
    live.set(name, content_data)
    if (isSameContent(before, content_data)) continue
    const moment = moments.get(transaction) ?? { at, by, keys: [] }
    moments.set(transaction, moment)
    moment.at = at
    moment.keys.push({ page, section, content_key })
  }
  return [...moments.values()].reverse().slice(0, maxMoments)
}
