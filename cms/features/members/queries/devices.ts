import { z } from 'zod'
import { type Database, execute, findRow, findRows, sql } from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { activeSubscriptionCondition } from '../../newsletter/service.ts'
import { trustMs } from '../rules.ts'
import { memberOfHandle } from './passkey-handles.ts'

// A device is identified by the hash of its cookie. A grant is identified by a device and a member.

const isLive = sql`expires_at > now()`
const renewedExpiry = sql`now() + ${trustMs} * interval '1 ms'`

const grantRow = z.object({
  device: z.string(),
  member: z.number(),
  isLive: z.boolean(),
})

/** The grants of a device, for all members. */
export const listGrantsOf = (db: Database, device: string): Promise<z.output<typeof grantRow>[]> =>
  findRows(db, grantRow)`
    select device, member, ${isLive} as "isLive" from device_grants where device = ${device}`

/** Grants trust to a device, or renews it. */
export async function saveGrant(
  db: Database,
  { device, member, userAgent }: { device: string; member: number; userAgent: string },
): Promise<void> {
  await db.execute(sql`
    insert into device_grants (device, member, user_agent, expires_at)
    values (${device}, ${member}, ${userAgent}, ${renewedExpiry})
    on conflict (device, member) do update
       set expires_at = excluded.expires_at, user_agent = excluded.user_agent, last_used_at = now()`)
}

/** Renews an existing grant; one that was deleted meanwhile stays deleted. */
export async function renewGrant(
  db: Database,
  { device, member, userAgent }: { device: string; member: number; userAgent: string },
): Promise<void> {
  await db.execute(sql`
    update device_grants
       set expires_at = ${renewedExpiry}, last_used_at = now(), user_agent = ${userAgent}
     where device = ${device} and member = ${member}`)
}

/** Deletes all grants of a member except the `kept` most recently used ones. */
export async function deleteLeastUsedGrants(
  db: Database,
  member: number,
  kept: number,
): Promise<void> {
  await db.execute(sql`
    delete from device_grants where id in (
      select id from device_grants where member = ${member}
       order by last_used_at desc, id desc offset ${kept})`)
}

/** Id of the device's unexpired grant for the member with this address. */
export async function findGrantId(
  db: Database,
  device: string,
  email: string,
): Promise<number | null> {
  const found = await findRow(db, z.object({ id: z.number() }))`
    select g.id from device_grants as g join members as m on m.id = g.member
     where g.device = ${device} and m.email = ${email} and ${isLive}`
  return found?.id ?? null
}

const trustedRow = z.object({
  member: z.number(),
  /** Whether the member subscribes to the newsletter. */
  active: z.boolean(),
  /** Whether the trust was last renewed more than a day ago. */
  isStale: z.boolean(),
})

/**
 * The member of a user handle, if the device is trusted for them and they are not suspended. A single
 * statement, because each phone that opens the gate sends this request.
 */
export const findTrustedMember = (
  db: Database,
  device: string,
  userHandle: string,
): Promise<z.output<typeof trustedRow> | null> =>
  findRow(db, trustedRow)`
    select g.member, ${activeSubscriptionCondition(sql`m.email`)} as active,
           g.last_used_at < now() - interval '1 day' as "isStale"
      from device_grants as g join members as m on m.id = g.member
     where g.device = ${device} and g.member = ${memberOfHandle(userHandle)} and ${isLive}
       and m.suspended_at is null`

const deviceRow = z.object({
  id: z.number(),
  device: z.string(),
  user_agent: z.string(),
  created_at: isoTimestamp,
  last_used_at: isoTimestamp,
  expires_at: isoTimestamp,
})

/** A member's trusted devices, the most recently used first. */
export const listDevices = (db: Database, member: number): Promise<z.output<typeof deviceRow>[]> =>
  findRows(db, deviceRow)`
    select id, device, user_agent, created_at, last_used_at, expires_at from device_grants
     where member = ${member} and ${isLive} order by last_used_at desc`

/** @returns false if the member has no such device */
export async function deleteDevice(db: Database, member: number, id: number): Promise<boolean> {
  const query = sql`delete from device_grants where id = ${id} and member = ${member}`
  return (await execute(db)`${query}`) > 0
}

export async function deleteDevicesOf(db: Database, member: number): Promise<void> {
  await db.execute(sql`delete from device_grants where member = ${member}`)
}

export async function deleteExpiredGrants(db: Database): Promise<void> {
  await db.execute(sql`delete from device_grants where expires_at < now()`)
}
