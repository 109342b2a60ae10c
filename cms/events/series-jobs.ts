import { createLocalReq, type Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { defineJob } from '../jobs/job.ts'
import {
  endDates,
  endRecord,
  findFinished,
  findRunningSeries,
  lockRecord,
} from './queries/records.ts'
import { announceDates, syncRecord } from './sync.ts'

/** Guests are still checked in, and corrected, for some hours after the end. */
const endedAfterMs = 6 * 3_600_000

/** Adds the dates of running series that came within the horizon, each series in a transaction of its own. */
async function extendSeries(payload: Payload, signal: AbortSignal): Promise<void> {
  for (const id of await findRunningSeries(databaseOf(payload))) {
    if (signal.aborted) return
    const req = await createLocalReq({}, payload)
    await inTransaction(req, async (db) => {
      if (!(await lockRecord(db, id))) return
      const doc = await payload.findByID({ collection: 'events', id, depth: 0, req })
      await syncRecord(req, doc, { tell: false })
    }).catch((error) => payload.logger.error({ err: error, event: id }, 'series not extended'))
  }
}

/** Marks dates that are over as ended, and records without a date to come. */
async function endOldDates(payload: Payload): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const ended = await endDates(db, new Date(Date.now() - endedAfterMs))
    if (ended.length) await announceDates(req, ended)
    for (const id of await findFinished(db)) await endRecord(db, id)
  })
}

export const seriesJobs = [
  defineJob({
    name: 'events.dates',
    schedule: '35 3 * * *',
    atStart: true,
    run: async (_, { payload, signal }) => {
      await extendSeries(payload, signal)
      await endOldDates(payload)
    },
  }),
]
