import { env } from '../env.ts'
import type { Mail } from '../mail/contract.ts'
import { priorities } from '../mail/rules.ts'
import { renderActionMail } from '../mail/templates/render.ts'
import type { Venue } from '../venue/contract.ts'
import { brandingOf } from '../venue/mail-branding.ts'
import { makeConfirmToken } from './link.ts'
import { askWords, confirmationWords, leaveWords } from './mail-words.ts'
import type { Subscriber } from './subscribers.ts'

// Whoever calls has read the venue before the transaction began: within one it would wait for a second
// connection, which others like it may hold.

type Written = Omit<Mail, 'key'>

/** The mail that asks whether a sign-up was its reader's. */
export async function confirmationMail(
  venue: Venue,
  { subscriber, token }: { subscriber: Subscriber; token: string },
): Promise<Written> {
  const url = `${env().SITE_URL}/subscribe/confirm/${token}`
  const isKnown = subscriber.state === 'active'
  const content = await renderActionMail(confirmationWords(brandingOf(venue), isKnown, url))
  return { ...toSubscriber(subscriber), ...content, kind: 'confirm_subscription' }
}

/** The mail that brings somebody their link to leave. */
export async function leaveMail(
  venue: Venue,
  { subscriber, link }: { subscriber: Subscriber; link: string },
): Promise<Written> {
  const content = await renderActionMail(leaveWords(brandingOf(venue), link))
  return { ...toSubscriber(subscriber), ...content, kind: 'leave_link' }
}

/**
 * The mail that asks somebody on a list whether they want letters. It is set once; each reader has a
 * link of their own.
 */
export async function askMails(
  venue: Venue,
  wording: string,
): Promise<(reader: Pick<Subscriber, 'id' | 'email'>, token: string) => Written> {
  // As long as any other, so that lines of the text part break alike.
  const placeholder = makeConfirmToken()
  const url = `${env().SITE_URL}/subscribe/confirm/${placeholder}`
  const set = await renderActionMail(askWords(brandingOf(venue), wording, url))
  return (reader, token) => ({
    ...toSubscriber(reader),
    ...set,
    html: set.html.replaceAll(placeholder, token),
    text: set.text.replaceAll(placeholder, token),
    kind: 'confirm_subscription',
    // Nobody waits for it with a page open, and there may be very many.
    priority: priorities.letter,
  })
}

const toSubscriber = ({ id, email }: Pick<Subscriber, 'id' | 'email'>) => ({
  to: { address: email },
  subscriber: id,
})
