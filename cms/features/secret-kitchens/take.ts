import type { PayloadRequest } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { paymentError } from '../payments/errors.ts'
import { hasCardPayments } from '../payments/stripe.ts'
import type { Reservation, ReservationState } from '../reservations/contract.ts'
import { reservationError } from '../reservations/errors.ts'
import type { Locked } from '../reservations/service.ts'
import {
  findState,
  makeGoing,
  updateReservation,
  withLockedReservation,
} from '../reservations/service.ts'
import { dropError } from './errors.ts'
import { dropKind } from './kind.ts'
import type { DropMail } from './mails/render.ts'
import { countSlots, saveSlot } from './queries/claims.ts'
import type { Drop } from './queries/drops.ts'
import { freeSlots, type PaymentWay } from './rules.ts'

export type ClaimState = ReservationState<Drop>

/** @throws HttpError `no_slot`, `slot_full` */
async function chooseSlot(
  db: Database,
  drop: Drop,
  { id, party }: Pick<Reservation, 'id' | 'party'>,
  slot: string,
): Promise<void> {
  if (!drop.slots.includes(slot)) throw dropError('no_slot', { field: 'slot' })
  const taken = await countSlots(db, drop.id, id)
  if (!freeSlots(drop, taken, party).includes(slot)) throw dropError('slot_full', { field: 'slot' })
  await saveSlot(db, { reservation: id, drop: drop.id, slot })
}

/** @throws HttpError if a claim is not held or offered any more */
function requireKept({ status, heldUntil, offeredUntil, cancelledBy }: Reservation): void {
  const until = status === 'held' ? heldUntil : status === 'offered' ? offeredUntil : null
  if (until && until > new Date()) return
  if (status === 'waitlisted') throw reservationError('no_offer')
  if (status === 'cancelled' && cancelledBy === 'event') throw dropError('cancelled')
  if (status === 'cancelled' && cancelledBy !== 'expiry') throw reservationError('cancelled')
  throw dropError('held_over')
}

/**
 * The second tap: says when held or offered portions are collected, and how they are paid. With credit, the price is held;
 * by card, the portions stay held until it is paid. A repeated request changes nothing.
 * @throws HttpError `not_found`, `held_over`, `no_slot`, `slot_full`, `no_credit`, `no_card_payments`, `no_offer`, `cancelled`
 */
export const takeClaim = (
  req: PayloadRequest,
  { id, slot, payment }: { id: number; slot: string; payment: PaymentWay },
): Promise<ClaimState> =>
  withLockedReservation(dropKind, req, id, async (locked, found) => {
    const { db, subject } = locked
    if (found.status === 'going' || found.status === 'attended') return stateIn(locked, id)
    if (subject.cancelledAt) throw dropError('cancelled')
    if (subject.servedAt) throw dropError('over')
    requireKept(found)
    if (payment === 'card' && found.priceCents && !hasCardPayments()) {
      throw paymentError('no_card_payments')
    }
    await chooseSlot(db, subject, found, slot)
    const way = !found.priceCents ? 'free' : payment === 'bar' ? 'door' : payment
    const chosen = await updateReservation(db, id, {
      payment: way,
      ...(found.status === 'offered' && {
        ...{ status: 'held', heldUntil: found.offeredUntil, offeredUntil: null },
      }),
    })
    if (way === 'card') return stateIn(locked, id)
    const going = await makeGoing(locked, chosen)
    if (way === 'credit' && going.payment !== 'credit') throw dropError('no_credit')
    return stateIn(locked, id)
  })

/** Chooses another slot for a claim, before the first one. @throws HttpError `over`, `no_slot`, `slot_full`, `waiting` */
export const changeSlot = (
  req: PayloadRequest,
  { id, slot }: { id: number; slot: string },
): Promise<ClaimState> =>
  withLockedReservation(dropKind, req, id, async (locked, found) => {
    const { db, subject } = locked
    const refusal = dropKind.refusalOfChange(subject, { isPromised: true })
    if (refusal) throw refusal
    if (found.status !== 'going') throw reservationError('waiting')
    await chooseSlot(db, subject, found, slot)
    return stateIn(locked, id)
  })

async function stateIn({ db }: Locked<Drop, DropMail>, id: number): Promise<ClaimState> {
  const state = await findState(dropKind, db, id)
  if (!state) throw reservationError('not_found')
  return state
}
