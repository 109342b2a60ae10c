import type { SQL } from 'drizzle-orm'
import { type Executor, sql } from '../database/sql.ts'
import { log } from '../log.ts'
import { dropProofs } from '../passkeys/proofs.ts'
import type { SignedIn } from './contract.ts'
import { sessionCookie, sessionCookieOf } from './cookies.ts'
import { refreshGraceMs, sessionIdleMs, sessionLongestMs } from './rules.ts'
import { fingerprintOf, makeToken } from './seals.ts'
import { readSessionToken, writeSessionToken } from './session-token.ts'
import { userAgentOf } from './user-agent.ts'

type Asking = { headers: Headers }

/** By what somebody came in. */
export type Method = 'code' | 'link' | 'passkey'

const ms = (count: number) => sql`${count} * interval '1 ms'`
const renewedUntil = sql`least(created_at + ${ms(sessionLongestMs)}, now() + ${ms(sessionIdleMs)})`
const isFresh = sql`rotated_at > now() - ${ms(refreshGraceMs)}`

/**
 * Opens a session for somebody who has just proved who they are. The one this browser had ends.
 * @param handle of the passkey it was opened with
 */
export async function openSession(
  db: Executor,
  req: Asking,
  { member, method, handle = null }: { member: number; method: Method; handle?: number | null },
): Promise<{ session: string; cookie: string }> {
  const before = readSessionToken(sessionCookieOf(req))
  if (before) await end(db, sql`key = ${fingerprintOf(before.key)}`)
  const key = makeToken()
  const { rows: made } = await db.execute(sql`
    insert into member_sessions (member, key, method, handle, user_agent, expires_at)
    values (${member}, ${fingerprintOf(key)}, ${method}, ${handle}, ${userAgentOf(req)},
            now() + ${ms(sessionIdleMs)})
    returning id`)
  await db.execute(sql`update members set last_seen_at = now() where id = ${member}`)
  const cookie = sessionCookie(writeSessionToken({ key, generation: 0 }))
  return { session: String(made[0]?.id), cookie }
}

type Found = { generation: number; isFresh: boolean; lives: boolean; id: string }

/**
 * Renews the session of the cookie. Its name is used once: whoever comes with it again within ten
 * seconds, another tab, gets the same successor; later it can only be a copy, and the session ends
 * for everybody who has one.
 * @returns the session with its next cookie, null where there is none to renew
 */
export async function renewSession(
  db: Executor,
  req: Asking,
): Promise<{ session: string; cookie: string } | null> {
  const token = readSessionToken(sessionCookieOf(req))
  if (!token) return null
  const key = fingerprintOf(token.key)
  const next = (generation: number) => sessionCookie(writeSessionToken({ ...token, generation }))
  const { rows: renewed } = await db.execute(sql`
    with renewed as (
      update member_sessions
         set generation = generation + 1, rotated_at = now(), last_seen_at = now(),
             expires_at = ${renewedUntil}
       where key = ${key} and generation = ${token.generation} and expires_at > now()
         and not coalesce(${isFresh}, false)
      returning id, generation, member),
    seen as (
      update members set last_seen_at = now() from renewed where members.id = renewed.member)
    select id, generation from renewed`)
  const [own] = renewed as Found[]
  if (own) return { session: own.id, cookie: next(own.generation) }

  const { rows } = await db.execute(sql`
    select id, generation, coalesce(${isFresh}, false) as "isFresh", expires_at > now() as lives
      from member_sessions where key = ${key}`)
  const [found] = rows as Found[]
  if (!found?.lives) return null
  // One that was just made is handed out once more before it is used: there is one, however many ask.
  const isCurrent = found.isFresh && found.generation - token.generation <= 1
  if (isCurrent) return { session: found.id, cookie: next(found.generation) }
  await endSession(db, found.id)
  log.warn({ session: found.id }, 'a session ended: an old copy of its cookie came back')
  return null
}

const asked = sql.raw(`
  select s.id as session, m.id, m.email, m.name
    from member_sessions as s join members as m on m.id = s.member
   where s.expires_at > now() and m.suspended_at is null`)

/** Who is signed in by the cookie alone, as pages are asked for. Nothing is renewed by it. */
export async function findByCookie(db: Executor, req: Asking): Promise<SignedIn | null> {
  const token = readSessionToken(sessionCookieOf(req))
  if (!token) return null
  const { rows: found } = await db.execute(sql`
    ${asked} and s.key = ${fingerprintOf(token.key)}
      and (s.generation = ${token.generation}
           or (s.generation = ${token.generation + 1} and ${isFresh}))`)
  return (found[0] as SignedIn | undefined) ?? null
}

/** Who is signed in in a session, where it has not ended and they are not suspended. */
export async function findBySession(db: Executor, session: string): Promise<SignedIn | null> {
  const { rows: found } = await db.execute(sql`${asked} and s.id = ${session}::uuid`)
  return (found[0] as SignedIn | undefined) ?? null
}

/** Ends a session at once, in every process. */
export const endSession = (db: Executor, session: string): Promise<void> =>
  end(db, sql`id = ${session}::uuid`)

// What passkeys have proved to a browser ends with it: whoever sits down there next is nobody.
async function end(db: Executor, which: SQL): Promise<void> {
  const { rows: ended } = await db.execute(
    sql`delete from member_sessions where ${which} returning member`,
  )
  for (const { member } of ended) await dropProofs(db, { member: Number(member) })
}

/** Ends every session of a member, and what their passkeys have proved. */
export async function endSessionsOf(db: Executor, member: number): Promise<void> {
  await db.execute(sql`delete from member_sessions where member = ${member}`)
  await dropProofs(db, { member })
}

/**
 * Ends every session that was opened with the passkeys of a handle, and what they have proved.
 * @param but one that stays
 */
export async function endSessionsOfHandle(
  db: Executor,
  handle: number,
  but: string | null = null,
): Promise<void> {
  await db.execute(sql`
    delete from member_sessions where handle = ${handle} and id is distinct from ${but}::uuid`)
  await dropProofs(db, { handle })
}

/** Throws away what has ended by itself. */
export async function dropOldSessions(db: Executor): Promise<void> {
  await db.execute(sql`delete from member_sessions where expires_at < now()`)
}
