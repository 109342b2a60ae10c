import type { Payload } from 'payload'
import { installJobs } from '../jobs/install.ts'
import { migrations } from '../migrations/index.ts'
import { withLock } from './lock.ts'

type Migrations = NonNullable<Parameters<Payload['db']['migrate']>[0]>['migrations']

/**
 * Runs pending migrations under a lock, so that processes that start at the same time run each migration
 * once.
 * @param afterMigrations runs under the same lock
 */
export const migrateUnderLock = (
  payload: Payload,
  url: string,
  afterMigrations: () => Promise<void>,
): Promise<void> =>
  withLock(url, 'migrate', async () => {
    await payload.db.migrate({ migrations: migrations as Migrations })
    await installJobs(url)
    await afterMigrations()
  })
