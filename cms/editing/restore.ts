import type { PayloadRequest } from 'payload'
import { executorOf } from '../database/sql.ts'
import { holdNames, inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { findVenue } from '../venue/service.ts'
import { subjectOf } from './content.ts'
import type { ContentKey, RestoreRequest, SaveRequest } from './contract.ts'
import { type Saved, saveHeld, writeDraft } from './drafts.ts'
import { findLiveAt } from './history.ts'
import { fallbackData, keysOf } from './known-keys.ts'
import { same } from './merge.ts'
import { findKept, findVersion } from './records.ts'

// The version before the first.
const asBuilt = 0

async function findBuilt(req: PayloadRequest, key: ContentKey) {
  const data = fallbackData(await findVenue(req.payload), key)
  return data && { content_type: 'text' in data ? 'text' : 'image', content_data: data }
}

/**
 * Makes a new draft of an old version; of version 0, what stood there before anybody wrote.
 * @throws HttpError `not_found` where there is no such version of the key
 */
export async function restoreOne(req: PayloadRequest, asked: RestoreRequest): Promise<Saved> {
  const { page, section, content_key, version, revision } = asked
  const key = { page, section, content_key }
  const was =
    version === asBuilt
      ? await findBuilt(req, key)
      : await findVersion(await executorOf(req), key, version)
  if (!was) throw new HttpError('not_found', `There is no such version of ${subjectOf(key)}.`)
  const request = { ...key, ...was, revision } as SaveRequest
  return saveHeld(req, request, { action: 'restore', details: { version } })
}

/**
 * Makes drafts, in one transaction, of everything on a page that read differently at a moment.
 * @param at ISO time
 * @returns how many
 */
export async function restoreMoment(
  req: PayloadRequest,
  page: string,
  at: string,
): Promise<number> {
  const venue = await findVenue(req.payload)
  return inTransaction(req, async (db) => {
    const keys = keysOf(page)
    await holdNames(db, keys.map(subjectOf))
    const then = new Map((await findLiveAt(db, page, at)).map((each) => [subjectOf(each), each]))
    const kept = new Map((await findKept(db, keys)).map((each) => [subjectOf(each), each]))
    let count = 0
    for (const { content_type, ...key } of keys) {
      const record = kept.get(subjectOf(key))
      const unwritten = fallbackData(venue, key)
      const was = then.get(subjectOf(key))?.content_data ?? unwritten
      // Where nothing is kept, what nobody wrote shows as it did then.
      if (!was || same(was, record ? record.content_data : unwritten)) continue
      await writeDraft(req, key, { content_type, content_data: was }, record, {
        action: 'restore',
        details: { at },
      })
      count++
    }
    return count
  })
}
