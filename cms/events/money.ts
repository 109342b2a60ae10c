import type { Database } from '../database/query.ts'
import { inSavepoint } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { commonGoodShare } from '../ledger/rules.ts'
import {
  findTransfer,
  hold,
  type LedgerSettings,
  postHeldAmount,
  reverse,
  transfer,
  voidHold,
} from '../ledger/service.ts'
import type { Rsvp } from './queries/rsvps.ts'
import { commonGoodShareOfEvent, type EventDate } from './rules.ts'

/**
 * The payment of reservations with credit. While a reservation is `going`, its price is held on the member's account.
 * At the door, the price of the people who come in is posted. What can't be held or posted is paid at the bar. Locks
 * are taken in the order date, reservation, accounts.
 */

/** A hold expires this many days after the event, because guests can be checked in until then. */
const holdDays = 1

const holdEnd = ({ endsAt }: EventDate) => new Date(endsAt.getTime() + holdDays * 86_400_000)
const accountOf = (member: number) => `member:${member}` as const
const system = { kind: 'system' } as const
const purposeOf = (date: EventDate) => ({
  kind: 'payment' as const,
  area: date.areas[0] ?? null,
  reference: `event:${date.id}`,
})
/** The key of a transfer, unique for each change of a reservation. */
const keyOf = ({ id, version }: Rsvp, what: string) => `event_rsvp:${id}:${version}:${what}`

/** Runs a part of a transaction that the ledger may refuse. @returns null if the ledger refuses */
async function ifAccepted<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  try {
    return await inSavepoint(db, work)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

/** The price of one person of a party, as it was when the party reserved. */
export const priceOfOne = ({ price, party }: Pick<Rsvp, 'price' | 'party'>): number => price / party

/**
 * Holds the price of a locked reservation, if it is paid with credit.
 * @returns the values to store in the reservation; `payment` is `door` if there is not enough credit
 */
export async function holdPrice(
  db: Database,
  ledgerSettings: LedgerSettings,
  { date, rsvp }: { date: EventDate; rsvp: Rsvp },
): Promise<{ payment: Rsvp['payment']; hold: number | null }> {
  const { member, price } = rsvp
  if (rsvp.payment !== 'credit' || !price || member === null) {
    return { payment: rsvp.payment === 'credit' && price ? 'door' : rsvp.payment, hold: null }
  }
  const held = await ifAccepted(db, () =>
    hold(db, ledgerSettings, {
      ...purposeOf(date),
      key: keyOf(rsvp, 'hold'),
      from: accountOf(member),
      to: 'venue:sales',
      amountCents: price,
      expires: { at: holdEnd(date) },
    }),
  )
  return held ? { payment: 'credit', hold: held.id } : { payment: 'door', hold: null }
}

/** Releases the hold of a locked reservation. Does nothing if the hold was posted or has expired. */
export async function releasePrice(db: Database, { hold: id }: Pick<Rsvp, 'hold'>): Promise<void> {
  if (id !== null) await ifAccepted(db, () => voidHold(db, { hold: id }))
}

type Collected = {
  /** The values to store in the reservation; `payment` is `door` if credit can't pay the price. */
  stored: Pick<Rsvp, 'payment' | 'hold' | 'transfer'>
  /** Whether the ledger refused to reverse the payment. The reservation then keeps its transfer and counts as paid. */
  isRefundRefused: boolean
}

/**
 * Takes the price of the people who are inside from the member's credit, or reverses payments if fewer are inside.
 * @param inside how many of the party are inside now; `rsvp.inside` is the number before
 */
export async function collectPrice(
  db: Database,
  ledgerSettings: LedgerSettings,
  { date, rsvp, inside }: { date: EventDate; rsvp: Rsvp; inside: number },
): Promise<Collected> {
  const { payment, hold: held, transfer: paid, member } = rsvp
  const collected = (stored: Collected['stored']) => ({ stored, isRefundRefused: false })
  const unchanged = collected({ payment, hold: held, transfer: paid })
  const priceEach = priceOfOne(rsvp)
  if (inside > rsvp.inside) {
    if (payment !== 'credit' || member === null) return unchanged
    // If a reversal was refused earlier, more is already paid than the price of those who were inside.
    const amountCents = priceEach * inside - (await paidCents(db, rsvp))
    if (amountCents <= 0) return unchanged
    const id = await charge(db, ledgerSettings, { date, rsvp, amountCents })
    return id === null
      ? collected({ payment: 'door', hold: null, transfer: paid })
      : collected({ payment, hold: null, transfer: id })
  }
  if (member === null || paid === null) return unchanged
  // Fewer people are inside. All payments are reversed, then the people who are still inside pay.
  if (!(await reversePayments(db, ledgerSettings, { rsvp, reason: 'Check-in undone' }))) {
    return { ...unchanged, isRefundRefused: true }
  }
  const unpaid: Rsvp = { ...rsvp, payment: 'credit', hold: null, transfer: null }
  if (!inside) {
    return collected({
      ...(await holdPrice(db, ledgerSettings, { date, rsvp: unpaid })),
      transfer: null,
    })
  }
  const id = await charge(db, ledgerSettings, {
    date,
    rsvp: unpaid,
    amountCents: priceEach * inside,
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
  { date, rsvp, amountCents }: { date: EventDate; rsvp: Rsvp; amountCents: number },
): Promise<number | null> {
  // The key contains the id of the previous transfer, so all transfers of a reservation can be found.
  const key = keyOf(rsvp, `after:${rsvp.transfer ?? 0}`)
  const { hold: held, member } = rsvp
  const charged = await ifAccepted(db, async () => {
    const { id } =
      held !== null
        ? await postHeldAmount(db, ledgerSettings, { key, hold: held, amountCents, actor: system })
        : await transfer(db, ledgerSettings, {
            ...purposeOf(date),
            key,
            from: accountOf(member as number),
            to: 'venue:sales',
            amountCents,
            actor: system,
          })
    // The payment has already given the usual share to the Common Good. Only the rest of the event's share is missing.
    const share =
      commonGoodShareOfEvent(amountCents, date.commonGoodPercent) - commonGoodShare(amountCents)
    if (share > 0) {
      await transfer(db, ledgerSettings, {
        ...purposeOf(date),
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
  if (!charged) await releasePrice(db, rsvp)
  return charged
}

const shareKey = (key: string) => `${key}:share`

/** The payments of a reservation that were not reversed, newest first. */
async function listPayments(db: Database, { transfer: newest }: Pick<Rsvp, 'transfer'>) {
  const payments = []
  for (let id = newest; id; ) {
    const found = await findTransfer(db, { id })
    if (!found) break
    if (found.reversed_by === null) payments.push(found)
    id = Number(/:after:(\d+)$/.exec(found.key)?.[1] ?? 0)
  }
  return payments
}

async function paidCents(db: Database, rsvp: Rsvp): Promise<number> {
  const payments = await listPayments(db, rsvp)
  const legs = payments.flatMap((each) => each.legs)
  return legs.reduce((sum, { amountCents }) => sum + Math.max(0, -amountCents), 0)
}

/**
 * Reverses all payments of a locked reservation, newest first. If the ledger refuses one of the reversals, for example
 * because the member's account is closed, no payment is reversed.
 * @param request.reason free text for staff
 * @returns false if the ledger refuses
 */
export async function reversePayments(
  db: Database,
  ledgerSettings: LedgerSettings,
  { rsvp, reason }: { rsvp: Rsvp; reason: string },
): Promise<boolean> {
  const isGivenBack = await ifAccepted(db, async () => {
    for (const payment of await listPayments(db, rsvp)) {
      const share = await findTransfer(db, { key: shareKey(payment.key) })
      for (const each of [payment, share]) {
        if (!each || each.reversed_by !== null) continue
        const request = { key: keyOf(rsvp, `back:${each.id}`), transfer: each.id, actor: system }
        await reverse(db, ledgerSettings, { ...request, reason })
      }
    }
    return true
  })
  return isGivenBack ?? false
}
