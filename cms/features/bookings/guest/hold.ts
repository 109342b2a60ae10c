import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { hmac } from '../../../platform/crypto/hmac.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import {
  networkOf,
  returnShareOfPlaces,
  takeShareOfPlaces,
} from '../../reservations/held-places.ts'
import { bookingError } from '../errors.ts'
import { countComing, hasReservation, saveWishes } from '../queries/guests.ts'
import { type Booking, lockBooking, releaseTables } from '../queries/place.ts'
import { heldMinutes, mostComing, type Reservable } from '../rules.ts'
import { findPlan } from '../situation.ts'
import { type TableRequest, take, waitFor } from '../taking.ts'
import { readHoldToken } from './hold-token.ts'

/**
 * Takes a table for a guest who then types name and address; or a place in line, without a table.
 * @throws HttpError the errors of `take`; `too_many_held` if this client or its network holds too much already
 */
export async function holdTable(
  req: PayloadRequest,
  { isMember, isWaiting, ...request }: TableRequest & { isMember: boolean; isWaiting: boolean },
): Promise<Booking> {
  const plan = await findPlan(req.payload)
  const network = isMember ? null : networkOf(req)
  if (network && !isWaiting) {
    const seats = plan.setup.tables.reduce((sum, { max }) => sum + max, 0)
    const day = { id: placesOf(request.day), capacity: seats }
    // Each hold counts, also one for as many people.
    const share = { party: request.party, email: randomUUID(), network }
    if (!(await takeShareOfPlaces({ name: 'table', heldMinutes }, req, day, share))) {
      throw bookingError('too_many_held')
    }
  }
  return inTransaction(req, async (db) =>
    isWaiting
      ? waitFor(db, plan, request)
      : (await take(db, plan, { ...request, source: 'web', heldMinutes })).booking,
  )
}

/** The shares are those of the places of a day, which stands for the subject. */
const placesOf = (day: string) => Number(day.replaceAll('-', ''))

/** Gives back what a hold took from the shares of the client, because it is a booking now, or free again. */
export async function returnShare(
  db: Database,
  req: PayloadRequest,
  { day, party }: Pick<Reservable, 'day' | 'party'>,
): Promise<void> {
  const network = networkOf(req)
  if (!network) return
  const places = { kind: 'table', subject: placesOf(day) } as const
  await returnShareOfPlaces(db, { ...places, key: network.own, party, email: null })
}

/** Frees a table that was held for a guest, unless it is a booking already. A repeated request changes nothing. */
export const letGo = (req: PayloadRequest, token: string): Promise<void> =>
  inTransaction(req, async (db) => {
    const id = readHoldToken(token)
    const booking = id === null ? null : await lockBooking(db, id)
    if (!booking || (await hasReservation(db, booking.id))) return
    if (await releaseTables(db, booking.id)) await returnShare(db, req, booking)
  })

/** What a guest types. */
export type Typed = Pick<Reservable, 'phone' | 'notes' | 'occasion' | 'highChair' | 'stepFree'> & {
  allergies: string | null
}

/**
 * What happens in the transaction that makes a hold a booking: the guest has at most `mostComing` coming ones, and what
 * was typed is stored. If the booking exists already, nothing is changed.
 * @throws HttpError `too_many` is thrown by the returned function
 */
export const storeTyped =
  (booking: number, typed: Typed, guest: { email: string; member: number | null }) =>
  async (db: Database): Promise<void> => {
    const people = [guest.email, typed.phone ?? ''].filter(Boolean)
    // Bookings of one person at the same time are counted one after the other.
    const names = people.map((each) => `bookings of ${hmac('bookings of a person', each)}`)
    await lockNames(db, names.sort())
    if ((await countComing(db, { ...guest, phone: typed.phone, except: booking })) >= mostComing) {
      throw bookingError('too_many')
    }
    await saveWishes(db, booking, typed)
  }

/** The key of the reservation that a hold becomes: the same for each attempt, so a repeated one has no second effect. */
export const keyOfHold = (token: string): string => hmac('key of a hold', token).slice(0, 24)
