import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { hashToken } from '../crypto/tokens.ts'
import { lockUntilCommit } from '../database/lock.ts'
import type { Database } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { sessionCookie } from './cookie.ts'
import { staffError } from './errors.ts'
import {
  type Account,
  deleteSession,
  deleteStaffSessions,
  findAccount,
  insertSession,
  replaceSession,
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

/**
 * Replaces the session of a browser after a proof, so that a stolen copy of the old cookie does not get the
 * proof. The old cookie is still accepted for `replacedMs`, because other tabs may have requests in flight.
 * @param session hash of the old token
 * @returns hash of the new token, and Set-Cookie header of the new session
 * @throws HttpError `unauthorized` if the session was ended meanwhile
 */
export async function replaceSessionAfterProof(
  db: Database,
  session: string,
): Promise<{ tokenHash: string; cookie: string }> {
  const token = createSessionToken()
  const tokenHash = hashToken(token)
  if (!(await replaceSession(db, session, tokenHash))) throw staffError('not_signed_in')
  return { tokenHash, cookie: sessionCookie(token) }
}

/**
 * Replaces all sessions of an account with one new session for this browser. Unlike with `replaceSessionAfterProof`,
 * the old cookie of this browser is not accepted any more.
 * @param session hash of the old token of this browser
 * @returns the Set-Cookie header of the new session
 */
export async function replaceAllSessions(
  db: Database,
  id: number,
  session: string,
): Promise<string> {
  const { tokenHash, cookie } = await replaceSessionAfterProof(db, session)
  await deleteStaffSessions(db, id, tokenHash)
  return cookie
}

/** Ends the session of the request. @returns the Set-Cookie header that removes its cookie */
export async function signOut(req: PayloadRequest): Promise<string> {
  const session = await sessionOf(req.payload, req.headers)
  if (session) await endSession(req, session.tokenHash, 'signed_out')
  return sessionCookie(null)
}

/** Ends the session of the signed-in person. @param action the reason, for the audit trail */
export const endSession = (
  req: PayloadRequest,
  tokenHash: string,
  action: 'signed_out' | 'proofs_failed',
): Promise<void> =>
  inTransaction(req, async (db) => {
    if (!(await deleteSession(db, tokenHash))) return
    await recordAction(req, action, { id: Number(req.user?.id), name: String(req.user?.name) })
  })

/**
 * Ends every session of a staff member, in every browser.
 * @returns how many sessions were ended
 * @throws HttpError `not_found`
 */
export const signOutEverywhere = (req: PayloadRequest, id: number): Promise<number> =>
  inTransaction(req, async (db) => {
    // Without the lock, a session that replaces another one at the same time would not end.
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, id)
    if (!account) throw new HttpError('not_found', 'There is no such person on the staff.')
    const count = await deleteStaffSessions(db, id)
    await recordAction(req, 'signed_out_everywhere', account)
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

/** Adds an audit entry for an action on an account. Without a signed-in person, the account's owner is the actor. */
export const recordAction = (
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
