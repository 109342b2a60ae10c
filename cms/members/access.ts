import type { Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import type { Access } from '../http/call.ts'
import { isDomainAllowed } from './allowed-domains.ts'
import type { SignedIn } from './contract.ts'
import { memberError } from './errors.ts'
import { sessionOfToken } from './sessions/access-token.ts'
import { findByCookie, findBySession } from './sessions/sessions.ts'

type Request = { headers: Headers; payload: Payload }

/**
 * Access for everyone; the caller is the signed-in member, or null. A member is identified by the
 * access token if one was sent, otherwise by the session cookie. The session is looked up each time: it
 * ends at once when the member signs out, is suspended or deleted, or their address may not sign in any
 * more.
 * @throws HttpError `invalid_signature`, `token_expired` if a token was sent that is not valid
 */
export async function optionalMember({ headers, payload }: Request): Promise<SignedIn | null> {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (!token) return findMemberByCookie({ headers, payload })
  const session = await sessionOfToken(payload, token)
  return ifAllowed(payload, await findBySession(databaseOf(payload), session, { headers }))
}

/** Access for signed-in members. */
export const member: Access<SignedIn> = async (req) => {
  const caller = await optionalMember(req)
  if (!caller) throw memberError('signed_out')
  return caller
}

/** The member who is signed in by the session cookie alone, as pages are requested. */
export const findMemberByCookie = async ({ headers, payload }: Request): Promise<SignedIn | null> =>
  ifAllowed(payload, await findByCookie(databaseOf(payload), { headers }))

const ifAllowed = async (payload: Payload, caller: SignedIn | null): Promise<SignedIn | null> =>
  caller && (await isDomainAllowed(payload, caller.email)) ? caller : null
