import { type Database, sql } from '../database/query.ts'
import { isScheduled } from './cron.ts'
import { enqueue } from './enqueue.ts'
import { defineJob, type Job } from './job.ts'

export const clockName = 'jobs.clock'

type Transactional = { transaction: (work: (db: Database) => Promise<void>) => Promise<void> }

/**
 * The job that runs each minute in one process and enqueues the jobs whose schedule has become due since
 * its last run. Jobs and the time of the run are written in one transaction, so no job is enqueued twice or
 * missed.
 * @param timeZone read at each run, because staff may change it
 */
export const clockJob = (
  database: Transactional,
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
        const lastRunAt = new Date(rows[0]?.beat_at as string | Date)
        for (const job of jobs) {
          if (!job.schedule || !isScheduled(job.schedule, lastRunAt, now, zone)) continue
          await enqueue(db, job, null, { key: job.name, keepsRunTime: true })
        }
        await db.execute(sql`
          update worker_beats set beat_at = greatest(beat_at, ${now.toISOString()}::timestamptz)
           where worker = 'clock'`)
      })
    },
  })
