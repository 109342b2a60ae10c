import type { PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import type { MailTextFiller } from '../../../platform/mail/mail-text-filler.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import type { LedgerSettings } from '../../ledger/service.ts'
import { adjust } from '../adjust.ts'
import { queueReceipt, queueRefundMail, queueRefusedMail } from '../mails.ts'
import { type Checkout, savePaid, saveRead } from '../queries/payments.ts'
import { requestRefund } from '../refunds/request.ts'
import { storeRefunds } from '../refunds/store.ts'
import { type CardState, netOf, nextCheckoutCheckMs, refusalOf } from '../rules.ts'
import { depositAccount, salesAccount } from './deposits.ts'
import { findSubject, subjectPaymentOf } from './subjects.ts'

type Context = { ledgerSettings: LedgerSettings; fillText: MailTextFiller }
type Read = {
  /** Locked, after its subject. */
  payment: Checkout
  state: CardState
  /** How many states were compared with the books before this state was requested. */
  reads: number
}

/**
 * Books the state of a guest's payment. What arrives for a checkout that is not open, or for a subject that can't be
 * paid any more, or in another amount or currency, is paid back. Until then, the venue owes it.
 * @returns false if the state may be older than the booked one
 */
export async function bookCheckout(
  req: PayloadRequest,
  db: Database,
  context: Context,
  { payment, state, reads }: Read,
): Promise<boolean> {
  const isFirst = state.isPaid && payment.paidCents === null
  // An account has one currency. What was paid in another one is only paid back.
  const targetCents = state.currency === payment.currency ? netOf(state) : 0
  const isNewest = payment.reads === reads
  if ((isFirst || targetCents !== payment.netCents) && !isNewest) return false
  const begun = isNewest ? await storeRefunds(db, payment, state.refunds) : []
  const booked = isFirst ? await receive(req, db, context, { payment, state }) : payment
  const adjusted = await adjust(req, db, context.ledgerSettings, booked, targetCents)
  if (adjusted.netCents !== booked.netCents && booked.status === 'paid') {
    const subject = findSubject(req.payload, payment.reference)
    const { netCents } = adjusted
    const paid = subjectPaymentOf(payment, subject?.id ?? 0)
    await subject?.kind.changed?.(req, db, paid, { netCents })
  }
  for (const refund of begun) {
    // The mail about a refused payment has said it already.
    if (refund.cause === 'late' || refund.cause === 'differs') continue
    await queueRefundMail(req, db, context, { payment: booked, refund })
  }
  const nextCheck = nextCheckoutCheckMs(
    {
      status: booked.status,
      ageMs: Date.now() - payment.created_at.getTime(),
      endsInMs: payment.expires_at.getTime() - Date.now(),
    },
    state,
  )
  await saveRead(db, payment.id, nextCheck)
  return true
}

/** Accepts or refuses a payment that has arrived, and books it. @returns the payment afterwards */
async function receive(
  req: PayloadRequest,
  db: Database,
  context: Context,
  { payment, state }: Omit<Read, 'reads'>,
): Promise<Checkout> {
  const subject = findSubject(req.payload, payment.reference)
  const reason = refusalOf(payment, state)
  const isAccepted =
    !reason &&
    subject !== null &&
    (await subject.kind.paid(req, db, subjectPaymentOf(payment, subject.id)))
  const status = isAccepted ? 'paid' : 'refused'
  const account = isAccepted && payment.use === 'sale' ? salesAccount : depositAccount
  const { amountCents: paidCents, currency } = state
  await savePaid(db, payment.id, { status, account, paidCents, currency })
  const received: Checkout = {
    ...payment,
    ...{ status, account, paidCents, paid_currency: currency, paid_at: new Date() },
  }
  const next =
    currency === payment.currency
      ? await adjust(req, db, context.ledgerSettings, received, paidCents)
      : received
  if (isAccepted) {
    await queueReceipt(req, db, context, next)
    return next
  }
  const cause = reason ?? 'late'
  log.warn({ payment: payment.id, cause }, 'a card payment is paid back')
  const amountCents = netOf({ ...state, disputedCents: 0 })
  if (amountCents) {
    await requestRefund(req, db, next, { key: 'refused', amountCents, cause })
    await queueRefusedMail(req, db, context, { payment: next, cause })
  }
  return next
}
