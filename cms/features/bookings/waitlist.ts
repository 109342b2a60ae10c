import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { inSavepoint } from '../../platform/database/transaction.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { offerTaken, withLockedReservation } from '../reservations/service.ts'
import { listWaitingForTables } from './queries/waitlist.ts'
import { tableKind } from './reservations/kind.ts'
import { findPlan, type Plan } from './situation.ts'
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

/** Offers freed tables to the parties that wait, the first of each day first. A job calls it each minute. */
export async function offerTables(payload: Payload): Promise<void> {
  const waiting = await listWaitingForTables(databaseOf(payload))
  if (!waiting.length) return
  const plan = await findPlan(payload)
  for (const id of waiting) await offerTable(await createLocalReq({}, payload), plan, id)
}
