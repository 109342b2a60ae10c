import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { cancelMailsTo, queueMail } from '../../../platform/mail/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import type { AddReply, AddRequest, AddressRequest } from '../contract.ts'
import { isStopped } from '../csv/signs.ts'
import { newsletterError } from '../errors.ts'
import { findAddressRecords } from '../imports/address-records.ts'
import { alreadyAskedMessage, deletedMessage, stoppedMessages } from '../imports/evaluate-row.ts'
import { confirmationMailMaker } from '../mails/mails.ts'
import { deleteRequests, findSignUpData, insertRequests, lockRequest } from '../queries/requests.ts'
import {
  correctEmail,
  findSubscriberById,
  insertPending,
  lockSubscribers,
  type Subscriber,
} from '../queries/subscribers.ts'
import { suppressDeleted } from '../queries/suppressions.ts'
import { requireMailAttempt } from '../rate-limits.ts'
import { lockAddresses } from '../subscribing/address-lock.ts'
import { requireBegun } from '../subscribing/require-begun.ts'
import { confirmRequest } from '../subscribing/sign-up.ts'
import { addressHash, createConfirmToken, hashConfirmToken } from '../subscribing/tokens.ts'
import { findWording } from '../subscribing/wording.ts'
import { momentOfDay } from './past-day.ts'

type Staff = { name: string }

/**
 * Adds somebody who agreed in person. With a consent on paper they get letters at once. Otherwise they
 * have to confirm their address by mail, as after a sign-up.
 * @throws HttpError `conflict` if they get letters already, have left or were deleted, or if they were asked
 *   by mail before and did not consent on paper; `too_many_requests`
 */
export async function addSubscriber(
  req: PayloadRequest,
  request: AddRequest,
  by: Staff,
): Promise<AddReply> {
  const { email, name, interests, on_paper: isOnPaper } = request
  await requireBegun(req.payload, request.consent_on, 'consent_on')
  const consentWording = await findWording(req.payload)
  const source = isOnPaper ? 'on paper' : 'in person'
  const how = `${source}, ${request.consent_on}, ${request.consent_where}; added by ${by.name}`
  const wanted = {
    name,
    phone: null,
    birthday: null,
    how,
    interests: interests.length ? interests : null,
    ...(isOnPaper ? { wording: '', version: '' } : consentWording),
  }
  const mails = await confirmationMailMaker(req.payload)
  return inTransaction(req, async (db) => {
    await lockAddresses(db, [email])
    await requireAddable(db, email, isOnPaper)
    const subscriber = await insertPending(db, email, 'staff')
    const { id } = subscriber
    const token = createConfirmToken()
    const tokenHash = hashConfirmToken(token)
    await insertRequests(db, [{ tokenHash, email, subscriber: id, wanted }])
    const stored = isOnPaper ? await lockRequest(db, tokenHash) : null
    if (stored) {
      await cancelMailsTo(db, id)
      await confirmRequest(req, db, stored, { consentAt: momentOfDay(request.consent_on) })
    } else {
      await requireMailAttempt(db, email)
      await queueMail(req, { ...mails(subscriber, token), key: `confirm ${tokenHash}` })
    }
    await note(req, id, 'subscriber_added', { consent: source })
    return { id, state: isOnPaper ? 'active' : 'pending' }
  })
}

async function requireAddable(db: Database, email: string, isOnPaper: boolean): Promise<void> {
  const found = (await findAddressRecords(db, [email], { lock: true })).get(email)
  const state = found?.subscriber?.state ?? null
  if (state === 'active') throw newsletterError('is_subscriber')
  if (isStopped(state)) throw new HttpError('conflict', stoppedMessages[state])
  if (found?.suppressed === 'deleted') throw new HttpError('conflict', deletedMessage)
  if (found?.suppressed === 'asked' && !isOnPaper)
    throw new HttpError('conflict', alreadyAskedMessage)
}

/**
 * Corrects a mistyped address. The old address gets no more mails, and later imports do not add it. The new
 * address gets letters once it is confirmed by mail.
 * @throws HttpError `not_found`; `conflict` if the subscriber has changed or left, or if the new address
 *   belongs to another subscriber or was deleted; `too_many_requests`
 */
export async function correctAddress(
  req: PayloadRequest,
  { id, email, seen }: AddressRequest,
  by: Staff,
): Promise<void> {
  const consentWording = await findWording(req.payload)
  const mails = await confirmationMailMaker(req.payload)
  await inTransaction(req, async (db) => {
    const { email: oldEmail } = requireSubscriber(await findSubscriberById(db, id))
    await lockAddresses(db, [oldEmail, email])
    const [locked] = await lockSubscribers(db, [id])
    const subscriber = requireSubscriber(locked)
    if (subscriber.email !== oldEmail || subscriber.updatedAt.getTime() !== Date.parse(seen)) {
      throw newsletterError('subscriber_changed')
    }
    if (email === oldEmail) throw newsletterError('same_address')
    const { state } = subscriber
    // Bounced addresses are allowed, because mails to a mistyped address often bounce.
    if (isStopped(state) && state !== 'bounced')
      throw new HttpError('conflict', stoppedMessages[state])
    const existing = (await findAddressRecords(db, [email], { lock: true })).get(email)
    if (existing?.subscriber) throw newsletterError('address_taken')
    if (existing?.suppressed === 'deleted') throw new HttpError('conflict', deletedMessage)

    const earlierSignUp = await findSignUpData(db, oldEmail)
    const unchanged = { name: null, phone: null, birthday: null, interests: null }
    const how = [earlierSignUp?.how, `address corrected by ${by.name}`].filter(Boolean).join('; ')
    const wanted = { ...unchanged, ...consentWording, ...earlierSignUp, how }
    await deleteRequests(db, [oldEmail])
    await cancelMailsTo(db, id)
    await correctEmail(db, id, email)
    await suppressDeleted(db, [addressHash(oldEmail, env().SECRET)])
    const token = createConfirmToken()
    const tokenHash = hashConfirmToken(token)
    await insertRequests(db, [{ tokenHash, email, subscriber: id, wanted }])
    await requireMailAttempt(db, email)
    const recipient = { id, email, state: 'pending' as const }
    await queueMail(req, { ...mails(recipient, token), key: `confirm ${tokenHash}` })
    await note(req, id, 'address_corrected')
  })
}

function requireSubscriber(subscriber: Subscriber | null | undefined): Subscriber {
  if (!subscriber) throw newsletterError('subscriber_gone')
  return subscriber
}

const note = (req: PayloadRequest, id: number, action: string, details?: Record<string, unknown>) =>
  record(req, {
    action,
    subject: `subscriber no. ${id}`,
    of_collection: 'subscribers',
    document: id,
    ...(details && { details }),
  })
