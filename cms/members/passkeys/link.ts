import type { PayloadRequest } from 'payload'
import { lockNames } from '../../database/advisory-locks.ts'
import { type Database, databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { clientKey, countClientAttempt } from '../../limits/clients.ts'
import { countAttempt, undoAttempt } from '../../limits/service.ts'
import { isActiveSubscriber } from '../../newsletter/service.ts'
import { findVenue } from '../../venue/service.ts'
import { isDomainAllowed } from '../allowed-domains.ts'
import { sendCodes } from '../codes/send-codes.ts'
import { browserOf } from '../cookies.ts'
import { renderDeviceNotice } from '../devices/trust.ts'
import { memberError } from '../errors.ts'
import { queueNotice, renderNotice } from '../mails.ts'
import { tryCode } from '../queries/codes.ts'
import { findMemberByEmail, findMemberById, type Member } from '../queries/members.ts'
import { findHandle, type Handle, linkHandle } from '../queries/passkey-handles.ts'
import { listCredentials } from '../queries/passkeys.ts'
import { hasProof, spendProofs } from '../queries/proofs.ts'
import { endSessionsOfHandle } from '../sessions/sessions.ts'
import { replyTo, requireAccount, type SignedInReply, signInWith } from '../sessions/sign-in.ts'
import { mostPasskeys } from './rules.ts'

const hourMs = 60 * 60_000
/** Addresses that one passkey may request: each reply reveals whether the address subscribes. */
const perHandle = { max: 5, windowMs: hourMs, fixed: true }
/** Addresses that do not subscribe, per client, with however many passkeys. */
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
  if (!handle || !(await hasProof(db, browser, handle.id))) throw memberError('ceremony_required')
  const { retryAfterSeconds } = await countAttempt(db, `links of ${handle.id}`, perHandle)
  if (retryAfterSeconds !== null) throw memberError('too_often').retryAfter(retryAfterSeconds)
  if (!(await isDomainAllowed(req.payload, email))) throw memberError('access_denied')
  await requireSubscriber(req, email)
  await sendCodes(req, { purpose: 'link', email, browser, about: { handle: handle.id } })
}

/**
 * Counts the addresses of this client that do not subscribe.
 * @throws HttpError `not_subscribed`, `too_often`
 */
async function requireSubscriber(req: PayloadRequest, email: string): Promise<void> {
  const retryAfterSeconds = await countClientAttempt(req, 'links', perClient)
  if (retryAfterSeconds !== null) throw memberError('too_often').retryAfter(retryAfterSeconds)
  const db = databaseOf(req.payload)
  if (!(await isActiveSubscriber(db, email))) {
    throw memberError('not_subscribed')
  }
  const key = clientKey(req, 'links')
  if (key) await undoAttempt(db, key)
}

/**
 * Links a passkey to a subscriber and signs them in: they have used the passkey and read the mails of
 * the address. A passkey that was linked to another member is unlinked from them.
 * @throws HttpError `invalid_code`, `access_denied`, `not_subscribed`, `suspended`,
 *   `too_many_passkeys`
 */
export async function verifyLink(
  req: PayloadRequest,
  { userHandle, email, code }: { userHandle: string; email: string; code: string },
): Promise<SignedInReply> {
  const db = databaseOf(req.payload)
  const browser = browserOf(req)
  if (!browser) throw memberError('invalid_code')
  if (!(await isDomainAllowed(req.payload, email))) throw memberError('access_denied')
  const handle = await findHandle(db, userHandle)
  const about = { handle: handle?.id ?? null }
  // Outside of the transaction: an attempt counts whatever follows.
  const isRight = await tryCode(db, { purpose: 'link', email, browser, code, about })
  if (!handle || !isRight) throw memberError('invalid_code')
  const venue = await findVenue(req.payload)
  const notices = {
    added: await renderNotice(venue, { what: 'passkey_added', detail: null }),
    removed: await renderNotice(venue, { what: 'passkey_removed', detail: null }),
  }
  const existing = await findMemberByEmail(db, email)
  const deviceNotice = await renderDeviceNotice(req, existing?.id ?? null)
  const opened = await inTransaction(req, async (tx) => {
    if (!(await isActiveSubscriber(tx, email))) throw memberError('not_subscribed')
    const member = await requireAccount(tx, email, 'linked passkey')
    if (member.isSuspended) throw memberError('suspended')
    await link(req, tx, { handle, member, notices })
    await spendProofs(tx, browser, handle.id)
    return signInWith(tx, req, { member, method: 'link', handle: handle.id, deviceNotice })
  })
  return replyTo(req, opened)
}

type Notices = Record<'added' | 'removed', Awaited<ReturnType<typeof renderNotice>>>

/** @throws HttpError `invalid_code` if the handle was replaced meanwhile, `too_many_passkeys` */
async function link(
  req: PayloadRequest,
  db: Database,
  { handle: { id, handle }, member, notices }: { handle: Handle; member: Member; notices: Notices },
): Promise<void> {
  await lockNames(db, [`passkeys of handle ${handle}`, `passkeys of member ${member.id}`])
  const current = await findHandle(db, handle, { locks: true })
  if (current?.id !== id) throw memberError('invalid_code')
  if (current.member === member.id) return
  const linked = await listCredentials(db, { member: member.id })
  const added = await listCredentials(db, { handle: id })
  if (linked.length + added.length > mostPasskeys) throw memberError('too_many_passkeys')
  const previous = current.member ? await findMemberById(db, current.member) : null
  if (previous) {
    await endSessionsOfHandle(db, id)
    await queueNotice(req, previous, notices.removed)
  }
  await linkHandle(db, id, member.id)
  await queueNotice(req, member, notices.added)
}
