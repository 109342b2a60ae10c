import type { MailContent } from '../../../platform/mail/contract.ts'
import type { MailKind } from '../../../platform/mail/mail-kind.ts'
import type { MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { renderActionMail } from '../../../platform/mail/templates/render.ts'
import type { MailText } from '../../../platform/mail/texts.ts'
import { env } from '../../../platform/runtime/env.ts'
import { mailColorsOf } from '../../venue/look/mail-colors.ts'
import { ledgerPath } from '../pages.ts'

const balance = { is: 'what the member has now, such as £12.30' }

const newsText: MailText = {
  key: 'credit_news',
  defaultText: {
    subject: '{first}',
    heading: 'Your credit',
    opening: '{lines}\nYou have {balance} now.',
    closing:
      'You get this because your credit at {venue} has changed. Didn’t expect it? Your ledger explains every penny, and has a way to tell us.',
  },
  placeholders: {
    first: { is: 'what happened, such as £4.50 paid, Cafe; if much happened, the first of it' },
    lines: {
      is: 'all that happened, a line each',
      required: { in: 'opening', why: 'it is what the mail is about.' },
    },
    balance,
  },
}

const receiptText: MailText = {
  key: 'credit_receipt',
  defaultText: {
    subject: 'Receipt: {amount} for your credit at {venue}',
    heading: 'Receipt',
    opening: 'You topped up {amount} by card, {when}.\nEntry no. {number}. You have {balance} now.',
    closing: 'Keep this mail if you need it for your books. Your ledger has the entry too.',
  },
  placeholders: {
    amount: {
      is: 'how much it is, such as £20.00',
      required: { in: 'opening', why: 'it is what the receipt is for.' },
    },
    when: { is: 'when it was booked' },
    number: { is: 'the number of the entry in the ledger' },
    balance,
  },
}

const target = () => ({
  colors: mailColorsOf('common-room'),
  button: { label: 'Look at my ledger', url: env().SITE_URL + ledgerPath },
  link: { label: 'Choose what we tell you', url: `${env().SITE_URL}/notifications#money` },
})

export const renderNews = (
  fillText: MailTextFiller,
  { lines, balance: money }: { lines: readonly string[]; balance: string },
): Promise<MailContent> => {
  const { paragraphs, ...text } = fillText(newsText, {
    first: lines[0] ?? '',
    lines: `${lines.join('.\n')}.`,
    balance: money,
  })
  // A value may have several lines.
  return renderActionMail({
    ...text,
    paragraphs: paragraphs.flatMap((each) => each.split('\n')).filter((each) => each.trim()),
    ...target(),
  })
}

export const renderReceipt = (
  fillText: MailTextFiller,
  receipt: { amount: string; when: string; transfer: number; balance: string },
): Promise<MailContent> => {
  const { amount, when, transfer } = receipt
  const values = { amount, when, number: String(transfer), balance: receipt.balance }
  return renderActionMail({ ...fillText(receiptText, values), ...target() })
}

export const newsMailKinds: readonly MailKind[] = [
  {
    kind: 'credit_news',
    hiddenFrom: 'editors',
    auditSubject: 'Credit has changed',
    samples: [
      {
        key: newsText.key,
        name: 'Credit has changed',
        text: newsText,
        make: ({ fillText }) =>
          renderNews(fillText, {
            lines: ['£4.50 paid, Cocktail Bar', '£0.50 rounded up for the Common Good'],
            balance: '£12.30',
          }),
      },
    ],
  },
  {
    kind: 'credit_receipt',
    hiddenFrom: 'editors',
    samples: [
      {
        key: receiptText.key,
        name: 'Receipt of a top-up by card',
        text: receiptText,
        make: ({ fillText }) =>
          renderReceipt(fillText, {
            amount: '£20.00',
            when: 'Thu 3 Dec, 7.30pm',
            transfer: 1234,
            balance: '£32.30',
          }),
      },
    ],
  },
]
