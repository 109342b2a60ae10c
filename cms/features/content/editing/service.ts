import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { StaffCaller } from '../../../platform/staff/access.ts'
import { findVenue } from '../../venue/service.ts'
import type { ContentKey } from '../contract.ts'
import { hasPage } from '../fallback-texts.ts'
import { fallbackData } from '../known-keys.ts'
import { placeholdersOf } from '../placeholders.ts'
import {
  countQuestionDrafts,
  findDrafts as findDraftRecords,
  findLiveChanges,
  findPageRecords,
  findVersions,
} from '../stored-content.ts'
import type { DraftsReply, KeyHistoryReply, PageReply } from './contract.ts'
import { groupByTransaction, type PageChange } from './page-history.ts'
import { findNextChanges } from './queries/scheduled-changes.ts'
import { isShown, pageStatuses, statusesOf } from './statuses.ts'
import { workerState } from './worker-state.ts'

/** Maximum number of drafts in a reply. A request to publish accepts the same number. */
export const maxDrafts = 500

/**
 * The keys of a page and the global keys, for the editing bar. Makes three queries if the venue is cached.
 * @throws HttpError `not_found` if there is no such page
 */
export async function findPageState(
  payload: Payload,
  user: StaffCaller,
  page: string,
): Promise<PageReply> {
  requirePage(page)
  const db = databaseOf(payload)
  const [venue, { records, draftKeys }, nextChanges, worker] = await Promise.all([
    findVenue(payload),
    findPageRecords(db, page),
    findNextChanges(db, page),
    workerState(payload),
  ])
  return {
    user,
    page,
    timeZone: venue.timeZone,
    placeholders: placeholdersOf(venue),
    keys: pageStatuses(venue, page, statusesOf(venue, records, nextChanges)),
    drafts: draftKeys.filter(isShown).length,
    worker,
  }
}

/**
 * Unpublished drafts, at most `maxDrafts`, and the numbers of questions in draft.
 * @param page limits the result to this page and the global keys; null for the whole site
 */
export async function findDrafts(payload: Payload, page: string | null): Promise<DraftsReply> {
  const db = databaseOf(payload)
  const [venue, records, nextChanges, questions] = await Promise.all([
    findVenue(payload),
    findDraftRecords(db, page, maxDrafts),
    findNextChanges(db, page),
    countQuestionDrafts(db, page),
  ])
  return {
    drafts: statusesOf(venue, records.filter(isShown), nextChanges),
    questions: Object.fromEntries(questions.map(({ page, count }) => [page, count])),
  }
}

/** The versions of a key, newest first, and the key's fallback. */
export async function findKeyHistory(payload: Payload, key: ContentKey): Promise<KeyHistoryReply> {
  const [versions, venue] = await Promise.all([
    findVersions(databaseOf(payload), key),
    findVenue(payload),
  ])
  return { versions, built: fallbackData(venue, key) }
}

/**
 * The changes of the published page, newest first.
 * @throws HttpError `not_found` if there is no such page
 */
export async function findPageHistory(payload: Payload, page: string): Promise<PageChange[]> {
  requirePage(page)
  return groupByTransaction(await findLiveChanges(databaseOf(payload), page))
}

/** Requires that a page exists. @throws HttpError `not_found` */
export function requirePage(page: string): void {
  if (!hasPage(page)) throw new HttpError('not_found', 'There is no such page.')
}
