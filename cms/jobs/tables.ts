import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/**
 * Moments that all processes share. `jobs`: when a process last polled for jobs; `clock`: up to
 * when schedules were evaluated.
 */
export const workerBeats = pgTable('worker_beats', {
  worker: text('worker').primaryKey(),
  beat_at: moment('beat_at').notNull(),
})
