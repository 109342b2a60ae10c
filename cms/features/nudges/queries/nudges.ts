import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRow,
  findRows,
  idList,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { nudgeStates } from '../rules.ts'
import { audienceColumns, audienceRow } from './audience.ts'

const timeOrNull = z.coerce.date().nullable()

const nudgeRow = audienceRow.extend({
  id: z.number(),
  /** The date of an event that the nudge is about. */
  eventDate: z.number().nullable(),
  title: z.string().nullable(),
  text: z.string(),
  link: z.string(),
  icon: z.number().nullable(),
  urgent: z.boolean(),
  ttlMinutes: z.number(),
  state: z.enum(nudgeStates),
  at: timeOrNull,
  sentAt: timeOrNull,
  inSlot: z.boolean(),
  missedAt: timeOrNull,
  updatedAt: z.coerce.date(),
})
export type NudgeRow = z.output<typeof nudgeRow>

const selectNudges = sql`
  select n.id, event_date::int as "eventDate", nullif(title, '') as title, text, link, icon_id as icon, ${audienceColumns},
         coalesce(urgent, false) as urgent, ttl_minutes::int as "ttlMinutes",
         n.state::text as state, at, sent_at as "sentAt", updated_at as "updatedAt",
         coalesce(in_slot, false) as "inSlot", missed_at as "missedAt"
    from nudges as n`

/** The nudge with this id; null if there is none. */
export const findNudge = (db: Database, id: number): Promise<NudgeRow | null> =>
  findRow(db, nudgeRow)`${selectNudges} where n.id = ${id}`

/** The latest unsent nudge about a date of an event; null if there is none. */
export const findUnsentAbout = (db: Database, date: number): Promise<number | null> =>
  findRow(db, column(z.number()))`
    select id from nudges where event_date = ${date} and state in ('draft', 'scheduled')
     order by id desc limit 1`

/** Locks a nudge against changes until the transaction ends. */
export const lockNudge = (db: Database, id: number): Promise<NudgeRow | null> =>
  lock(db, id, sql`for update`)

/**
 * Locks a nudge as `lockNudge`, and reads only its state, so that a nudge with a damaged audience can still be deleted.
 */
export const lockNudgeState = (db: Database, id: number): Promise<NudgeRow['state'] | null> =>
  findRow(db, column(nudgeRow.shape.state))`
    select state::text as state from nudges where id = ${id} for update`

/** Like `lockNudge`, but does not wait: null if another transaction has locked the nudge. */
export const tryLockNudge = (db: Database, id: number): Promise<NudgeRow | null> =>
  lock(db, id, sql`for update skip locked`)

// The nudge is read after it was locked, because an earlier read could be out of date.
async function lock(db: Database, id: number, how: SQL): Promise<NudgeRow | null> {
  const row = await findRow(db, column(z.number()))`select id from nudges where id = ${id} ${how}`
  return row === null ? null : findNudge(db, row)
}

const existing = z.object({ id: z.number(), isForOne: z.boolean() })

/** Which of these nudges exist, and whether each is for a single member. */
export const findExistingNudges = (db: Database, ids: readonly number[]) =>
  findRows(db, existing)`
    select id, audience = 'person' as "isForOne" from nudges where id = any(${idList(ids)}::int[])`

/** Ids of scheduled nudges that are due. */
export const findDueNudges = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from nudges where state = 'scheduled' and at <= now() order by at, id`

const scheduledNudge = z.object({ id: z.number(), text: z.string(), at: z.coerce.date() })

/** Locks the scheduled nudges until the transaction ends. @returns these nudges */
export const lockScheduledNudges = (db: Database) =>
  findRows(db, scheduledNudge)`
    select id, text, at from nudges where state = 'scheduled' and at is not null order by id for update`

/** Makes `updated_at` later than at every previous change, so that it identifies a version of the nudge. */
const changedNow = sql`updated_at = greatest(now(), updated_at + interval '1 ms')`

const update = (db: Database, id: number, changes: SQL): Promise<number> =>
  execute(db)`update nudges set ${changes}, ${changedNow} where id = ${id}`

/** Makes a scheduled nudge a draft again. */
export const setDraft = (db: Database, id: number) =>
  update(db, id, sql`state = 'draft', at = null`)

/** Makes a scheduled nudge a draft again, and records that it was not sent at its time. */
export const setMissed = (db: Database, id: number) =>
  update(db, id, sql`state = 'draft', missed_at = at, at = null`)

/** Schedules a nudge, or changes its time. Until this time, the nudge can be made a draft again. */
export const setScheduled = (db: Database, id: number, at: Date) =>
  update(db, id, sql`state = 'scheduled', missed_at = null, at = ${at.toISOString()}::timestamptz`)

/** @param inSlot whether each device gets it in the time slot of its person */
export const setSending = (
  db: Database,
  id: number,
  { sentAt, inSlot }: { sentAt: Date; inSlot: boolean },
) =>
  update(
    db,
    id,
    sql`state = 'sending', at = least(at, ${sentAt.toISOString()}::timestamptz),
        sent_at = ${sentAt.toISOString()}::timestamptz, in_slot = ${inSlot}, missed_at = null`,
  )

/** Marks a nudge as cancelled: it is no longer delivered or shown. */
export const setCancelled = (db: Database, id: number) => update(db, id, sql`state = 'cancelled'`)

/**
 * How long after its sending windows may show a nudge in time slots. The last slot begins within a day, which has 25
 * hours when the clocks go back. Windows show the nudge for ten minutes after that.
 */
const slotTime = sql.raw("interval '25 hours 10 minutes'")

/**
 * Marks nudges as sent when all their deliveries are finished. A nudge in time slots is marked only when no
 * window can show it any longer, because staff can cancel it until then.
 */
export const finishNudges = (db: Database) =>
  execute(db)`
    update nudges set state = 'sent', ${changedNow}
     where state = 'sending' and not (coalesce(in_slot, false) and sent_at > now() - ${slotTime})
       and not exists (select from nudge_deliveries as delivery
                        where delivery.nudge = nudges.id
                          and delivery.state in ('queued', 'claimed', 'handed_over'))`

/**
 * Nudges that windows may show now, the oldest first. They were sent in the last ten minutes and are still valid, or
 * they are delivered in time slots and were sent within the last `slotTime`.
 */
export const findLiveNudges = (db: Database): Promise<NudgeRow[]> =>
  findReadableRows(db, nudgeRow, 'nudges')`
    ${selectNudges}
     where n.state in ('sending', 'sent')
       and sent_at > now() - case when in_slot then ${slotTime} else interval '10 minutes' end
       and (in_slot or sent_at + ttl_minutes * interval '1 minute' > now())
     order by sent_at, n.id`

const exportedNudge = z.object({
  title: z.string().nullable(),
  text: z.string(),
  link: z.string(),
  state: z.enum(nudgeStates),
  sent_at: isoTimestamp.nullable(),
})

/** The nudges that are for one member alone, for the data download. */
export const exportNudgesFor = (db: Database, member: number) =>
  findRows(db, exportedNudge)`
    select nullif(title, '') as title, text, link, state::text as state, sent_at from nudges
     where audience = 'person' and person_id = ${member} order by id`

/** Deletes the nudges that are for one member alone. */
export const deleteNudgesFor = (db: Database, member: number) =>
  execute(db)`delete from nudges where audience = 'person' and person_id = ${member}`

const pictureUse = z.object({ nudge: z.number(), text: z.string(), picture: z.number() })

/** Nudges that are not finished and have one of these pictures as their icon. */
export const findNudgesWithIcon = (db: Database, mediaIds: readonly number[]) =>
  findRows(db, pictureUse)`
    select id as nudge, text, icon_id as picture from nudges
     where icon_id = any(${idList(mediaIds)}::int[]) and state in ('draft', 'scheduled', 'sending')
     order by id`

const work = z.object({
  hasDueDeliveries: z.boolean(),
  hasTakenDeliveries: z.boolean(),
  hasDueNudges: z.boolean(),
  hasUnfinishedNudges: z.boolean(),
})

/**
 * What a worker has to do. `hasDueDeliveries`: deliveries are to be sent. `hasTakenDeliveries`: a worker, which may
 * have died, has taken deliveries. `hasDueNudges`: scheduled nudges are to be started. `hasUnfinishedNudges`: nudges
 * that are being sent may be finished.
 */
export const findWork = (db: Database): Promise<z.output<typeof work>> =>
  requireRow(db, work)`
    select exists (select from nudge_deliveries where state = 'queued' and due_at <= now()) as "hasDueDeliveries",
           exists (select from nudge_deliveries where state in ('claimed', 'handed_over')) as "hasTakenDeliveries",
           exists (select from nudges where state = 'scheduled' and at <= now()) as "hasDueNudges",
           exists (select from nudges where state = 'sending') as "hasUnfinishedNudges"`
