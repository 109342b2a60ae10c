import { type Executor, sql } from '../database/sql.ts'
import { isScheduled } from './cron.ts'
import { enqueue } from './enqueue.ts'
import { defineJob, type Job } from './job.ts'

export const clockName = 'jobs.clock'

type Database = { transaction: (work: (db: Executor) => Promise<void>) => Promise<void> }

/**
 * The job that runs each minute, in one process, and enqueues what has become due since it last ran.
 * What it enqueues and up to when it looked are one transaction: nothing is enqueued twice or missed.
 * @param timeZone read each time: staff may change it
 */
export const clockJob = (
  database: Database,
  jobs: readonly Job[],
  timeZone: () => Promise<string>,
): Job =>
  defineJob({
    name: clockName,
    attempts: 1,
    run: async () => {
      const zone = await timeZone()
      const now = new Date()
      await database.transaction(async (db) => {
        const { rows } = await db.execute(sql`
          insert into worker_beats as known (worker, beat_at)
          values ('clock', ${now.toISOString()}::timestamptz - interval '1 minute')
          on conflict (worker) do update set beat_at = known.beat_at returning beat_at`)
        const seen = new Date(rows[0]?.beat_at as string | Date)
        for (const job of jobs) {
          if (!job.schedule || !isScheduled(job.schedule, seen, now, zone)) continue
          await enqueue(db, job, null, { key: job.name, keepTime: true })
        }
        await db.execute(sql`
          update worker_beats set beat_at = greatest(beat_at, ${now.toISOString()}::timestamptz)
           where worker = 'clock'`)
      })
    },
  })
