import type { Payload } from 'payload'
import { databaseOf } from '../database/sql.ts'
import { isDomainAllowed } from './allowed-domains.ts'
import type { SignedIn } from './contract.ts'
import { refusal } from './errors.ts'
import { sessionOfToken } from './sessions/access-token.ts'
import { findByCookie, findBySession } from './sessions/sessions.ts'

type Asking = { headers: Headers; payload: Payload }

/**
 * Which member asks: by the access token where one was sent, else by the cookie, as pages are. Either
 * way the session is looked up: who signed out, was suspended or deleted is nobody at once, and so is
 * whose address may not sign in any more.
 * @returns null where nobody is signed in
 * @throws HttpError where a token was sent that is none of ours, or too old
 */
export async function findMember({ headers, payload }: Asking): Promise<SignedIn | null> {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  if (!token) return findMemberOfCookie({ headers, payload })
  const session = await sessionOfToken(payload, token)
  return allowed(payload, await findBySession(databaseOf(payload), session, { headers }))
}

/** The same by the cookie alone, as pages are asked for. */
export const findMemberOfCookie = async ({ headers, payload }: Asking): Promise<SignedIn | null> =>
  allowed(payload, await findByCookie(databaseOf(payload), { headers }))

const allowed = async (payload: Payload, found: SignedIn | null): Promise<SignedIn | null> =>
  found && (await isDomainAllowed(payload, found.email)) ? found : null

/** @throws HttpError `signed_out`, or as `findMember` */
export async function requireMember(req: Asking): Promise<SignedIn> {
  const member = await findMember(req)
  if (!member) throw refusal('signed_out')
  return member
}
