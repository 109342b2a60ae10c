import { randomUUID } from 'node:crypto'
import type { Payload, PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { countAttemptOrThrow } from '../../../platform/limits/service.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import type { MailContent } from '../../../platform/mail/contract.ts'
import { queueMail } from '../../../platform/mail/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import type { StaffCaller } from '../../../platform/staff/access.ts'
import { requirePermission } from '../../../platform/staff/can.ts'
import { isStaffAddress } from '../../../platform/staff/session.ts'
import { findSubscriberById } from '../../newsletter/service.ts'
import type { PreviewReply, PreviewRequest, TestRequest } from '../contract.ts'
import { letterErrors } from '../errors.ts'
import type { Edition } from '../queries/editions.ts'
import { fillEdition, makeEdition } from '../sending/edition.ts'
import { findSentEdition } from '../sending/sent-editions.ts'

/** How many test mails of letters a staff account may send within an hour. */
const testLimit = { max: 30, windowMs: 60 * 60_000 }

const sampleReader = { name: 'Ada', email: 'ada@example.org' }

type Reader = { name: string | null; email: string }

/**
 * A letter, including unsaved changes, as one reader would get it, with two differences. Its links are not tracked. Its
 * links to unsubscribe and to choose topics contain no token, so these links change nothing.
 * @throws HttpError `forbidden` if the data of a subscriber is requested and the caller is not a publisher; `not_found`
 *   if there is no such subscriber; `bad_request` with the letter's problem
 */
export async function previewLetter(
  req: PayloadRequest,
  request: PreviewRequest,
): Promise<PreviewReply> {
  const reader = await findReader(req, request.as)
  const { name, email } = reader
  const { subject, html, text } = await makeContent(req.payload, request, reader)
  return { subject, html, text, to: name ? `${name} <${email}>` : email }
}

/**
 * A sent letter, filled in for a sample reader.
 * @throws HttpError `not_found` if the letter was never sent
 */
export async function findSentLetter(payload: Payload, id: number): Promise<PreviewReply> {
  const { subject, html, text } = fill(await findSentEdition(payload, id), sampleReader)
  return { subject, html, text, to: sampleReader.email }
}

/**
 * Sends a test mail of a letter to the address of somebody on the staff. The subject marks it as a test.
 * @throws HttpError as `previewLetter`; `bad_request` for an invalid address, `forbidden` if the address does
 *   not belong to staff, `too_many_requests`
 */
export async function sendTestMail(
  req: PayloadRequest,
  { id }: StaffCaller,
  request: TestRequest,
): Promise<{ to: string }> {
  const address = parseAddress(request.to)
  if (!address) throw new HttpError('bad_request', 'to: Write an e-mail address.')
  if (!(await isStaffAddress(req.payload, address))) {
    const message =
      'to: Tests go to people on the staff only. Write your own address, or a colleague’s.'
    throw new HttpError('forbidden', message)
  }
  const reader = await findReader(req, request.as)
  const content = await makeContent(req.payload, request, reader)
  const key = `letter tests of ${id}`
  await countAttemptOrThrow(databaseOf(req.payload), key, testLimit, letterErrors.tooManyTests())
  await queueMail(req, {
    ...content,
    key: `letter test ${randomUUID()}`,
    kind: 'test',
    to: { name: reader.name, address },
    shows: request.as ?? null,
    subject: `[Test] ${content.subject}`,
  })
  return { to: address }
}

async function findReader(req: PayloadRequest, id: number | null | undefined): Promise<Reader> {
  if (!id) return sampleReader
  requirePermission(req, 'subscribers.read')
  const subscriber = await findSubscriberById(databaseOf(req.payload), id)
  if (!subscriber) throw new HttpError('not_found', 'There is no such subscriber.')
  return subscriber
}

async function makeContent(
  payload: Payload,
  { subject, preheader = null, body }: PreviewRequest,
  reader: Reader,
): Promise<MailContent> {
  return fill(await makeEdition(payload, { subject, preheader, body }, { webUrl: null }), reader)
}

const fill = (edition: Edition, { name }: Reader): MailContent =>
  fillEdition(edition, {
    name,
    unsubscribeUrl: `${env().SITE_URL}/unsubscribe`,
    notificationsUrl: `${env().SITE_URL}/notifications`,
    linkUrl: (place) => edition.links[place]?.url ?? '',
  })
