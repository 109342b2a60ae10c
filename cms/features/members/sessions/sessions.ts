import { createToken, hashToken } from '../../../platform/crypto/tokens.ts'
import type { Database } from '../../../platform/database/query.ts'
import { cameToSecretHost } from '../../../platform/http/server/hosts.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { recordForgedToken } from '../../../platform/security/forged-tokens.ts'
import type { Caller, SignedIn, SignInMethod } from '../contract.ts'
import { sessionCookie, sessionCookieIn, sessionCookieOf } from '../cookies.ts'
import { userAgentOf } from '../devices/user-agent.ts'
import { markSeen } from '../queries/members.ts'
import { deletePasskeyProofs } from '../queries/proofs.ts'
import {
  type CookieVersion,
  deleteSession,
  deleteSessionByKey,
  deleteSessionsOf,
  deleteSessionsOfHandle,
  findSessionByKey,
  findSessionState,
  findSignedInByCookie,
  insertSession,
  rotateSession,
} from '../queries/sessions.ts'
import { readSessionToken, type SessionToken, writeSessionToken } from './session-token.ts'

type Request = { headers: Headers }

const versionOf = ({ key, generation }: SessionToken): CookieVersion => ({
  keyHash: hashToken(key),
  generation,
})

/** The session token of a request's cookie; null if there is none with a valid signature. */
function tokenOf(req: Request): SessionToken | null {
  const cookie = sessionCookieOf(req)
  const token = readSessionToken(cookie, cameToSecretHost(req))
  if (cookie && !token) recordForgedToken(req, cookie, 'member')
  return token
}

/**
 * The token in a Cookie header if its signature is valid on one of the hosts, even if the session has ended; null if
 * the signature is not valid.
 */
export function signedMemberToken(cookie: string): string | null {
  const token = sessionCookieIn(cookie)
  return (readSessionToken(token, false) ?? readSessionToken(token, true)) && token
}

/**
 * Opens a session after a proof of identity. The browser's previous session ends.
 * @param options.handle id of the handle of the passkey that opens the session
 * @param options.provedAt when the member proved their identity, as ISO 8601; null for the current time
 */
export async function openSession(
  db: Database,
  req: Request,
  {
    member,
    method,
    handle = null,
    provedAt = null,
  }: {
    member: number
    method: SignInMethod
    handle?: number | null
    provedAt?: string | null
  },
): Promise<{ session: string; cookie: string }> {
  const previous = tokenOf(req)
  if (previous) await dropProofsOf(db, await deleteSessionByKey(db, hashToken(previous.key)))
  const key = createToken()
  const session = await insertSession(db, {
    member,
    keyHash: hashToken(key),
    method,
    handle,
    userAgent: userAgentOf(req),
    provedAt,
  })
  await markSeen(db, member)
  return {
    session,
    cookie: sessionCookie(
      writeSessionToken({ key, generation: 0, isSecret: cameToSecretHost(req) }),
    ),
  }
}

/**
 * Rotates the session cookie of a request.
 * - Several tabs may renew with the same cookie. They get the same successor. The old cookie becomes invalid a
 *   grace period after a request first presented the successor.
 * - A successor is lost if no request has presented it and its response can no longer be in flight. The same
 *   cookie then gets another successor, and the lost one becomes invalid.
 * - Any other cookie of the session is an outdated copy (reuse detected): the session is revoked.
 * @returns who is signed in, with the next cookie; null if there is no session to renew
 */
export async function renewSession(
  db: Database,
  req: Request,
): Promise<{ member: SignedIn; cookie: string } | null> {
  const token = tokenOf(req)
  if (!token) return null
  const cookieFor = (generation: number) =>
    sessionCookie(writeSessionToken({ ...token, generation }))
  const version = versionOf(token)
  const rotated = await rotateSession(db, version)
  if (rotated) {
    const { session, generation } = rotated
    const member = await markSeen(db, rotated.member)
    return member && { member: { session, ...member }, cookie: cookieFor(generation) }
  }
  const found = await findSessionState(db, version)
  if (!found?.isLive) return null
  const { session, id, email, name, generation } = found
  const isPrevious = found.follows === token.generation && found.isPreviousValid
  if (generation === token.generation || isPrevious) {
    return { member: { session, id, email, name }, cookie: cookieFor(generation) }
  }
  await endSession(db, session)
  log.warn({ session }, 'session ended: an outdated copy of its cookie was used')
  return null
}

/**
 * The signed-in member of the request's session cookie; an access token is not checked. Marks the cookie as
 * presented and does not rotate it.
 */
export async function findCallerByCookie(db: Database, req: Request): Promise<Caller | null> {
  const token = tokenOf(req)
  return token && findSignedInByCookie(db, versionOf(token))
}

/** The session of a request's cookie, even if the cookie is outdated. */
export async function findSessionOfCookie(
  db: Database,
  req: Request,
): Promise<{ session: string; id: number } | null> {
  const token = tokenOf(req)
  return token && findSessionByKey(db, hashToken(token.key))
}

// Proofs of passkeys end with the session, because the next person at this browser must not inherit them.
async function dropProofsOf(db: Database, member: number | null): Promise<boolean> {
  if (member !== null) await deletePasskeyProofs(db, { member })
  return member !== null
}

/**
 * Ends a session at once, in every process.
 * @param member if given, the session must belong to this member
 * @returns false if there is no such session
 */
export const endSession = async (
  db: Database,
  session: string,
  member: number | null = null,
): Promise<boolean> => dropProofsOf(db, await deleteSession(db, session, member))

/** Ends every session of a member, and deletes the proofs of their passkeys. */
export async function endSessionsOf(db: Database, member: number): Promise<void> {
  await deleteSessionsOf(db, member)
  await deletePasskeyProofs(db, { member })
}

/**
 * Ends every session that was opened with the passkeys of a handle, and deletes the proofs of these
 * passkeys.
 * @param except id of a session that stays
 */
export async function endSessionsOfHandle(
  db: Database,
  handle: number,
  except: string | null = null,
): Promise<void> {
  await deleteSessionsOfHandle(db, handle, except)
  await deletePasskeyProofs(db, { handle })
}
