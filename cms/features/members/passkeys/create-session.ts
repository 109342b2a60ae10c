import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { browserOf, browserWithCookie } from '../../../platform/http/cookies/browser-cookie.ts'
import { isActiveSubscriber } from '../../newsletter/service.ts'
import { loadDomainCheck } from '../allowed-domains.ts'
import type { SignedIn } from '../contract.ts'
import { renderDeviceNotice } from '../devices/trust.ts'
import { memberError } from '../errors.ts'
import { findMemberById, lockMembers } from '../queries/members.ts'
import { findHandle, requestReplacement } from '../queries/passkey-handles.ts'
import { spendPasskeyProofs } from '../queries/proofs.ts'
import { replyToSignIn, type SignedInReply, signInWith } from '../sessions/sign-in.ts'
import type { createSessionRequest } from './contract.ts'
import { isOwnHandle } from './ownership.ts'

/**
 * Opens a session with a passkey that is linked to a member who subscribes. The passkey must have been used
 * in this browser within the last five minutes. One use of a passkey opens only one session.
 * @throws HttpError `ceremony_required`, `not_linked`, `not_subscribed`, `suspended`, `access_denied`
 */
export async function createSession(
  req: PayloadRequest,
  { userHandle, email }: z.output<typeof createSessionRequest>,
): Promise<SignedInReply> {
  const browser = browserOf(req)
  const known = browser ? await findHandle(databaseOf(req.payload), userHandle) : null
  if (!browser || !known) throw memberError('ceremony_required')
  const deviceNotice = await renderDeviceNotice(req, known.member)
  const isAllowed = await loadDomainCheck(req.payload)
  const opened = await inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [known.member]))) throw memberError('not_linked')
    // The handle is locked: a concurrent unlink waits, and then also ends this session.
    const handle = await findHandle(db, userHandle, { locks: true })
    // The handle was linked to another member meanwhile.
    if (handle && handle.member !== known.member) throw memberError('ceremony_required')
    const provedAt = handle && (await spendPasskeyProofs(db, browser, handle.id))
    if (!provedAt) throw memberError('ceremony_required')
    const member = handle.member === null ? null : await findMemberById(db, handle.member)
    if (!member || (email && email !== member.email)) throw memberError('not_linked')
    if (member.isSuspended) throw memberError('suspended')
    if (!isAllowed(member.email)) throw memberError('access_denied')
    if (!(await isActiveSubscriber(db, member.email))) throw memberError('not_subscribed')
    const signIn = { method: 'passkey', handle: handle.id, provedAt } as const
    return signInWith(db, req, { ...signIn, member, deviceNotice })
  })
  return replyToSignIn(req, opened)
}

/**
 * Requests that the next passkey of a handle replaces the existing ones, if it is created in this browser
 * within ten minutes. Until then nothing is deleted. If the handle is not the requester's own, nothing is requested,
 * and the reply does not reveal that.
 * @param caller who is signed in, if anyone
 * @returns the Set-Cookie header that identifies this browser
 */
export async function requestPasskeyReplacement(
  req: PayloadRequest,
  caller: SignedIn | null,
  userHandle: string,
): Promise<string> {
  const db = databaseOf(req.payload)
  const { browser, cookie } = browserWithCookie(req)
  const handle = await findHandle(db, userHandle)
  if (handle && (await isOwnHandle(db, handle, { browser, signedIn: caller?.id ?? null }))) {
    await requestReplacement(db, handle.id, browser)
  }
  return cookie
}
