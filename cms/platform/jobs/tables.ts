import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'

/**
 * Times that all processes share. The row `jobs` has the time at which a process last polled for jobs;
 * the row `clock` has the time up to which schedules were evaluated.
 */
export const workerBeats = pgTable('worker_beats', {
  worker: text('worker').primaryKey(),
  beat_at: timestamptz('beat_at').notNull(),
})
