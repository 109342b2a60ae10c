import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  type JobHelpers,
  parseCronItem,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Payload } from 'payload'
import { createPresence, type Presence } from '../database/presence.ts'
import type { Database } from '../database/query.ts'
import { translateForeign } from '../http/foreign-errors.ts'
import { log } from '../runtime/log/log.ts'
import { loggedText } from '../runtime/log/logged-error.ts'
import { startWorker, type WorkerLoop } from './background.ts'
import { clockJob, clockName } from './clock.ts'
import { enqueue } from './enqueue.ts'
import { createHeartbeat } from './heartbeat.ts'
import type { Job } from './job.ts'
import { jobsPool, libraryLogger } from './library.ts'
import { findLockNumber, processLocks, recoverJobs } from './recover.ts'
import { runJob } from './run.ts'

const concurrentJobs = 4
const pollMs = 1000
const recoverEveryMs = 1000
const restartMs = 1000
const stopTimeoutMs = 5000
// One connection listens, two run jobs, and one is for recovery and heartbeat.
const connections = 4

export type JobsOptions = {
  payload: Payload
  /** The database that all processes share. */
  url: string
  jobs: readonly Job[]
  /** Reads the venue's time zone, an IANA name. Called each minute. */
  timeZone: () => Promise<string>
}

/**
 * Runs jobs in this process until it is stopped. Any number of processes may run jobs at the same time.
 *
 * The queue is graphile-worker's. Jobs are enqueued by plain SQL in the caller's transaction, NOTIFY
 * starts them at once, and each process queries once per second for jobs that are due.
 * The alternative was pg-boss. It runs the jobs of a killed process after 12 s, because its heartbeat
 * takes at least 10 s; this engine runs them after 2 to 4 s. When idle, pg-boss sends 8.6 queries a second,
 * because it polls for each kind of job; this engine sends 1.9.
 * Two things are added to graphile-worker: jobs of a dead process are released within seconds, not after
 * four hours (`recover.ts`), and schedules follow the venue's time zone, not UTC (`clock.ts`).
 */
export function startJobs({ payload, url, jobs, timeZone }: JobsOptions): WorkerLoop {
  const names = jobs.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new Error('Two jobs have the same name.')
  const pool = jobsPool(url, connections)
  const database = drizzle(pool)
  const db = database as unknown as Database
  const allJobs = [...jobs, clockJob(database as never, jobs, timeZone)]
  let isStopped = false
  let runner: Runner | undefined

  const runOnce = async () => {
    const events: WorkerEvents = new EventEmitter()
    const heartbeat = createHeartbeat(db)
    let name = ''
    const known = new Set<string>()
    events.on('pool:create', ({ workerPool }) => {
      name = workerPool.id
    })
    events.on('job:complete', ({ job }) => known.delete(job.id))
    events.on('localQueue:returnJobs', (returned) => {
      for (const { id } of returned.jobs) known.delete(id)
    })
    events.on('localQueue:getJobs:complete', (fetched) => {
      for (const { id } of fetched.jobs) known.add(id)
      heartbeat().catch((error) => {
        translateForeign(error)
        log.debug({ err: error }, 'the heartbeat failed')
      })
    })
    const started = await run({
      pgPool: pool,
      logger: libraryLogger,
      events,
      noHandleSignals: true,
      preset: {
        worker: {
          concurrentJobs,
          pollInterval: pollMs,
          // The process polls once for all its workers, instead of once for each worker.
          localQueue: { size: concurrentJobs, ttl: 2 * pollMs },
          gracefulShutdownAbortTimeout: 0,
        },
      },
      parsedCronItems: [everyMinute],
      taskList: taskList(allJobs, payload),
    })
    // `stop` was called while the runner started, so `stop` has not stopped the runner.
    if (isStopped) return started.stop()
    runner = started
    const recovery = startRecovery(url, database, { name, known }, () => {
      log.warn('the job engine restarts: it did not receive some of the jobs it locked')
      // The runner restarts with another name, so that its former jobs are released like those of a
      // process that died.
      void started.stop().catch(() => {})
    })
    try {
      for (const job of jobs) {
        if (job.atStart) await enqueue(db, job, null, { key: job.name, keepsRunTime: true })
      }
      await started.promise
    } finally {
      await started.stop().catch(() => {})
      await recovery.stop()
    }
  }

  const running = (async () => {
    while (!isStopped) {
      try {
        await runOnce()
      } catch (error) {
        if (!isStopped) log.warn({ err: error }, 'the job engine failed and restarts')
      }
      if (!isStopped) await sleep(restartMs)
    }
  })()

  return {
    wake: () => {},
    stop: async () => {
      isStopped = true
      const stopped = Promise.allSettled([runner?.stop(), running])
      await Promise.race([stopped, sleep(stopTimeoutMs, undefined, { ref: false })])
      void pool.end().catch(() => {})
    },
  }
}

/**
 * Announces that this process is alive, and releases the jobs of processes that died.
 * @param own as for `recoverJobs`
 * @param onUnknown called each second while this process has locked jobs that it does not know
 */
function startRecovery(
  url: string,
  database: NodePgDatabase,
  own: { name: string; known: Iterable<string> },
  onUnknown: () => void,
): WorkerLoop {
  let presence: Presence | undefined
  const worker = startWorker('job recovery', recoverEveryMs, async () => {
    presence ??= createPresence(
      url,
      [processLocks, await findLockNumber(database, own.name)],
      'common-room-jobs-presence',
    )
    await presence.ensure()
    const { released, hasUnknown } = await database.transaction((tx) => recoverJobs(tx, own))
    if (released) log.warn({ jobs: released }, 'a process died; its jobs were released')
    if (hasUnknown) onUnknown()
  })
  worker.wake()
  return {
    ...worker,
    stop: async () => {
      await worker.stop()
      await presence?.leave()
    },
  }
}

const everyMinute = parseCronItem({
  task: clockName,
  match: '* * * * *',
  options: { jobKey: clockName, jobKeyMode: 'preserve_run_at' },
})

const taskList = (jobs: readonly Job[], payload: Payload): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (data, { job: { id, key, attempts, max_attempts }, query, abortSignal }) => {
        const signal = abortSignal ?? new AbortController().signal
        try {
          await runJob(job, data, { payload, signal, attempt: attempts }, max_attempts)
        } catch (error) {
          // If the look-up fails, the job's own error is stored.
          if (key && (await hasSuccessor(query, id).catch(() => false))) return
          // graphile-worker stores the message, so the parameters of a failed query are removed.
          throw new Error(loggedText(error instanceof Error ? error.message : String(error)))
        }
      },
    ]),
  )

/**
 * Whether another job with the key of this running job was added meanwhile. If so, graphile-worker has taken the key
 * and the further attempts from the running job. If the running job fails, its successor does the work, so the failure
 * must not count as permanent.
 */
async function hasSuccessor(query: JobHelpers['query'], id: string): Promise<boolean> {
  const { rows } = await query('select from graphile_worker.jobs where id = $1 and key is null', [
    id,
  ])
  return rows.length > 0
}
