import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { ReservationState } from '../../reservations/contract.ts'
import { isUnpaid } from '../../reservations/rules.ts'
import {
  findState,
  giveBackPart,
  makeGoing,
  renewHold,
  updateReservation,
  withLockedReservation,
} from '../../reservations/service.ts'
import { bookingError } from '../errors.ts'
import { saveWord } from '../queries/guests.ts'
import { tableKind } from '../reservations/kind.ts'
import { lateHours, type Reservable } from '../rules.ts'
import { findPlan } from '../situation.ts'
import { reschedule, type TableRequest } from '../taking.ts'

export type BookingState = ReservationState<Reservable>

/**
 * Moves a booking to another time, area or number of people. If nothing is free, it stays as it is. A deposit that was
 * paid by card stays the same; one in credit is that of the new party.
 * @param request.version the version of the reservation that the page showed
 * @throws HttpError the errors of `take`; `not_found`, `ended`, `stale`
 */
export async function moveBooking(
  req: PayloadRequest,
  { id, version, ...request }: TableRequest & { id: number; version?: number | undefined },
): Promise<BookingState> {
  const plan = await findPlan(req.payload)
  await withLockedReservation(tableKind, req, id, async (locked, found) => {
    const { db, subject, mailer } = locked
    const hasTable = found.status === 'going' || found.status === 'held'
    if (!hasTable || subject.seatedAt || subject.startsAt <= new Date()) {
      throw tableKind.refusalOfChange(subject) ?? bookingError('ended')
    }
    const { area, day, at, party } = request
    const isSameTime = subject.area === area && subject.startsAt.getTime() === at.getTime()
    if (isSameTime && subject.party === party) return
    if (version !== undefined && version !== found.version) throw bookingError('stale')
    const needs = { hasHighChair: subject.highChair, isStepFree: subject.stepFree }
    const { booking } = await reschedule(db, plan, {
      ...{ booking: subject.id, area, day, at, party },
      needs: request.needs ?? needs,
    })
    // An open checkout has the old price.
    if (isUnpaid(found)) await giveBackPart(locked, found, { party, by: 'guest' })
    const changed = await updateReservation(db, id, {
      party,
      ...((isUnpaid(found) || found.payment === 'credit') && { priceCents: booking.depositCents }),
    })
    const moved = { ...subject, ...booking }
    locked.subject = moved
    if (found.status === 'held' && !isUnpaid(changed)) await makeGoing(locked, changed)
    const settled = found.status === 'going' ? await renewHold(locked, changed) : changed
    if (found.status !== 'going') return
    await locked.enqueueMails([
      await mailer(isSameTime ? 'party' : 'moved', {
        ...{ subject: moved, reservation: settled, occasion: settled.version },
      }),
    ])
  })
  const state = await findState(tableKind, databaseOf(req.payload), id)
  if (!state) throw bookingError('not_found')
  return state
}

/**
 * Stores that a party is late, or that it still comes. A repeated request changes nothing.
 * @throws HttpError `not_found`, `ended`; `too_early` if the party says long before its time that it is late
 */
export const sayWord = (
  req: PayloadRequest,
  { id, ...word }: { id: number; lateMinutes?: number; isComing?: boolean },
): Promise<BookingState> =>
  withLockedReservation(tableKind, req, id, async ({ db, subject }, found) => {
    if (found.status !== 'going') throw bookingError('ended')
    const refusal = tableKind.refusalOfChange(subject)
    if (refusal) throw refusal
    const isEarly = subject.startsAt.getTime() - lateHours * 3_600_000 > Date.now()
    if (word.lateMinutes && isEarly) throw bookingError('too_early')
    await saveWord(db, subject.id, word)
    const state = await findState(tableKind, db, id)
    if (!state) throw bookingError('not_found')
    return state
  })
