import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { deleteSaltsBefore } from '../ingest/queries/salts.ts'
import { rawTables, yesterdayUntilHour } from '../rules.ts'
import {
  deleteRowsBefore,
  dropPartition,
  findUnaggregatedDay,
  listPartitionsBefore,
} from './queries.ts'
import { cutoffDay, dateMinus, graceDays } from './rules.ts'

/**
 * Deletes rows that are older than `retention` allows: whole partitions if possible, otherwise single days. Rows of
 * days that are not aggregated yet are kept for at most `graceDays` days more.
 */
export async function deleteOldAnalytics(req: PayloadRequest, now = new Date()): Promise<void> {
  const { timeZone } = await findVenue(req.payload)
  const { date: today, minutes } = localMoment(now, timeZone)
  const db = databaseOf(req.payload)
  // Until this hour, visits of yesterday can continue.
  const firstSaltDay = minutes < yesterdayUntilHour * 60 ? dateMinus(today, { days: 1 }) : today
  await deleteSaltsBefore(db, cutoffDay('analytics_salts', firstSaltDay))
  for (const table of rawTables) {
    const due = cutoffDay(table, today)
    const unaggregatedDay = await findUnaggregatedDay(db, {
      from: dateMinus(due, { days: graceDays }),
      before: due,
    })
    if (unaggregatedDay) {
      log.warn({ table, day: unaggregatedDay }, 'old visits are kept until they are aggregated')
    }
    const cutoff = unaggregatedDay ?? due
    for (const partition of await listPartitionsBefore(db, table, cutoff)) {
      await inTransaction(req, (tx) => dropPartition(tx, partition))
      log.info({ partition }, 'a partition of old visits was deleted')
    }
    await deleteRowsBefore(db, table, cutoff)
  }
}
