import type { Payload, PayloadRequest } from 'payload'
import { placeholdersOf } from '../content/placeholders.ts'
import type { Executor } from '../database/sql.ts'
import { HttpError } from '../http/errors.ts'
import { requireRole } from '../staff/roles.ts'
import { findVenue } from '../venue/service.ts'
import type {
  ChosenReply,
  ContentKey,
  ContentType,
  DraftsReply,
  KeyHistoryReply,
  PageHistoryReply,
  PageReply,
  PresenceReply,
  PresenceRequest,
  RestorePageRequest,
  RestoreRequest,
  SaveRequest,
} from './contract.ts'
import { type Saved, saveHeld } from './drafts.ts'
import { findMoments, findVersions } from './history.ts'
import { fallbackData, knownKey, knowsPage } from './known-keys.ts'
import { notePresence } from './presence.ts'
import { type Chosen, discardItems, type Item, publishItems, unpublishItems } from './publish.ts'
import { countQuestionDrafts } from './questions.ts'
import { findDrafted, findDraftedKeys, findKeptOfPage } from './records.ts'
import { restoreMoment, restoreOne } from './restore.ts'
import { statusesOf, statusOf } from './statuses.ts'
import { workerState } from './worker-state.ts'

// Every function asks first who calls: HttpError `unauthorized` without a session of staff,
// `forbidden` where their role is too weak.

/** As many drafts as can be published at once. */
const mostDrafts = 500

// A record that came by way of the collection may have a key that no page asks for.
const isShown = (key: ContentKey & { content_type: ContentType }): boolean =>
  knownKey(key) === key.content_type

const anyConnection = (payload: Payload) => (payload.db as unknown as { drizzle: Executor }).drizzle

/**
 * A page's keys and those of every page, as the editor's bar shows them. Three queries.
 * @throws HttpError `not_found` where there is no such page
 */
export async function findPageState(req: PayloadRequest, page: string): Promise<PageReply> {
  const user = requireRole(req, 'editor')
  requirePage(page)
  const { payload } = req
  const db = anyConnection(payload)
  const [venue, kept, drafted, worker] = await Promise.all([
    findVenue(payload),
    findKeptOfPage(db, page),
    findDraftedKeys(db),
    workerState(payload),
  ])
  const keys = statusesOf(venue, page, kept)
  return {
    user,
    page,
    timeZone: venue.timeZone,
    placeholders: placeholdersOf(venue),
    keys,
    drafts: drafted.filter(isShown).length,
    worker,
  }
}

/**
 * Saves a draft; the live text stays as it is. Saving what is there already makes no new version.
 * @returns what is kept, or the conflict where somebody saved since `asked.revision`
 * @throws HttpError `not_found` for a key that the pages don't know, `bad_request`, `too_large`
 */
export function saveDraft(req: PayloadRequest, asked: SaveRequest): Promise<Saved> {
  requireRole(req, 'editor')
  return saveHeld(req, asked)
}

/** What waits for a publisher: on a page and on all pages, or with null on the whole site. */
export async function findDrafts(req: PayloadRequest, page: string | null): Promise<DraftsReply> {
  requireRole(req, 'editor')
  const venue = await findVenue(req.payload)
  const kept = await findDrafted(anyConnection(req.payload), page, mostDrafts)
  const drafts = kept.filter(isShown).map((record) => statusOf(venue, record))
  return { drafts, questions: await countQuestionDrafts(req.payload, page) }
}

/** Publishes all of the items, or none where one of them was changed since it was looked at. */
export function publishKeys(req: PayloadRequest, items: Item[]): Promise<Chosen> {
  requireRole(req, 'publisher')
  return publishItems(req, items)
}

/** Takes all of the items down, or none; the texts in code show again. */
export function unpublishKeys(req: PayloadRequest, items: Item[]): Promise<Chosen> {
  requireRole(req, 'publisher')
  return unpublishItems(req, items)
}

/** Throws the drafts of all of the items away, or of none. */
export function discardDrafts(req: PayloadRequest, items: Item[]): Promise<Chosen> {
  requireRole(req, 'editor')
  return discardItems(req, items)
}

/** The versions of a key, newest first. */
export async function findKeyHistory(
  req: PayloadRequest,
  key: ContentKey,
): Promise<KeyHistoryReply> {
  requireRole(req, 'editor')
  const [versions, venue] = await Promise.all([
    findVersions(req.payload, key),
    findVenue(req.payload),
  ])
  return { versions, built: fallbackData(venue, key) }
}

/** When what visitors read on a page changed. */
export async function findPageHistory(
  req: PayloadRequest,
  page: string,
): Promise<PageHistoryReply> {
  requireRole(req, 'editor')
  requirePage(page)
  return { moments: await findMoments(req.payload, page) }
}

/** Makes a new draft of an old version; answers as `saveDraft` does. */
export function restoreVersion(req: PayloadRequest, asked: RestoreRequest): Promise<Saved> {
  requireRole(req, 'publisher')
  return restoreOne(req, asked)
}

/** Makes drafts of everything on a page that read differently at a moment. */
export async function restorePage(
  req: PayloadRequest,
  { page, at }: RestorePageRequest,
): Promise<ChosenReply> {
  requireRole(req, 'publisher')
  requirePage(page)
  return { count: await restoreMoment(req, page, at) }
}

/** Notes where a tab of the person is, and says who else is on the page. */
export async function tellPresence(
  req: PayloadRequest,
  asked: PresenceRequest,
): Promise<PresenceReply> {
  const person = requireRole(req, 'editor')
  return notePresence(req.payload, person, asked)
}

function requirePage(page: string): void {
  if (!knowsPage(page)) throw new HttpError('not_found', 'There is no such page.')
}
