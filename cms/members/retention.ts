import type { Payload } from 'payload'
import { databaseOf } from '../database/sql.ts'
import { dropOldGrants } from './devices/trust.ts'
import { dropOldCeremonies } from './passkeys/tidy.ts'
import { dropOldCodes } from './queries/codes.ts'
import { dropOldSessions } from './sessions/sessions.ts'
import { rotateKeys } from './sessions/signing-keys.ts'

/** Throws away what has ended by itself, and makes new keys when it is time. */
export async function tidyMembership(payload: Payload): Promise<void> {
  const db = databaseOf(payload)
  await dropOldCodes(db)
  await dropOldSessions(db)
  await dropOldGrants(db)
  await dropOldCeremonies(db)
  await rotateKeys(payload)
}
