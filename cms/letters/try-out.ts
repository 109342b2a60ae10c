import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { databaseOf } from '../database/sql.ts'
import { env } from '../env.ts'
import { HttpError } from '../http/errors.ts'
import { takeTry } from '../limits/service.ts'
import { parseAddress } from '../mail/address.ts'
import type { MailContent } from '../mail/contract.ts'
import { queueMail } from '../mail/queue.ts'
import { subscriberById } from '../newsletter/subscribers.ts'
import { requireRole } from '../staff/roles.ts'
import type { PreviewReply, PreviewRequest, TestRequest } from './contract.ts'
import { type Edition, fillEdition, writeEdition } from './edition.ts'
import { findFrozen, NeverSentError } from './frozen.ts'

/** Tests that one of the staff may send within an hour. */
const testsAnHour = { most: 30, restMs: 60 * 60_000 }

/** Who reads a letter where nobody is chosen. */
const invented = { name: 'Ada', email: 'ada@example.org' }

type Reader = { name: string | null; email: string }

/**
 * A letter as one reader would get it, saved or not. Its links lead straight to where they lead, and
 * the one to leave by leaves nobody.
 * @throws HttpError `unauthorized`, `forbidden` for a subscriber below publisher, who alone may read
 *   of them, `not_found`, `bad_request` with what is missing in the letter
 */
export async function previewLetter(
  req: PayloadRequest,
  asked: PreviewRequest,
): Promise<PreviewReply> {
  requireRole(req, 'editor')
  const reader = await readerOf(req, asked.as)
  const { subject, html, text } = await contentFor(req, asked, reader)
  return {
    subject,
    html,
    text,
    to: reader.name ? `${reader.name} <${reader.email}>` : reader.email,
  }
}

/**
 * A letter that went out, as it went out, to a reader who is invented.
 * @throws HttpError `unauthorized`, `forbidden`, `not_found` where it never did
 */
export async function sentLetter(req: PayloadRequest, id: number): Promise<PreviewReply> {
  requireRole(req, 'editor')
  const edition = await findFrozen(req.payload, id).catch((cause: unknown) => {
    if (!(cause instanceof NeverSentError)) throw cause
    throw new HttpError('not_found', 'This letter never went out.', { cause })
  })
  const { subject, html, text } = filledFor(edition, invented)
  return { subject, html, text, to: invented.email }
}

/**
 * Sends a letter to one address, marked as a test.
 * @throws HttpError as `previewLetter`, and `too_many_requests`
 */
export async function testLetter(req: PayloadRequest, asked: TestRequest): Promise<{ to: string }> {
  const { id } = requireRole(req, 'editor')
  const address = parseAddress(asked.to)
  if (!address) throw new HttpError('bad_request', 'to: Write an e-mail address.')
  const reader = await readerOf(req, asked.as)
  const content = await contentFor(req, asked, reader)
  const { retryAfterSeconds } = await takeTry(req.payload, `letter tests of ${id}`, testsAnHour)
  if (retryAfterSeconds !== null) {
    throw new HttpError('too_many_requests', 'That were many tests. Send the next one later.', {
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
  }
  await queueMail(req, {
    ...content,
    key: `letter test ${randomUUID()}`,
    kind: 'test',
    to: { name: reader.name, address },
    shows: asked.as ?? null,
    subject: `[Test] ${content.subject}`,
  })
  return { to: address }
}

async function readerOf(req: PayloadRequest, id: number | null | undefined): Promise<Reader> {
  if (!id) return invented
  requireRole(req, 'publisher')
  const subscriber = await subscriberById(databaseOf(req.payload), id)
  if (!subscriber) throw new HttpError('not_found', 'There is no such subscriber.')
  return subscriber
}

async function contentFor(
  { payload }: PayloadRequest,
  { subject, preheader = null, body }: PreviewRequest,
  { name }: Reader,
): Promise<MailContent> {
  const edition = await writeEdition(payload, { subject, preheader, body }, { webAddress: null })
  return filledFor(edition, { name })
}

const filledFor = (edition: Edition, { name }: Pick<Reader, 'name'>): MailContent =>
  fillEdition(edition, {
    name,
    leaveUrl: `${env().SITE_URL}/unsubscribe`,
    linkUrl: (place) => edition.links[place]?.url ?? '',
  })
