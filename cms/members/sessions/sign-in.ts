import type { PayloadRequest } from 'payload'
import { databaseOf, type Executor } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Venue } from '../../venue/contract.ts'
import { findVenue } from '../../venue/service.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import { countCode, countRequest } from '../codes/limits.ts'
import type { Method, SessionReply } from '../contract.ts'
import { browserOf, knownBrowser, sessionCookie } from '../cookies.ts'
import { laneOf, trustDevice } from '../devices/trust.ts'
import { refusal } from '../errors.ts'
import { mailCode } from '../mails.ts'
import { makeCode, tryCode } from '../queries/codes.ts'
import { type Member, memberOfAddress } from '../queries/members.ts'
import { signAccessToken } from './access-token.ts'
import { endSession, openSession, renewSession } from './sessions.ts'

/** What a call answers somebody who is signed in, and the cookies by which they stay so. */
export type SignedInReply = { body: SessionReply; cookies: string[] }

/**
 * Mails a code to an address. What is done and answered is the same whether anybody has it or not:
 * nobody is looked up.
 * @returns the cookie of the browser in which the code is good
 * @throws HttpError `access_denied`, `too_soon`, `too_often`
 */
export async function requestCode(req: PayloadRequest, email: string): Promise<string> {
  await countRequest(req)
  if (!(await isDomainAllowed(req.payload, email))) throw refusal('access_denied')
  const { browser, cookie } = knownBrowser(req)
  await sendCodes(req, { purpose: 'sign_in', email, browser })
  return cookie
}

/**
 * Makes codes and mails them: all, or none where one is refused.
 * @throws HttpError `too_soon`, `too_often`
 */
export async function sendCodes(
  req: PayloadRequest,
  ...wanted: Omit<Parameters<typeof makeCode>[1], 'lane'>[]
): Promise<void> {
  const venue = await findVenue(req.payload)
  await inTransaction(req, async (db) => {
    for (const each of wanted) {
      const lane = await laneOf(db, req, each.email)
      await countCode(db, { ...each, lane })
      const code = await makeCode(db, { ...each, lane })
      await mailCode(req, venue, { ...each, code })
    }
  })
}

/**
 * Signs in with an emailed code; who has none yet gets an account.
 * @throws HttpError `invalid_code`, `access_denied`, `suspended`, `too_often`
 */
export async function verifyCode(
  req: PayloadRequest,
  { email, code }: { email: string; code: string },
): Promise<SignedInReply> {
  await countRequest(req)
  const browser = browserOf(req)
  if (!browser) throw refusal('invalid_code')
  if (!(await isDomainAllowed(req.payload, email))) throw refusal('access_denied')
  const venue = await findVenue(req.payload)
  // A wrong try counts: it must not be rolled back with what follows a right one.
  const opened = await inTransaction(req, async (db) => {
    if (!(await tryCode(db, { purpose: 'sign_in', email, browser, code }))) return 'invalid_code'
    const member = await memberOfAddress(db, email, 'emailed code')
    if (member.isSuspended) return 'suspended'
    return signInOn(db, req, { venue, member, method: 'code' })
  })
  if (typeof opened === 'string') throw refusal(opened)
  return answer(req, opened)
}

type Opened = { member: Member; session: string; cookies: string[] }

/** Opens a session for a member who has just proved who they are, on a device that is theirs now. */
export async function signInOn(
  db: Executor,
  req: PayloadRequest,
  {
    venue,
    member,
    method,
    handle,
  }: { venue: Venue; member: Member; method: Method; handle?: number },
): Promise<Opened> {
  const { session, cookie } = await openSession(db, req, { member: member.id, method, handle })
  return { member, session, cookies: [cookie, await trustDevice(db, req, venue, member)] }
}

/** What somebody is answered whose session was just opened. */
export async function answer(req: PayloadRequest, opened: Opened): Promise<SignedInReply> {
  const { member, session, cookies } = opened
  return { body: await tokenFor(req, { id: member.id, email: member.email, session }), cookies }
}

/**
 * Renews the session of the cookie; it ends where people with this address may not sign in any more.
 * @throws HttpError `signed_out`, which takes the cookie away
 */
export async function refresh(req: PayloadRequest): Promise<SignedInReply> {
  const { payload } = req
  const db = databaseOf(payload)
  const renewed = await renewSession(db, req)
  const isAllowed = renewed && (await isDomainAllowed(payload, renewed.member.email))
  if (renewed && !isAllowed) await endSession(db, renewed.member.session)
  if (!isAllowed) throw refusal('signed_out', { headers: { 'set-cookie': sessionCookie(null) } })
  return { body: await tokenFor(req, renewed.member), cookies: [renewed.cookie] }
}

/** A fresh token for a session, as signing in answers it. */
export async function tokenFor(
  { payload }: PayloadRequest,
  { id, email, session }: { id: number; email: string; session: string },
): Promise<SessionReply> {
  const token = await signAccessToken(payload, { member: id, email, session })
  return { user: { id, email }, ...token }
}
