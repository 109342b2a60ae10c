import type { Payload } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import type { PayableKind } from '../payments/ports.ts'
import { checkoutMinutes, graceMinutes } from '../payments/rules.ts'
import { reservationError } from './errors.ts'
import { findKind, type ReservationKind } from './kind.ts'
import { withLockedReservation } from './locked.ts'
import { confirmPaid, endHold, extendHold } from './payment.ts'
import { findAnyReservation, lockReservation, saveAgreed } from './queries/reservations.ts'
import { payUntilOf, referencePrefix, reservationPath } from './rules.ts'
import { tokenOf } from './state.ts'

/** A reservation of any kind, and its kind. */
async function find(payload: Payload, db: Database, id: number) {
  const reservation = await findAnyReservation(db, id)
  const kind = reservation ? findKind(payload, reservation.kind) : undefined
  return reservation && kind ? { reservation, kind } : null
}

/** @throws HttpError `not_found` if there is no such reservation, or its kind takes no cards */
async function requireCardKind(
  payload: Payload,
  db: Database,
  id: number,
): Promise<ReservationKind & Required<Pick<ReservationKind, 'card'>>> {
  const { kind } = (await find(payload, db, id)) ?? {}
  if (!kind?.card) throw reservationError('not_found')
  return { ...kind, card: kind.card }
}

/** Guests pay for reservations of all kinds whose prices are paid by card. */
export const payableReservations: PayableKind = {
  prefix: referencePrefix,
  lock: async ({ payload }, db, id) => {
    const { kind, reservation } = (await find(payload, db, id)) ?? {}
    if (!kind || !reservation) return
    await kind.lock(db, reservation.subject)
    await lockReservation(db, id)
  },
  begin: async (req, db, id, { endsAt }) => {
    const kind = await requireCardKind(req.payload, db, id)
    // Until then, a payment of the last moment is accepted, also if the payment service can't be reached.
    await extendHold(kind, req, { id, minutes: checkoutMinutes + graceMinutes })
    return withLockedReservation(kind, req, id, async (locked, found) => {
      const { subject, ledgerSettings } = locked
      const payUntil = payUntilOf(found)
      if (!payUntil || payUntil <= new Date()) throw reservationError('offer_expired')
      const { timeZone } = ledgerSettings
      if (kind.card.refundUntilOf) {
        const refundUntil = kind.card.refundUntilOf(subject)
        await saveAgreed(locked.db, id, { refundUntil, startsAt: subject.startsAt })
      }
      const { party, email, member, priceCents } = found
      return {
        ...{ amountCents: priceCents, use: kind.card.use, email, member },
        description: kind.card.describe(subject, { party, timeZone }),
        rule: kind.card.ruleOf(subject, { timeZone, agreed: null }),
        payUntil: new Date(Math.min(payUntil.getTime(), endsAt.getTime())),
      }
    })
  },
  paid: async (req, db, { id, payment, amountCents }) => {
    const { kind } = (await find(req.payload, db, id)) ?? {}
    if (!kind?.card) return false
    const outcome = await confirmPaid(kind, req, { id, transfer: payment, amountCents })
    return outcome.kind !== 'too_late'
  },
  expired: async (req, db, { id }) => {
    const { kind } = (await find(req.payload, db, id)) ?? {}
    if (kind) await endHold(kind, req, id)
  },
  pathOf: async (db, id, payload) => {
    const { kind, reservation } = (await find(payload, db, id)) ?? {}
    if (!kind || !reservation) return null
    return `${kind.origin?.() ?? ''}${reservationPath(kind, tokenOf(reservation))}`
  },
}
