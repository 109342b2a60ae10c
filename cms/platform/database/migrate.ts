import type { Payload } from 'payload'
import { z } from 'zod'
import { installJobs } from '../jobs/install.ts'
import { migrations } from '../migrations/index.ts'
import { requireReleased } from './former-migrations.ts'
import { withLock } from './lock.ts'
import { column, databaseOf, findRows, hasRow } from './query.ts'

type Migrations = NonNullable<Parameters<Payload['db']['migrate']>[0]>['migrations']

/**
 * Runs pending migrations under a lock, so that processes that start at the same time run each migration
 * once.
 * @param afterMigrations runs under the same lock
 * @throws StartError if a version from before the first release made the database
 */
export const migrateUnderLock = (
  payload: Payload,
  url: string,
  afterMigrations: () => Promise<void>,
): Promise<void> =>
  withLock(url, 'migrate', async () => {
    await requireReleasedDatabase(payload)
    await payload.db.migrate({ migrations: migrations as Migrations })
    await installJobs(url)
    await afterMigrations()
  })

async function requireReleasedDatabase(payload: Payload): Promise<void> {
  const db = databaseOf(payload)
  const isNew = !(await hasRow(db)`
    select from pg_tables where schemaname = 'public' and tablename = 'payload_migrations'`)
  if (isNew) return
  const ran = await findRows(db, column(z.string()))`select name from payload_migrations`
  requireReleased(
    ran,
    'The database',
    'Start with an empty one: set another DATABASE_URL or DATA_DIR. To read the old one, run the version that made it.',
  )
}
