import type { PayloadRequest } from 'payload'
import { hashPassword } from '../crypto/passwords.ts'
import { createLinkToken, hashToken } from '../crypto/tokens.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { staffError } from './errors.ts'
import {
  type Account,
  deleteLinks,
  deleteStaffSessions,
  findAccount,
  findLink,
  insertLink,
  type LinkPurpose,
  storePassword,
} from './queries.ts'
import { invitationMs, resetLinkMs } from './rules.ts'
import { createSession, recordAction } from './sessions.ts'
import { deviceCookieOf, forgetFailedAttempts } from './sign-in.ts'

/** A one-time link that is not stored yet. The owner of an account chooses a password with it. */
export type PasswordLink = { purpose: LinkPurpose; token: string }

export const createPasswordLink = (purpose: LinkPurpose): PasswordLink => ({
  purpose,
  token: createLinkToken(),
})

export const pathOf = ({ token }: PasswordLink): string => `/cms/reset/${token}`

/** Stores a link for an account. From then on the link is valid. */
export async function storePasswordLink(
  db: Database,
  user: number,
  { purpose, token }: PasswordLink,
): Promise<void> {
  const expiresInMs = purpose === 'reset' ? resetLinkMs : invitationMs
  await insertLink(db, { user, tokenHash: hashToken(token), purpose, expiresInMs })
}

/** The purpose of a link; null if it is not valid. */
export async function findPasswordLink(db: Database, token: string): Promise<LinkPurpose | null> {
  return (await findLink(db, hashToken(token)))?.purpose ?? null
}

/**
 * Sets a password with a link. All links and sessions of the account end, and a new session begins.
 * @returns the account, and the Set-Cookie headers
 * @throws HttpError `forbidden` if the link is not valid, `unavailable` while too many passwords are
 *   hashed
 */
export async function choosePassword(
  req: PayloadRequest,
  { token, password }: { token: string; password: string },
): Promise<{ account: Account; cookies: string[] }> {
  const tokenHash = hashToken(token)
  if (!(await findLink(databaseOf(req.payload), tokenHash))) throw staffError('link_invalid')
  const stored = await hashPassword(password)
  return inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    // The link may have been used meanwhile.
    const link = await findLink(db, tokenHash)
    const account = link && (await findAccount(db, link.user))
    if (!account) throw staffError('link_invalid')
    await deleteLinks(db, account.id)
    await storePassword(db, account.id, stored)
    await deleteStaffSessions(db, account.id)
    const session = await createSession(req, account.id)
    await forgetFailedAttempts(req, account.email)
    await recordAction(req, 'password_reset', account)
    return { account, cookies: [session, deviceCookieOf(account.email)] }
  })
}
