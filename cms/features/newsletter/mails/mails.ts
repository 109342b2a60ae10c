import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import type { MailContent, NewMail } from '../../../platform/mail/contract.ts'
import { findMailTextFiller, type MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { priorities } from '../../../platform/mail/rules.ts'
import type { ActionMailProps } from '../../../platform/mail/templates/PlainMail.tsx'
import { renderActionMail } from '../../../platform/mail/templates/render.ts'
import { env } from '../../../platform/runtime/env.ts'
import type { ReaderPage } from '../contract.ts'
import type { Subscriber } from '../queries/subscribers.ts'
import { confirmationTexts, consentRequestText, leaveLinkText } from './mail-texts.ts'

type Recipient = Pick<Subscriber, 'id' | 'email'>
type MailWithoutKey = Omit<NewMail, 'key'>

// Each mail is rendered once, with a placeholder for the token of the recipient's link. The placeholder
// has the length of a token, so that the lines of the text part wrap at the same places.
const placeholder = '0'.repeat(40)
const rendered = new LRUCache<string, MailContent, ActionMailProps>({
  max: 20,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _stale, { context }) => renderActionMail(context),
})
const renderOnce = (texts: ActionMailProps): Promise<MailContent> =>
  rendered.forceFetch(JSON.stringify(texts), { context: texts })

const fill = (content: MailContent, { id, email }: Recipient, token: string) => ({
  ...content,
  html: content.html.replaceAll(placeholder, token),
  text: content.text.replaceAll(placeholder, token),
  to: { address: email },
  subscriber: id,
})

const confirmUrl = (token: string) => `${env().SITE_URL}/subscribe/confirm/${token}`

/** @param isKnown whether the address gets letters already */
export const confirmationMailProps = (
  fillText: MailTextFiller,
  isKnown: boolean,
  token = placeholder,
): ActionMailProps => ({
  ...fillText(confirmationTexts[isKnown ? 'known' : 'unknown']),
  button: { label: isKnown ? 'Yes, it’s me' : 'Yes, write to me', url: confirmUrl(token) },
})

/** @param consent the wording of the consent */
export const consentRequestMailProps = (
  fillText: MailTextFiller,
  consent: string,
  token = placeholder,
): ActionMailProps => ({
  ...fillText(consentRequestText, { consent, privacy: `${env().SITE_URL}/privacy` }),
  button: { label: 'Yes, write to me', url: confirmUrl(token) },
})

const readerPageLabels: Record<ReaderPage, string> = {
  unsubscribe: 'Leave, pause or choose',
  notifications: 'See what comes to you: letters and nudges',
}

/** @param page where the button leads; the link below it leads to the other page */
export function leaveLinkMailProps(
  fillText: MailTextFiller,
  page: ReaderPage,
  token = placeholder,
): ActionMailProps {
  const linkTo = (to: ReaderPage) => ({
    label: readerPageLabels[to],
    url: `${env().SITE_URL}/${to}/${token}`,
  })
  return {
    ...fillText(leaveLinkText),
    button: linkTo(page),
    link: linkTo(page === 'unsubscribe' ? 'notifications' : 'unsubscribe'),
  }
}

/** Returns a function that makes the mail to confirm a sign-up. */
export async function confirmationMailMaker(
  payload: Payload,
): Promise<(subscriber: Recipient & Pick<Subscriber, 'state'>, token: string) => MailWithoutKey> {
  const fillText = await findMailTextFiller(payload)
  const [unknown, known] = await Promise.all(
    [false, true].map((isKnown) => renderOnce(confirmationMailProps(fillText, isKnown))),
  )
  return (subscriber, token) => ({
    ...fill((subscriber.state === 'active' ? known : unknown) as MailContent, subscriber, token),
    kind: 'confirm_subscription',
  })
}

/** Returns a function that makes the mail with a subscriber's links to `/unsubscribe` and `/notifications`. */
export async function leaveLinkMailMaker(
  payload: Payload,
  page: ReaderPage,
): Promise<(subscriber: Recipient, token: string) => MailWithoutKey> {
  const content = await renderOnce(leaveLinkMailProps(await findMailTextFiller(payload), page))
  return (subscriber, token) => ({ ...fill(content, subscriber, token), kind: 'leave_link' })
}

/** Returns a function that makes the mail that asks somebody on an imported list for their consent. */
export async function consentRequestMailMaker(
  payload: Payload,
  wording: string,
): Promise<(subscriber: Recipient, token: string) => MailWithoutKey> {
  const content = await renderOnce(
    consentRequestMailProps(await findMailTextFiller(payload), wording),
  )
  return (subscriber, token) => ({
    ...fill(content, subscriber, token),
    kind: 'confirm_subscription',
    // There may be very many of these mails, and none of them is urgent.
    priority: priorities.letter,
  })
}
