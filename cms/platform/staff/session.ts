import {
  type AuthStrategy,
  executeAuthStrategies,
  type Payload,
  type PayloadRequest,
} from 'payload'
import { hmac, isEqualHmac } from '../crypto/hmac.ts'
import { createToken, hashToken } from '../crypto/tokens.ts'
import { databaseOf } from '../database/query.ts'
import { recordForgedToken } from '../security/forged-tokens.ts'
import type { StaffPerson } from './contract.ts'
import { sessionTokenOf, tokenInCookie } from './cookie.ts'
import { staffError } from './errors.ts'
import { findAccountByEmail, findSession } from './queries.ts'

const signatureOf = (random: string) => hmac('staff session', random)

/** A new random token. Its signature distinguishes tokens of ended sessions from forged tokens. */
export function createSessionToken(): string {
  const random = createToken()
  return `${random}.${signatureOf(random)}`
}

function isSigned(token: string): boolean {
  const [random = '', signature = ''] = token.split('.')
  return isEqualHmac(signature, signatureOf(random))
}

/** The token in a Cookie header if its signature is valid; otherwise null. The session may have ended. */
export function signedStaffToken(cookie: string): string | null {
  const token = tokenInCookie(cookie)
  return token && isSigned(token) ? token : null
}

/** The session of a request; null if there is none, or it has ended. */
export async function sessionOf(
  payload: Payload,
  headers: Headers,
): Promise<{ user: number; tokenHash: string; expiresAt: Date } | null> {
  const found = await findAccount(payload, headers)
  return found && { user: found.account.id, tokenHash: found.tokenHash, expiresAt: found.expiresAt }
}

/** The session of a request with its account. */
async function findAccount(payload: Payload, headers: Headers) {
  const token = sessionTokenOf(headers)
  if (!token) return null
  const tokenHash = hashToken(token)
  const found = await findSession(databaseOf(payload), tokenHash)
  if (!found && !isSigned(token)) recordForgedToken({ headers }, token, 'staff')
  if (!found) return null
  const { expiresAt, ...account } = found
  return { account, tokenHash, expiresAt }
}

/** The session of a request. @throws HttpError `unauthorized` if there is none, or it has ended */
export async function requireSession({ payload, headers }: PayloadRequest) {
  const session = await sessionOf(payload, headers)
  if (!session) throw staffError('not_signed_in')
  return session
}

/** The only way in which Payload recognises staff: the session cookie. */
export const cookieStrategy: AuthStrategy = {
  name: 'staff-session',
  authenticate: async ({ headers, payload }) => {
    try {
      const found = await findAccount(payload, headers)
      return {
        user: found && { ...found.account, collection: 'users', _strategy: 'staff-session' },
      }
    } catch {
      // While the database is unavailable, nobody counts as signed in, and the request is answered with 503.
      return { user: null }
    }
  },
}

/**
 * Finds the staff member who sent a request.
 * @returns null for a visitor, a member, an expired session, or while the database is unavailable
 */
export async function findStaff(payload: Payload, headers: Headers): Promise<StaffPerson | null> {
  const { user } = await executeAuthStrategies({ headers, payload })
  if (user?.collection !== 'users') return null
  return { id: user.id, name: user.name, role: user.role }
}

/** Whether a staff account has this address. */
export const isStaffAddress = async (payload: Payload, email: string): Promise<boolean> =>
  (await findAccountByEmail(databaseOf(payload), email.toLowerCase())) !== null
