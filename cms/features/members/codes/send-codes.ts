import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { secretRoot } from '../../../platform/http/rules.ts'
import { cameToSecretHost } from '../../../platform/http/server/hosts.ts'
import { withMinimumDuration } from '../../../platform/http/server/minimum-duration.ts'
import { findMailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { env } from '../../../platform/runtime/env.ts'
import { secretOrigin } from '../../../platform/webauthn/relying-party.ts'
import { memberError } from '../errors.ts'
import type { LinkReason } from '../mail-texts.ts'
import { queueCode, renderCode, renderSignInLink } from '../mails.ts'
import { addressOrder, type CodeRequest, saveCode, saveSignInLink } from '../queries/codes.ts'
import { findMemberByEmail } from '../queries/members.ts'
import { codePauseSeconds } from './attempts.ts'
import { type Budget, countCode, mayMailLink, takeBudget } from './limits.ts'

/** `about`: further data that the code is bound to. */
type Request = CodeRequest & { about?: Record<string, unknown> }
type Planned = { request: Request; budget: Budget; isLink: boolean }
type Saved = Pick<Planned, 'request' | 'budget'> & {
  link: LinkReason | null
  secret: string | null
}

/**
 * Creates codes and mails them: all, or none if one is refused. If this browser already has a valid code, that
 * code is mailed again.
 *
 * The mails are queued in a second transaction, because they are rendered with the stored codes. If the process
 * dies in between, the next request mails the same codes.
 * @returns `isLink`: whether a sign-in link takes the place of the code, because too many wrong codes were tried or
 *   too many codes were requested. It does not reveal whether a link was mailed: a valid link is not mailed again at
 *   once (see `mayMailLink`), and if the limit of the client, of its network or of all untrusted devices together is
 *   used up, only members are mailed a link.
 * @throws HttpError `too_soon`, `too_often`, `work_required`, `codes_paused`
 */
export async function sendCodes(
  req: PayloadRequest,
  ...requests: Request[]
): Promise<{ isLink: boolean }> {
  const fillText = await findMailTextFiller(req.payload)
  const pool = databaseOf(req.payload)
  const planned: Planned[] = []
  // Every transaction that locks the codes of two addresses uses `addressOrder`, which prevents deadlocks.
  const inOrder = requests.toSorted(addressOrder)
  for (const request of inOrder) {
    const budget = await takeBudget(req, request)
    const { purpose } = request
    const retryAfterSeconds = await codePauseSeconds(req, pool, { ...budget, purpose })
    const isLink = retryAfterSeconds !== null && purpose === 'sign_in'
    if (retryAfterSeconds !== null && !isLink) {
      const reason = purpose === 'link' ? 'codes_paused' : 'too_often'
      throw memberError(reason).withRetryAfter(retryAfterSeconds)
    }
    planned.push({ request, budget, isLink })
  }
  const saved = await inTransaction(req, async (db) => {
    const codes: Saved[] = []
    for (const { request, budget, ...plan } of planned) {
      const isCodeAllowed = await countCode(req, db, request, budget)
      const link = plan.isLink ? 'wrong codes' : isCodeAllowed ? null : 'many codes'
      // A code is valid only in the browser that requested it, a link in every browser. So even if strangers use up
      // all codes, the member can sign in with the link in their mailbox, whoever requested it.
      const mayMail = isCodeAllowed || (await mayMailLink(db, request.email))
      const make = () => (link ? saveSignInLink(db, request.email) : saveCode(db, request))
      const secret = mayMail ? await make() : null
      codes.push({ request, budget, link, secret })
    }
    return codes
  })
  // A link opens a session on the host where it was requested.
  const linkPage = cameToSecretHost(req)
    ? `${secretOrigin()}${secretRoot}/sign-in`
    : `${env().SITE_URL}/common-room/sign-in`
  const rendered = await Promise.all(
    saved.map(async ({ request: { purpose, email }, budget, link, secret }) => {
      if (secret === null) return []
      const content = link
        ? renderSignInLink(fillText, secret, link, linkPage)
        : renderCode(fillText, purpose, secret)
      return [{ email, isForMembers: budget.isOnlyForMembers, content: await content }]
    }),
  )
  const mails = rendered.flat()
  const dependsOnAccount = saved.some(({ budget }) => budget.isOnlyForMembers)
  const queue = () =>
    inTransaction(req, async (db) => {
      for (const { email, isForMembers, content } of mails) {
        if (isForMembers && !(await findMemberByEmail(db, email))) continue
        await queueCode(req, email, content)
      }
    })
  await (dependsOnAccount ? withMinimumDuration(queue) : queue())
  return { isLink: saved.some(({ link }) => link !== null) }
}
