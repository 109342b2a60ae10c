import type { Payload, PayloadRequest } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { holdNames, inTransaction } from '../database/transaction.ts'
import { requireRole } from '../staff/roles.ts'
import type { PublishQuestionsRequest } from './contract.ts'
import { findWrittenAt } from './versions.ts'

/** The name by which a question is held while it changes; its words and its page may change. */
export const questionHeldAs = (id: number): string => `faq/${id}`

/**
 * Publishes all of the questions, or none, as they read when they were looked at.
 * @returns how many, or false where one was changed since or is gone
 * @throws HttpError `unauthorized`, `forbidden` below publisher
 */
export async function publishQuestions(
  req: PayloadRequest,
  { items }: PublishQuestionsRequest,
): Promise<number | false> {
  requireRole(req, 'publisher')
  const chosen = new Map(items.map(({ id, updatedAt }) => [id, Date.parse(updatedAt)]))
  const ids = [...chosen.keys()]
  return inTransaction(req, async (db) => {
    await holdNames(db, ids.map(questionHeldAs))
    const writtenAt = await findWrittenAt(db, 'faq', ids)
    if (ids.some((id) => writtenAt.get(id) !== chosen.get(id))) return false
    const shared = { req, depth: 0, overrideAccess: true, draft: false as const }
    for (const id of ids) {
      req.context.editing = { action: 'publish', held: true }
      const data = { _status: 'published' as const }
      await req.payload.update({ collection: 'faq', id, data, ...shared })
    }
    return ids.length
  })
}

/** How many questions are in draft, by page; all pages, or one. */
export async function countQuestionDrafts(
  payload: Payload,
  page: string | null,
): Promise<Record<string, number>> {
  const found = await rows<{ page: string; count: number }>(
    payload,
    sql`select version_page::text as page, count(*)::int as count from _faq_v
         where latest and version__status = 'draft' and parent_id is not null
           and ${page === null ? sql`true` : sql`version_page::text = ${page}`}
         group by version_page`,
  )
  return Object.fromEntries(found.map(({ page: of, count }) => [of, count]))
}
