import type { Database } from '../../platform/database/query.ts'
import { transfer } from '../ledger/service.ts'
import type { RefundCause } from '../payments/rules.ts'
import {
  closeCheckouts,
  findKeptCents,
  refundSubject,
  settleDeposits,
} from '../payments/service.ts'
import type { Reservation } from './contract.ts'
import type { ReservationKind, Subject } from './kind.ts'
import type { Locked } from './locked.ts'
import { shareOf } from './money.ts'
import { listReservations } from './queries/of-subject.ts'
import {
  agreedOf,
  type ChangedBy,
  isUnpaid,
  paysByCard,
  priceOfSome,
  referenceOf,
} from './rules.ts'

/**
 * Prices by card. A reservation is `held` until its payment has arrived (payment.ts). What is given back is requested in
 * the transaction that cancels the reservation or makes its party smaller, and is sent to the payment service later.
 */

type Card<S extends Subject> = Pick<Locked<S>, 'req' | 'db' | 'subject'> & {
  kind: Pick<ReservationKind<S>, 'card'>
}

/**
 * Ends the price by card of a locked reservation that is cancelled: nobody can pay it any more, and what was paid is
 * given back. If the guest cancels, the kind's rule decides; a deposit that is kept is then the venue's.
 * @returns the amount that is given back
 */
export async function giveBackAll<S extends Subject>(
  { req, db, subject, kind }: Card<S>,
  reservation: Reservation,
  by: ChangedBy,
): Promise<number> {
  if (!paysByCard(reservation)) return 0
  const reference = referenceOf(reservation)
  if (isUnpaid(reservation)) {
    await closeCheckouts(db, reference)
    return 0
  }
  if (!isGivenBack(kind, subject, { reservation, by })) {
    if (kind.card?.use === 'deposit') {
      await settleDeposits(req, db, { reference, outcome: 'no_show' })
    }
    return 0
  }
  return refundSubject(req, db, { reference, key: 'cancelled', cause: causeOf(by) })
}

/**
 * Changes the price by card of a locked reservation whose party changes. An open checkout is ended, because it has the old
 * price. If the price is paid, the party can only become smaller; by the kind's rule, the price of those who don't come
 * is given back.
 * @param change.party the new size
 * @returns the amount that is given back
 */
export async function giveBackPart<S extends Subject>(
  { req, db, subject, kind }: Card<S>,
  reservation: Reservation,
  { party, by }: { party: number; by: ChangedBy },
): Promise<number> {
  if (!paysByCard(reservation)) return 0
  const reference = referenceOf(reservation)
  if (isUnpaid(reservation)) {
    await closeCheckouts(db, reference)
    return 0
  }
  if (!isGivenBack(kind, subject, { reservation, by })) return 0
  return refundSubject(req, db, {
    ...{ reference, key: `party:${reservation.version}`, cause: causeOf(by) },
    // Staff may have given back a part already.
    mostCents: reservation.priceCents - priceOfSome(reservation, party),
  })
}

const isGivenBack = <S extends Subject>(
  { card }: Pick<ReservationKind<S>, 'card'>,
  subject: S,
  { reservation, by }: { reservation: Reservation; by: ChangedBy },
): boolean =>
  by !== 'guest' || card?.isRefunded(subject, new Date(), agreedOf(reservation)) === true

const causeOf = (by: ChangedBy): Extract<RefundCause, 'staff' | 'cancelled'> =>
  by === 'staff' || by === 'organiser' ? 'staff' : 'cancelled'

/** Books what became of the deposit of a locked reservation. Does nothing for other prices. */
export async function settleDeposit<S extends Subject>(
  { req, db, kind }: Pick<Card<S>, 'req' | 'db' | 'kind'>,
  reservation: Reservation,
  outcome: Parameters<typeof settleDeposits>[2]['outcome'],
): Promise<void> {
  if (kind.card?.use !== 'deposit' || !paysByCard(reservation) || isUnpaid(reservation)) return
  await settleDeposits(req, db, { reference: referenceOf(reservation), outcome })
}

/**
 * Books the Common Good's share of what was paid by card for a locked subject that is over. Before, the money may have to
 * be given back, and the Common Good can't be overdrawn. Of deposits, nothing is booked.
 */
export async function bookShareOfCards<S extends Subject>({
  db,
  key,
  kind,
  ledgerSettings,
  subject,
}: Pick<Locked<S>, 'db' | 'key' | 'ledgerSettings' | 'subject'> & {
  kind: Pick<ReservationKind<S>, 'card' | 'moneyOf'>
}): Promise<void> {
  if (kind.card?.use !== 'sale') return
  const { area, reference, commonGoodPercent } = kind.moneyOf(subject)
  const kept = await findKept(db, await listReservations(db, key))
  const amountCents = kept.reduce((sum, cents) => sum + shareOf(cents, commonGoodPercent ?? 1), 0)
  if (!amountCents) return
  await transfer(db, ledgerSettings, {
    ...{ kind: 'event_share', area, reference, amountCents },
    key: `reservations:${key.kind}:${key.subject}:share_of_cards`,
    from: 'venue:sales',
    to: 'common_good',
    actor: { kind: 'system' },
  })
}

/** What the venue keeps of each party's payment by card. */
const findKept = (db: Database, reservations: readonly Reservation[]): Promise<number[]> =>
  findKeptCents(
    db,
    reservations.filter((each) => paysByCard(each) && !isUnpaid(each)).map(referenceOf),
  )
