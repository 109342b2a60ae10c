import type { PayloadRequest } from 'payload'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { transactionOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findVenue } from '../../venue/service.ts'
import { keyPath } from '../contract.ts'
import { fallbackData, keysOf } from '../known-keys.ts'
import { isSameContent } from '../rules.ts'
import { findLiveAt, findRecords, findVersion } from '../stored-content.ts'
import { validateContent } from '../validate-content.ts'
import type { RestorePageRequest, RestoreRequest, SaveRequest } from './contract.ts'
import { type SaveOutcome, saveDraft, writeDraft } from './drafts.ts'

/** The version number that means the fallback of a key. */
const fallbackVersion = 0

/**
 * Saves an old version of a key as a new draft.
 * @returns the same as `saveDraft`
 * @throws HttpError `not_found` if the key has no such version, and the errors of `saveDraft`
 */
export async function restoreVersion(
  req: PayloadRequest,
  request: RestoreRequest,
): Promise<SaveOutcome> {
  const { version, revision, ...key } = request
  const found =
    version === fallbackVersion
      ? fallbackOf(fallbackData(await findVenue(req.payload), key))
      : await findVersion(await transactionOf(req), key, version)
  if (!found) throw new HttpError('not_found', `There is no such version of ${keyPath(key)}.`)
  const { content_type } = found
  // An old version might not match today's schema.
  const content_data = validateContent(content_type, found.content_data)
  const draft = { ...key, content_type, content_data, revision } as SaveRequest
  return saveDraft(req, draft, { action: 'restore', details: { version } })
}

const fallbackOf = (data: ReturnType<typeof fallbackData>) =>
  data && {
    content_type: 'text' in data ? ('text' as const) : ('image' as const),
    content_data: data,
  }

/**
 * Restores a page as drafts. For each key whose published content at the given time differs from today's
 * newest content, a draft of the old content is made. All drafts are written in one transaction.
 * @param request.at ISO 8601
 * @returns the number of drafts
 */
export async function restorePage(
  req: PayloadRequest,
  { page, at }: RestorePageRequest,
): Promise<number> {
  const venue = await findVenue(req.payload)
  return inTransaction(req, async (db) => {
    const keys = keysOf(page)
    await lockNames(db, keys.map(keyPath))
    const liveAt = new Map((await findLiveAt(db, page, at)).map((each) => [keyPath(each), each]))
    const records = new Map((await findRecords(db, keys)).map((each) => [keyPath(each), each]))
    let count = 0
    for (const { content_type, ...key } of keys) {
      const record = records.get(keyPath(key))
      const fallback = fallbackData(venue, key)
      const old = liveAt.get(keyPath(key))?.content_data ?? fallback
      const newest = record && !record.is_removed ? record.content_data : fallback
      if (!old || isSameContent(old, newest)) continue
      const content = { content_type, content_data: validateContent(content_type, old) }
      await writeDraft(req, key, content, record, { action: 'restore', details: { at } })
      count++
    }
    return count
  })
}
