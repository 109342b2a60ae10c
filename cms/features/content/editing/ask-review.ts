import type { Payload, PayloadRequest } from 'payload'
import { findLastOfAction, record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { pageName } from '../routes.ts'
import type { AskReviewRequest } from './contract.ts'

const action = 'review_asked'
// A second press, or a repeated request, is no second question.
const repeatMs = 60_000
const maxNamed = 3

/** Stores that an editor asks publishers to look at drafts. The dashboard of publishers says it until they publish. */
export const askForReview = (req: PayloadRequest, { pages, count }: AskReviewRequest) =>
  inTransaction(req, async (db) => {
    await lockNames(db, ['questions for a review'])
    const names = [...new Set(pages)].map(pageName)
    const named = names.slice(0, maxNamed).join(', ')
    const rest = names.length > maxNamed ? ' and other pages' : ''
    const subject = `${count === 1 ? 'a draft' : `${count} drafts`} of ${named}${rest}`
    const last = await findLastOfAction(db, action)
    const isRepeated =
      last?.subject === subject &&
      last.by === (req.user?.name ?? null) &&
      Date.now() - Date.parse(last.at) < repeatMs
    if (isRepeated) return
    await record(req, { action, subject, of_collection: 'cms_content', document: 'review' })
  })

/** The last question, if nothing was published or discarded since; otherwise null. */
export async function findOpenReview(payload: Payload) {
  const db = databaseOf(payload)
  const [asked, ...decided] = await Promise.all(
    [action, 'publish', 'discard'].map((each) => findLastOfAction(db, each)),
  )
  return asked && decided.every((each) => !each || each.id < asked.id) ? asked : null
}
