import { createLocalReq, type Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { endRecord, findFinished, findRunningSeries, lockRecord } from '../queries/records.ts'
import { syncDatesOfRecord } from './sync.ts'

/** Adds the dates of running series that are now within the horizon. Each series has its own transaction. */
async function extendSeries(payload: Payload, signal: AbortSignal): Promise<void> {
  for (const id of await findRunningSeries(databaseOf(payload))) {
    if (signal.aborted) return
    const req = await createLocalReq({}, payload)
    await inTransaction(req, async (db) => {
      if (!(await lockRecord(db, id))) return
      const doc = await payload.findByID({ collection: 'events', id, depth: 0, req })
      await syncDatesOfRecord(req, doc, { tell: false, mayOverlapHolds: true })
    }).catch((error) => payload.logger.error({ err: error, event: id }, 'series not extended'))
  }
}

/** Marks records without dates to come as ended. */
async function endRecords(payload: Payload): Promise<void> {
  const db = databaseOf(payload)
  for (const id of await findFinished(db)) await endRecord(db, id)
}

export const seriesJobs = [
  defineJob({
    name: 'events.dates',
    schedule: '35 3 * * *',
    run: async (_, { payload, signal }) => {
      await extendSeries(payload, signal)
      await endRecords(payload)
    },
  }),
]
