import { hashToken } from '../../crypto/tokens.ts'
import { type Executor, sql } from '../../database/sql.ts'
import type { Method } from '../contract.ts'
import { deviceTokenOf } from '../cookies.ts'
import { dropProofs } from '../queries/proofs.ts'
import { deviceName } from './user-agent.ts'

type Asking = { headers: Headers }
type Moments<Names extends string> = Record<Names, string | Date>

const iso = (moment: string | Date) => new Date(moment).toISOString()

/** Where a member is signed in, the last seen first, with what each browser said of itself. */
export async function sessionsInFull(db: Executor, member: number) {
  const { rows: found } = await db.execute(sql`
    select id, method, user_agent, created_at, last_seen_at from member_sessions
     where member = ${member} and expires_at > now() order by last_seen_at desc`)
  type Row = { id: string; method: Method; user_agent: string }
  return (found as (Row & Moments<'created_at' | 'last_seen_at'>)[]).map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    user_agent: row.user_agent,
    method: row.method,
    created_at: iso(row.created_at),
    last_seen_at: iso(row.last_seen_at),
  }))
}

/** The same as they are shown. */
export const sessionsOf = async (db: Executor, member: number) =>
  (await sessionsInFull(db, member)).map(({ user_agent, ...shown }) => shown)

/**
 * The devices that a member has proved to be theirs, the last used first, with what each said of
 * itself.
 */
export async function devicesInFull(db: Executor, member: number, req: Asking | null = null) {
  const token = req && deviceTokenOf(req)
  const { rows: found } = await db.execute(sql`
    select id, device, user_agent, created_at, last_used_at, expires_at from device_grants
     where member = ${member} and expires_at > now() order by last_used_at desc`)
  type Row = { id: number; device: string; user_agent: string }
  return (found as (Row & Moments<'created_at' | 'last_used_at' | 'expires_at'>)[]).map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    user_agent: row.user_agent,
    created_at: iso(row.created_at),
    last_used_at: iso(row.last_used_at),
    expires_at: iso(row.expires_at),
    current: token !== null && row.device === hashToken(token),
  }))
}

/** The same as they are shown. */
export const devicesOf = async (db: Executor, member: number, req: Asking | null = null) =>
  (await devicesInFull(db, member, req)).map(({ user_agent, ...shown }) => shown)

/** Ends one of a member’s own sessions. @returns whether there was one */
export async function endOwnSession(db: Executor, member: number, id: string): Promise<boolean> {
  const { rows: ended } = await db.execute(
    sql`delete from member_sessions where id = ${id}::uuid and member = ${member} returning id`,
  )
  if (ended.length) await dropProofs(db, { member })
  return ended.length > 0
}

/** Trusts one of a member’s devices no more. @returns whether there was one */
export async function forgetDevice(db: Executor, member: number, id: number): Promise<boolean> {
  const { rows: forgotten } = await db.execute(
    sql`delete from device_grants where id = ${id} and member = ${member} returning id`,
  )
  return forgotten.length > 0
}

/** Trusts none of a member’s devices any more. */
export async function forgetDevicesOf(db: Executor, member: number): Promise<void> {
  await db.execute(sql`delete from device_grants where member = ${member}`)
}
