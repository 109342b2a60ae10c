import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { type Access, accessFor } from '../../platform/http/call.ts'
import { isDomainAllowed } from './allowed-domains.ts'
import type { Caller } from './contract.ts'
import { sessionCookieOf } from './cookies.ts'
import { memberError } from './errors.ts'
import { findSignedInById } from './queries/sessions.ts'
import { sessionOfToken } from './sessions/access-token.ts'
import { findCallerByCookie, findSessionOfCookie } from './sessions/sessions.ts'

type Request = { headers: Headers; payload: Payload }

/**
 * Token rights: the only calls for which an access token without the session cookie is enough. Scripts can read
 * the token, so these calls reveal no more than the token itself contains. `cms/features/members/README.md`, *Token rights*,
 * has the same list.
 */
export const tokenRights: readonly string[] = ['GET /api/auth/user']

/**
 * Access for everyone; the caller is the signed-in member, or null. The session cookie identifies the member;
 * for `tokenRights` the access token is enough. If a request has a cookie and a token, both must belong to the same
 * session. An invalid token is refused even with a valid cookie. The session is looked up on each request, so members
 * lose access at once when they sign out, are suspended or deleted, or when their address may no longer sign in.
 * @throws HttpError `invalid_signature`, `token_expired`, `cookie_required`, `session_mismatch`
 */
export const optionalMember: Access<Caller | null> = accessFor('public', async (req) => {
  const [, token] = /^Bearer +(\S+)$/i.exec(req.headers.get('authorization') ?? '') ?? []
  if (!token) return findMemberByCookie(req)
  const db = databaseOf(req.payload)
  const session = await sessionOfToken(req, token)
  const byCookie = await findCallerByCookie(db, req)
  // An outdated cookie does not sign in, but it still identifies its session.
  const named = byCookie ?? (await findSessionOfCookie(db, req))
  if (named && named.session !== session) throw memberError('session_mismatch')
  if (byCookie) return ifAllowed(req.payload, byCookie)
  if (tokenRights.includes(`${req.method} ${req.pathname}`)) {
    return ifAllowed(req.payload, await findSignedInById(db, session))
  }
  if (!sessionCookieOf(req)) throw memberError('cookie_required')
  return null
})

/** Access for signed-in members. */
export const member: Access<Caller> = accessFor('member', async (req) => {
  const caller = await optionalMember(req)
  if (!caller) throw memberError('signed_out')
  return caller
})

/**
 * Access for members who confirmed this session with a proof within the last five minutes.
 * @throws HttpError `proof_required`
 */
export const provedMember: Access<Caller> = accessFor('member', async (req) =>
  requireProof(await member(req)),
)

/** @throws HttpError `proof_required` */
export function requireProof(caller: Caller): Caller {
  if (caller.proofLeftMs === 0) throw memberError('proof_required')
  return caller
}

/** The member whom the session cookie identifies. Access tokens are ignored: requests for pages do not send them. */
export const findMemberByCookie = async ({ headers, payload }: Request): Promise<Caller | null> =>
  ifAllowed(payload, await findCallerByCookie(databaseOf(payload), { headers }))

const ifAllowed = async (payload: Payload, caller: Caller | null): Promise<Caller | null> =>
  caller && (await isDomainAllowed(payload, caller.email)) ? caller : null
