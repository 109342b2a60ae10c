import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { browserWithCookie } from '../../../platform/http/cookies/browser-cookie.ts'
import type { MailContent } from '../../../platform/mail/contract.ts'
import { findDetails } from '../../newsletter/service.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import { attemptCode, refuseUnmatchedAttempt, requireBrowser } from '../codes/attempts.ts'
import { countInvalidLink } from '../codes/limits.ts'
import { sendCodes } from '../codes/send-codes.ts'
import type { SessionReply, SignInMethod } from '../contract.ts'
import { sessionCookie } from '../cookies.ts'
import { renderDeviceNotice, trustDevice } from '../devices/trust.ts'
import { memberError } from '../errors.ts'
import { findLatestAddress, findSignInLinkRow, spendSignInLink, tryCode } from '../queries/codes.ts'
import {
  findMemberByEmail,
  findMemberById,
  insertMember,
  lockMembers,
  type Member,
  replaceChoices,
  updateDetails,
} from '../queries/members.ts'
import { signAccessToken } from './access-token.ts'
import { endSession, openSession, renewSession } from './sessions.ts'

/** The reply to a signed-in member, and the session's cookies. */
export type SignedInReply = { body: SessionReply; cookies: string[] }

/**
 * Mails a code to an address. After too many wrong codes or too many requests, mails a link instead. Neither the
 * reply nor its duration reveals whether the address has an account.
 * @returns `cookie`: the Set-Cookie header that identifies this browser, because the code is valid only in it;
 *   `isLink`: see `sendCodes`
 * @throws HttpError `access_denied`, `too_soon`, `too_often`, `work_required`
 */
export async function requestCode(
  req: PayloadRequest,
  email: string,
): Promise<{ cookie: string; isLink: boolean }> {
  if (!(await isDomainAllowed(req.payload, email))) throw memberError('access_denied')
  const { browser, cookie } = browserWithCookie(req)
  const { isLink } = await sendCodes(req, { purpose: 'sign_in', email, browser })
  return { cookie, isLink }
}

/**
 * Signs in with an emailed code. An account is created if there is none.
 * @param email if null, the address for which the browser last requested a code
 * @throws HttpError `invalid_code`, `link_required`, `access_denied`, `suspended`
 */
export async function verifyCode(
  req: PayloadRequest,
  { email: sent, code }: { email: string | null; code: string },
): Promise<SignedInReply> {
  const browser = await requireBrowser(req)
  const email =
    sent ??
    (await findLatestAddress(databaseOf(req.payload), browser)) ??
    (await refuseUnmatchedAttempt(req))
  if (!(await isDomainAllowed(req.payload, email))) throw memberError('access_denied')
  const request = { purpose: 'sign_in', email, browser } as const
  // The member is read before the code is used up. If their address changes in between, the code is deleted and
  // the attempt fails.
  const owner = await findMemberByEmail(databaseOf(req.payload), email)
  if (!(await attemptCode(req, request, (db) => tryCode(db, { ...request, code })))) {
    throw memberError('invalid_code')
  }
  return openByMail(req, email, owner)
}

/**
 * Signs in with a mailed link, in any browser. An account is created if there is none.
 * @throws HttpError `invalid_link`, `too_often`, `access_denied`, `suspended`
 */
export async function signInWithLink(req: PayloadRequest, token: string): Promise<SignedInReply> {
  const db = databaseOf(req.payload)
  // The member is read before the link is used up, as in `verifyCode`.
  const found = await findSignInLinkRow(db, token)
  const owner = found && (await findMemberByEmail(db, found.email))
  const link = await spendSignInLink(db, token)
  if (!link) {
    await countInvalidLink(req)
    throw memberError('invalid_link', { securityEvent: 'member_sign_in_failed' })
  }
  if (!(await isDomainAllowed(req.payload, link.email))) throw memberError('access_denied')
  return openByMail(req, link.email, owner)
}

/**
 * Signs in a person who has proved that they read the mails of an address.
 * @param owner the member with this address at the time of the proof; null if there was none
 * @throws HttpError `suspended`; `invalid_code` if the account was deleted or got another address meanwhile
 */
async function openByMail(
  req: PayloadRequest,
  email: string,
  owner: Member | null,
): Promise<SignedInReply> {
  const deviceNotice = await renderDeviceNotice(req, owner?.id ?? null)
  const opened = await inTransaction(req, async (tx) => {
    const { id } = await findOrCreateMember(tx, email, 'emailed code')
    if (owner && owner.id !== id) throw memberError('invalid_code')
    if (!(await lockMembers(tx, [id]))) throw memberError('invalid_code')
    // The member is read again under the lock, because staff may have suspended them meanwhile.
    const member = await findMemberById(tx, id)
    if (member?.email !== email) throw memberError('invalid_code')
    if (member.isSuspended) throw memberError('suspended')
    return signInWith(tx, req, { member, method: 'code', deviceNotice })
  })
  return replyToSignIn(req, opened)
}

/**
 * The account with an address. If there is none, it is created with the details of an existing newsletter
 * subscription. Call this only after a proof that the person reads the address's mails.
 * @param source how the person became a member
 */
export async function findOrCreateMember(
  db: Database,
  email: string,
  source: string,
): Promise<Member> {
  const created = await insertMember(db, email, source)
  const details = created === null ? null : await findDetails(db, email)
  if (created !== null && details) {
    await updateDetails(db, created, details)
    await replaceChoices(db, created, 'interests', details.interests)
  }
  const member = await findMemberByEmail(db, email)
  if (!member) throw new Error('The account was deleted meanwhile.')
  return member
}

type Opened = { member: Member; session: string; cookies: string[] }

/**
 * Opens a session after a proof of identity and trusts the device. The caller must have locked the account
 * (`lockMembers`).
 * @param options.deviceNotice from `renderDeviceNotice`
 */
export async function signInWith(
  db: Database,
  req: PayloadRequest,
  options: {
    member: Member
    method: SignInMethod
    handle?: number
    provedAt?: string
    deviceNotice: MailContent | null
  },
): Promise<Opened> {
  const { member, deviceNotice, ...how } = options
  const { session, cookie } = await openSession(db, req, { ...how, member: member.id })
  return { member, session, cookies: [cookie, await trustDevice(db, req, member, deviceNotice)] }
}

/** The reply after a session was opened. */
export async function replyToSignIn(req: PayloadRequest, opened: Opened): Promise<SignedInReply> {
  const { member, session, cookies } = opened
  return { body: await sessionReply(req, { id: member.id, email: member.email, session }), cookies }
}

/**
 * Renews the session of the request's cookie. Ends it instead if the domain of the member's address is not
 * allowed any more.
 * @throws HttpError `signed_out`, which removes the cookie
 */
export async function refresh(req: PayloadRequest): Promise<SignedInReply> {
  const db = databaseOf(req.payload)
  const renewed = await renewSession(db, req)
  const isAllowed = renewed && (await isDomainAllowed(req.payload, renewed.member.email))
  if (renewed && !isAllowed) await endSession(db, renewed.member.session)
  if (!isAllowed)
    throw memberError('signed_out', { headers: { 'set-cookie': sessionCookie(null) } })
  return { body: await sessionReply(req, renewed.member), cookies: [renewed.cookie] }
}

/** The reply to a signed-in member, with a new access token. */
export async function sessionReply(
  req: PayloadRequest,
  { id, email, session }: { id: number; email: string; session: string },
): Promise<SessionReply> {
  const token = await signAccessToken(req, { member: id, email, session })
  return { user: { id, email }, ...token }
}
