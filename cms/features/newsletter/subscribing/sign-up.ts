import type { PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { parseBirthday } from '../../../platform/http/texts/field-rules.ts'
import { priorities } from '../../../platform/mail/rules.ts'
import { deleteContentOf, queueMail } from '../../../platform/mail/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import type { SubscribeRequest } from '../contract.ts'
import { newsletterError } from '../errors.ts'
import { confirmationMailMaker } from '../mails/mails.ts'
import { joinedSubscribers } from '../ports.ts'
import { insertConsents } from '../queries/consents.ts'
import {
  findRequest,
  hasRecentRequest,
  insertRequests,
  lockRequest,
  markRequestUsed,
  type SubscriptionRequest,
} from '../queries/requests.ts'
import { confirmSubscriber, insertPending, writeInterests } from '../queries/subscribers.ts'
import { deleteSuppression } from '../queries/suppressions.ts'
import { chooseConfirmationMode, countSignUp, requireMailAttempt } from '../rate-limits.ts'
import { isJoining } from '../rules.ts'
import { lockAddresses } from './address-lock.ts'
import { addressHash, createConfirmToken, hashConfirmToken } from './tokens.ts'
import { findWording } from './wording.ts'

/**
 * Stores a sign-up and mails a confirmation link. The subscriber changes only when the sign-up is confirmed.
 * Known and unknown addresses are treated alike. Sign-ups for one address within `sameSignUpMs` count as one.
 * @param options.isForm whether the browser sent an HTML form, which cannot do a proof of work
 * @returns whether the mail is delayed
 * @throws HttpError `conflict` if the consent's wording has changed, `work_required`, `too_many_requests`
 */
export async function requestSubscription(
  req: PayloadRequest,
  request: SubscribeRequest,
  { isForm }: { isForm: boolean },
): Promise<{ isLater: boolean }> {
  const how = isForm ? 'form without script' : 'form'
  const { wording, version } = await findWording(req.payload)
  if (typeof request.wording === 'string' && request.wording && request.wording !== version) {
    throw newsletterError('consent_reworded')
  }
  const { email, name, phone, interests = null } = request
  const birthday = request.birthday ? parseBirthday(request.birthday) : null
  const wanted = { name, phone, birthday, interests, wording, version, how }
  const token = createConfirmToken()
  const tokenHash = hashConfirmToken(token)
  const mails = await confirmationMailMaker(req.payload)
  const mode = await chooseConfirmationMode(req, email, { isForm })
  const pace = mode.kind === 'paced' ? { priority: priorities.paced, delayMs: mode.delayMs } : {}
  const isNew = await inTransaction(req, async (db) => {
    await lockAddresses(db, [email])
    if (await hasRecentRequest(db, email)) return false
    await requireMailAttempt(db, email)
    const subscriber = await insertPending(db, email, how)
    await insertRequests(db, [{ tokenHash, email, subscriber: subscriber.id, wanted }])
    // A stranger's request must not cause a mail to somebody who complained about our mails.
    if (subscriber.state === 'complained') return true
    await queueMail(req, { ...mails(subscriber, token), ...pace, key: `confirm ${tokenHash}` })
    return true
  })
  if (isNew) await countSignUp(req, mode)
  return { isLater: mode.kind === 'paced' }
}

/**
 * Confirms a sign-up: the subscriber becomes active with the requested details, and the consent is
 * stored. Idempotent.
 * @returns whether this request confirmed the sign-up; false if the sign-up was confirmed before, or if the token is
 *   invalid or has expired
 */
export async function confirmSubscription(req: PayloadRequest, token: string): Promise<boolean> {
  const tokenHash = hashConfirmToken(token)
  return inTransaction(req, async (db) => {
    const found = await findRequest(db, tokenHash)
    if (!found) return false
    await lockAddresses(db, [found.email])
    const request = await lockRequest(db, tokenHash)
    if (!request || request.isUsed || request.isExpired) return false
    await confirmRequest(req, db, request)
    return true
  })
}

/**
 * Makes the subscriber of a locked request active.
 * @param options.consentAt when the consent was given; now by default
 */
export async function confirmRequest(
  req: PayloadRequest,
  db: Database,
  { id: requestId, email, wanted, createdAt }: SubscriptionRequest,
  { consentAt }: { consentAt?: Date } = {},
): Promise<void> {
  const previous = await insertPending(db, email, wanted.how)
  const { id } = previous
  await confirmSubscriber(db, id, wanted)
  if (wanted.interests) await writeInterests(db, [{ id, interests: wanted.interests }])
  await insertConsents(db, {
    subscriber: id,
    kind: previous.state === 'active' ? 'changed' : 'given',
    how: wanted.how,
    // The wording is empty for a consent on paper.
    wording: wanted.wording || null,
    version: wanted.version || null,
    ...(consentAt ? { at: consentAt } : { askedAt: createdAt }),
    interests: [...(wanted.interests ?? previous.interests), ...previous.ownTopics],
  })
  await deleteSuppression(db, addressHash(email, env().SECRET))
  await markRequestUsed(db, requestId)
  await deleteContentOf(db, 'confirm_subscription', [id])
  if (!isJoining(previous, new Date())) return
  const subscriber = { id, email, name: wanted.name ?? previous.name, joining: requestId }
  for (const handle of joinedSubscribers.all(req.payload)) {
    await handle(req, subscriber)
  }
}
