import type { SQL } from 'drizzle-orm'
import { createToken, hashToken } from '../../crypto/tokens.ts'
import { type Executor, sql } from '../../database/sql.ts'
import { log } from '../../log.ts'
import type { Method, SignedIn } from '../contract.ts'
import { sessionCookie, sessionCookieOf } from '../cookies.ts'
import { userAgentOf } from '../devices/user-agent.ts'
import { dropProofs } from '../queries/proofs.ts'
import { refreshGraceMs, renewalMs, sessionIdleMs, sessionLongestMs } from '../rules.ts'
import { readSessionToken, type SessionToken, writeSessionToken } from './session-token.ts'

type Asking = { headers: Headers }

const ms = (count: number) => sql`${count} * interval '1 ms'`
const renewedUntil = sql`least(created_at + ${ms(sessionLongestMs)}, now() + ${ms(sessionIdleMs)})`
const isFresh = sql`coalesce(rotated_at > now() - ${ms(refreshGraceMs)}, false)`
/** Whether the newest can't be on its way any more, and nobody has shown it. */
const isLost = sql`presented_at is null and rotated_at < now() - ${ms(renewalMs)}`
/**
 * Whether the cookie that the newest followed is still good: until the newest was seen, and ten seconds
 * more, for tabs that had asked by then.
 */
const isGrace = sql`coalesce(presented_at > now() - ${ms(refreshGraceMs)}, true)`

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
  if (before) await end(db, sql`key = ${hashToken(before.key)}`)
  const key = createToken()
  const { rows: made } = await db.execute(sql`
    insert into member_sessions (member, key, method, handle, user_agent, expires_at)
    values (${member}, ${hashToken(key)}, ${method}, ${handle}, ${userAgentOf(req)},
            now() + ${ms(sessionIdleMs)})
    returning id`)
  await db.execute(sql`update members set last_seen_at = now() where id = ${member}`)
  const cookie = sessionCookie(writeSessionToken({ key, generation: 0 }))
  return { session: String(made[0]?.id), cookie }
}

type Renewed = SignedIn & { generation: number }
type Found = Renewed & { follows: number; isGrace: boolean; lives: boolean }

/**
 * Renews the session of the cookie. Its name is used once: who comes with it again gets the same
 * successor, as other tabs do, until that was seen and ten seconds more. Where nobody has shown the
 * successor when its answer must have come, it was lost on its way: the name gets another one, so that
 * nobody is locked out, and the lost one is worth nothing.
 *
 * Any other name is a copy, and the session ends for everybody who has one. Of two who hold the same
 * name and renew it apart, one holds a lost successor, or a name that somebody followed up: whoever
 * of them comes next ends it.
 * @returns whose session it is, with its next cookie; null where there is none to renew
 */
export async function renewSession(
  db: Executor,
  req: Asking,
): Promise<{ member: SignedIn; cookie: string } | null> {
  const token = readSessionToken(sessionCookieOf(req))
  if (!token) return null
  const key = hashToken(token.key)
  const next = ({ session, id, email, name, generation }: Renewed) => ({
    member: { session, id, email, name },
    cookie: sessionCookie(writeSessionToken({ ...token, generation })),
  })
  const { rows: renewed } = await db.execute(sql`
    with renewed as (
      update member_sessions
         set generation = generation + 1, follows = ${token.generation}, rotated_at = now(),
             last_seen_at = now(), expires_at = ${renewedUntil}, presented_at = null
       where key = ${key} and expires_at > now()
         and (generation = ${token.generation} and not ${isFresh}
              or follows = ${token.generation} and ${isLost})
      returning id, generation, member),
    seen as (
      update members as m set last_seen_at = now() from renewed where m.id = renewed.member
      returning m.id, m.email, m.name, m.suspended_at, renewed.id as session, generation)
    select session, generation, id, email, name from seen where suspended_at is null`)
  const [own] = renewed as Renewed[]
  if (own) return next(own)

  const { rows } = await db.execute(sql`
    with seen as (${presented(token)})
    select s.id as session, generation, follows, m.id, m.email, m.name,
           ${isGrace} as "isGrace", expires_at > now() and suspended_at is null as lives
      from member_sessions as s join members as m on m.id = s.member where key = ${key}`)
  const [found] = rows as Found[]
  if (!found?.lives) return null
  if (found.generation === token.generation) return next(found)
  if (found.follows === token.generation && found.isGrace) return next(found)
  await endSession(db, found.session)
  log.warn({ session: found.session }, 'a session ended: an old copy of its cookie came back')
  return null
}

// Where it was noted before, or the cookie is another one, no row is touched.
const presented = ({ key, generation }: SessionToken) => sql`
  update member_sessions set presented_at = now()
   where key = ${hashToken(key)} and generation = ${generation} and presented_at is null`

const asked = sql.raw(`
  select s.id as session, m.id, m.email, m.name
    from member_sessions as s join members as m on m.id = s.member
   where s.expires_at > now() and m.suspended_at is null`)

/** Who is signed in by the cookie alone, as pages are asked for. Nothing is renewed by it, but it is seen. */
export async function findByCookie(db: Executor, req: Asking): Promise<SignedIn | null> {
  const token = readSessionToken(sessionCookieOf(req))
  if (!token) return null
  const { rows: found } = await db.execute(sql`
    with seen as (${presented(token)})
    ${asked} and s.key = ${hashToken(token.key)}
      and (s.generation = ${token.generation}
           or (s.follows = ${token.generation} and ${isGrace}))`)
  return (found[0] as SignedIn | undefined) ?? null
}

/**
 * Who is signed in in a session, where it has not ended and they are not suspended.
 * @param req whose cookie, where it has one, is seen
 */
export async function findBySession(
  db: Executor,
  session: string,
  req: Asking,
): Promise<SignedIn | null> {
  const token = readSessionToken(sessionCookieOf(req))
  const seen = token ? sql`with seen as (${presented(token)})` : sql``
  const { rows: found } = await db.execute(sql`${seen} ${asked} and s.id = ${session}::uuid`)
  return (found[0] as SignedIn | undefined) ?? null
}

/**
 * Which session a cookie names, whether it is the newest or an old one: who signs out is believed.
 * @returns null where there is none any more
 */
export async function sessionOfCookie(
  db: Executor,
  req: Asking,
): Promise<{ session: string; id: number } | null> {
  const token = readSessionToken(sessionCookieOf(req))
  if (!token) return null
  const { rows: found } = await db.execute(sql`
    select id as session, member as id from member_sessions where key = ${hashToken(token.key)}`)
  return (found[0] as { session: string; id: number } | undefined) ?? null
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

/**
 * Lets nobody renew a session of a member until the transaction ends. Whoever renews one holds the
 * session first and its member then: so does whoever changes the member and ends what they have.
 */
export async function holdSessionsOf(db: Executor, member: number): Promise<void> {
  await db.execute(sql`select from member_sessions where member = ${member} order by id for update`)
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
