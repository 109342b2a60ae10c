import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import type { Subscription } from '../../../platform/push/contract.ts'
import { timeSlots } from '../../members/profile/rules.ts'
import { isActiveMember } from '../../members/service.ts'
import type { RespondedCondition } from '../../newsletter/ports.ts'
import type { PushSettings } from '../contract.ts'
import type { Audience } from '../rules.ts'

const settings = z.object({
  topics: z.array(z.string()).nullable(),
  time_slots: z.array(z.enum(timeSlots)).nullable(),
  quiet_from: z.number().nullable(),
  quiet_to: z.number().nullable(),
})
const settingsColumns = sql.raw('topics, time_slots, quiet_from, quiet_to')

const deviceRow = settings.extend({ id: z.number(), member: z.number().nullable() })
/** A device that gets nudges. */
export type Device = z.output<typeof deviceRow>

const deviceColumns = sql`id, member, ${settingsColumns}`

/**
 * Devices that get nudges, in the order of their ids. For the audience `members`, only devices of members; for
 * `person`, only devices of this member. The device of a suspended member counts as a device without a member.
 * @param page.afterId the last id of the previous page
 * @param page.respondedCondition which members are left out, see `findRespondedCondition`
 */
export function listActiveDevices(
  db: Database,
  { audience, person }: Pick<Audience, 'audience' | 'person'>,
  {
    afterId,
    limit,
    respondedCondition,
  }: { afterId: number; limit: number; respondedCondition: RespondedCondition | null },
): Promise<Device[]> {
  const isOwned = isActiveMember(sql`push_devices.member`)
  const mayGet = {
    everyone: sql`true`,
    chosen: sql`true`,
    members: isOwned,
    person: sql`member = ${person} and ${isOwned}`,
  }
  const isLeftOut = respondedCondition?.({ member: sql`push_devices.member` }) ?? sql`false`
  return findRows(db, deviceRow)`
    select id, case when ${isOwned} then member end as member, ${settingsColumns} from push_devices
     where gone_at is null and id > ${afterId} and ${mayGet[audience]} and not ${isLeftOut}
     order by id limit ${limit}`
}

/** The devices with these ids that get nudges. */
export const findDevices = (db: Database, ids: readonly number[]): Promise<Device[]> =>
  findRows(db, deviceRow)`
    select ${deviceColumns} from push_devices
     where id = any(${idList(ids)}::int[]) and gone_at is null`

/** The device of a cookie; null if it gets no nudges. @param keyHash hash of the cookie */
export const findDeviceByKey = (db: Database, keyHash: string): Promise<Device | null> =>
  findRow(db, deviceRow)`
    select ${deviceColumns} from push_devices where key_hash = ${keyHash} and gone_at is null`

const status = z.object({ id: z.number(), is_gone: z.boolean(), has_left: z.boolean() })

/**
 * The device of a cookie, even if it gets no nudges because its owner turned them off (`has_left`) or because its push
 * service ended them. Null if there is no such device.
 */
export const findDeviceStatus = (db: Database, keyHash: string) =>
  findRow(db, status)`
    select id, gone_at is not null as is_gone, left_at is not null as has_left
      from push_devices where key_hash = ${keyHash}`

const target = z.object({
  id: z.number(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
})

/** The subscription of a device; null if it gets no nudges. */
export async function findSubscriptionOf(db: Database, id: number): Promise<Subscription | null> {
  const found = await findRow(db, target)`
    select id, endpoint, p256dh, auth from push_devices where id = ${id} and gone_at is null`
  return found && { endpoint: found.endpoint, keys: { p256dh: found.p256dh, auth: found.auth } }
}

/**
 * Locks the devices of an endpoint and of a cookie in the order of their ids. The order prevents a deadlock when two
 * browsers exchange their endpoints.
 */
export const lockDevices = (db: Database, endpointHash: string, keyHash: string) =>
  execute(db)`
    select id from push_devices where endpoint_hash = ${endpointHash} or key_hash = ${keyHash}
     order by id for update`

/**
 * Deletes the device that has this endpoint and another cookie. The browser has lost that cookie, and the person with
 * the new cookie may be somebody else.
 */
export const deleteOtherWithEndpoint = (db: Database, endpointHash: string, keyHash: string) =>
  execute(db)`
    delete from push_devices where endpoint_hash = ${endpointHash} and key_hash <> ${keyHash}`

type NewDevice = {
  subscription: Subscription
  endpointHash: string
  keyHash: string
  member: number | null
  userAgent: string
}

/** Adds the device of a cookie, or stores its new subscription. @returns its id */
export const saveDevice = (
  db: Database,
  { subscription, endpointHash, keyHash, member, userAgent }: NewDevice,
): Promise<number> =>
  requireRow(db, column(z.number()))`
    insert into push_devices (endpoint, endpoint_hash, p256dh, auth, key_hash, member, user_agent)
    values (${subscription.endpoint}, ${endpointHash}, ${subscription.keys.p256dh},
            ${subscription.keys.auth}, ${keyHash}, ${member}, ${userAgent})
    on conflict (key_hash) do update set
      endpoint = excluded.endpoint, endpoint_hash = excluded.endpoint_hash,
      p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent,
      member = coalesce(excluded.member, push_devices.member), seen_at = now(),
      gone_at = null, left_at = null, unanswered_nudge = null,
      accepted_at = case when push_devices.endpoint_hash = excluded.endpoint_hash
                         then push_devices.accepted_at end
    returning id`

/** Links the device of a cookie to a member. @returns its id; null if it gets no nudges */
export const linkDevice = (db: Database, keyHash: string, member: number): Promise<number | null> =>
  findRow(db, column(z.number()))`
    update push_devices set member = ${member}, seen_at = now()
     where key_hash = ${keyHash} and gone_at is null returning id`

/** Replaces the settings of a device. */
export const writeSettings = (
  db: Database,
  id: number,
  { topics, time_slots, quiet_from, quiet_to }: PushSettings,
) =>
  execute(db)`
    update push_devices
       set topics = ${topics && JSON.stringify(topics)}::jsonb,
           time_slots = ${time_slots && JSON.stringify(time_slots)}::jsonb,
           quiet_from = ${quiet_from}, quiet_to = ${quiet_to}, seen_at = now()
     where id = ${id}`

const end = (db: Database, where: SQL): Promise<number> =>
  execute(db)`
    update push_devices set gone_at = now(), left_at = now() where gone_at is null and ${where}`

/** Turns nudges off for a device. @returns whether they were on */
export const endDevice = async (db: Database, id: number): Promise<boolean> =>
  (await end(db, sql`id = ${id}`)) > 0

/** Turns nudges off for one of a member's devices. @returns false if the member has no such device */
export const endDeviceOf = async (db: Database, member: number, id: number): Promise<boolean> =>
  (await end(db, sql`id = ${id} and member = ${member}`)) > 0

/**
 * Records that the push service no longer knows a subscription, unless the device has a newer one.
 * @param endpoint the endpoint of this subscription
 */
export const markGone = (db: Database, id: number, endpoint: string) =>
  execute(db)`
    update push_devices set gone_at = now()
     where id = ${id} and endpoint = ${endpoint} and gone_at is null`

const shownDevice = z.object({
  id: z.number(),
  user_agent: z.string(),
  created_at: isoTimestamp,
  seen_at: isoTimestamp,
})

const ownTarget = z
  .object({
    id: z.number(),
    endpoint: z.string(),
    p256dh: z.string(),
    auth: z.string(),
    quiet_from: z.number().nullable(),
    quiet_to: z.number().nullable(),
  })
  .transform(({ id, endpoint, p256dh, auth, quiet_from: from, quiet_to: to }) => ({
    id,
    subscription: { endpoint, keys: { p256dh, auth } },
    quiet: from === null || to === null ? null : { from, to },
  }))

/** The subscriptions of a member's devices, with the quiet hours of each device. */
export const listTargetsOf = (db: Database, member: number) =>
  findRows(db, ownTarget)`
    select id, endpoint, p256dh, auth, quiet_from, quiet_to from push_devices
     where member = ${member} and gone_at is null order by id`

/** A member's devices that get nudges, the most recently used first. */
export const listDevicesOf = (db: Database, member: number) =>
  findRows(db, shownDevice)`
    select id, user_agent, created_at, seen_at from push_devices
     where member = ${member} and gone_at is null order by seen_at desc, id`

const exportedDevice = shownDevice.extend({
  ...settings.shape,
  gone_at: isoTimestamp.nullable(),
})

/** A member's devices for the data download. */
export const exportDevicesOf = (db: Database, member: number) =>
  findRows(db, exportedDevice)`
    select id, user_agent, created_at, seen_at, ${settingsColumns}, gone_at
      from push_devices where member = ${member} order by id`

export const deleteDevicesOf = (db: Database, member: number) =>
  execute(db)`delete from push_devices where member = ${member}`

/** Deletes devices that have not got nudges for a month. */
export const deleteGoneDevices = (db: Database) =>
  execute(db)`delete from push_devices where gone_at < now() - interval '30 days'`
