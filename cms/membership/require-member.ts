import type { Payload } from 'payload'
import { databaseOf } from '../database/sql.ts'
import { sessionOfToken } from './access-token.ts'
import type { SignedIn } from './contract.ts'
import { refusal } from './refusals.ts'
import { findByCookie, findBySession } from './sessions.ts'

type Asking = { headers: Headers; payload: Payload }

/**
 * Which member asks: by the access token where one was sent, else by the cookie, as pages are. Either
 * way the session is looked up: who signed out, was suspended or deleted is nobody at once.
 * @returns null where nobody is signed in
 * @throws HttpError where a token was sent that is none of ours, or too old
 */
export async function findMember({ headers, payload }: Asking): Promise<SignedIn | null> {
  const db = databaseOf(payload)
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return token
    ? findBySession(db, await sessionOfToken(payload, token), { headers })
    : findByCookie(db, { headers })
}

/** @throws HttpError `signed_out`, or as `findMember` */
export async function requireMember(req: Asking): Promise<SignedIn> {
  const member = await findMember(req)
  if (!member) throw refusal('signed_out')
  return member
}
