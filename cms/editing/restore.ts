import type { PayloadRequest } from 'payload'
import { executorOf } from '../database/sql.ts'
import { holdNames, inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { subjectOf } from './content.ts'
import type { RestoreRequest, SaveRequest } from './contract.ts'
import { isKept, type Saved, saveHeld, writeDraft } from './drafts.ts'
import { findLiveAt } from './history.ts'
import { fallbackText, keysOf } from './known-keys.ts'
import { findKept, findVersion } from './records.ts'

/**
 * Makes a new draft of an old version.
 * @throws HttpError `not_found` where there is no such version of the key
 */
export async function restoreOne(req: PayloadRequest, asked: RestoreRequest): Promise<Saved> {
  const { page, section, content_key, version, revision } = asked
  const key = { page, section, content_key }
  const was = await findVersion(await executorOf(req), key, version)
  if (!was) throw new HttpError('not_found', `There is no such version of ${subjectOf(key)}.`)
  const request = { ...key, ...was, revision } as SaveRequest
  return saveHeld(req, request, { action: 'restore', details: { version } })
}

/**
 * Makes drafts, in one transaction, of everything on a page that read differently at a moment.
 * @param at ISO time
 * @returns how many
 */
export const restoreMoment = (req: PayloadRequest, page: string, at: string): Promise<number> =>
  inTransaction(req, async (db) => {
    const keys = keysOf(page)
    await holdNames(db, keys.map(subjectOf))
    const then = new Map((await findLiveAt(db, page, at)).map((each) => [subjectOf(each), each]))
    const kept = new Map((await findKept(db, keys)).map((each) => [subjectOf(each), each]))
    let count = 0
    for (const { content_type, ...key } of keys) {
      const record = kept.get(subjectOf(key))
      const code = fallbackText(key)
      const was = then.get(subjectOf(key))?.content_data ?? (code === null ? null : { text: code })
      // A text that was never kept shows as it did then; the picture that a place had is the venue's.
      if (!record || !was || isKept(record, { content_type, content_data: was })) continue
      await writeDraft(req, key, { content_type, content_data: was }, record, {
        action: 'restore',
        details: { at },
      })
      count++
    }
    return count
  })
