import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { databaseOf } from '../../database/sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { isActiveSubscriber } from '../../newsletter/details.ts'
import { findVenue } from '../../venue/service.ts'
import { findMember } from '../access.ts'
import { allowedDomains } from '../allowed-domains.ts'
import { browserOf, knownBrowser } from '../cookies.ts'
import { refusal } from '../errors.ts'
import { memberById } from '../queries/members.ts'
import { findHandle, replaceNext } from '../queries/passkey-handles.ts'
import { spendProofs } from '../queries/proofs.ts'
import { answer, type SignedInReply, signInOn } from '../sessions/sign-in.ts'
import type { createSessionRequest } from './contract.ts'
import { isOwn } from './ownership.ts'
import { passkeyRefusal } from './refusals.ts'

/**
 * Opens a session with a passkey: one that was used in this browser within five minutes and for no
 * other session, is linked to a member, and whose member subscribes.
 * @throws HttpError `ceremony_required`, `not_linked`, `not_subscribed`, `suspended`, `access_denied`
 */
export async function createSession(
  req: PayloadRequest,
  { userHandle, email }: z.output<typeof createSessionRequest>,
): Promise<SignedInReply> {
  const browser = browserOf(req)
  const venue = await findVenue(req.payload)
  const isAllowed = await allowedDomains(req.payload)
  const opened = await inTransaction(req, async (db) => {
    // Held: nobody takes the handle from its member before the session is there to end with it.
    const handle = browser ? await findHandle(db, userHandle, { holds: true }) : null
    const isProved = browser && handle && (await spendProofs(db, browser, handle.id))
    if (!isProved) throw passkeyRefusal('ceremony_required')
    const member = handle.member === null ? null : await memberById(db, handle.member)
    if (!member || (email && email !== member.email)) throw passkeyRefusal('not_linked')
    if (member.isSuspended) throw refusal('suspended')
    if (!isAllowed(member.email)) throw refusal('access_denied')
    if (!(await isActiveSubscriber(db, member.email))) throw passkeyRefusal('not_subscribed')
    return signInOn(db, req, { venue, member, method: 'passkey', handle: handle.id })
  })
  return answer(req, opened)
}

/**
 * Before a passkey is made anew: if one is, in this browser and soon, it takes the place of those that
 * its handle has. Nothing is dropped before that, and nothing at all where the handle is not the
 * asker’s own; the answer is the same.
 * @returns the cookie of the browser
 * @throws HttpError as `findMember`
 */
export async function clearPasskeys(req: PayloadRequest, userHandle: string): Promise<string> {
  const db = databaseOf(req.payload)
  const { browser, cookie } = knownBrowser(req)
  // Asked first: a token that is none is refused whatever the handle.
  const member = await findMember(req)
  const handle = await findHandle(db, userHandle)
  if (handle && (await isOwn(db, handle, { browser, signedIn: member?.id ?? null }))) {
    await replaceNext(db, handle.id, browser)
  }
  return cookie
}
