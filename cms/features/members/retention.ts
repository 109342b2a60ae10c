import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { deleteExpiredChallenges } from './queries/challenges.ts'
import { deleteExpiredCodes } from './queries/codes.ts'
import { deleteExpiredGrants } from './queries/devices.ts'
import { deleteAbandonedHandles } from './queries/passkey-handles.ts'
import { deleteExpiredPasskeyProofs } from './queries/proofs.ts'
import { deleteExpiredSessions } from './queries/sessions.ts'
import { rotateKeys } from './sessions/signing-keys.ts'

/** Deletes what has expired, and rotates the signing keys when it is time. */
export async function tidyMembership(payload: Payload): Promise<void> {
  const db = databaseOf(payload)
  await deleteExpiredCodes(db)
  await deleteExpiredSessions(db)
  await deleteExpiredGrants(db)
  await deleteExpiredChallenges(db)
  await deleteExpiredPasskeyProofs(db)
  await deleteAbandonedHandles(db)
  await rotateKeys(payload)
}
