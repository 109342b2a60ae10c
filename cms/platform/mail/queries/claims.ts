import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  idList,
  requireRow,
  sql,
} from '../../database/query.ts'
import { toStorableText } from '../../database/storable-text.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type MailRow, mailRow, mailState } from '../contract.ts'
import { mailEventsAdded } from '../job-types.ts'
import { preferredPriority, type Settlement, withoutAddresses } from '../rules.ts'
import { mailLockQuery } from './lock-order.ts'
import { isDue, mailColumns } from './outbox.ts'

/**
 * A mail that a worker claimed. `claim` identifies the worker and the claim. It is a fencing token: a later
 * write with an outdated claim changes nothing.
 */
export type Taken = MailRow & { claim: string }
export type Settled = Settlement & { id: number; claim: string; messageId: string | null }

/**
 * The operations of a worker on the outbox. An operation uses no transaction, so each of its statements is committed
 * when the operation returns.
 */
export type Claims = {
  /**
   * Claims at most `most` due mails, and no more than the rate limit allows. The most urgent mails come
   * first, except that every priority gets a share of the claims (see `preferredPriority`). Expired mails
   * are cancelled.
   * @returns the mails, and after how many ms the caller should try again; null if no further mail is due
   */
  take: (most: number) => Promise<{ mails: Taken[]; retryAfterMs: number | null }>
  /**
   * Records that the last bytes of these messages are about to be written.
   * @returns ids of the mails that this worker still owns; the messages of all other mails must be aborted
   */
  handOver: (mails: Pick<Taken, 'id' | 'claim'>[]) => Promise<Set<number>>
  /** Stores the outcome of mails, except mails that another worker has taken since. */
  settle: (mails: Settled[]) => Promise<void>
}

/** Class of the advisory locks of workers; see `createPresence`. */
export const workerLocks = 7_262_030

/** Unused sending capacity older than this is lost, so mails do not go out in one burst after a pause. */
const burstSeconds = 0.1
/** Mails that the rate limit allows within this time are claimed together, to save statements. */
const batchSeconds = 0.05

const grant = z.object({ granted: z.number(), wait_ms: z.number() })
const takenRow = mailRow.extend({ state: mailState })

type Options = {
  /** Number of this process's worker. The process holds the advisory lock with this number. */
  worker: number
  /** Mails per second that all processes together may send. */
  perSecond: number
  /** Kinds of mail that are cancelled when they are older than `afterMs`. */
  expiring: readonly { kind: string; afterMs: number }[]
}

export function claimsOf(db: Database, { worker, perSecond, expiring }: Options): Claims {
  let serial = 0
  const isExpired = sql`(coalesce(expires_at <= now(), false) or exists (
    select from jsonb_to_recordset(${JSON.stringify(expiring)}::jsonb)
             as expiring (kind text, "afterMs" float8)
     where expiring.kind = mails.kind
       and mails.created_at < now() - "afterMs" * interval '1 ms'))`

  /** Reserves capacity of the rate limit for up to `most` mails. While too little is left, it reserves none. */
  const reserveCapacity = async (most: number): Promise<z.output<typeof grant>> => {
    const least = Math.min(most, Math.max(1, Math.floor(perSecond * batchSeconds)))
    const since = sql`greatest(free_at, now() - ${burstSeconds} * interval '1 second')`
    const left = sql`floor(
      extract(epoch from now() - ${since})::float8 * ${perSecond}::float8) + 1`
    const granted = sql`case when ${left} < ${least} then 0
                             else least(${most}::float8, ${left}) end`
    const reserved = await findRow(db, grant)`
      update mail_pace
         set granted = ${granted},
             free_at = ${since} + (${granted}) / ${perSecond}::float8 * interval '1 second'
      returning granted, (extract(epoch from free_at - now()) * 1000
                          + ${((least - 1) / perSecond) * 1000})::float8 as wait_ms`
    if (reserved) return reserved
    // The row is missing after a restore, because it is not part of backups.
    await execute(db)`
      insert into mail_pace (id, free_at) values (1, now()) on conflict (id) do nothing`
    return reserveCapacity(most)
  }
  const releaseCapacity = (mails: number) =>
    execute(db)`
      update mail_pace
         set free_at = free_at - ${mails}::float8 / ${perSecond}::float8 * interval '1 second'`

  return {
    async take(most) {
      const isAnyDue = await hasRow(db)`
        select from mails where ${isDue} order by priority, next_at, id limit 1`
      if (!isAnyDue) return { mails: [], retryAfterMs: null }
      const { granted, wait_ms } = await reserveCapacity(most)
      if (granted < 1) return { mails: [], retryAfterMs: Math.max(1, wait_ms) }
      const claim = `${worker}.${++serial}`
      const preferred = preferredPriority(serial)
      // `array` runs the subquery once. With `in` the planner may run it again for each row.
      const rows = await findRows(db, takenRow)`
        with preferred as materialized (
          select id from mails where ${isDue} and priority = ${preferred}
           order by next_at, id limit ${granted} for update skip locked)
        update mails
           set state = case when ${isExpired} then 'cancelled' else 'sending' end::enum_mails_state,
               worker = case when not ${isExpired} then ${claim} end, handed_at = null,
               sealed = case when not ${isExpired} then sealed end,
               updated_at = now()
         where id = any (array(
           select id from preferred))
            or id = any (array(
           select id from mails
            where ${isDue} and id not in (select id from preferred)
            order by priority, next_at, id limit ${granted} - (select count(*) from preferred)
              for update skip locked))
        returning ${mailColumns}, state`
      const taken = rows.filter(({ state }) => state === 'sending')
      if (taken.length < granted) await releaseCapacity(granted - taken.length)
      const mails = taken
        .map(({ state, ...row }) => ({ ...row, claim }))
        .sort((one, other) => one.priority - other.priority || one.id - other.id)
      return { mails, retryAfterMs: rows.length ? 0 : null }
    },

    async handOver(mails) {
      const named = JSON.stringify(mails.map(({ id, claim }) => ({ id, claim })))
      // `handed_at` is in no index, which makes this update cheap.
      const owned = await findRows(db, column(z.number()))`
        with locked as materialized (${mailLockQuery(isOneOf(mails))})
        update mails as mail set handed_at = now()
          from locked join jsonb_to_recordset(${named}::jsonb) as named (id int, claim text) using (id)
         where mail.id = any(${idsOf(mails)}::int[]) and mail.id = locked.id
           and mail.worker = named.claim and mail.state = 'sending'
           and mail.handed_at is null
        returning mail.id`
      return new Set(owned)
    },

    async settle(mails) {
      const known = mails.map(({ waitMs, messageId, response, error, ...rest }) => ({
        ...rest,
        response: response && toStorableText(response),
        error: error && toStorableText(error),
        wait_ms: waitMs,
        message_id: messageId,
        reason: toStorableText(withoutAddresses(response ?? '')),
      }))
      // Another worker may have set the mail to `unknown` because this worker seemed dead. The outcome, which this
      // worker knows, replaces that state. If the mail would be retried but was stopped meanwhile, its state becomes
      // the one in `stopped`.
      await execute(db)`
        with locked as materialized (${mailLockQuery(isOneOf(mails))}),
        settled as (
        update mails as mail
           set state = case when known.state in ('queued', 'deferred')
                            then coalesce(mail.stopped, known.state)
                            else known.state end::enum_mails_state,
               stopped = null,
               tries = mail.tries + known.counts::int,
               next_at = now() + known.wait_ms * interval '1 ms',
               sent_at = case when known.state = 'sent' then now() end,
               handed_at = case when known.state in ('sent', 'unknown') then mail.handed_at end,
               message_id = coalesce(known.message_id, mail.message_id),
               sealed = case when known.state = 'sent' then null else mail.sealed end,
               response = known.response, error = known.error, updated_at = now()
          from locked join jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known (
            id int, claim text, state text, wait_ms float8, counts boolean, message_id text,
            response text, error text, bounce text, reason text) using (id)
         where mail.id = any(${idsOf(mails)}::int[]) and mail.id = locked.id
           and mail.worker = known.claim
           and mail.state in ('sending', 'unknown')
        returning mail.id, mail.subscriber, mail.tries, known.bounce, known.reason)
        insert into mail_events (id, what, mail, subscriber, at, reason, is_refusal)
        select 'outbox ' || id || ' ' || tries, bounce, id, subscriber, now(), reason, true
          from settled where bounce is not null and subscriber is not null
        on conflict (id) do nothing`
      if (known.some(({ bounce }) => bounce)) {
        await enqueue(db, mailEventsAdded, null, { key: mailEventsAdded.name })
      }
    },
  }
}

// The ids are an extra condition beside the join, so that the planner uses the primary key.
const idsOf = (mails: { id: number }[]) => idList(mails.map(({ id }) => id))
const isOneOf = (mails: { id: number }[]) => sql`id = any(${idsOf(mails)}::int[])`

const recovered = z.object({ queued: z.number(), unknown: z.number() })

/**
 * Recovers mails from workers whose process has ended. Mails that were not handed over are queued again.
 * Mails that were handed over get the state `unknown` and are not sent again automatically, because the mail
 * server may have accepted them.
 * @returns the number of mails in each of the two states
 */
export const recoverMails = (db: Database): Promise<z.output<typeof recovered>> =>
  requireRow(db, recovered)`
    with workers as materialized (
      select distinct split_part(worker, '.', 1)::int as number from mails where state = 'sending'),
    gone as materialized (
      select number from workers where pg_try_advisory_xact_lock(${workerLocks}, number)),
    theirs as materialized (${mailLockQuery(sql`state = 'sending'
      and split_part(worker, '.', 1)::int in (select number from gone)`)}),
    taken as (
      update mails as mail
         set state = case when handed_at is null then 'queued' else 'unknown' end::enum_mails_state,
             worker = case when handed_at is not null then worker end,
             tries = tries + (handed_at is not null)::int,
             error = case when handed_at is not null
                          then 'The program ended before the mail server had answered.' end,
             updated_at = now()
        from theirs where mail.id = theirs.id
      returning mail.state)
    select count(*) filter (where state = 'queued')::int as queued,
           count(*) filter (where state = 'unknown')::int as unknown from taken`
