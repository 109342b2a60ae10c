import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import type { MailContent } from '../../platform/mail/contract.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import type { MailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { queueMail } from '../../platform/mail/service.ts'
import { renderActionMail } from '../../platform/mail/templates/render.ts'
import type { MailText } from '../../platform/mail/texts.ts'
import { env } from '../../platform/runtime/env.ts'
import { formatMoney } from '../../platform/ui/money.ts'
import type { LedgerSettings } from '../ledger/service.ts'
import { findSubject } from './checkouts/subjects.ts'
import type { Checkout } from './queries/payments.ts'
import type { CardRefund } from './queries/refunds.ts'
import type { RefundCause } from './rules.ts'

const placeholders = {
  amount: {
    is: 'how much it is, such as £5.00',
    required: { in: 'opening', why: 'it is what the mail is about.' },
  },
  what: { is: 'what was paid for' },
  number: { is: 'the number of the payment' },
} as const

const texts = {
  card_receipt: {
    key: 'card_receipt',
    defaultText: {
      subject: 'Your receipt from {venue}',
      heading: 'Paid, thank you',
      opening:
        '{venue} got {amount} from your card on {day}, for: {what}.\nPayment no. {number}.\n{rule}',
      closing: 'You get this because you paid by card on our website. Keep it as your receipt.',
    },
    placeholders: {
      ...placeholders,
      day: { is: 'the day of the payment' },
      rule: { is: 'what the guest read before paying, such as until when it can be cancelled' },
    },
  },
  card_refund: {
    key: 'card_refund',
    defaultText: {
      subject: '{amount} goes back to your card',
      heading: 'Money back',
      opening:
        'We have paid back {amount} of {paid}, for: {what}.\nIt goes to the card with which you paid. Banks need up to ten days to show it.\nPayment no. {number}.',
      closing: 'You get this because you paid by card on our website.',
    },
    placeholders: { ...placeholders, paid: { is: 'how much was paid' } },
  },
  card_refused: {
    key: 'card_refused',
    defaultText: {
      subject: 'We pay back {amount}',
      heading: 'We can’t take this',
      opening:
        'Your payment of {amount} for {what} arrived {why}. We keep none of it: all of it goes back to your card. Banks need up to ten days to show it.\nPayment no. {number}.',
      closing: 'You get this because you paid by card on our website.',
    },
    placeholders: { ...placeholders, why: { is: 'why the payment can’t be taken' } },
  },
} satisfies Record<string, MailText>
type CardMail = keyof typeof texts

const whys: Record<Extract<RefundCause, 'late' | 'differs'>, string> = {
  late: 'after the time to pay was over, after you had begun again, or after it was cancelled',
  differs: 'in another amount or currency than we asked for',
}

const render = (
  fillText: MailTextFiller,
  mail: CardMail,
  values: Record<string, string>,
  path: string | null,
): Promise<MailContent> =>
  renderActionMail({
    ...fillText(texts[mail], values),
    ...(path && { button: { label: 'Your page', url: new URL(path, env().SITE_URL).href } }),
  })

type Context = { ledgerSettings: LedgerSettings; fillText: MailTextFiller }

async function queue(
  req: PayloadRequest,
  db: Database,
  { fillText }: Context,
  mail: { mail: CardMail; key: string; payment: Checkout; values: Record<string, string> },
): Promise<void> {
  const { payment } = mail
  // Erased with the guest.
  if (payment.email === null) return
  const subject = findSubject(req.payload, payment.reference)
  const path = (await subject?.kind.pathOf(db, subject.id, req.payload)) ?? null
  const values = { what: payment.description, number: String(payment.id), ...mail.values }
  await queueMail(req, {
    ...(await render(fillText, mail.mail, values, path)),
    key: mail.key,
    kind: mail.mail,
    to: { address: payment.email },
  })
}

const paidMoney = ({ paidCents, amountCents, paid_currency, currency }: Checkout): string =>
  formatMoney(paidCents ?? amountCents, paid_currency ?? currency)

/** Queues the receipt of an accepted payment. */
export const queueReceipt = (
  req: PayloadRequest,
  db: Database,
  context: Context,
  payment: Checkout,
): Promise<void> =>
  queue(req, db, context, {
    mail: 'card_receipt',
    key: `card receipt ${payment.id}`,
    payment,
    values: {
      amount: paidMoney(payment),
      day: new Intl.DateTimeFormat('en-GB', {
        timeZone: context.ledgerSettings.timeZone,
        dateStyle: 'long',
      }).format(payment.paid_at ?? new Date()),
      rule: payment.rule ?? '',
    },
  })

/** Queues the mail about a refund that has begun at the payment service. */
export const queueRefundMail = (
  req: PayloadRequest,
  db: Database,
  context: Context,
  { payment, refund }: { payment: Checkout; refund: CardRefund },
): Promise<void> =>
  queue(req, db, context, {
    mail: 'card_refund',
    key: `card refund ${refund.id}`,
    payment,
    values: {
      amount: formatMoney(refund.amountCents, payment.paid_currency ?? payment.currency),
      paid: paidMoney(payment),
    },
  })

/** Queues the mail about a payment that is paid back as a whole, because it came too late or differs. */
export const queueRefusedMail = (
  req: PayloadRequest,
  db: Database,
  context: Context,
  { payment, cause }: { payment: Checkout; cause: keyof typeof whys },
): Promise<void> =>
  queue(req, db, context, {
    mail: 'card_refused',
    key: `card refused ${payment.id}`,
    payment,
    values: { amount: paidMoney(payment), why: whys[cause] },
  })

const sampleValues = {
  amount: '£24.00',
  what: 'Two places at the Winter Quiz',
  number: '112',
  day: '3 December 2026',
  rule: 'You can cancel until the day before, and get all of it back.',
  paid: '£24.00',
  why: whys.late,
}
const names: Record<CardMail, string> = {
  card_receipt: 'Card payment: receipt',
  card_refund: 'Card payment: refund',
  card_refused: 'Card payment: came too late',
}

export const cardMailKinds: readonly MailKind[] = (Object.keys(texts) as CardMail[]).map(
  (mail) => ({
    kind: mail,
    // Each has the link to the guest’s own page, which works without signing in.
    hiddenFrom: 'publishers',
    samples: [
      {
        key: mail,
        name: names[mail],
        text: texts[mail],
        make: ({ fillText }) => render(fillText, mail, sampleValues, '/'),
      },
    ],
  }),
)
