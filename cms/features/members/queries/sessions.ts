import { z } from 'zod'
import {
  type Database,
  findRow,
  findRows,
  requireRow,
  type SQL,
  sql,
  textList,
  withPreparation,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import {
  countByWeek,
  isInLastTwoWeeks,
  weekCounts,
} from '../../../platform/database/week-counts.ts'
import type { SignInMethod } from '../contract.ts'
import { proofMs, refreshGraceMs, renewalMs, sessionIdleMs, sessionLongestMs } from '../rules.ts'

/**
 * Identifies one cookie of a session. `generation`: how often the session was rotated before this cookie was
 * set.
 */
export type CookieVersion = { keyHash: string; generation: number }

const ms = (count: number) => sql`${count} * interval '1 ms'`
const renewedExpiry = sql`least(created_at + ${ms(sessionLongestMs)}, now() + ${ms(sessionIdleMs)})`
const isJustRotated = sql`coalesce(rotated_at > now() - ${ms(refreshGraceMs)}, false)`
/** No request has sent the newest cookie, and the response that set it can no longer be in flight. */
const isLost = sql`presented_at is null and rotated_at < now() - ${ms(renewalMs)}`
/** The previous cookie is valid until a request sends the newest one, and for a grace period after that. */
const isPreviousValid = sql`coalesce(presented_at > now() - ${ms(refreshGraceMs)}, true)`

const deletedRow = z.object({ member: z.number() })

/** @returns the session's id */
export async function insertSession(
  db: Database,
  session: {
    member: number
    keyHash: string
    method: SignInMethod
    /** Id of the handle of the passkey that opened the session. */
    handle: number | null
    userAgent: string
    /** When the member proved who they are, as ISO 8601; null for the current time. */
    provedAt: string | null
  },
): Promise<string> {
  const { member, keyHash, method, handle, userAgent, provedAt } = session
  const { id } = await requireRow(db, z.object({ id: z.string() }))`
    insert into member_sessions (member, key, method, handle, user_agent, expires_at, proved_at)
    values (${member}, ${keyHash}, ${method}, ${handle}, ${userAgent}, now() + ${ms(sessionIdleMs)},
            coalesce(${provedAt}::timestamptz, now()))
    returning id`
  return id
}

const rotatedRow = z.object({ session: z.string(), generation: z.number(), member: z.number() })

/** Counts the sessions that began in each of the last two weeks. Deleted sessions are not counted. */
export const countSignIns = (
  db: Database,
  timeZone: string,
): Promise<z.output<typeof weekCounts>> =>
  requireRow(db, weekCounts)`
    select ${countByWeek(sql`created_at`, timeZone)} from member_sessions
     where ${isInLastTwoWeeks(sql`created_at`)}`

/**
 * Rotates the cookie of a session, if the given cookie is the newest one and was not set within the grace period, or
 * if the given cookie's successor was lost.
 * @returns null if nothing was rotated
 */
export const rotateSession = (
  db: Database,
  { keyHash, generation }: CookieVersion,
): Promise<z.output<typeof rotatedRow> | null> =>
  findRow(db, rotatedRow)`
    update member_sessions
       set generation = generation + 1, follows = ${generation}, rotated_at = now(),
           last_seen_at = now(), expires_at = ${renewedExpiry}, presented_at = null
     where key = ${keyHash} and expires_at > now()
       and (generation = ${generation} and not ${isJustRotated}
            or follows = ${generation} and ${isLost})
    returning id as session, generation, member`

// Updates no row if the session is already marked, or if the cookie is not the newest one.
const markPresented = ({ keyHash, generation }: CookieVersion): SQL => sql`
  update member_sessions set presented_at = now()
   where key = ${keyHash} and generation = ${generation} and presented_at is null`

const signedInRow = z.object({
  session: z.string(),
  id: z.number(),
  email: z.string(),
  name: z.string().nullable(),
})
/** A member who makes a request, and how much longer their last proof is valid. */
const callerRow = signedInRow.extend({ proofLeftMs: z.number(), hasAnalyticsConsent: z.boolean() })
type CallerRow = z.output<typeof callerRow>

const stateRow = signedInRow.extend({
  generation: z.number(),
  follows: z.number(),
  isPreviousValid: z.boolean(),
  /** Whether the session has not expired and its member is not suspended. */
  isLive: z.boolean(),
})

/** The session of a cookie of any generation. Marks the cookie as presented. */
export const findSessionState = (
  db: Database,
  cookie: CookieVersion,
): Promise<z.output<typeof stateRow> | null> =>
  findRow(db, stateRow)`
    with presented as (${markPresented(cookie)})
    select s.id as session, generation, follows, m.id, m.email, m.name,
           ${isPreviousValid} as "isPreviousValid",
           expires_at > now() and suspended_at is null as "isLive"
      from member_sessions as s join members as m on m.id = s.member
     where key = ${cookie.keyHash}`

const signedIn = sql.raw(`
  select s.id as session, m.id, m.email, m.name, m.analytics_consent as "hasAnalyticsConsent",
         coalesce(greatest(0, ${proofMs} - extract(epoch from now() - s.proved_at) * 1000), 0)::int
           as "proofLeftMs"
    from member_sessions as s join members as m on m.id = s.member
   where s.expires_at > now() and m.suspended_at is null`)

/** The signed-in member of a valid cookie. Marks the cookie as presented. */
export const findSignedInByCookie = (
  db: Database,
  cookie: CookieVersion,
): Promise<CallerRow | null> =>
  findRow(withPreparation(db), callerRow)`
    with presented as (${markPresented(cookie)})
    ${signedIn} and s.key = ${cookie.keyHash}
      and (s.generation = ${cookie.generation}
           or (s.follows = ${cookie.generation} and ${isPreviousValid}))`

/** The signed-in member of a session. */
export const findSignedInById = (db: Database, session: string): Promise<CallerRow | null> =>
  findRow(db, callerRow)`${signedIn} and s.id = ${session}::uuid`

/**
 * Records that a member proved in a session who they are. An older proof never replaces a newer one.
 * @param at ISO 8601; null for the current time
 */
export async function recordSessionProof(
  db: Database,
  session: string,
  at: string | null,
): Promise<void> {
  await db.execute(sql`
    update member_sessions set proved_at = greatest(proved_at, coalesce(${at}::timestamptz, now()))
     where id = ${session}::uuid`)
}

/** The session with a key, whatever the generation of the cookie. */
export const findSessionByKey = (
  db: Database,
  keyHash: string,
): Promise<{ session: string; id: number } | null> =>
  findRow(db, z.object({ session: z.string(), id: z.number() }))`
    select id as session, member as id from member_sessions where key = ${keyHash}`

const sessionRow = z.object({
  id: z.string(),
  method: z.custom<SignInMethod>((value) => typeof value === 'string'),
  user_agent: z.string(),
  created_at: isoTimestamp,
  last_seen_at: isoTimestamp,
})

/** A condition: the session has not ended, and its member is not suspended. @param id the id of the session */
export const isLiveSession = (id: SQL): SQL => sql`exists (
  select from member_sessions as live join members as m on m.id = live.member
   where live.id = ${id} and live.expires_at > now() and m.suspended_at is null)`

/** Those of these sessions that have not ended, and whose members are not suspended. */
export const findLiveSessions = async (
  db: Database,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await findRows(db, z.object({ session: z.string() }))`
    select s.id as session from member_sessions as s join members as m on m.id = s.member
     where s.id in (select id::uuid from ${textList(ids)} as ids (id))
       and s.expires_at > now() and m.suspended_at is null`
  return new Set(rows.map(({ session }) => session))
}

/** A member's sessions, the most recently used first. */
export const listSessions = (
  db: Database,
  member: number,
): Promise<z.output<typeof sessionRow>[]> =>
  findRows(db, sessionRow)`
    select id, method, user_agent, created_at, last_seen_at from member_sessions
     where member = ${member} and expires_at > now() order by last_seen_at desc`

/**
 * Locks a member's sessions, so that none is renewed until the transaction ends. A transaction that
 * changes the member and ends their sessions locks the member first, then the sessions.
 */
export async function lockSessionsOf(db: Database, member: number): Promise<void> {
  await db.execute(sql`select from member_sessions where member = ${member} order by id for update`)
}

/** Deletes a session by its key. @returns the id of its member; null if there is no such session */
export const deleteSessionByKey = (db: Database, keyHash: string): Promise<number | null> =>
  deleteOne(db, sql`key = ${keyHash}`)

/**
 * Deletes a session.
 * @param member if given, the session is deleted only if it belongs to this member
 * @returns the id of its member; null if there is no such session
 */
export const deleteSession = (
  db: Database,
  session: string,
  member: number | null = null,
): Promise<number | null> =>
  deleteOne(db, sql`id = ${session}::uuid and (${member}::int is null or member = ${member}::int)`)

async function deleteOne(db: Database, condition: SQL): Promise<number | null> {
  const query = sql`delete from member_sessions where ${condition} returning member`
  return (await findRow(db, deletedRow)`${query}`)?.member ?? null
}

export async function deleteSessionsOf(db: Database, member: number): Promise<void> {
  await db.execute(sql`delete from member_sessions where member = ${member}`)
}

/** @param except id of a session that stays */
export async function deleteSessionsOfHandle(
  db: Database,
  handle: number,
  except: string | null,
): Promise<void> {
  await db.execute(sql`
    delete from member_sessions where handle = ${handle} and id is distinct from ${except}::uuid`)
}

export async function deleteExpiredSessions(db: Database): Promise<void> {
  await db.execute(sql`delete from member_sessions where expires_at < now()`)
}
