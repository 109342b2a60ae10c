import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Payload } from 'payload'
import { z } from 'zod'
import { type Database, sql } from '../../cms/platform/database/query.ts'
import { startJobs } from '../../cms/platform/jobs/engine.ts'
import { defineJob } from '../../cms/platform/jobs/job.ts'

// A process that runs the jobs of jobs.test.ts, and nothing else.
const data = z.object({ n: z.int(), ms: z.int(), failures: z.int().optional() })

const url = process.env.DATABASE_URL ?? ''
const db = drizzle(url) as unknown as Database
const jobs = ['test.work', 'test.shown'].map((name) =>
  defineJob<z.infer<typeof data>>({
    name,
    data,
    run: async ({ n, ms, failures = 0 }, { attempt }) => {
      const { rows } = await db.execute(sql`
        insert into runs (n, attempt, pid) values (${n}, ${attempt}, ${process.pid})
        returning (select count(*)::int from runs where n = ${n}) as runs_before`)
      // Only the first run takes long, so that the test can kill it.
      if (!rows[0]?.runs_before) await sleep(ms)
      if (attempt <= failures) throw new Error(`failure ${attempt}`)
      await db.execute(sql`insert into done (n) values (${n})`)
    },
    ...(name === 'test.shown' && {
      onFailure: ({ n }, { attempt, retryAt }) =>
        db.execute(
          sql`insert into failures (n, attempt, retry_at)
              values (${n}, ${attempt}, ${retryAt?.toISOString() ?? null}::timestamptz)`,
        ),
    }),
  }),
)
const engine = startJobs({ payload: {} as Payload, url, jobs, timeZone: async () => 'UTC' })
// A killed process would not write the compile cache.
flushCompileCache()
console.log('ready')
process.once('SIGTERM', () => void engine.stop().then(() => process.exit(0)))
