import type { Payload } from 'payload'
import { env } from '../env.ts'
import type { Mail } from '../mail/contract.ts'
import { findVenue } from '../venue/service.ts'
import type { Subscriber } from './subscribers.ts'

type Written = Omit<Mail, 'key'>

/**
 * Asks whoever reads an address's mail whether a sign-up was theirs. Nothing that a stranger wrote
 * stands in it: otherwise anybody could have us send anything to anybody.
 */
export async function confirmationMail(
  payload: Payload,
  { subscriber, token }: { subscriber: Subscriber; token: string },
): Promise<Written> {
  const { productName } = await findVenue(payload)
  const isKnown = subscriber.state === 'active'
  return {
    ...toSubscriber(subscriber),
    kind: 'confirm_subscription',
    ...plain({
      subject: isKnown
        ? `Still you? Your details at ${productName}`
        : `One more step to the letter of ${productName}`,
      lines: [
        isKnown
          ? `Our letter comes to you already. Somebody, you we hope, filled in the form again with this address. Press the button to keep what it says.`
          : `Somebody, you we hope, asked for the letter of ${productName} to come to this address. Press the button and you’re in.`,
      ],
      button: {
        label: isKnown ? 'Look and confirm' : 'Yes, write to me',
        href: confirmAddress(token),
      },
      note: 'Wasn’t you? Then do nothing. The link lasts a week, and without it nothing changes.',
    }),
  }
}

/** Brings somebody the link by which they leave. */
export async function leaveMail(
  payload: Payload,
  { subscriber, link }: { subscriber: Subscriber; link: string },
): Promise<Written> {
  const { productName } = await findVenue(payload)
  return {
    ...toSubscriber(subscriber),
    kind: 'leave_link',
    ...plain({
      subject: `Your link to leave the letter of ${productName}`,
      lines: ['Here is your own link to leave, to pause, or to choose what we write about.'],
      button: { label: 'Leave, pause or choose', href: link },
      note: 'Wasn’t you who asked for it? Then do nothing, and nothing changes.',
    }),
  }
}

const toSubscriber = ({ id, email }: Subscriber) => ({ to: { address: email }, subscriber: id })

const confirmAddress = (token: string) => `${env().SITE_URL}/subscribe/confirm/${token}`

type Words = {
  subject: string
  lines: string[]
  button: { label: string; href: string }
  note: string
}

function plain({ subject, lines, button, note }: Words): Pick<Mail, 'subject' | 'html' | 'text'> {
  const text = [...lines, `${button.label}: ${button.href}`, note].join('\n\n')
  const paragraphs = lines.map((each) => `<p>${escaped(each)}</p>`).join('')
  const link = `<p><a href="${escaped(button.href)}">${escaped(button.label)}</a></p>`
  return { subject, text, html: `${paragraphs}${link}<p>${escaped(note)}</p>` }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
