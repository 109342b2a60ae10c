import type { Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import type { Access } from '../http/call.ts'
import { isDomainAllowed } from './allowed-domains.ts'
import type { Caller } from './contract.ts'
import { sessionCookieOf } from './cookies.ts'
import { memberError } from './errors.ts'
import { findSignedInById } from './queries/sessions.ts'
import { sessionOfToken } from './sessions/access-token.ts'
import { findByCookie, findSessionOfCookie } from './sessions/sessions.ts'

type Request = { headers: Headers; payload: Payload }

/**
 * Token rights: the only calls that the access token may make without the session cookie. Scripts can read
 * the token, so these calls reveal no more than the token itself contains. The list is also in `cms/members/README.md`,
 * *Token rights*.
 */
export const tokenRights: readonly string[] = ['GET /api/auth/user']

/**
 * Access for everyone; the caller is the signed-in member, or null. The session cookie identifies the member;
 * for `tokenRights` the access token is enough. An access token must be valid, and name the same session as
 * the cookie. The session is looked up on each request, so it ends at once when the member signs out, is
 * suspended or deleted, or when their address may no longer sign in.
 * @throws HttpError `invalid_signature`, `token_expired`, `cookie_required`, `session_mismatch`
 */
export const optionalMember: Access<Caller | null> = async (req) => {
  const [, token] = /^Bearer +(\S+)$/i.exec(req.headers.get('authorization') ?? '') ?? []
  if (!token) return findMemberByCookie(req)
  const db = databaseOf(req.payload)
  const session = await sessionOfToken(req.payload, token)
  const byCookie = await findByCookie(db, req)
  // An outdated cookie does not sign in, but it still identifies its session.
  const named = byCookie ?? (await findSessionOfCookie(db, req))
  if (named && named.session !== session) throw memberError('session_mismatch')
  if (byCookie) return ifAllowed(req.payload, byCookie)
  if (tokenRights.includes(`${req.method} ${req.pathname}`)) {
    return ifAllowed(req.payload, await findSignedInById(db, session))
  }
  if (!sessionCookieOf(req)) throw memberError('cookie_required')
  return null
}

/** Access for signed-in members. */
export const member: Access<Caller> = async (req) => {
  const caller = await optionalMember(req)
  if (!caller) throw memberError('signed_out')
  return caller
}

/**
 * Access for members who confirmed this session with a proof within the last five minutes.
 * @throws HttpError `proof_required`
 */
export const provedMember: Access<Caller> = async (req) => requireProof(await member(req))

/** @throws HttpError `proof_required` */
export function requireProof(caller: Caller): Caller {
  if (caller.proofLeftMs === 0) throw memberError('proof_required')
  return caller
}

/** The member identified by the session cookie alone, because requests for pages send no access token. */
export const findMemberByCookie = async ({ headers, payload }: Request): Promise<Caller | null> =>
  ifAllowed(payload, await findByCookie(databaseOf(payload), { headers }))

const ifAllowed = async (payload: Payload, caller: Caller | null): Promise<Caller | null> =>
  caller && (await isDomainAllowed(payload, caller.email)) ? caller : null
