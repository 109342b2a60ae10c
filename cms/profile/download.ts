import { stringify } from 'csv-stringify/sync'
import type { PayloadRequest } from 'payload'
import { databaseOf, type Executor, sql } from '../database/sql.ts'
import { takeTry } from '../limits/service.ts'
import { mailsTo } from '../mail/recipients.ts'
import type { SignedIn } from '../membership/contract.ts'
import { devicesOf, sessionsOf } from '../membership/devices.ts'
import { retryAfter } from '../membership/limits.ts'
import { refusal } from '../membership/refusals.ts'
import { consentsOf } from '../newsletter/details.ts'
import { passkeysOf } from '../passkeys/own-passkeys.ts'
import { findProfile } from './profile.ts'

const perMember = { most: 10, restMs: 60 * 60_000, within: true }

/**
 * Counts a download: it looks through everything that is kept.
 * @throws HttpError `too_often` with Retry-After
 */
export async function countDownload({ payload }: PayloadRequest, { id }: SignedIn): Promise<void> {
  const { retryAfterSeconds } = await takeTry(payload, `downloads of ${id}`, perMember)
  if (retryAfterSeconds !== null) throw refusal('too_often', retryAfter(retryAfterSeconds))
}

/** Everything that is known of a member, but for what would open their account. */
export async function findAll(req: PayloadRequest, { id, email }: SignedIn) {
  const db = databaseOf(req.payload)
  const devices = await devicesOf(db, id)
  const sessions = await sessionsOf(db, id)
  const agents = await userAgentsOf(db, id)
  return {
    written_at: new Date().toISOString(),
    profile: { ...(await findProfile(db, id)), ...(await cameByOf(db, id)) },
    subscription: await subscriptionOf(db, email),
    consents: await consentsOf(db, email),
    passkeys: (await passkeysOf(db, id)).passkeys,
    sessions: sessions.map((each) => ({ ...each, user_agent: agents.get(each.id) })),
    devices: devices.map(({ current, ...each }) => ({
      ...each,
      user_agent: agents.get(String(each.id)),
    })),
    mails: await mailsTo(db, email),
  }
}

/** How somebody became a member, and when they were last seen. */
async function cameByOf(db: Executor, member: number): Promise<object> {
  const { rows } = await db.execute(sql`
    select to_jsonb(kept) as kept
      from (select source, last_seen_at from members where id = ${member}) as kept`)
  return (rows[0]?.kept as object | undefined) ?? {}
}

/** All that is kept of a subscription; null where there is none. */
async function subscriptionOf(db: Executor, address: string): Promise<object | null> {
  const { rows } = await db.execute(
    sql`select to_jsonb(s) - 'id' as kept from subscribers as s where email = ${address}`,
  )
  return (rows[0]?.kept as object | undefined) ?? null
}

/** What browsers said of themselves, by session and by device. */
async function userAgentsOf(db: Executor, member: number): Promise<Map<string, string>> {
  const { rows } = await db.execute(sql`
    select id::text, user_agent from member_sessions where member = ${member}
    union all select id::text, user_agent from device_grants where member = ${member}`)
  return new Map((rows as { id: string; user_agent: string }[]).map((r) => [r.id, r.user_agent]))
}

type All = Awaited<ReturnType<typeof findAll>>

/** The same as a table: what it is of, its place in that list, the field, and what it says. */
export function asCsv(all: All): string {
  const rows = Object.entries(all).flatMap(([of, value]) => {
    if (!Array.isArray(value))
      return rowsOf(of, '', typeof value === 'string' ? { '': value } : value)
    return value.flatMap((each, index) => rowsOf(of, String(index + 1), each))
  })
  const options = { header: true, columns: ['of', 'number', 'field', 'value'], bom: true }
  // A spreadsheet takes what begins so for something to work out.
  return stringify(rows, { ...options, escape_formulas: true })
}

const rowsOf = (of: string, number: string, facts: object | null) =>
  Object.entries(facts ?? {}).map(([field, value]) => [
    of,
    number,
    field,
    Array.isArray(value) ? value.join(', ') : String(value ?? ''),
  ])
