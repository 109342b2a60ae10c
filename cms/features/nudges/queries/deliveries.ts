import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  jsonRows,
  requireRow,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { maxMessages, personOfDevice, personOfMember, type SeenEvent } from '../rules.ts'
import { audienceColumns, audienceRow } from './audience.ts'
import { workerEndedReason } from './claims.ts'
import { lockDeliveries, lockDevicesOf } from './lock-order.ts'

const timesRow = z.object({ person: z.string(), times: z.array(z.number()) })

/** States of deliveries that count for the caps. */
const countedStates = sql.raw(`('queued', 'claimed', 'handed_over', 'accepted', 'unknown')`)

/**
 * For each person, when the nudges of the last week and the queued nudges are due, in ms since 1970. People without
 * such nudges are missing. A nudge may be due about two days after it was queued (first its time slot, then quiet
 * hours), so the query reads nine days.
 * @param except id of a nudge that is left out
 */
export async function findDueTimes(
  db: Database,
  persons: readonly string[],
  except: number | null,
): Promise<Map<string, readonly number[]>> {
  const rows = await findRows(db, timesRow)`
    select person, jsonb_agg(due) as times
      from (select person, extract(epoch from min(due_at)) * 1000 as due from nudge_deliveries
             where person in ${textList(persons)}
               and queued_at > now() - interval '9 days' and due_at > now() - interval '7 days'
               and state in ${countedStates} and nudge is distinct from ${except}::int
             group by person, nudge) as nudges_of_people
     group by person`
  return new Map(rows.map(({ person, times }) => [person, times]))
}

export type NewDelivery = {
  device: number
  person: string
  state: 'queued' | 'skipped'
  due_at: string
  expires_at: string
  token: string
  reason: string | null
}

/** Adds deliveries of a nudge, at most one for each device. */
export const insertDeliveries = (db: Database, nudge: number, deliveries: readonly NewDelivery[]) =>
  execute(db)`
    insert into nudge_deliveries (nudge, device, person, state, due_at, expires_at, token, reason)
    select ${nudge}, device, person, state, due_at, expires_at, token, reason
      from jsonb_to_recordset(${jsonRows(deliveries)}) as added (
        device int, person text, state text, due_at timestamptz, expires_at timestamptz, token text,
        reason text)
    on conflict (nudge, device) do nothing`

/**
 * Cancels the deliveries of a nudge that have not been handed over. A delivery that a worker had handed over when its
 * process ended becomes `unknown`, because the device may have the nudge.
 * @returns how many deliveries were cancelled
 */
export const cancelDeliveries = (db: Database, nudge: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    with locked as materialized (
      ${lockDeliveries(sql`nudge = ${nudge} and state in ('queued', 'claimed')`)}),
    cancelled as (
      update nudge_deliveries as delivery
         set state = case when reason = ${workerEndedReason} then 'unknown' else 'skipped' end,
             reason = case when reason = ${workerEndedReason} then reason else 'cancelled' end,
             worker = null
        from locked
       where delivery.id = locked.id and delivery.state in ('queued', 'claimed')
      returning delivery.state)
    select (count(*) filter (where state = 'skipped'))::int from cancelled`

/** Cancels the deliveries that a device has not got yet. */
export const cancelDeliveriesTo = (db: Database, device: number) =>
  execute(db)`
    with locked as materialized (
      ${lockDeliveries(sql`device = ${device} and state in ('queued', 'claimed')`)})
    update nudge_deliveries as delivery set state = 'gone', reason = 'turned off', worker = null
      from locked
     where delivery.id = locked.id and delivery.state in ('queued', 'claimed')`

/**
 * Assigns a device's deliveries that belong to no member to the member who now owns the device. If a previous owner's
 * delivery has not reached the device yet, it is cancelled.
 */
export async function assignDeliveries(db: Database, device: number, member: number) {
  const person = personOfMember(member)
  const isOther = sql`device = ${device} and person like 'member:%' and person <> ${person}
                      and state in ('queued', 'claimed')`
  await execute(db)`
    with locked as materialized (
      ${lockDeliveries(sql`(device = ${device} and person = ${personOfDevice(device)}) or (${isOther})`)})
    update nudge_deliveries as delivery
       set person = case when ${isOther} then person else ${person} end,
           state = case when ${isOther} then 'skipped' else state end,
           reason = case when ${isOther} then 'other member' else reason end,
           worker = case when not (${isOther}) then worker end
      from locked
     where delivery.id = locked.id and (person = ${personOfDevice(device)} or ${isOther})`
}

/** Which of these people are not sent a nudge because of the caps. */
export const findCapped = (db: Database, nudge: number, persons: readonly string[]) =>
  findRows(db, column(z.string()))`
    select distinct person from nudge_deliveries
     where nudge = ${nudge} and state = 'skipped' and reason = 'capped'
       and person in ${textList(persons)}`

/**
 * Records what a device did with a nudge; a later event includes the earlier events. A report proves that the push
 * service has delivered the nudge. So the delivery becomes `accepted` at once or, while it is being sent, when its
 * worker stores the outcome. It is not sent again.
 */
export const markSeen = (db: Database, token: string, event: SeenEvent) =>
  execute(db)`
    update nudge_deliveries
       set received_at = coalesce(received_at, now()),
           shown_at = case when ${event} <> 'received' then coalesce(shown_at, now()) else shown_at end,
           clicked_at = case when ${event} = 'clicked' then coalesce(clicked_at, now())
                             else clicked_at end,
           accepted_at = coalesce(accepted_at, now()),
           state = case when state = 'handed_over' then state else 'accepted' end
     where token = ${token}
       and case ${event} when 'received' then received_at when 'shown' then shown_at
                         else clicked_at end is null`

const messageRow = audienceRow.extend({
  id: z.number(),
  title: z.string().nullable(),
  text: z.string(),
  link: z.string(),
  sent_at: isoTimestamp,
})

/**
 * The nudges that the signed-in member got, and those that the device got while it had no member. If nobody is signed
 * in, all nudges that the device got. The newest is the first. A nudge to a single member is not listed for other
 * people who use the device.
 * @param person the signed-in member
 */
export const listMessages = (db: Database, device: number | null, person: string | null) =>
  findRows(db, messageRow)`
    select n.id, nullif(n.title, '') as title, n.text, n.link, ${audienceColumns}, got.sent_at
      from (select nudge, min(accepted_at) as sent_at, bool_or(person = ${person}::text) as is_own
              from nudge_deliveries
             where (person = ${person}::text
                    or device = ${device} and (${person}::text is null or person = 'device:' || device))
               and accepted_at is not null
             group by nudge) as got
           join nudges as n on n.id = got.nudge and (got.is_own or n.audience <> 'person')
     order by got.sent_at desc, n.id desc limit ${maxMessages}`

const unreadRow = z.object({
  id: z.number(),
  title: z.string().nullable(),
  text: z.string(),
  link: z.string(),
  sent_at: isoTimestamp,
})

/** The nudges of the last weeks that a person’s devices got, that nobody opened, and that are still valid, newest first. */
export const listUnread = (
  db: Database,
  { person, since, limit }: { person: string; since: Date | null; limit: number },
) =>
  findRows(db, unreadRow)`
    select n.id, nullif(n.title, '') as title, n.text, n.link, got.sent_at
      from (select nudge, min(accepted_at) as sent_at from nudge_deliveries
             where person = ${person} and queued_at > now() - interval '30 days' and accepted_at is not null
             group by nudge
            having bool_and(clicked_at is null) and max(expires_at) > now()
               and date_trunc('milliseconds', min(accepted_at)) > coalesce(${since?.toISOString() ?? null}::timestamptz, '-infinity')) as got
      join nudges as n on n.id = got.nudge
     order by got.sent_at desc, n.id desc limit ${limit}`

/**
 * Records that a person opened a nudge elsewhere than on a device. One of their deliveries gets the click, so that a person with
 * two devices counts once.
 */
export const markOpened = (db: Database, { person, nudge }: { person: string; nudge: number }) =>
  execute(db)`
    update nudge_deliveries
       set received_at = coalesce(received_at, now()), shown_at = coalesce(shown_at, now()), clicked_at = now()
     where id = (select min(id) from nudge_deliveries
                  where nudge = ${nudge} and person = ${person} and accepted_at is not null
                 having bool_and(clicked_at is null))`

const count = z.number()
const totals = z.object({
  devices: count,
  people: count,
  queued: count,
  sent: count,
  accepted: count,
  received: count,
  shown: count,
  clicked: count,
  gone: count,
  failed: count,
  expired: count,
  unknown: count,
  skipped: count,
  cancelled: count,
  unsubscribed: count,
})
export type DeliveryTotals = z.output<typeof totals>

/** How many deliveries of a nudge are in each state, and what devices did with it. */
export const findTotals = (db: Database, nudge: number): Promise<DeliveryTotals> =>
  requireRow(db, totals)`
    select count(*)::int as devices,
           (select count(*) from (select distinct person from nudge_deliveries
                                   where nudge = ${nudge}) as each)::int as people,
           (count(*) filter (where d.state in ('queued', 'claimed')))::int as queued,
           (count(*) filter (where d.state in ('handed_over', 'accepted', 'unknown')))::int as sent,
           (count(*) filter (where d.state = 'accepted'))::int as accepted,
           count(d.received_at)::int as received, count(d.shown_at)::int as shown,
           count(d.clicked_at)::int as clicked,
           (count(*) filter (where d.state = 'gone'))::int as gone,
           (count(*) filter (where d.state = 'failed'))::int as failed,
           (count(*) filter (where d.state = 'expired'))::int as expired,
           (count(*) filter (where d.state = 'unknown'))::int as unknown,
           (count(*) filter (where d.state = 'skipped' and reason is distinct from 'cancelled'))::int
           as skipped,
           (count(*) filter (where d.state = 'skipped' and reason = 'cancelled'))::int as cancelled,
           (count(*) filter (where left_at between d.accepted_at and d.accepted_at + interval '1 day'))::int
           as unsubscribed
      from nudge_deliveries as d left join push_devices on push_devices.id = d.device
     where nudge = ${nudge}`

const exportRow = z.object({
  text: z.string(),
  state: z.string(),
  queued_at: isoTimestamp,
  accepted_at: isoTimestamp.nullable(),
  shown_at: isoTimestamp.nullable(),
  clicked_at: isoTimestamp.nullable(),
})

/** A member's nudges for the data download. */
export const exportNudgesOf = (db: Database, member: number) =>
  findRows(db, exportRow)`
    select n.text, d.state, queued_at, accepted_at, shown_at, clicked_at
      from nudge_deliveries as d join nudges as n on n.id = d.nudge
     where person = ${personOfMember(member)} order by d.id`

/** Deletes a member's deliveries. */
export async function deleteDeliveriesOf(db: Database, member: number) {
  await lockDevicesOf(db, member)
  await execute(db)`
    with locked as materialized (
      ${lockDeliveries(sql`person = ${personOfMember(member)}
        or device in (select id from push_devices where member = ${member})`)})
    delete from nudge_deliveries as delivery using locked where delivery.id = locked.id`
}

/** Deletes deliveries older than 90 days. */
export const deleteOldDeliveries = (db: Database) =>
  execute(db)`delete from nudge_deliveries where queued_at < now() - interval '90 days'`
