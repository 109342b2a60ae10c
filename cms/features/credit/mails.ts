import type { Payload } from 'payload'
import type { MailContent } from '../../platform/mail/contract.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { findMailTextFiller, type MailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { renderActionMail } from '../../platform/mail/templates/render.ts'
import type { MailText } from '../../platform/mail/texts.ts'
import { env } from '../../platform/runtime/env.ts'
import { formatMoney } from '../../platform/ui/money.ts'
import { mailColorsOf } from '../venue/look/mail-colors.ts'
import { claimDays } from './rules.ts'

/** The name of the kind of mail with a link to sent credit. */
export const sendMailKind = 'credit_send'

/**
 * The mail is the same for members and strangers. Otherwise the recipient could show it to the sender, who would learn
 * whether the address is a member's.
 */
const sendText: MailText = {
  key: 'credit_send',
  defaultText: {
    subject: '{sender} sent you {amount} for {venue}',
    heading: 'One’s on {sender}',
    opening: `{sender} sent you {amount} to spend at {venue}: at the bar, in the cafe, on whatever you like.\nPress the button, sign in or become a member with your email address, and it’s yours. It waits for ${claimDays} days. Then it goes back.`,
    closing:
      'Whoever has this link can take it, so don’t pass it on. Don’t know the sender? Ignore this email.',
  },
  placeholders: {
    sender: {
      is: 'the first name of the member who sent it, or their address',
      required: { in: 'opening', why: 'people take money only from somebody they know.' },
    },
    amount: {
      is: 'how much it is, such as £5.00',
      required: { in: 'opening', why: 'it is what the mail is about.' },
    },
  },
}

type Sent = { sender: string; amountCents: number; currency: string; token: string }

const renderWith = (
  fillText: MailTextFiller,
  { sender, amountCents, currency, token }: Sent,
): Promise<MailContent> =>
  renderActionMail({
    ...fillText(sendText, { sender, amount: formatMoney(amountCents, currency) }),
    colors: mailColorsOf('common-room'),
    button: { label: 'See and take it', url: `${env().SITE_URL}/common-room/claim/${token}` },
  })

/** Renders the mail for the person to whom credit was sent. */
export const renderSendMail = async (payload: Payload, sent: Sent): Promise<MailContent> =>
  renderWith(await findMailTextFiller(payload), sent)

export const creditMailKinds: readonly MailKind[] = [
  {
    kind: sendMailKind,
    // Whoever has the link can take the money.
    hiddenFrom: 'staff',
    // The subject does not name the sender, because the sender may be erased before the row of the outbox is deleted.
    plainSubject: 'Credit for you',
    expiresAfterMs: claimDays * 24 * 60 * 60_000,
    samples: [
      {
        key: sendText.key,
        name: 'Credit from a member',
        text: sendText,
        make: ({ fillText }) =>
          renderWith(fillText, {
            sender: 'Jo',
            amountCents: 5_00,
            currency: 'GBP',
            token: '0'.repeat(40),
          }),
      },
    ],
  },
]
