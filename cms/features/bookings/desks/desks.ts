import type { Payload, PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { SignedIn } from '../../members/contract.ts'
import { memberError } from '../../members/errors.ts'
import type { TimeSlot } from '../../members/profile/rules.ts'
import { lockMembers } from '../../members/service.ts'
import type { ReservationState } from '../../reservations/contract.ts'
import { findUpcoming, reserve } from '../../reservations/service.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { busyWith, isFree } from '../choice/choose-tables.ts'
import { bookingError } from '../errors.ts'
import { insertPlaced } from '../queries/place.ts'
import { listTaken } from '../queries/taken.ts'
import { heldMinutes, mostComing, type Reservable, type Table } from '../rules.ts'
import { findDesks, findSetup } from '../setup.ts'
import { boundsOf } from '../situation.ts'
import { closesTable } from '../times/availability.ts'
import { deskKind } from './kind.ts'
import { type DeskSlot, deskSlots } from './slots.ts'

export const deskDays = 7

/** The desks, and what closes them. */
async function findPlan(payload: Payload) {
  const [desks, { closures }, { hours, timeZone }] = await Promise.all([
    findDesks(payload),
    findSetup(payload),
    findVenue(payload),
  ])
  const [area] = desks.map((each) => each.area)
  const isOpen = (desk: Table, { from, until }: DeskSlot) =>
    !closures.some((each) => closesTable(each, desk) && each.from < until && each.to > from)
  return { desks, area, isOpen, hours, timeZone }
}

export type DeskDay = { day: string; slots: (DeskSlot & { left: number })[] }

/** The free desks of the coming days. */
export async function findDeskDays(payload: Payload, today: string): Promise<DeskDay[]> {
  const { desks, area, isOpen, hours, timeZone } = await findPlan(payload)
  if (!area) return []
  const range = { from: today, until: addDays(today, deskDays - 1) }
  const taken = await listTaken(databaseOf(payload), boundsOf(range, timeZone))
  const busy = busyWith(taken, new Map())
  const isLeft = (desk: Table, slot: DeskSlot) =>
    isOpen(desk, slot) &&
    isFree({ tables: [desk] }, { from: slot.from.getTime(), to: slot.until.getTime() }, busy)
  return Array.from({ length: deskDays }, (_, index) => {
    const day = addDays(today, index)
    const slots = deskSlots(day, { hours, area, timeZone })
      .filter(({ until }) => until > new Date())
      .map((slot) => ({ ...slot, left: desks.filter((desk) => isLeft(desk, slot)).length }))
    return { day, slots }
  })
}

export const findOwnDesks = (payload: Payload, member: SignedIn) =>
  findUpcoming(deskKind, databaseOf(payload), { member: member.id })

/**
 * Books a desk for a member. A repeated key gets the same booking.
 * @throws HttpError `no_time`, `full`, `too_many`, `exists` if the member has a desk then already
 */
export async function bookDesk(
  req: PayloadRequest,
  member: SignedIn,
  { day, slot, key }: { day: string; slot: TimeSlot; key: string },
): Promise<ReservationState<Reservable>> {
  const { payload } = req
  const { desks, area, isOpen, hours, timeZone } = await findPlan(payload)
  const wanted =
    area && deskSlots(day, { hours, area, timeZone }).find((each) => each.slot === slot)
  const now = new Date()
  const latest = new Date(now.getTime() + deskDays * 86_400_000)
  if (!area || !wanted || wanted.until <= now || wanted.from > latest) {
    throw bookingError('no_time')
  }
  // Somebody may come while the part of the day is on.
  const from = wanted.from > now ? wanted.from : new Date(now.getTime() + 60_000)
  return inTransaction(req, async (db) => {
    if (!(await lockMembers(db, [member.id]))) throw memberError('signed_out')
    const own = await findUpcoming(deskKind, db, { member: member.id })
    const same = own.find(
      ({ subject }) => subject.day === day && subject.endsAt.getTime() === wanted.until.getTime(),
    )
    if (same) return same
    if (own.length >= mostComing) throw bookingError('too_many')
    for (const { id } of desks.filter((desk) => isOpen(desk, wanted))) {
      const placed = await insertPlaced(
        db,
        {
          ...{ area, day, startsAt: from, endsAt: wanted.until, party: 1, source: 'web' },
          ...{ depositCents: 0, cancelUntil: from, phone: null, notes: null, occasion: null },
          ...{ highChair: false, stepFree: false, quotedFor: null },
        },
        { tables: [id], from, until: wanted.until, arrivals: null },
        { heldMinutes },
      )
      if ('booking' in placed) {
        const request = { subject: placed.booking.id, party: 1, key, guest: { member } }
        return reserve(deskKind, req, request)
      }
    }
    throw bookingError('full')
  })
}
