import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { hasCardPayments } from '../../payments/stripe.ts'
import type { ReservationState } from '../../reservations/contract.ts'
import { isUnpaid, paysByCard } from '../../reservations/rules.ts'
import {
  findState,
  giveBackPart,
  makeGoing,
  mayMail,
  renewHold,
  updateReservation,
  withLockedReservation,
} from '../../reservations/service.ts'
import { bookingError } from '../errors.ts'
import { knownGuest } from '../evening/no-shows.ts'
import { depositAfter } from '../evening/rules.ts'
import { saveTerms, saveWord } from '../queries/guests.ts'
import { countNoShows } from '../queries/no-shows.ts'
import { tableKind } from '../reservations/kind.ts'
import { type Closure, lateHours, type Needs, type Reservable } from '../rules.ts'
import { findPlan, type Plan } from '../situation.ts'
import { reschedule, type TableRequest } from '../taking.ts'
import { closureHitting } from '../times/availability.ts'
import { termsAfterMove } from './move-terms.ts'

export type BookingState = ReservationState<Reservable>

type Versions = { version?: number | undefined; table_version?: number | undefined }

/**
 * Moves a booking to another time, area or number of people. If nothing is free, it stays as it is. What becomes of the
 * deposit: `termsAfterMove`.
 * @param request.version the version of the reservation that the page showed; `table_version`: that of the booking
 * @throws HttpError the errors of `take`; `not_found`, `ended`, `stale`, `deposit`
 */
export async function moveBooking(
  req: PayloadRequest,
  {
    id,
    version,
    table_version: tableVersion,
    ...request
  }: TableRequest & { id: number; needs: Needs } & Versions,
): Promise<BookingState> {
  const plan = await findPlan(req.payload)
  const takesCards = hasCardPayments()
  await withLockedReservation(tableKind, req, id, async (locked, found) => {
    const { db, subject, mailer } = locked
    const hasTable = found.status === 'going' || found.status === 'held'
    if (!hasTable || subject.seatedAt || subject.startsAt <= new Date()) {
      throw bookingError('ended')
    }
    const { area, day, at, party } = request
    const isSameTime = subject.area === area && subject.startsAt.getTime() === at.getTime()
    const { needs } = request
    const isSameTable =
      !needs.isOutdoors &&
      Boolean(needs.isStepFree) === subject.stepFree &&
      Boolean(needs.hasHighChair) === subject.highChair
    const isSame = isSameTime && subject.party === party && isSameTable
    // At the same time, a guest whose table is closed gets another one.
    if (isSame && !findClosureOf(plan, subject)) return
    const isStale =
      (version !== undefined && version !== found.version) ||
      (tableVersion !== undefined && tableVersion !== subject.version)
    if (isStale) throw bookingError('stale')
    const { booking, tables } = await reschedule(db, plan, {
      ...{ booking: subject.id, area, day, at, party },
      needs,
    })
    const wishes = { stepFree: Boolean(needs.isStepFree), highChair: Boolean(needs.hasHighChair) }
    const noShows = await countNoShows(db, knownGuest({ ...found, phone: subject.phone }))
    const before = {
      ...{ depositCents: subject.depositCents, cancelUntil: subject.cancelUntil },
      ...{ priceCents: found.priceCents, payment: found.payment, isMember: found.member !== null },
      isSecured: found.hold !== null || (paysByCard(found) && !isUnpaid(found)),
    }
    const terms = termsAfterMove(before, {
      ...{ asked: depositAfter(noShows, booking), cancelUntil: booking.cancelUntil },
      ...{ now: new Date(), takesCards },
    })
    if (!terms) throw bookingError('deposit')
    const { payment, ...kept } = terms
    await saveTerms(db, subject.id, { ...kept, ...wishes })
    // An open checkout has the old price.
    if (isUnpaid(found)) await giveBackPart(locked, found, { party, by: 'guest' })
    const changed = await updateReservation(db, id, {
      party,
      ...(payment !== 'kept' && { priceCents: kept.depositCents, payment }),
    })
    const moved = { ...subject, ...booking, ...kept, tableIds: tables }
    locked.subject = moved
    if (found.status === 'held' && !isUnpaid(changed)) await makeGoing(locked, changed)
    const settled = found.status === 'going' ? await renewHold(locked, changed) : changed
    // There is not enough credit for the deposit, so the booking stays as it was.
    if (payment === 'credit' && kept.depositCents > 0 && settled.payment !== 'credit') {
      throw bookingError('deposit')
    }
    // A mail would only repeat what the guest knows.
    if (isSame || found.status !== 'going') return
    if (!(await mayMail(locked, settled, 'guest'))) return
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

/** The closure that closes the tables of a booking; null if there is none. */
export function findClosureOf(
  { setup }: Pick<Plan, 'setup'>,
  { tableIds, startsAt, endsAt }: Pick<Reservable, 'tableIds' | 'startsAt' | 'endsAt'>,
): Closure | null {
  const tables = setup.tables.filter((each) => tableIds.includes(each.id))
  return closureHitting(setup.closures, { tables, startsAt, endsAt })
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
    const refusal = tableKind.refusalOfChange(subject, { isPromised: false })
    if (refusal) throw refusal
    const isEarly = subject.startsAt.getTime() - lateHours * 3_600_000 > Date.now()
    if (word.lateMinutes && isEarly) throw bookingError('too_early')
    await saveWord(db, subject.id, word)
    const state = await findState(tableKind, db, id)
    if (!state) throw bookingError('not_found')
    return state
  })
