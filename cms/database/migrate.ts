import type { Payload } from 'payload'
import { installJobs } from '../jobs/install.ts'
import { migrations } from '../migrations/index.ts'
import { onceAtATime } from './lock.ts'

type Migrations = NonNullable<Parameters<Payload['db']['migrate']>[0]>['migrations']

/**
 * Runs pending migrations, then `then`, under one lock: processes that start at the same time run each
 * migration once.
 */
export const migrateUnderLock = (
  payload: Payload,
  url: string,
  then: () => Promise<void>,
): Promise<void> =>
  onceAtATime(url, 'migrate', async () => {
    await payload.db.migrate({ migrations: migrations as Migrations })
    await installJobs(url)
    await then()
  })
