import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { env } from '../env.ts'
import { fillEdition, makeEdition } from '../letters/edition.ts'
import { letterHeaders } from '../letters/letter-mail.ts'
import type { Edition } from '../letters/queries/editions.ts'
import type { MailContent, MailRow } from '../mail/contract.ts'
import { leaveUrl } from '../newsletter/service.ts'
import type { AutomationKind } from './rules.ts'
import { findAutomation } from './service.ts'

// For as long as many are sent together; what a menu costs may change.
const editions = new LRUCache<string, Promise<Edition>>({ max: 4, ttl: 60_000 })

function editionOf(
  payload: Payload,
  kind: AutomationKind,
  written: Awaited<ReturnType<typeof findAutomation>>,
) {
  const key = `${kind} ${written.writtenAt}`
  const known = editions.get(key)
  if (known) return known
  const writing = makeEdition(payload, written, { webAddress: null })
  editions.set(key, writing)
  writing.catch(() => editions.delete(key))
  return writing
}

/** A letter that goes out by itself, as an invented reader would get it; null where it is not written. */
export async function sampleAutomation(
  payload: Payload,
  kind: AutomationKind,
): Promise<MailContent | null> {
  const written = await findAutomation(payload, kind)
  if (!written.subject || !written.body) return null
  const edition = await makeEdition(payload, written, { webAddress: null })
  return fillEdition(edition, {
    name: 'Mo',
    leaveUrl: `${env().SITE_URL}/unsubscribe/sample`,
    linkUrl: (place) => edition.links[place]?.url ?? '',
  })
}

/**
 * What a mail that goes out by itself says to its reader, in the words of now.
 * @throws Error where they can't be set as a mail
 */
export async function automationContent(
  payload: Payload,
  kind: AutomationKind,
  { id, subscriber, to_name: name }: Pick<MailRow, 'id' | 'subscriber' | 'to_name'>,
): Promise<MailContent> {
  const edition = await editionOf(payload, kind, await findAutomation(payload, kind))
  const settings = env()
  const leaving = { subscriber: subscriber ?? 0, mail: id }
  const content = fillEdition(edition, {
    name,
    leaveUrl: leaveUrl(leaving, settings),
    linkUrl: (place) => edition.links[place]?.url ?? settings.SITE_URL,
  })
  return { ...content, headers: { ...content.headers, ...letterHeaders(leaving, kind) } }
}
