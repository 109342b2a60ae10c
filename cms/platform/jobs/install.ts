import { runMigrations } from 'graphile-worker'
import { jobsPool, libraryLogger } from './library.ts'

/** Brings the job engine's own schema, `graphile_worker`, to the library's version. Idempotent. */
export async function installJobs(url: string): Promise<void> {
  const pgPool = jobsPool(url, 1)
  try {
    await runMigrations({ pgPool, logger: libraryLogger })
  } finally {
    await pgPool.end()
  }
}
