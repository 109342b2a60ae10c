import type { PayloadRequest } from 'payload'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findVenue } from '../../venue/service.ts'
import { keyPath } from '../contract.ts'
import { fallbackText, textKeysOf } from '../fallback-texts.ts'
import { findRecords } from '../stored-content.ts'
import { suggestedText } from '../suggested-texts.ts'
import type { SuggestRequest } from './contract.ts'
import { writeDraft } from './drafts.ts'

/**
 * Fills a section's empty texts with drafts of the demo venue's texts, for staff to adapt. Texts that staff wrote
 * stay.
 * @returns the number of drafts
 */
export async function suggestTexts(
  req: PayloadRequest,
  { page, section }: SuggestRequest,
): Promise<number> {
  const { isDemo } = await findVenue(req.payload)
  const names = textKeysOf(page).find(([name]) => name === section)?.[1] ?? []
  const empty = names
    .map((content_key) => ({ page, section, content_key }))
    .filter((key) => fallbackText(key, isDemo) === '' && suggestedText(key))
  return inTransaction(req, async (db) => {
    await lockNames(db, empty.map(keyPath))
    const records = new Map(
      (await findRecords(db, empty)).map((record) => [keyPath(record), record]),
    )
    const unwritten = empty.filter((key) => records.get(keyPath(key))?.is_removed !== false)
    for (const key of unwritten) {
      const content = {
        content_type: 'text',
        content_data: { text: suggestedText(key) ?? '' },
      } as const
      await writeDraft(req, key, content, records.get(keyPath(key)), { action: 'draft' })
    }
    return unwritten.length
  })
}
