import type { Payload, PayloadRequest } from 'payload'
import { z } from 'zod'
import {
  findEntriesOfAction,
  findLastOfAction,
  findNewestEntries,
  record,
} from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { pageName } from '../routes.ts'
import { findDrafts, findRecords, type StoredRecord, tableOf } from '../stored-content.ts'
import type { AskReviewRequest } from './contract.ts'
import type { Outcome } from './publish.ts'
import { maxDrafts } from './service.ts'

const action = 'review_asked'
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
    const last = await findLastOfAction(db, action)
    const isRepeated =
      last?.by === (req.user?.name ?? null) &&
      documentsOf(last).join() === documents.join() &&
      Date.now() - Date.parse(last.at) < repeatMs
    if (isRepeated) return { count }
    const names = [...new Set(drafts.map(({ page }) => pageName(page)))].sort()
    const named = names.slice(0, maxNamed).join(', ')
    const rest = names.length > maxNamed ? ' and other pages' : ''
    const subject = `${count === 1 ? 'a draft' : `${count} drafts`} of ${named}${rest}`
    await record(req, {
      ...{ action, subject, of_collection: 'cms_content', document: 'review' },
      details: { documents },
    })
    return { count }
  })

const questionDetails = z.object({ documents: z.array(z.string()) }).catch({ documents: [] })
const documentsOf = ({ details }: { details: unknown }): string[] =>
  questionDetails.parse(details).documents

/**
 * The questions of which a draft waits that was neither published nor discarded since, newest first. Drafts about which
 * the same person asked again are part of the newer question.
 */
export async function findOpenReviews(payload: Payload) {
  const db = databaseOf(payload)
  const questions = await findEntriesOfAction(db, action, { days: openDays })
  const documents = [...new Set(questions.flatMap(documentsOf))]
  const decided = await findNewestEntries(db, ['publish', 'discard'], documents)
  const asked = new Set<string>()
  const undecided = questions.map((question) => {
    const waiting = documentsOf(question).filter((each) => {
      const isAskedAgain = asked.has(`${question.by} ${each}`)
      asked.add(`${question.by} ${each}`)
      return !isAskedAgain && (decided.get(each) ?? 0) < question.id
    })
    return { question, waiting }
  })
  if (!undecided.some(({ waiting }) => waiting.length)) return []
  const drafts = new Set((await findDrafts(db, null, maxDrafts)).map(documentOf))
  return undecided.flatMap(({ question, waiting }) =>
    waiting.some((each) => drafts.has(each)) ? [question] : [],
  )
}
