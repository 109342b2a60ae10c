import type { Database } from '../../platform/database/query.ts'
import { inSavepoint } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { type Actor, commonGoodShare } from '../ledger/rules.ts'
import {
  findTransfer,
  hold,
  type LedgerSettings,
  postHeldAmount,
  reverse,
  transfer,
  voidHold,
} from '../ledger/service.ts'
import { hasCardPayments } from '../payments/stripe.ts'
import type { Reservation } from './contract.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { priceOfSome } from './rules.ts'

/**
 * The payment of reservations with credit. While a reservation is `going`, its price is held on the member's account.
 * At the door, the price of the people who come in is posted. What can't be held or posted is paid at the bar. Locks
 * are taken in the order subject, reservation, accounts. Payments by card are not changed here.
 */

/** How the price of a subject is booked, see `ReservationKind`. */
export type Money = ReturnType<ReservationKind<Subject>['moneyOf']>

const accountOf = (member: number) => `member:${member}` as const
const system = { kind: 'system' } as const
const purposeOf = ({ area, reference }: Money) => ({ kind: 'payment' as const, area, reference })
/** The key of a transfer, unique for each change of a reservation. */
const keyOf = ({ id, version }: Reservation, what: string) => `reservation:${id}:${version}:${what}`

/** Runs a part of a transaction that the ledger may refuse. @returns null if the ledger refuses */
async function ifAccepted<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  try {
    return await inSavepoint(db, work)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

/**
 * Holds the price of a locked reservation, if it is paid with credit.
 * @returns the values to store in the reservation; `payment` is `door` if there is not enough credit
 */
export async function holdPrice(
  db: Database,
  ledgerSettings: LedgerSettings,
  { money, reservation }: { money: Money; reservation: Reservation },
): Promise<{ payment: Reservation['payment']; hold: number | null }> {
  const { member, priceCents } = reservation
  if (reservation.payment !== 'credit' || !priceCents || member === null) {
    return {
      payment: reservation.payment === 'credit' && priceCents ? 'door' : reservation.payment,
      hold: null,
    }
  }
  const held = await ifAccepted(db, () =>
    hold(db, ledgerSettings, {
      ...purposeOf(money),
      key: keyOf(reservation, 'hold'),
      from: accountOf(member),
      to: 'venue:sales',
      amountCents: priceCents,
      expires: { at: money.holdEndsAt },
    }),
  )
  return held ? { payment: 'credit', hold: held.id } : { payment: 'door', hold: null }
}

/**
 * Whether a deposit that credit should have paid has to be paid by card instead, because the credit was spent meanwhile.
 * @param payment what `holdPrice` returned
 */
export const isLeftToCard = (
  { card }: Pick<ReservationKind<never>, 'card'>,
  { payment: before, priceCents }: Pick<Reservation, 'payment' | 'priceCents'>,
  payment: Reservation['payment'],
): boolean =>
  card?.use === 'deposit' &&
  before === 'credit' &&
  payment === 'door' &&
  priceCents > 0 &&
  hasCardPayments()

/** Releases the hold of a locked reservation. Does nothing if the hold was posted or has expired. */
export async function releasePrice(
  db: Database,
  { hold: id }: Pick<Reservation, 'hold'>,
): Promise<void> {
  if (id !== null) await ifAccepted(db, () => voidHold(db, { hold: id }))
}

type Collected = {
  /** The values to store in the reservation; `payment` is `door` if credit can't pay the price. */
  stored: Pick<Reservation, 'payment' | 'hold' | 'transfer'>
  /** Whether the ledger refused to reverse the payment. The reservation then keeps its transfer and counts as paid. */
  isRefundRefused: boolean
}

/**
 * Takes the price of the people who are inside from the member's credit, or reverses payments if fewer are inside.
 * @param request.inside how many of the party are inside now; `reservation.inside` is the number before
 * @param request.actor who changes the number. Reversals name them, because they also take from the Common Good
 */
export async function collectPrice(
  db: Database,
  ledgerSettings: LedgerSettings,
  {
    money,
    reservation,
    inside,
    actor,
  }: { money: Money; reservation: Reservation; inside: number; actor: Actor },
): Promise<Collected> {
  const { payment, hold: held, transfer: paid, member } = reservation
  const collected = (stored: Collected['stored']) => ({ stored, isRefundRefused: false })
  const unchanged = collected({ payment, hold: held, transfer: paid })
  if (payment === 'card') return unchanged
  if (inside > reservation.inside) {
    if (payment !== 'credit' || member === null) return unchanged
    // If a reversal was refused earlier, more is already paid than the price of those who were inside.
    const amountCents = priceOfSome(reservation, inside) - (await paidCents(db, reservation))
    if (amountCents <= 0) return unchanged
    const id = await charge(db, ledgerSettings, { money, reservation, amountCents })
    return id === null
      ? collected({ payment: 'door', hold: null, transfer: paid })
      : collected({ payment, hold: null, transfer: id })
  }
  if (member === null || paid === null) return unchanged
  // Fewer people are inside. All payments are reversed, then the people who are still inside pay.
  const reason = 'Check-in undone'
  if (!(await reversePayments(db, ledgerSettings, { reservation, reason, actor }))) {
    return { ...unchanged, isRefundRefused: true }
  }
  const unpaid: Reservation = { ...reservation, payment: 'credit', hold: null, transfer: null }
  if (!inside) {
    return collected({
      ...(await holdPrice(db, ledgerSettings, { money, reservation: unpaid })),
      transfer: null,
    })
  }
  const id = await charge(db, ledgerSettings, {
    money,
    reservation: unpaid,
    amountCents: priceOfSome(reservation, inside),
  })
  return collected({ payment: id === null ? 'door' : 'credit', hold: null, transfer: id })
}

/**
 * Posts an amount of the hold. Without a hold, for example because it was posted before, transfers the amount from the
 * member's credit. If the ledger refuses, the hold is released.
 * @returns the id of the transfer; null if the ledger refuses
 */
async function charge(
  db: Database,
  ledgerSettings: LedgerSettings,
  {
    money,
    reservation,
    amountCents,
  }: { money: Money; reservation: Reservation; amountCents: number },
): Promise<number | null> {
  // The key contains the id of the previous transfer, so all transfers of a reservation can be found.
  const key = keyOf(reservation, `after:${reservation.transfer ?? 0}`)
  const { hold: held, member } = reservation
  const charged = await ifAccepted(db, async () => {
    const { id } =
      held !== null
        ? await postHeldAmount(db, ledgerSettings, { key, hold: held, amountCents, actor: system })
        : await transfer(db, ledgerSettings, {
            ...purposeOf(money),
            key,
            from: accountOf(member as number),
            to: 'venue:sales',
            amountCents,
            actor: system,
          })
    // The payment has already given the usual share to the Common Good. Only the rest of the subject's share is missing.
    const share = shareOf(amountCents, money.commonGoodPercent) - commonGoodShare(amountCents)
    if (share > 0) {
      await transfer(db, ledgerSettings, {
        ...purposeOf(money),
        kind: 'event_share',
        key: shareKey(key),
        from: 'venue:sales',
        to: 'common_good',
        amountCents: share,
        actor: system,
      })
    }
    return id
  })
  if (!charged) await releasePrice(db, reservation)
  return charged
}

/** The Common Good's whole share of an amount; rounded down. */
export const shareOf = (amountCents: number, percent: number | null): number =>
  percent === null ? 0 : Math.floor((amountCents * percent) / 100)

const shareKey = (key: string) => `${key}:share`

/** The payments of a reservation that were not reversed, newest first. */
async function listPayments(db: Database, { transfer: newest }: Pick<Reservation, 'transfer'>) {
  const payments = []
  for (let id = newest; id; ) {
    const found = await findTransfer(db, { id })
    if (!found) break
    if (found.reversed_by === null) payments.push(found)
    id = Number(/:after:(\d+)$/.exec(found.key)?.[1] ?? 0)
  }
  return payments
}

async function paidCents(db: Database, reservation: Reservation): Promise<number> {
  const payments = await listPayments(db, reservation)
  const legs = payments.flatMap((each) => each.legs)
  return legs.reduce((sum, { amountCents }) => sum + Math.max(0, -amountCents), 0)
}

/**
 * Reverses all payments of a locked reservation, newest first. If the ledger refuses one of the reversals, for example
 * because the member's account is closed, no payment is reversed.
 * @param request.reason free text for staff
 * @returns false if the ledger refuses, or if the reservation was paid by card
 */
export async function reversePayments(
  db: Database,
  ledgerSettings: LedgerSettings,
  {
    reservation,
    reason,
    actor = system,
  }: { reservation: Reservation; reason: string; actor?: Actor },
): Promise<boolean> {
  if (reservation.payment === 'card') return false
  const isGivenBack = await ifAccepted(db, async () => {
    for (const payment of await listPayments(db, reservation)) {
      const share = await findTransfer(db, { key: shareKey(payment.key) })
      for (const each of [payment, share]) {
        if (!each || each.reversed_by !== null) continue
        const request = {
          key: keyOf(reservation, `back:${each.id}`),
          transfer: each.id,
          actor,
        }
        await reverse(db, ledgerSettings, { ...request, reason })
      }
    }
    return true
  })
  return isGivenBack ?? false
}
