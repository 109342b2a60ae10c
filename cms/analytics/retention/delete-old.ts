import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import { log } from '../../log.ts'
import { localMoment } from '../../venue/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { deleteSaltsBefore } from '../ingest/queries/salts.ts'
import { rawTables, yesterdayUntilHour } from '../rules.ts'
import { deleteRowsBefore, dropPartition, findOpenDay, listPartitionsBefore } from './queries.ts'
import { cutoffDay, dayBefore, graceDays } from './rules.ts'

/**
 * Deletes what `retention` no longer allows: whole partitions if possible, otherwise single days. Rows that are not
 * aggregated yet are kept for `graceDays` more.
 */
export async function deleteOldAnalytics(req: PayloadRequest, now = new Date()): Promise<void> {
  const { timeZone } = await findVenue(req.payload)
  const { date: today, minutes } = localMoment(now, timeZone)
  const db = databaseOf(req.payload)
  // Until this hour, visits of yesterday can continue.
  const oldestSalt = minutes < yesterdayUntilHour * 60 ? dayBefore(today, { days: 1 }) : today
  await deleteSaltsBefore(db, cutoffDay('analytics_salts', oldestSalt))
  for (const table of rawTables) {
    const due = cutoffDay(table, today)
    const open = await findOpenDay(db, {
      from: dayBefore(due, { days: graceDays }),
      before: due,
    })
    if (open) log.warn({ table, day: open }, 'old visits are kept until they are aggregated')
    const cutoff = open ?? due
    for (const partition of await listPartitionsBefore(db, table, cutoff)) {
      await inTransaction(req, (tx) => dropPartition(tx, partition))
      log.info({ partition }, 'a partition of old visits was deleted')
    }
    await deleteRowsBefore(db, table, cutoff)
  }
}
