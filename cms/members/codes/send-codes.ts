import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findVenue } from '../../venue/service.ts'
import { memberError } from '../errors.ts'
import { queueCode, renderCode, renderLink } from '../mails.ts'
import { addressOrder, type CodeRequest, saveCode, saveLink } from '../queries/codes.ts'
import { codesRefusedFor } from './attempts.ts'
import { type Budget, countCode, findBudget } from './limits.ts'

type Request = CodeRequest & { about?: Record<string, unknown> }
type Planned = { request: Request; budget: Budget; isLink: boolean }

/**
 * Makes codes and mails them: all, or none if one is refused. A code that is valid in this browser
 * already is mailed again.
 *
 * The mail is queued after the codes are stored, because it is rendered with them. If the process dies
 * in between, the next request mails the same codes.
 * @returns whether a link was mailed in the place of a sign-in code, after too many wrong codes
 * @throws HttpError `too_soon`, `too_often`, `work_required`
 */
export async function sendCodes(
  req: PayloadRequest,
  ...requests: Request[]
): Promise<{ isLink: boolean }> {
  const venue = await findVenue(req.payload)
  const pool = databaseOf(req.payload)
  const planned: Planned[] = []
  // In the order of `addressOrder`, as whatever locks the codes of two addresses.
  const inOrder = requests.toSorted(addressOrder)
  for (const request of inOrder) {
    const budget = await findBudget(req, request.email)
    const { purpose } = request
    const retryAfterSeconds = await codesRefusedFor(req, pool, { ...budget, purpose })
    const isLink = retryAfterSeconds !== null && purpose === 'sign_in'
    if (retryAfterSeconds !== null && !isLink) {
      throw memberError('too_often').retryAfter(retryAfterSeconds)
    }
    planned.push({ request, budget, isLink })
  }
  const saved = await inTransaction(req, async (db) => {
    const codes: (Planned & { secret: string })[] = []
    for (const { request, budget, isLink } of planned) {
      await countCode(db, request, budget)
      const secret = isLink ? await saveLink(db, request.email) : await saveCode(db, request)
      codes.push({ request, budget, isLink, secret })
    }
    return codes
  })
  const rendered = await Promise.all(
    saved.map(async ({ request: { purpose, email }, budget, isLink, secret }) => ({
      email,
      isMailed: budget.isMailed,
      content: await (isLink ? renderLink(venue, secret) : renderCode(venue, purpose, secret)),
    })),
  )
  await inTransaction(req, async () => {
    for (const { email, isMailed, content } of rendered) {
      if (isMailed) await queueCode(req, email, content)
    }
  })
  return { isLink: planned.some(({ isLink }) => isLink) }
}
