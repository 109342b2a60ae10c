import type { Payload } from 'payload'
import type { MailContent, MailRow } from '../../../platform/mail/contract.ts'
import { env } from '../../../platform/runtime/env.ts'
import {
  type LeaveLink,
  notificationsUrl,
  unsubscribeHeaders,
  unsubscribeUrl,
} from '../../newsletter/service.ts'
import { letterErrors } from '../errors.ts'
import { fillEdition } from '../sending/edition.ts'
import { findSentEdition } from '../sending/sent-editions.ts'
import { trackedUrl } from './tracked-link.ts'

/**
 * The content of a letter's mail: the letter's edition with the reader's name and links.
 * @throws HttpError `not_found` if the letter never went out
 */
export async function letterContent(
  payload: Payload,
  { id, letter, subscriber, to_name: name }: MailRow,
): Promise<MailContent> {
  if (letter === null) throw letterErrors.neverSent()
  const edition = await findSentEdition(payload, letter)
  const settings = env()
  const leaving = { subscriber: subscriber ?? 0, mail: id }
  const content = fillEdition(edition, {
    name,
    unsubscribeUrl: unsubscribeUrl(leaving, settings),
    notificationsUrl: notificationsUrl(leaving, settings),
    linkUrl: (place) => trackedUrl({ letter, place }, settings),
  })
  return { ...content, headers: { ...content.headers, ...letterHeaders(leaving, letter) } }
}

/**
 * The headers of a mail to a subscriber.
 * @param name identifies the letter in reports of large mail providers
 */
export function letterHeaders(leaving: LeaveLink, name: string | number): Record<string, string> {
  const settings = env()
  const { hostname } = new URL(settings.SITE_URL)
  return {
    ...unsubscribeHeaders(leaving, settings),
    // RFC 2919. Mail programs can sort mails by this header.
    'List-Id': `<newsletter.${hostname}>`,
    'Feedback-ID': `${name}:letter:newsletter:${hostname}`,
    Precedence: 'bulk',
  }
}
