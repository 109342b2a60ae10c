import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { inSavepoint, inTransaction } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import {
  forEachSubject,
  offerPlaces,
  offerTaken,
  withLockedReservation,
} from '../reservations/service.ts'
import { deleteAllUnfinished } from './queries/guests.ts'
import { listDueOn, listWaitingForTables, type WaitingParty } from './queries/waitlist.ts'
import { tableKind } from './reservations/kind.ts'
import { heldMinutes } from './rules.ts'
import { findPlan, type Plan, readAvailability } from './situation.ts'
import { reschedule } from './taking.ts'

/**
 * Takes the best free table of its time for a party that waits, and offers it.
 * @returns false if none is free, or if the party does not wait any more
 */
export const offerTable = (
  req: PayloadRequest,
  plan: Plan,
  reservation: number,
): Promise<boolean> =>
  withLockedReservation(tableKind, req, reservation, async (locked, found) => {
    const { db, subject } = locked
    if (found.status !== 'waitlisted' || subject.places !== 'waiting') return false
    const { area, day, startsAt: at, party, highChair, stepFree } = subject
    const needs = { hasHighChair: highChair, isStepFree: stepFree }
    try {
      await inSavepoint(db, () =>
        reschedule(db, plan, { booking: subject.id, area, day, at, party, needs }),
      )
    } catch (error) {
      if (error instanceof HttpError) return false
      throw error
    }
    await offerTaken(locked, [found.id])
    return true
  })

/**
 * Offers freed tables to the parties that wait, the first of each day first, and deletes places in line that nobody
 * completed. A job calls it each minute. If something fails for one party, the others get their offers nevertheless.
 * @throws the last error
 */
export async function offerTables(payload: Payload, known?: Plan): Promise<void> {
  await inTransaction(await createLocalReq({}, payload), (db) =>
    deleteAllUnfinished(db, heldMinutes),
  )
  const waiting = await listWaitingForTables(databaseOf(payload))
  if (!waiting.length) return
  const plan = known ?? (await findPlan(payload))
  await forEachSubject(payload, await withFreeTimes(payload, plan, waiting), (req, id) =>
    offerTable(req, plan, id),
  )
}

/**
 * Cancels the bookings of a day that were not paid or accepted in time, before the job does. Freed tables are offered to
 * those who wait for them.
 * @returns whether there were any
 */
export async function freeDueTables(payload: Payload, plan: Plan, day: string): Promise<boolean> {
  const due = await listDueOn(databaseOf(payload), day)
  if (!due.length) return false
  await forEachSubject(payload, due, (req, id) => offerPlaces(tableKind, req, id))
  await offerTables(payload, plan)
  return true
}

/** The parties at whose times a table seems to be free now, so that the others cost no transaction. */
async function withFreeTimes(
  payload: Payload,
  plan: Plan,
  waiting: readonly WaitingParty[],
): Promise<number[]> {
  const found: number[] = []
  for (const [day, parties] of Map.groupBy(waiting, (each) => each.day)) {
    const available = await readAvailability(databaseOf(payload), plan, { from: day, until: day })
    for (const { reservation, area, startsAt, party, highChair, stepFree } of parties) {
      const needs = { hasHighChair: highChair, isStepFree: stepFree }
      const { times } = available.ofArea(area, day, { party, needs })
      if (times.some(({ at, isFree }) => isFree && +at === +startsAt)) found.push(reservation)
    }
  }
  return found
}
