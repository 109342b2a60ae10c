import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { browserOf, browserWithCookie } from '../../../platform/http/cookies/browser-cookie.ts'
import { attemptCode, requireBrowser } from '../codes/attempts.ts'
import { sendCodes } from '../codes/send-codes.ts'
import type { Caller } from '../contract.ts'
import { memberError } from '../errors.ts'
import { tryCode } from '../queries/codes.ts'
import { lockMembers } from '../queries/members.ts'
import { findHandle } from '../queries/passkey-handles.ts'
import { spendPasskeyProofs } from '../queries/proofs.ts'
import { recordSessionProof } from '../queries/sessions.ts'

/**
 * Confirms a session by a passkey that was just used in this browser and belongs to the session's member. One
 * assertion can confirm or open only one session.
 * @throws HttpError `ceremony_required`, `not_linked` if the passkey is not the member's
 */
export async function proveByPasskey(
  req: PayloadRequest,
  caller: Caller,
  userHandle: string,
): Promise<void> {
  const browser = browserOf(req)
  await inTransaction(req, async (db) => {
    await lockMembers(db, [caller.id])
    // The handle is locked, so that a concurrent unlink waits.
    const handle = browser ? await findHandle(db, userHandle, { locks: true }) : null
    if (!browser || !handle) throw memberError('ceremony_required')
    if (handle.member !== caller.id) throw memberError('not_linked')
    const provedAt = await spendPasskeyProofs(db, browser, handle.id)
    if (!provedAt) throw memberError('ceremony_required')
    await recordSessionProof(db, caller.session, provedAt)
  })
}

/**
 * Mails the member a code that confirms this session. The code is valid only in this browser.
 * @returns the Set-Cookie that identifies this browser
 * @throws HttpError `too_soon`, `too_often`
 */
export async function sendProofCode(req: PayloadRequest, caller: Caller): Promise<string> {
  const { browser, cookie } = browserWithCookie(req)
  const about = { session: caller.session }
  await sendCodes(req, { purpose: 'confirm', email: caller.email, browser, about })
  return cookie
}

/** Confirms a session by a mailed code. @throws HttpError `invalid_code`, `link_required` */
export async function proveByCode(
  req: PayloadRequest,
  { email, session }: Caller,
  code: string,
): Promise<void> {
  const browser = await requireBrowser(req)
  const sent = { purpose: 'confirm', email, browser, code, about: { session } } as const
  if (!(await attemptCode(req, sent, (db) => tryCode(db, sent)))) throw memberError('invalid_code')
  await recordSessionProof(databaseOf(req.payload), session, null)
}
