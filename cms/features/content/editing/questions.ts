import type { PayloadRequest } from 'payload'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findWrittenAt } from '../stored-content.ts'
import { writeInOrder } from './change-record.ts'
import type { PublishFaqQuestionsRequest } from './contract.ts'
import type { Outcome } from './publish.ts'

/** The name of an FAQ question's lock. It contains only the id, because the text and page may change. */
export const questionLock = (id: number): string => `faq/${id}`

/**
 * Publishes the given FAQ questions in one transaction. If a question was changed since its `updatedAt`, none
 * is published.
 */
export async function publishFaqQuestions(
  req: PayloadRequest,
  { items }: PublishFaqQuestionsRequest,
): Promise<Outcome> {
  const expected = new Map(items.map(({ id, updatedAt }) => [id, Date.parse(updatedAt)]))
  const ids = [...expected.keys()]
  return inTransaction(req, async (db) => {
    await lockNames(db, ids.map(questionLock))
    const writtenAt = await findWrittenAt(db, 'faq', ids)
    if (ids.some((id) => writtenAt.get(id) !== expected.get(id))) return { changed: [] }
    const options = { req, depth: 0, overrideAccess: true, draft: false as const }
    for (const id of ids) {
      const data = { _status: 'published' as const }
      await writeInOrder(req, { action: 'publish' }, () =>
        req.payload.update({ collection: 'faq', id, data, ...options }),
      )
    }
    return { count: ids.length }
  })
}
