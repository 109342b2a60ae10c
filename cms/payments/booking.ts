import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { enqueue } from '../jobs/enqueue.ts'
import {
  balanceOf,
  findLedgerSettings,
  findTransfer,
  type LedgerSettings,
  lockBalance,
  reverse,
  transfer,
} from '../ledger/service.ts'
import { log } from '../log.ts'
import { paymentError } from './errors.ts'
import { refundJob } from './job-types.ts'
import type { CardProvider } from './provider.ts'
import { type CardPayment, findPayment, lockPayment, saveBooking, saveRead } from './queries.ts'
import { adjustmentOf, type CardState, netOf, nextCheckMs } from './rules.ts'

const actor = { kind: 'system' } as const
/** Maximum number of reads of the state in one call of `bookPayment`. Concurrent calls can make it read again. */
const maxReads = 5

/**
 * Books the current state of a payment at the payment service. Which message of the service caused the call does not
 * matter, so repeated messages, and messages in the wrong order, change nothing.
 *
 * The state is read without a transaction, because reading can take long. If the state differs from the books, but a
 * concurrent call has compared another state with them meanwhile, the state is read again, because it may be outdated.
 * @throws HttpError `wrong_amount`: the paid amount or currency is not the requested one; `changing`; errors of
 *   `CardProvider`
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
    const state = await provider.read(session)
    const isDone = await inTransaction(req, async (db) => {
      const payment = await lockPayment(db, session)
      return !payment || bookState(req, db, ledgerSettings, { payment, state, reads: before.reads })
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
async function bookState(
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

/** Books the difference between `targetCents` and a payment's booked net amount. @returns the payment afterwards */
async function adjust(
  req: PayloadRequest,
  db: Database,
  ledgerSettings: LedgerSettings,
  payment: CardPayment,
  targetCents: number,
): Promise<CardPayment> {
  if (targetCents === payment.netCents) return payment
  const { account, transfer: firstTransfer } = payment
  // Locked, so that the available amount does not change meanwhile.
  await lockBalance(db, account, payment.currency)
  const { availableCents } = await balanceOf(db, account)
  const { memberCents, venueCents } = adjustmentOf(payment, targetCents, availableCents)
  const bookings = payment.bookings + 1
  const details = {
    ...{ currency: payment.currency, reference: `card:${payment.id}`, actor },
  }
  const move = (cents: number, affected: typeof account, part: string) =>
    transfer(
      db,
      { ...ledgerSettings, currency: payment.currency },
      {
        ...details,
        key: `card_payment:${payment.id}:${bookings}:${part}`,
        kind: cents > 0 && affected === account ? 'card_top_up' : 'card_refund',
        from: cents > 0 ? 'clearing:stripe' : affected,
        to: cents > 0 ? affected : 'clearing:stripe',
        amountCents: Math.abs(cents),
      },
    )
  const original = firstTransfer && (await findTransfer(db, { id: firstTransfer }))
  const isWhole = memberCents === -payment.amountCents
  const memberTransfer =
    isWhole && original && original.reversed_by === null
      ? await reverse(db, ledgerSettings, {
          key: `card_payment:${payment.id}:${bookings}:member`,
          transfer: original.id,
          reason: 'Refunded by card',
          actor,
        })
      : memberCents
        ? await move(memberCents, account, 'member')
        : null
  const venueTransfer = venueCents ? await move(venueCents, 'venue:sales', 'venue') : null
  const next = {
    transfer: firstTransfer ?? memberTransfer?.id ?? null,
    netCents: targetCents,
    lostCents: payment.lostCents - venueCents,
    bookings,
  }
  await saveBooking(db, payment.id, next)
  await record(req, {
    action: targetCents > payment.netCents ? 'card_paid' : 'card_taken_back',
    subject: `no. ${payment.id}`,
    of_collection: 'card_payments',
    document: memberTransfer?.id ?? venueTransfer?.id ?? payment.id,
    details: {
      amount_cents: targetCents - payment.netCents,
      ...(venueCents && { of_the_venue_cents: venueCents }),
    },
    by: null,
  })
  return { ...payment, ...next }
}
