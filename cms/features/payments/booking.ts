import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findMailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { findLedgerSettings, type LedgerSettings } from '../ledger/service.ts'
import { adjust } from './adjust.ts'
import { bookCheckout } from './checkouts/book.ts'
import { lockSubject } from './checkouts/subjects.ts'
import { paymentError } from './errors.ts'
import { refundJob } from './job-types.ts'
import type { CardProvider } from './provider.ts'
import {
  type CardPayment,
  findPayment,
  isCheckout,
  lockPayment,
  saveRead,
} from './queries/payments.ts'
import { storeRefunds } from './refunds/store.ts'
import { type CardState, netOf, nextCheckMs } from './rules.ts'

/** Maximum number of reads of the state in one call of `bookPayment`. Concurrent calls can make it read again. */
const maxReads = 5

/**
 * Books the current state of a payment at the payment service. Which message of the service caused the call does not
 * matter, so repeated messages, and messages in the wrong order, change nothing.
 *
 * The state is read without a transaction, because reading can take long. If the state differs from the books, but a
 * concurrent call has compared another state with them meanwhile, the state is read again, because it may be outdated.
 * @throws HttpError `wrong_amount`: the paid amount or currency of a member's top-up is not the requested one;
 *   `changing`; errors of `CardProvider` and of what the payment is for
 */
export async function bookPayment(
  req: PayloadRequest,
  provider: CardProvider,
  session: string,
): Promise<void> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  for (let read = 1; read <= maxReads; read++) {
    const before = await findPayment(databaseOf(req.payload), { session })
    // The payment is unknown: another site may use the same account at the service.
    if (!before) return
    const { reads, reference } = before
    const fillText = isCheckout(before) ? await findMailTextFiller(req.payload) : null
    const state = await provider.read(session)
    const isDone = await inTransaction(req, async (db) => {
      if (reference) await lockSubject(req, db, reference)
      const payment = await lockPayment(db, { session })
      if (!payment) return true
      return isCheckout(payment) && fillText
        ? bookCheckout(req, db, { ledgerSettings, fillText }, { payment, state, reads })
        : bookTopUp(req, db, ledgerSettings, { payment, state, reads })
    })
    if (isDone) return
  }
  throw paymentError('changing')
}

type Read = {
  /** Locked. */
  payment: CardPayment
  state: CardState
  /** How many states were compared with the books before this state was requested. */
  reads: number
}

/** @returns false if the state may be older than the booked one */
async function bookTopUp(
  req: PayloadRequest,
  db: Database,
  ledgerSettings: LedgerSettings,
  { payment, state, reads }: Read,
): Promise<boolean> {
  const isExpected =
    state.amountCents === payment.amountCents && state.currency === payment.currency
  if (state.isPaid && !isExpected) {
    log.error(
      { payment: payment.id },
      'a card payment differs from the requested amount or currency',
    )
    throw paymentError('wrong_amount')
  }
  const isFirst = state.isPaid && payment.transfer === null
  const isBooked = !isFirst && netOf(state) === payment.netCents
  if (!isBooked && payment.reads !== reads) return false
  const ageMs = Date.now() - payment.created_at.getTime()
  if (payment.reads === reads) await storeRefunds(db, payment, state.refunds)
  await saveRead(db, payment.id, nextCheckMs(ageMs, state))
  // The message of a refund can arrive before the payment is booked. Then the payment and the refund are both booked,
  // so that the statement shows both.
  const booked = isFirst
    ? await adjust(req, db, ledgerSettings, payment, payment.amountCents)
    : payment
  await adjust(req, db, ledgerSettings, booked, netOf(state))
  if (isFirst && payment.member === null && netOf(state) > 0) await requestRefund(req, db, payment)
  return true
}

/** Nobody can use the credit of a deleted member, so a payment that arrives after the deletion is paid back. */
async function requestRefund(
  req: PayloadRequest,
  db: Database,
  { id }: CardPayment,
): Promise<void> {
  await enqueue(db, refundJob, { payment: id }, { key: `${refundJob.name} ${id}` })
  await record(req, {
    action: 'card_refund_begun',
    subject: `no. ${id}`,
    of_collection: 'card_payments',
    document: id,
    by: null,
  })
}
