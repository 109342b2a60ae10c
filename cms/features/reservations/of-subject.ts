import { lockBalance } from '../ledger/service.ts'
import { bookShareOfCards, giveBackAll, settleDeposit } from './card.ts'
import { renewHold } from './change.ts'
import type { Reservation } from './contract.ts'
import type { Subject, Words } from './kind.ts'
import type { Locked } from './locked.ts'
import { releasePrice, reversePayments } from './money.ts'
import { cancelAll, expireAllOf, lockReservations, markNoShows } from './queries/of-subject.ts'
import { recordRefusedRefund } from './refused-refunds.ts'
import { paysByCard, type ReservationStatus, toldOfCancellation } from './rules.ts'

/** What happens to all reservations of a locked subject at once. */

/**
 * Mails the confirmed guests of these reservations. Members also get some of these mails as pushes.
 * @param options.occasion identifies the occasion of the mail, so that each guest gets the mail only once
 * @returns how many guests got this mail now or before
 */
export async function notifyGuests<S extends Subject, Mail extends string>(
  locked: Locked<S, Mail>,
  reservations: readonly Reservation[],
  mail: Mail,
  {
    occasion,
    words,
    replyTo,
  }: { occasion: string | number; words?: Words; replyTo?: string | null | undefined },
): Promise<number> {
  const { mailer, subject } = locked
  const confirmed = reservations.filter(({ confirmedAt }) => confirmedAt)
  const mails = await Promise.all(
    confirmed.map((reservation) => mailer(mail, { subject, reservation, occasion, words })),
  )
  const headers: Record<string, string> = replyTo ? { 'Reply-To': replyTo } : {}
  await locked.enqueueMails(
    mails.map((each) => each && { ...each, headers: { ...each.headers, ...headers } }),
  )
  await locked.kind.queuePushes?.(locked.db, mail, confirmed, () => occasion)
  return mails.filter(Boolean).length
}

/** Locks the reservations with these statuses, like `notifyGuests` needs them. */
export const lockWith = <S extends Subject, Mail extends string>(
  { db, key }: Pick<Locked<S, Mail>, 'db' | 'key'>,
  statuses: readonly ReservationStatus[],
): Promise<Reservation[]> => lockReservations(db, key, statuses)

/**
 * Cancels all reservations because their subject is cancelled, releases their holds, and gives payments back. If a
 * payment can't be given back, the reservation keeps its transfer, and the audit trail says so. The caller has to free
 * the places.
 * @returns the reservations as they were before
 */
export async function cancelAllOf<S extends Subject, Mail extends string>(
  locked: Locked<S, Mail>,
  { reason }: { reason: string },
): Promise<Reservation[]> {
  const { db } = locked
  const reservations = await lockWith(locked, ['held', ...toldOfCancellation])
  for (const reservation of reservations) {
    await releasePrice(db, reservation)
    await giveBackAll(locked, reservation, 'event')
  }
  const refunded = await refundAll(locked, reservations, reason)
  const ids = reservations.map(({ id }) => id)
  await cancelAll(db, ids, { by: 'event', refunded })
  return reservations
}

/** Reverses the payments of locked reservations, in the given order. @returns the ids of the refunded reservations */
async function refundAll<S extends Subject, Mail extends string>(
  locked: Locked<S, Mail>,
  reservations: readonly Reservation[],
  reason: string,
): Promise<number[]> {
  const { db, ledgerSettings } = locked
  const paid = reservations.filter((each) => each.transfer !== null && !paysByCard(each))
  // Members' accounts are locked first, because the other accounts are part of many transfers.
  for (const { member } of paid) {
    if (member !== null) await lockBalance(db, `member:${member}`, ledgerSettings.currency)
  }
  const refunded: number[] = []
  for (const reservation of paid) {
    if (await reversePayments(db, ledgerSettings, { reservation, reason })) {
      refunded.push(reservation.id)
    } else await recordRefusedRefund(locked, reservation)
  }
  return refunded
}

/** Replaces the holds of these reservations, because their subject now ends at another time. */
export async function renewHolds<S extends Subject, Mail extends string>(
  locked: Locked<S, Mail>,
  reservations: readonly Reservation[],
): Promise<void> {
  for (const reservation of reservations) {
    if (reservation.hold !== null) await renewHold(locked, reservation)
  }
}

/**
 * Ends the reservations of a subject that is over. Waiting and unconfirmed ones expire. If anybody was checked in, the
 * other reservations that were `going` become no-shows. If nobody was checked in, no list was kept at the door, and
 * reservations stay `going`. The Common Good gets its share of what was paid by card.
 */
export async function endAllOf<S extends Subject, Mail extends string>(
  locked: Locked<S, Mail>,
): Promise<void> {
  const { db, key } = locked
  const freed = await expireAllOf(db, key)
  const isListKept = (await lockWith(locked, ['attended'])).length > 0
  if (isListKept) {
    for (const absent of await lockWith(locked, ['going'])) {
      await settleDeposit(locked, absent, 'no_show')
    }
  }
  const missing = isListKept ? await markNoShows(db, key) : 0
  await bookShareOfCards(locked)
  await locked.take(-freed - missing)
}
