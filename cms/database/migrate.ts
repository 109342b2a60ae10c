import type { Payload } from 'payload'
import { migrations } from '../migrations/index.ts'
import { onceAtATime } from './lock.ts'

type Migrations = NonNullable<Parameters<Payload['db']['migrate']>[0]>['migrations']

/**
 * Brings the database to the newest schema, then runs `then`, both under one lock: however many
 * processes start at once, each migration and each first filling happens once.
 */
export const migrateUnderLock = (
  payload: Payload,
  url: string,
  then: () => Promise<void>,
): Promise<void> =>
  onceAtATime(url, 'migrate', async () => {
    await payload.db.migrate({ migrations: migrations as Migrations })
    await then()
  })
