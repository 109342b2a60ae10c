import { stringify } from 'csv-stringify/sync'
import type { PayloadRequest } from 'payload'
import { databaseOf, type Executor, sql } from '../../database/sql.ts'
import { takeTry } from '../../limits/service.ts'
import { mailsTo } from '../../mail/recipients.ts'
import { consentsOf, subscriptionInFull } from '../../newsletter/details.ts'
import { retryAfter } from '../codes/limits.ts'
import type { SignedIn } from '../contract.ts'
import { devicesInFull, sessionsInFull } from '../devices/devices.ts'
import { refusal } from '../errors.ts'
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
  const devices = await devicesInFull(db, id)
  return {
    written_at: new Date().toISOString(),
    profile: { ...(await findProfile(db, id)), ...(await cameByOf(db, id)) },
    subscription: await subscriptionInFull(db, email),
    consents: await consentsOf(db, email),
    passkeys: (await passkeysOf(db, id)).passkeys,
    sessions: await sessionsInFull(db, id),
    devices: devices.map(({ current, ...each }) => each),
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
