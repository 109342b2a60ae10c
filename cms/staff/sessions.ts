import { APIError, generateExpiredPayloadCookie, type Payload, type PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { onOwnConnection } from '../database/connection.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { transactionOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { databaseUrl } from '../database/url.ts'
import { HttpError } from '../http/errors.ts'
import { deleteStaffSessions, findSignInState, findStaffName } from './queries.ts'

/**
 * Ends every session of a staff member, in every browser.
 * @returns how many sessions were ended
 * @throws HttpError `not_found`
 */
export const signOutEverywhere = (req: PayloadRequest, id: number): Promise<number> =>
  inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const name = await findStaffName(db, id)
    if (name === null) throw new HttpError('not_found', 'There is no such person on the staff.')
    const count = await deleteStaffSessions(db, id)
    await record(req, {
      action: 'signed_out_everywhere',
      subject: name,
      of_collection: 'users',
      document: id,
      version: null,
    })
    return count
  })

/** The Set-Cookie header that removes a staff session from the browser. */
export const expiredSessionCookie = ({ collections, config }: Payload): string =>
  generateExpiredPayloadCookie({
    collectionAuthConfig: collections.users.config.auth,
    config,
    cookiePrefix: config.cookiePrefix,
  }) as string

/**
 * Refuses a sign-in if the account changed meanwhile. Payload reads the account, checks the password,
 * and then writes the whole account back with the new session: it would restore a role, a password or
 * sessions that were changed in between. Called in that transaction, after the write.
 * @throws APIError 409; the next attempt reads the new state
 */
export async function refuseStaleSignIn(req: PayloadRequest, id: number): Promise<void> {
  const written = await findSignInState(await transactionOf(req), id)
  // Our transaction sees its own write. Another connection sees the committed state; it is not taken
  // from the pool, because requests that wait here may hold every connection of the pool.
  const committed = await onOwnConnection(databaseUrl(), (db) => findSignInState(db, id))
  const isSame =
    written &&
    committed &&
    (['role', 'email', 'hash'] as const).every((name) => written[name] === committed[name]) &&
    // Only the new session may be added.
    written.sessions.filter((each) => !committed.sessions.includes(each)).length <= 1
  if (!isSame) {
    throw new APIError('Your account was just changed. Please try again.', 409, undefined, true)
  }
}
