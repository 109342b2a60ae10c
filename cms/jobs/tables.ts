import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/**
 * Times that all processes share. The row `jobs` has the time at which a process last polled for jobs;
 * the row `clock` has the time up to which schedules were evaluated.
 */
export const workerBeats = pgTable('worker_beats', {
  worker: text('worker').primaryKey(),
  beat_at: moment('beat_at').notNull(),
})
