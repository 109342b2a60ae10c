import type { PayloadRequest } from 'payload'
import { hmac } from '../../../platform/crypto/hmac.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inSavepoint, inTransaction } from '../../../platform/database/transaction.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { countAttempt, resetAttempts } from '../../../platform/limits/service.ts'
import { mailboxOf } from '../../../platform/mail/address.ts'
import {
  networkOf,
  returnShareOfPlaces,
  takeShareOfPlaces,
} from '../../reservations/held-places.ts'
import { bookingError } from '../errors.ts'
import { phoneKey } from '../evening/rules.ts'
import {
  countComing,
  deleteUnfinished,
  hasReservation,
  listTablesOf,
  saveWishes,
} from '../queries/guests.ts'
import { type Booking, findUse, lockBooking, releaseTables } from '../queries/place.ts'
import { heldMinutes, mostComing, type Reservable } from '../rules.ts'
import { findPlan, type Plan } from '../situation.ts'
import { reschedule, type TableRequest, take, waitFor } from '../taking.ts'
import { freeDueTables } from '../waitlist.ts'
import { readHoldToken } from './hold-token.ts'

/**
 * Takes a table for a guest who then types name and address; or a place in line, without a table.
 * @throws HttpError the errors of `take`; `too_many_held` if this client or its network holds too much already;
 *   `held_twice` if the member holds two tables already
 */
export async function holdTable(
  req: PayloadRequest,
  { member, isWaiting, ...request }: TableRequest & { member: number | null; isWaiting: boolean },
): Promise<Booking> {
  const plan = await findPlan(req.payload)
  const network = member === null ? networkOf(req) : null
  // A refusal undoes both, so only a hold that is granted takes a share.
  const hold = () =>
    inTransaction(req, async (db) => {
      const booking = isWaiting
        ? await waitFor(db, plan, request)
        : (await take(db, plan, { ...request, source: 'web', heldMinutes })).booking
      if (member !== null && !(await takeMemberHold(db, member, booking))) {
        throw bookingError('held_twice')
      }
      if (network) {
        const seats = plan.setup.tables.reduce((sum, { max }) => sum + max, 0)
        const day = { id: placesOf(booking.day), capacity: seats }
        const share = { party: booking.party, email: nameOfShare(booking), network }
        const kind = { name: 'table', heldMinutes, confirmation: 'none' } as const
        if (!(await takeShareOfPlaces(kind, req, day, share))) {
          throw bookingError('too_many_held')
        }
      }
      return booking
    })
  try {
    return await hold()
  } catch (error) {
    const isFull = error instanceof HttpError && error.reason === 'full'
    if (isFull && (await freeDueTables(req.payload, plan, request.day))) return hold()
    throw error
  }
}

/** The shares are those of the places of a day, which stands for the subject. */
const placesOf = (day: string) => Number(day.replaceAll('-', ''))
/** Each hold takes a share of its own, also one for as many people. */
const nameOfShare = ({ id }: { id: number }) => `hold ${id}`

/** Members hold tables without shares: two at a time, each counted until it expires. */
const memberHolds = [1, 2].map((number) => ({
  keyOf: (member: number) => `booking hold ${number} of ${member}`,
  keyOfTable: (member: number, { id }: { id: number }) =>
    `booking hold ${number} of ${member} for ${id}`,
}))
const holdWindow = { max: 1, windowMs: heldMinutes * 60_000, fixed: true }

/** @returns false if the member has two live holds */
async function takeMemberHold(
  db: Database,
  member: number,
  booking: { id: number },
): Promise<boolean> {
  for (const { keyOf, keyOfTable } of memberHolds) {
    const { retryAfterSeconds } = await countAttempt(db, keyOf(member), holdWindow)
    if (retryAfterSeconds === null) {
      await countAttempt(db, keyOfTable(member, booking), holdWindow)
      return true
    }
  }
  return false
}

/** The hold of a member is a booking now, or free again. A repeated call changes nothing. */
export async function returnMemberHold(
  db: Database,
  member: number,
  booking: { id: number },
): Promise<void> {
  for (const { keyOf, keyOfTable } of memberHolds) {
    if (await resetAttempts(db, keyOfTable(member, booking))) await resetAttempts(db, keyOf(member))
  }
}

/**
 * Gives back what a hold took from the shares of this client, because it is a booking now, or free again. Nothing is given
 * back twice, after the hold has expired, or to another client.
 */
export async function returnShare(
  db: Database,
  req: PayloadRequest,
  booking: Pick<Reservable, 'id' | 'day' | 'party'>,
): Promise<void> {
  const network = networkOf(req)
  if (!network) return
  const places = { kind: 'table', subject: placesOf(booking.day) } as const
  const share = { key: network.own, email: nameOfShare(booking) }
  await returnShareOfPlaces(db, { ...places, ...share, party: booking.party })
}

/** Frees a table that was held for a guest, or the place in line, unless it is a booking already. A repeated request changes nothing. */
export const letGo = (
  req: PayloadRequest,
  { token, member }: { token: string; member: number | null },
): Promise<void> =>
  inTransaction(req, async (db) => {
    const id = readHoldToken(token)
    const booking = id === null ? null : await lockBooking(db, id)
    if (!booking || (await hasReservation(db, booking.id))) return
    // The share of an expired hold has expired too, and what it takes now belongs to others.
    const { until, isWaiting } = await findUse(db, booking.id)
    const isFreed =
      (await deleteUnfinished(db, id as number)) || (await releaseTables(db, booking.id))
    if (!isFreed || !(until || isWaiting)) return
    if (member !== null) await returnMemberHold(db, member, booking)
    await returnShare(db, req, booking)
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
    const people = [mailboxOf(guest.email), phoneKey(typed.phone) ?? ''].filter(Boolean)
    // Bookings of one person at the same time are counted one after the other.
    const names = people.map((each) => `bookings of ${hmac('bookings of a person', each)}`)
    await lockNames(db, names.sort())
    if ((await countComing(db, { ...guest, phone: typed.phone, except: booking })) >= mostComing) {
      throw bookingError('too_many')
    }
    await saveWishes(db, booking, typed)
  }

/**
 * Chooses another table if the held one is not what a guest needs, in the transaction that makes the hold a booking.
 * @returns the booking after that; null if it was not changed
 * @throws HttpError `needs` if no such table is free
 */
export async function chooseForNeeds(
  db: Database,
  plan: Plan,
  booking: number,
  { stepFree, highChair }: Pick<Reservable, 'stepFree' | 'highChair'>,
): Promise<Booking | null> {
  if (!stepFree && !highChair) return null
  const held = await lockBooking(db, booking)
  if (!held || (await hasReservation(db, booking))) return null
  const ids = await listTablesOf(db, booking)
  const tables = plan.setup.tables.filter(({ id }) => ids.includes(id))
  const isFitting =
    (!stepFree || tables.every(({ isStepFree }) => isStepFree)) &&
    (!highChair || tables.some(({ hasHighChair }) => hasHighChair))
  if (!tables.length || isFitting) return null
  const { area, day, startsAt: at, party } = held
  const isOutdoors = tables.every((each) => each.isOutdoors)
  const needs = { isStepFree: stepFree, hasHighChair: highChair, isOutdoors }
  try {
    return (
      await inSavepoint(db, () => reschedule(db, plan, { booking, area, day, at, party, needs }))
    ).booking
  } catch (error) {
    if (error instanceof HttpError) throw bookingError('needs')
    throw error
  }
}

/** The key of the reservation that a hold becomes: the same for each attempt, so a repeated one has no second effect. */
export const keyOfHold = (token: string): string => hmac('key of a hold', token).slice(0, 24)
