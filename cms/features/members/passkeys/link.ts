import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { browserOf } from '../../../platform/http/cookies/browser-cookie.ts'
import { countClientAttemptOrThrow, undoClientAttempt } from '../../../platform/limits/clients.ts'
import { countAttemptOrThrow } from '../../../platform/limits/service.ts'
import { providerOf } from '../../../platform/webauthn/providers.ts'
import { maxPasskeys } from '../../../platform/webauthn/rules.ts'
import { isActiveSubscriber } from '../../newsletter/service.ts'
import { findVenue } from '../../venue/service.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import { attemptCode, maySucceed, requireBrowser } from '../codes/attempts.ts'
import { sendCodes } from '../codes/send-codes.ts'
import type { LinkReply } from '../contract.ts'
import { renderDeviceNotice } from '../devices/trust.ts'
import { ceremonyError, memberError } from '../errors.ts'
import { formatTime, queueNotice, renderNotice } from '../mails.ts'
import { tryCode } from '../queries/codes.ts'
import { findMemberByEmail, findMemberById, lockMembers, type Member } from '../queries/members.ts'
import {
  clearReplacement,
  findHandle,
  type Handle,
  linkHandle,
} from '../queries/passkey-handles.ts'
import {
  type Credential,
  deleteOtherPasskeys,
  findCredential,
  listCredentials,
  listPasskeysOfHandle,
  recordUse,
} from '../queries/passkeys.ts'
import {
  deletePasskeyProofs,
  findRecentlyMade,
  hasPasskeyProof,
  spendPasskeyProofs,
} from '../queries/proofs.ts'
import { endSessionsOfHandle } from '../sessions/sessions.ts'
import { findOrCreateMember, replyToSignIn, signInWith } from '../sessions/sign-in.ts'
import { type Assertion, createAssertionOptions, verifyAssertion } from './authenticate.ts'
import type { PendingLinkReply, verifyLinkRequest } from './contract.ts'

const hourMs = 60 * 60_000
/** Limits how many addresses one handle may try, because each reply reveals whether the address subscribes. */
const perHandle = { max: 5, windowMs: hourMs, fixed: true }
/** Limits how many addresses without a subscription one client may try, for all passkeys together. */
const perClient = { max: 10, windowMs: hourMs, fixed: true }

/**
 * Mails a code that links a passkey to a subscriber. Requires a ceremony in this browser, because the
 * reply reveals whether the address subscribes.
 * @throws HttpError `ceremony_required`, `not_subscribed`, `access_denied`, `too_soon`, `too_often`
 */
export async function startLink(
  req: PayloadRequest,
  { userHandle, email }: { userHandle: string; email: string },
): Promise<void> {
  const db = databaseOf(req.payload)
  const browser = browserOf(req)
  const handle = browser && (await findHandle(db, userHandle))
  if (!handle || !(await hasPasskeyProof(db, browser, handle.id)))
    throw memberError('ceremony_required')
  await countAttemptOrThrow(db, `links of ${handle.id}`, perHandle, memberError('too_often'))
  if (!(await isDomainAllowed(req.payload, email))) throw memberError('access_denied')
  await requireSubscriber(req, email)
  await sendCodes(req, { purpose: 'link', email, browser, about: { handle: handle.id } })
}

/**
 * Requires that an address subscribes. A request for an address that does not subscribe is counted for the client.
 * @throws HttpError `not_subscribed`, `too_often`
 */
async function requireSubscriber(req: PayloadRequest, email: string): Promise<void> {
  await countClientAttemptOrThrow(req, 'links', perClient, memberError('too_often'))
  if (!(await isActiveSubscriber(databaseOf(req.payload), email))) {
    throw memberError('not_subscribed')
  }
  await undoClientAttempt(req, 'links')
}

type LinkRequest = z.output<typeof verifyLinkRequest>
type Reply<Body> = { body: Body; cookies: string[] }

/**
 * Links a passkey to a subscriber and signs the subscriber in. The code proves access to the address. The assertion,
 * which the browser makes once the code was checked, proves possession of the passkey. Only the asserted passkey is
 * linked: nothing proves that the handle's other passkeys belong to the subscriber, so they are deleted. They stay if
 * the handle is linked to this subscriber already. A passkey that was linked to another member is unlinked from that
 * member.
 *
 * If the request has no assertion, a correct code stays valid, and the reply contains the options for an
 * assertion. A passkey that this browser made in the same tab some minutes ago needs none: its registration proves as
 * much. In another tab of a shared browser, somebody else may have made it.
 * @throws HttpError `invalid_code`, `access_denied`, `not_subscribed`, `suspended`, `too_many_passkeys`,
 *   `verification_failed`, `no_credentials`
 */
export async function verifyLink(
  req: PayloadRequest,
  { userHandle, email, code, authResp, madeHere = false }: LinkRequest,
): Promise<Reply<LinkReply | PendingLinkReply>> {
  const db = databaseOf(req.payload)
  const browser = await requireBrowser(req)
  if (!(await isDomainAllowed(req.payload, email))) throw memberError('access_denied')
  const handle = await findHandle(db, userHandle)
  const about = { handle: handle?.id ?? null }
  const sent = { purpose: 'link', email, browser, code, about } as const
  const made = madeHere && !authResp ? await findMadeHere(db, browser, handle) : null
  if (!authResp && !made) {
    // The attempt has its own transaction, so that it is counted even if the request fails later.
    const isRight = await attemptCode(req, sent, (tx) => tryCode(tx, sent, { isKept: true }))
    if (!handle || !isRight) throw memberError('invalid_code')
    return { body: await requestAssertion(db, browser, handle), cookies: [] }
  }
  if (!(await maySucceed(req, sent))) throw memberError('invalid_code')
  // Verified before the code is used, so that the code stays valid if the assertion fails.
  const passkey: LinkedPasskey = authResp
    ? await verifyAssertion(req, 'link', { userHandle, authResp })
    : { credential: made as Credential, use: null }
  const isRight = await attemptCode(req, sent, (tx) => tryCode(tx, sent))
  if (!handle || !isRight) throw memberError('invalid_code')
  const notices = await renderNotices(req, passkey)
  const existing = await findMemberByEmail(db, email)
  const deviceNotice = await renderDeviceNotice(req, existing?.id ?? null)
  const opened = await inTransaction(req, async (tx) => {
    if (!(await isActiveSubscriber(tx, email))) throw memberError('not_subscribed')
    const member = await findOrCreateMember(tx, email, 'linked passkey')
    if (member.isSuspended) throw memberError('suspended')
    if (!(await lockMembers(tx, [member.id, handle.member]))) throw memberError('invalid_code')
    await link(req, tx, { handle, member, notices, passkey })
    await spendPasskeyProofs(tx, browser, handle.id)
    return signInWith(tx, req, { member, method: 'link', handle: handle.id, deviceNotice })
  })
  const { body, cookies } = await replyToSignIn(req, opened)
  return { body: { success: true, linked: true, ...body }, cookies }
}

/** The passkey to link. `use` is null if it was made a short time ago and has not been used. */
type LinkedPasskey = { credential: Credential; use: Assertion['use'] | null }

/** The passkey that this browser made for an unlinked handle some minutes ago. */
async function findMadeHere(
  db: Database,
  browser: string,
  handle: Handle | null,
): Promise<Credential | null> {
  if (handle?.member !== null) return null
  const credential = await findRecentlyMade(db, browser, handle.id)
  return credential === null ? null : findCredential(db, credential)
}

async function requestAssertion(
  db: Database,
  browser: string,
  { id, handle }: Handle,
): Promise<PendingLinkReply> {
  const options = await createAssertionOptions(db, {
    ceremony: 'link',
    browser,
    restrictedTo: { userHandle: handle },
  })
  const passkeys = (await listPasskeysOfHandle(db, id)).map(({ aaguid, created_at }) => ({
    provider: providerOf(aaguid),
    created_at,
  }))
  return { success: false, linked: false, options, passkeys }
}

async function renderNotices({ payload }: PayloadRequest, { credential }: LinkedPasskey) {
  const venue = await findVenue(payload)
  const madeAt = formatTime(venue, new Date(credential.created_at))
  const detail = providerOf(credential.aaguid)
  return {
    added: await renderNotice(payload, { what: 'passkey_added', detail, madeAt }),
    removed: await renderNotice(payload, { what: 'passkey_removed', detail }),
  }
}

type LinkOptions = {
  handle: Handle
  member: Member
  notices: Awaited<ReturnType<typeof renderNotices>>
  passkey: LinkedPasskey
}

/**
 * Links the handle. The caller must have locked this member, and the member to whom the handle was linked before, if
 * any (`lockMembers`).
 * @throws HttpError `invalid_code` if the handle was replaced or linked meanwhile, `too_many_passkeys`,
 *   `verification_failed`
 */
async function link(
  req: PayloadRequest,
  db: Database,
  { handle: known, member, notices, passkey: { credential, use } }: LinkOptions,
): Promise<void> {
  const { id, handle } = known
  await lockNames(db, [`passkeys of handle ${handle}`, `passkeys of member ${member.id}`])
  const current = await findHandle(db, handle, { locks: true })
  if (current?.id !== id || current.member !== known.member) throw memberError('invalid_code')
  if (use === null && current.member !== null) throw memberError('invalid_code')
  if (use !== null && !(await recordUse(db, credential.id, use))) {
    throw ceremonyError('verification_failed', 'counter')
  }
  // The handle is linked to this member already. Its other passkeys stay, because this member gave a proof when each of
  // them was linked or added.
  if (current.member === member.id) return
  const linked = await listCredentials(db, { member: member.id })
  if (linked.length + 1 > maxPasskeys) throw memberError('too_many_passkeys')
  const previous = current.member ? await findMemberById(db, current.member) : null
  if (previous) {
    await endSessionsOfHandle(db, id)
    await queueNotice(req, previous, notices.removed)
  }
  await deleteOtherPasskeys(db, id, credential.key.id)
  await clearReplacement(db, id)
  // Deletes this handle's proofs in all browsers, because they were made before it was linked to this member.
  await deletePasskeyProofs(db, { handle: id })
  await linkHandle(db, id, member.id)
  await queueNotice(req, member, notices.added)
}
