import type { ContentData } from '../contract.ts'
import { isSameContent } from '../rules.ts'
import type { LiveChange } from '../stored-content.ts'
import type { PageHistoryReply } from './contract.ts'

const maxPageChanges = 200

/** The changes of a published page in one transaction: the time and the changed keys. */
export type PageChange = PageHistoryReply['changes'][number]

/**
 * Groups changes of a published page by transaction. Leaves out changes after which the content is the same.
 * @param changes oldest first
 * @returns the newest first, at most `maxPageChanges`
 */
export function groupByTransaction(changes: LiveChange[]): PageChange[] {
  const live = new Map<string, ContentData | null>()
  const pageChanges = new Map<string, PageChange>()
  for (const { page, section, content_key, content_data, by, at, transaction } of changes) {
    const name = `${section}.${content_key}`
    const before = live.get(name) ?? null
    live.set(name, content_data)
    if (isSameContent(before, content_data)) continue
    const pageChange = pageChanges.get(transaction) ?? { at, by, keys: [] }
    pageChanges.set(transaction, pageChange)
    pageChange.at = at
    pageChange.keys.push({ page, section, content_key })
  }
  return [...pageChanges.values()].reverse().slice(0, maxPageChanges)
}
