import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { hashToken } from '../crypto/tokens.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { sessionCookie } from './cookie.ts'
import {
  type Account,
  deleteSession,
  deleteStaffSessions,
  findAccount,
  insertSession,
} from './queries.ts'
import { createSessionToken, sessionOf } from './session.ts'

/**
 * Creates a session, in the request's transaction.
 * @returns its Set-Cookie header
 */
export const createSession = (req: PayloadRequest, user: number): Promise<string> =>
  inTransaction(req, async (db) => {
    const token = createSessionToken()
    await insertSession(db, user, hashToken(token))
    return sessionCookie(token)
  })

/** Ends the session of the request. @returns the Set-Cookie header that removes its cookie */
export async function signOut(req: PayloadRequest): Promise<string> {
  const session = await sessionOf(req.payload, req.headers)
  if (session) {
    await inTransaction(req, async (db) => {
      await deleteSession(db, session.tokenHash)
      await recordOf(req, 'signed_out', { id: session.user, name: String(req.user?.name) })
    })
  }
  return sessionCookie(null)
}

/**
 * Ends every session of a staff member, in every browser.
 * @returns how many sessions were ended
 * @throws HttpError `not_found`
 */
export const signOutEverywhere = (req: PayloadRequest, id: number): Promise<number> =>
  inTransaction(req, async (db) => {
    const account = await findAccount(db, id)
    if (!account) throw new HttpError('not_found', 'There is no such person on the staff.')
    const count = await deleteStaffSessions(db, id)
    await recordOf(req, 'signed_out_everywhere', account)
    return count
  })

/** When the session of a request ends, in seconds since 1970, for Payload's admin. */
export async function sessionExpiry({
  headers,
  payload,
}: PayloadRequest): Promise<number | undefined> {
  const session = await sessionOf(payload, headers)
  return session ? Math.floor(session.expiresAt.getTime() / 1000) : undefined
}

/** Writes what was done with an account to the audit trail: by who is signed in, or by its owner. */
export const recordOf = (
  req: PayloadRequest,
  action: string,
  account: Pick<Account, 'id' | 'name'>,
  details?: Record<string, unknown>,
): Promise<void> =>
  record(req, {
    action,
    subject: account.name,
    of_collection: 'users',
    document: account.id,
    ...(details && { details }),
    ...(!req.user && { by: account }),
  })
