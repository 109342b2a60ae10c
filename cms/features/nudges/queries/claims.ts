import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  idList,
  jsonRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { maxTries, type Settlement } from '../sending/rules.ts'
import { lockDeliveries } from './lock-order.ts'

const takenRow = z.object({
  id: z.number(),
  device: z.number(),
  tries: z.number(),
  token: z.string(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  nudge: z.number(),
  title: z.string().nullable(),
  text: z.string(),
  link: z.string(),
  icon: z.number().nullable(),
  expiresAt: z.coerce.date(),
  /** Whether the push service has accepted a message to this subscription. */
  acceptedBefore: z.boolean(),
})

/**
 * A delivery that a worker claimed, with its subscription and nudge. `claim` (the number of the worker and a serial
 * number) is a fencing token: a write with an outdated one changes nothing.
 */
export type ClaimedDelivery = z.output<typeof takenRow> & { claim: string }
export type SettledDelivery = Settlement & {
  id: number
  claim: string
  device: number
  endpoint: string
}

/**
 * The operations of a worker on the deliveries. They use no transaction: each statement is committed at once.
 */
export type ClaimStore = {
  /**
   * Claims at most `most` due deliveries. A delivery is finished instead if it is no longer valid, or if its device was
   * turned off or now belongs to another member.
   * @returns the claimed deliveries, and whether more may be due
   */
  take: (most: number) => Promise<{ deliveries: ClaimedDelivery[]; hasMore: boolean }>
  /**
   * Records that these deliveries are about to be sent.
   * @returns ids of the deliveries that this worker still owns; the others must not be sent
   */
  handOver: (deliveries: readonly Pick<ClaimedDelivery, 'id' | 'claim'>[]) => Promise<Set<number>>
  /**
   * Queues again the deliveries that this worker claimed but does not know, because a reply of the database was lost.
   * @param known ids of the deliveries that the worker knows
   */
  releaseForgotten: (known: readonly number[]) => Promise<void>
  /** Stores the outcomes of deliveries, and marks the devices whose subscriptions are gone. */
  settle: (deliveries: readonly SettledDelivery[]) => Promise<void>
}

/** Class of the advisory locks of workers; see `createPresence`. */
export const workerLocks = 7_262_032

/** The `reason` of deliveries that a worker had handed over when its process ended. */
export const workerEndedReason = 'worker ended'

/** Whether a delivery (`found`) is for a member, and its `device` now belongs to somebody else. */
const isOfOtherMember = sql.raw(
  `(found.person like 'member:%' and found.person <> 'member:' || coalesce(device.member, 0))`,
)

// A loose object, because the device's columns are null if the device was deleted. Such a delivery is not claimed.
const changedRow = z.looseObject({ state: z.string() })

/** @param worker number of this process's worker; the process holds the advisory lock with this number */
export function createClaimStore(db: Database, worker: number): ClaimStore {
  let serial = 0
  return {
    async take(most) {
      const claim = `${worker}.${++serial}`
      const rows = await findRows(db, changedRow)`
        with due as materialized (
          select id from nudge_deliveries where state = 'queued' and due_at <= now()
           order by due_at, id limit ${most} for update skip locked),
        taken as (
          update nudge_deliveries as delivery
             set state = case when device.id is null or device.gone_at is not null then 'gone'
                              when nudge.state = 'sending' and found.expires_at > now()
                                   and not ${isOfOtherMember} then 'claimed'
                              when found.reason = ${workerEndedReason} then 'unknown'
                              when nudge.state = 'sending' and found.expires_at <= now() then 'expired'
                              else 'skipped' end,
                 worker = ${claim}
            from due join nudge_deliveries as found using (id)
                 left join nudges as nudge on nudge.id = found.nudge
                 left join push_devices as device on device.id = found.device
           where delivery.id = due.id
          returning delivery.id, delivery.state, delivery.tries, delivery.token,
                    delivery.device, device.endpoint, device.p256dh, device.auth, delivery.nudge,
                    nullif(nudge.title, '') as title, nudge.text, nudge.link, nudge.icon_id as icon,
                    delivery.expires_at as "expiresAt", device.accepted_at is not null as "acceptedBefore")
        select id::int8::float8 as id, state, tries, token, device, endpoint, p256dh, auth, nudge, title,
               text, link, icon, "expiresAt", "acceptedBefore" from taken`
      const deliveries = rows
        .filter(({ state }) => state === 'claimed')
        .map((row) => ({ ...takenRow.parse(row), claim }))
      return { deliveries, hasMore: rows.length === most }
    },

    async handOver(deliveries) {
      const named = deliveries.map(({ id, claim }) => ({ id, claim }))
      const owned = await findRows(db, column(z.number()))`
        with locked as materialized (${lockDeliveries(isOneOf(deliveries))})
        update nudge_deliveries as delivery set state = 'handed_over', handed_at = now()
          from locked
               join jsonb_to_recordset(${jsonRows(named)}) as named (id int8, claim text) using (id)
         where delivery.id = locked.id and delivery.id = any(${idsOf(deliveries)}::int8[])
           and delivery.worker = named.claim and delivery.state = 'claimed'
        returning delivery.id::float8`
      return new Set(owned)
    },

    async releaseForgotten(known) {
      await execute(db)`
        update nudge_deliveries set state = 'queued', worker = null
         where state = 'claimed' and split_part(worker, '.', 1) = ${String(worker)}
           and id <> all(${idList(known)}::int8[])`
    },

    async settle(deliveries) {
      const known = deliveries.map(({ waitMs, countsTry, ...rest }) => ({
        ...rest,
        wait_ms: waitMs,
        counts: countsTry,
      }))
      if (deliveries.some(({ state }) => state === 'gone')) await markDevicesGone(db, deliveries)
      // Another worker may have queued a delivery again, or set it to `unknown`, because this worker seemed
      // dead. This worker's outcome replaces that state. However, a delivery that is `unknown`, or that its device has
      // reported as received, is not queued again. The other worker has already counted the attempt.
      await execute(db)`
        with locked as materialized (${lockDeliveries(isOneOf(deliveries))}),
        known as materialized (
          select * from jsonb_to_recordset(${jsonRows(known)}) as known (
            id int8, claim text, device int, endpoint text, state text, wait_ms float8, counts boolean,
            reason text))
        update nudge_deliveries as delivery
           set state = case when delivery.received_at is not null then 'accepted'
                            when known.state = 'queued' and delivery.state = 'unknown' then 'unknown'
                            else known.state end,
               tries = delivery.tries
                       + (known.counts and delivery.state in ('claimed', 'handed_over'))::int,
               due_at = case when known.state = 'queued'
                             then now() + known.wait_ms * interval '1 ms' else delivery.due_at end,
               worker = case when known.state <> 'queued' then delivery.worker end,
               accepted_at = case when known.state = 'accepted'
                                  then coalesce(delivery.accepted_at, now())
                                  else delivery.accepted_at end,
               reason = coalesce(known.reason, case when known.state = 'queued' then delivery.reason end)
          from locked join known using (id)
         where delivery.id = locked.id and delivery.id = any(${idsOf(deliveries)}::int8[])
           and delivery.worker = known.claim
           and delivery.state in ('queued', 'claimed', 'handed_over', 'unknown')`
    },
  }
}

// The ids are a condition in addition to the join, so that the planner uses the primary key.
const idsOf = (deliveries: readonly { id: number }[]) => idList(deliveries.map(({ id }) => id))
const isOneOf = (deliveries: readonly { id: number }[]) =>
  sql`id = any(${idsOf(deliveries)}::int8[])`

/**
 * Records that the push service no longer knows the subscriptions of the deliveries in the state `gone`, unless the
 * devices have newer subscriptions.
 */
const markDevicesGone = (db: Database, deliveries: readonly SettledDelivery[]) =>
  execute(db)`
    with locked as materialized (
      select device.id from push_devices as device
             join jsonb_to_recordset(${jsonRows(deliveries.filter(({ state }) => state === 'gone'))})
               as known (device int, endpoint text)
               on device.id = known.device and device.endpoint = known.endpoint
       where gone_at is null order by device.id for update of device)
    update push_devices set gone_at = now() from locked where push_devices.id = locked.id`

const recovered = z.object({ queued: z.number(), repeated: z.number() })

/**
 * Queues deliveries again if the process of their worker has ended. The push service may have accepted a delivery that
 * was handed over. Therefore the attempt counts, and the delivery waits before it is sent again. Meanwhile the device
 * may report the nudge, or a worker that only seemed dead may store the outcome. The second push replaces the first on
 * the device.
 * @returns `queued`: how many deliveries had not been handed over; `repeated`: how many had been handed over
 */
export const recoverDeliveries = (db: Database): Promise<z.output<typeof recovered>> =>
  requireRow(db, recovered)`
    with workers as materialized (
      select distinct split_part(worker, '.', 1)::int as number from nudge_deliveries
       where state in ('claimed', 'handed_over')),
    gone as materialized (
      select number from workers where pg_try_advisory_xact_lock(${workerLocks}, number)),
    theirs as materialized (${lockDeliveries(sql`state in ('claimed', 'handed_over')
      and split_part(worker, '.', 1)::int in (select number from gone)`)}),
    unsent as (
      update nudge_deliveries as delivery set state = 'queued', worker = null
        from theirs
       where delivery.id = theirs.id and delivery.state = 'claimed'
      returning delivery.id),
    sent as (
      update nudge_deliveries as delivery
         set state = case when received_at is not null then 'accepted'
                          when tries + 1 >= ${maxTries} then 'unknown'
                          else 'queued' end,
             due_at = greatest(due_at, now() + interval '30 seconds'),
             tries = tries + 1,
             reason = ${workerEndedReason}
        from theirs
       where delivery.id = theirs.id and delivery.state = 'handed_over'
      returning delivery.id)
    select (select count(*) from unsent)::int as queued,
           (select count(*) from sent)::int as repeated`
