import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import type { MailContent, MailRow } from '../../platform/mail/contract.ts'
import { env } from '../../platform/runtime/env.ts'
import { perPayload } from '../../platform/runtime/state.ts'
import { letterHeaders } from '../letters/mail/letter-mail.ts'
import type { Edition } from '../letters/queries/editions.ts'
import { fillEdition, makeEdition } from '../letters/sending/edition.ts'
import { notificationsUrl, unsubscribeUrl } from '../newsletter/service.ts'
import type { AutomationKind } from './rules.ts'
import { type Automation, findAutomation } from './service.ts'

// The editions are cached, because many mails are sent together. They are cached for only a minute, because
// the prices of a menu in the text may change.
const editions = perPayload(
  (payload) =>
    new LRUCache<string, Edition, Automation>({
      max: 4,
      ttl: 60_000,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context: automation }) =>
        makeEdition(payload, automation, { webUrl: null }),
    }),
)

/** The mail of an automation for a sample reader; null if the automation has no text yet. */
export async function sampleAutomation(
  payload: Payload,
  kind: AutomationKind,
): Promise<MailContent | null> {
  const automation = await findAutomation(payload, kind)
  if (!automation.subject || !automation.body) return null
  const edition = await makeEdition(payload, automation, { webUrl: null })
  return fillEdition(edition, {
    name: 'Mo',
    unsubscribeUrl: `${env().SITE_URL}/unsubscribe/sample`,
    notificationsUrl: `${env().SITE_URL}/notifications`,
    linkUrl: (place) => edition.links[place]?.url ?? '',
  })
}

/**
 * The content of an automation's mail, made from its current text.
 * @throws Error if the text cannot be made into a mail
 */
export async function automationContent(
  payload: Payload,
  kind: AutomationKind,
  { id, subscriber, to_name: name }: Pick<MailRow, 'id' | 'subscriber' | 'to_name'>,
): Promise<MailContent> {
  const automation = await findAutomation(payload, kind)
  const key = `${kind} ${automation.updatedAt}`
  const edition = await editions(payload).forceFetch(key, { context: automation })
  const settings = env()
  const leaveLink = { subscriber: subscriber ?? 0, mail: id }
  const content = fillEdition(edition, {
    name,
    unsubscribeUrl: unsubscribeUrl(leaveLink, settings),
    notificationsUrl: notificationsUrl(leaveLink, settings),
    linkUrl: (place) => edition.links[place]?.url ?? settings.SITE_URL,
  })
  return { ...content, headers: { ...content.headers, ...letterHeaders(leaveLink, kind) } }
}
