import { setTimeout as sleep } from 'node:timers/promises'
import { getPayload } from 'payload'
import { z } from 'zod'
import { databaseOf, sql } from '../../cms/database/sql.ts'
import { databaseUrl } from '../../cms/database/url.ts'
import { startJobs } from '../../cms/jobs/engine.ts'
import { defineJob } from '../../cms/jobs/job.ts'
import config from '../../payload.config.ts'

// A process that runs the jobs of jobs.test.ts, and nothing else.
const data = z.object({ n: z.int(), ms: z.int(), failures: z.int().default(0) })

const payload = await getPayload({ config, disableOnInit: true })
const jobs = ['test.work', 'test.shown'].map((name) =>
  defineJob({
    name,
    data,
    run: async ({ n, ms, failures }, { attempt }) => {
      const db = databaseOf(payload)
      await db.execute(
        sql`insert into runs (n, attempt, pid) values (${n}, ${attempt}, ${process.pid})`,
      )
      await sleep(ms)
      if (attempt <= failures) throw new Error(`failure ${attempt}`)
      await db.execute(sql`insert into done (n) values (${n})`)
    },
    ...(name === 'test.shown' && {
      onFailure: ({ n }, { attempt, retryAt }) =>
        databaseOf(payload).execute(
          sql`insert into failures (n, attempt, retry_at)
              values (${n}, ${attempt}, ${retryAt?.toISOString() ?? null}::timestamptz)`,
        ),
    }),
  }),
)
const engine = startJobs({ payload, url: databaseUrl(), jobs, timeZone: async () => 'UTC' })
console.log('ready')
process.once('SIGTERM', () => void engine.stop().then(() => process.exit(0)))
