import type { Payload } from 'payload'
import pg from 'pg'
import { migrations } from '../migrations/index.ts'

type Migrations = NonNullable<Parameters<Payload['db']['migrate']>[0]>['migrations']

// An arbitrary number that all processes of this program agree on.
const lockKey = 7_262_018

/**
 * Brings the database to the newest schema, then runs `then`, both under one advisory lock: however
 * many processes start at once, each migration and each first filling happens once.
 */
export async function migrateUnderLock(
  payload: Payload,
  url: string,
  then: () => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: url, application_name: 'common-room-migrate' })
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [lockKey])
    await payload.db.migrate({ migrations: migrations as Migrations })
    await then()
  } finally {
    // Ending the session gives the lock back.
    await holder.end()
  }
}
