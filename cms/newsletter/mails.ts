import { LRUCache } from 'lru-cache'
import { env } from '../env.ts'
import type { Mail, MailContent } from '../mail/contract.ts'
import { priorities } from '../mail/rules.ts'
import type { Action } from '../mail/templates/PlainMail.tsx'
import { renderActionMail } from '../mail/templates/render.ts'
import type { Venue } from '../venue/contract.ts'
import { brandingOf } from '../venue/mail-branding.ts'
import { confirmationTexts, consentRequestTexts, leaveLinkTexts } from './mail-texts.ts'
import type { Subscriber } from './queries/subscribers.ts'

type Recipient = Pick<Subscriber, 'id' | 'email'>
type MailWithoutKey = Omit<Mail, 'key'>

// Each mail is rendered once, with a placeholder for the token of the recipient's link. It is as long
// as a token, so that the lines of the text part wrap at the same places.
const placeholder = '0'.repeat(40)
const rendered = new LRUCache<string, MailContent, Action>({
  max: 20,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context }) => renderActionMail(context),
})
const renderOnce = (texts: Action): Promise<MailContent> =>
  rendered.forceFetch(JSON.stringify(texts), { context: texts })

const fill = (content: MailContent, { id, email }: Recipient, token: string) => ({
  ...content,
  html: content.html.replaceAll(placeholder, token),
  text: content.text.replaceAll(placeholder, token),
  to: { address: email },
  subscriber: id,
})

const confirmUrl = () => `${env().SITE_URL}/subscribe/confirm/${placeholder}`

/** The mail that asks somebody to confirm their sign-up. */
export async function confirmationMails(
  venue: Venue,
): Promise<(subscriber: Recipient & Pick<Subscriber, 'state'>, token: string) => MailWithoutKey> {
  const [unknown, known] = await Promise.all(
    [false, true].map((isKnown) =>
      renderOnce(confirmationTexts(brandingOf(venue), isKnown, confirmUrl())),
    ),
  )
  return (subscriber, token) => ({
    ...fill((subscriber.state === 'active' ? known : unknown) as MailContent, subscriber, token),
    kind: 'confirm_subscription',
  })
}

/** The mail with a link to unsubscribe. */
export async function leaveLinkMails(
  venue: Venue,
): Promise<(subscriber: Recipient, token: string) => MailWithoutKey> {
  const url = `${env().SITE_URL}/unsubscribe/${placeholder}`
  const content = await renderOnce(leaveLinkTexts(brandingOf(venue), url))
  return (subscriber, token) => ({ ...fill(content, subscriber, token), kind: 'leave_link' })
}

/** The mail that asks somebody on an imported list for their consent. */
export async function consentRequestMails(
  venue: Venue,
  wording: string,
): Promise<(subscriber: Recipient, token: string) => MailWithoutKey> {
  const content = await renderOnce(consentRequestTexts(brandingOf(venue), wording, confirmUrl()))
  return (subscriber, token) => ({
    ...fill(content, subscriber, token),
    kind: 'confirm_subscription',
    // There may be very many of these mails, and none of them is urgent.
    priority: priorities.letter,
  })
}
