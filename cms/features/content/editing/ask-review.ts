import type { Payload, PayloadRequest } from 'payload'
import { z } from 'zod'
import { findEntriesOfAction, findNewestEntries, record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { pageName } from '../routes.ts'
import { findDrafts, findRecords, type StoredRecord, tableOf } from '../stored-content.ts'
import type { AskReviewRequest } from './contract.ts'
import type { Outcome } from './publish.ts'
import { maxDrafts } from './service.ts'

const action = 'review_asked'
const collection = 'cms_content'
// A second press, or a repeated request, is no second question.
const repeatMs = 60_000
const maxNamed = 3
/** How long a question is shown, in days. */
const openDays = 60

const documentOf = ({ page, id }: StoredRecord): string => `${tableOf(page)}/${id}`

/**
 * Stores that an editor asks publishers to look at drafts. The dashboard of publishers says it until all of them are
 * published or discarded. Keys without a draft are left out.
 * @returns the number of drafts; a conflict if no draft is left
 */
export const askForReview = (req: PayloadRequest, { items }: AskReviewRequest): Promise<Outcome> =>
  inTransaction(req, async (db) => {
    await lockNames(db, ['questions for a review'])
    const drafts = (await findRecords(db, items)).filter(({ is_draft }) => is_draft)
    if (!drafts.length) return { changed: items }
    const count = drafts.length
    const documents = drafts.map(documentOf).sort()
    const [last] = await findQuestions(db)
    const isRepeated =
      last?.by === (req.user?.name ?? null) &&
      last.details.documents.join() === documents.join() &&
      Date.now() - Date.parse(last.at) < repeatMs
    if (isRepeated) return { count }
    const names = [...new Set(drafts.map(({ page }) => pageName(page)))].sort()
    const named = names.slice(0, maxNamed).join(', ')
    const rest = names.length > maxNamed ? ' and other pages' : ''
    const subject = `${count === 1 ? 'a draft' : `${count} drafts`} of ${named}${rest}`
    await record(req, {
      ...{ action, subject, of_collection: collection, document: 'review' },
      details: { documents },
    })
    return { count }
  })

const questionDetails = z.object({ documents: z.array(z.string()) }).catch({ documents: [] })

/** Questions, newest first. */
const findQuestions = async (db: Parameters<typeof findEntriesOfAction>[0]) =>
  (await findEntriesOfAction(db, action, { days: openDays })).map((entry) => ({
    ...entry,
    details: questionDetails.parse(entry.details),
  }))

export type OpenReview = { id: number; at: string; by: string | null; subject: string }

/**
 * The questions of which a draft waits that was neither published nor discarded since, newest first. Drafts about which
 * the same person asked again are part of the newer question.
 */
export async function findOpenReviews(payload: Payload): Promise<OpenReview[]> {
  const db = databaseOf(payload)
  const questions = await findQuestions(db)
  if (!questions.length) return []
  const drafts = new Set((await findDrafts(db, null, maxDrafts)).map(documentOf))
  const decided = await findNewestEntries(db, ['publish', 'discard'], [...drafts])
  const asked = new Set<string>()
  return questions.flatMap(({ details, ...question }) => {
    const waiting = details.documents.filter(
      (each) =>
        drafts.has(each) &&
        (decided.get(each) ?? 0) < question.id &&
        !asked.has(`${question.by} ${each}`),
    )
    for (const each of details.documents) asked.add(`${question.by} ${each}`)
    return waiting.length ? [question] : []
  })
}
