import type { PayloadRequest } from 'payload'
import { databaseOf, type Executor } from '../../database/sql.ts'
import { holdNames, inTransaction } from '../../database/transaction.ts'
import { clientKey } from '../../limits/clients.ts'
import { giveTryBack, takeTry } from '../../limits/service.ts'
import { isActiveSubscriber } from '../../newsletter/details.ts'
import type { Venue } from '../../venue/contract.ts'
import { findVenue } from '../../venue/service.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import { countClient, countRequest, retryAfter } from '../codes/limits.ts'
import type { MembershipReply } from '../contract.ts'
import { browserOf } from '../cookies.ts'
import { findTrusted, renewGrant } from '../devices/trust.ts'
import { refusal } from '../errors.ts'
import { tellMember } from '../mails.ts'
import { tryCode } from '../queries/codes.ts'
import { type Member, memberById, memberOfAddress } from '../queries/members.ts'
import { findHandle, type Handle, linkHandle } from '../queries/passkey-handles.ts'
import { knownCredentials } from '../queries/passkeys.ts'
import { hasProof, spendProofs } from '../queries/proofs.ts'
import { endSessionsOfHandle } from '../sessions/sessions.ts'
import { answer, type SignedInReply, sendCodes, signInOn } from '../sessions/sign-in.ts'
import { passkeyRefusal } from './refusals.ts'
import { mostPasskeys } from './rules.ts'

const hourMs = 60 * 60_000
/** Addresses that one passkey asks for: each answer says whether somebody subscribes. */
const perHandle = { most: 5, restMs: hourMs, within: true }
/** Addresses of one client that did not subscribe. */
const perClient = { most: 10, restMs: hourMs, within: true }

/**
 * Mails a code with which a passkey is linked to a subscriber. Only after a ceremony in this browser:
 * the answer says whether the address subscribes.
 * @throws HttpError `ceremony_required`, `not_subscribed`, `access_denied`, `too_soon`, `too_often`
 */
export async function startLink(
  req: PayloadRequest,
  { userHandle, email }: { userHandle: string; email: string },
): Promise<void> {
  await countRequest(req)
  const db = databaseOf(req.payload)
  const browser = browserOf(req)
  const handle = browser && (await findHandle(db, userHandle))
  if (!handle || !(await hasProof(db, browser, handle.id))) {
    throw passkeyRefusal('ceremony_required')
  }
  const { retryAfterSeconds } = await takeTry(req.payload, `links of ${handle.id}`, perHandle)
  if (retryAfterSeconds !== null) throw refusal('too_often', retryAfter(retryAfterSeconds))
  if (!(await isDomainAllowed(req.payload, email))) throw refusal('access_denied')
  await requireSubscriber(req, email)
  await sendCodes(req, { purpose: 'link', email, browser, about: { handle: handle.id } })
}

/**
 * Counts the addresses of this client that nobody subscribes with, so that passkeys made for it do not
 * find out who does.
 * @throws HttpError `not_subscribed`, `too_often`
 */
async function requireSubscriber(req: PayloadRequest, email: string): Promise<void> {
  await countClient(req, 'links', perClient)
  if (!(await isActiveSubscriber(databaseOf(req.payload), email))) {
    throw passkeyRefusal('not_subscribed')
  }
  const key = clientKey(req, 'links')
  if (key) await giveTryBack(req.payload, key)
}

/**
 * Links a passkey to a subscriber, who is signed in by it: they have used the one and read the mails
 * of the other. A passkey that was another member’s is theirs no more.
 * @throws HttpError `invalid_code`, `access_denied`, `not_subscribed`, `suspended`,
 *   `too_many_passkeys`
 */
export async function verifyLink(
  req: PayloadRequest,
  { userHandle, email, code }: { userHandle: string; email: string; code: string },
): Promise<SignedInReply> {
  await countRequest(req)
  const browser = browserOf(req)
  if (!browser) throw refusal('invalid_code')
  if (!(await isDomainAllowed(req.payload, email))) throw refusal('access_denied')
  const venue = await findVenue(req.payload)
  // A wrong try counts: it must not be rolled back with what follows a right one.
  const opened = await inTransaction(req, async (db) => {
    const handle = await findHandle(db, userHandle)
    const about = { handle: handle?.id ?? null }
    const right = await tryCode(db, { purpose: 'link', email, browser, code, about })
    if (!handle || !right) return 'invalid_code'
    if (!(await isActiveSubscriber(db, email))) return 'not_subscribed'
    const member = await memberOfAddress(db, email, 'linked passkey')
    if (member.isSuspended) return 'suspended'
    const refused = await link(req, db, { venue, handle, member })
    if (refused) return refused
    await spendProofs(db, browser, handle.id)
    return signInOn(db, req, { venue, member, method: 'link', handle: handle.id })
  })
  if (opened === 'not_subscribed' || opened === 'too_many_passkeys') throw passkeyRefusal(opened)
  if (typeof opened === 'string') throw refusal(opened)
  return answer(req, opened)
}

/** @returns why it is not done: the passkeys are gone, or the member would have too many */
async function link(
  req: PayloadRequest,
  db: Executor,
  { venue, handle: { id, handle }, member }: { venue: Venue; handle: Handle; member: Member },
): Promise<'invalid_code' | 'too_many_passkeys' | null> {
  await holdNames(db, [`passkeys of handle ${handle}`, `passkeys of member ${member.id}`])
  const own = await findHandle(db, handle, { holds: true })
  if (own?.id !== id) return 'invalid_code'
  if (own.member === member.id) return null
  const theirs = await knownCredentials(db, { member: member.id })
  const these = await knownCredentials(db, { handle: id })
  if (theirs.length + these.length > mostPasskeys) return 'too_many_passkeys'
  const before = own.member ? await memberById(db, own.member) : null
  if (before) {
    await endSessionsOfHandle(db, id)
    await tellMember(req, venue, before, { what: 'passkey_removed', detail: null })
  }
  await linkHandle(db, id, member.id)
  await tellMember(req, venue, member, { what: 'passkey_added', detail: null })
  return null
}

/**
 * Whether a handle is linked to a member who subscribes: said only to a device which that member has
 * proved to be theirs, within 180 days. It is trusted anew when the answer is yes.
 * @returns the answer, with the device’s cookie where it was renewed
 */
export async function checkMembership(
  req: PayloadRequest,
  userHandle: string,
): Promise<{ body: MembershipReply; cookies: string[] }> {
  const db = databaseOf(req.payload)
  const trusted = await findTrusted(db, req, userHandle)
  if (!trusted) return { body: membershipReply(false, false), cookies: [] }
  const { member, active, isOld } = trusted
  const cookies = active && isOld ? [await renewGrant(db, req, member)] : []
  return { body: membershipReply(true, active), cookies }
}

const membershipReply = (linked: boolean, active: boolean): MembershipReply => ({
  linked,
  isLinked: linked,
  linkedAndActive: linked && active,
  active,
})
