import { createLocalReq, type Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { endRecord, findFinished, findRunningSeries, lockRecord } from '../queries/records.ts'
import { syncDatesOfRecord } from './sync.ts'

/**
 * Adds the dates of running series that are now within the horizon. Each series has its own transaction. A date whose space is
 * held for an enquiry is left out, and added once it is free.
 * @returns the series of which a date was left out
 */
export async function extendSeries(payload: Payload, signal: AbortSignal): Promise<Set<number>> {
  const waiting = new Set<number>()
  for (const id of await findRunningSeries(databaseOf(payload))) {
    if (signal.aborted) return waiting
    const req = await createLocalReq({}, payload)
    await inTransaction(req, async (db) => {
      if (!(await lockRecord(db, id))) return
      const doc = await payload.findByID({ collection: 'events', id, depth: 0, req })
      const { leftOut } = await syncDatesOfRecord(req, doc, { tell: false, leavesOutHeld: true })
      if (leftOut) waiting.add(id)
    }).catch((error) => payload.logger.error({ err: error, event: id }, 'series not extended'))
  }
  return waiting
}

/** Marks records without dates to come as ended, except series that wait for a space. */
async function endRecords(payload: Payload, waiting: ReadonlySet<number>): Promise<void> {
  const db = databaseOf(payload)
  for (const id of await findFinished(db)) if (!waiting.has(id)) await endRecord(db, id)
}

export const seriesJobs = [
  defineJob({
    name: 'events.dates',
    schedule: '35 3 * * *',
    run: async (_, { payload, signal }) => {
      await endRecords(payload, await extendSeries(payload, signal))
    },
  }),
]
