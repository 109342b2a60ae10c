import { type SQL, sql } from '../database/query.ts'
import type { PasskeyUse } from './verify-authentication.ts'

/** The assignments of an `update` that records the use of a stored passkey. */
export const recordedUse = ({ counter, isBackedUp }: PasskeyUse): SQL =>
  sql`counter = ${counter}::bigint, is_backed_up = ${isBackedUp}, last_used_at = now()`

/**
 * The condition under which a use is accepted. The signature counter of a passkey only rises; an
 * authenticator that does not count always sends 0. Source: Web Authentication, 6.1.1.
 */
export const isCounterRisen = ({ counter }: Pick<PasskeyUse, 'counter'>): SQL =>
  sql`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`
