import { type Executor, listed, sql } from '../database/sql.ts'
import { storable } from '../database/storable.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { codeLivesMs } from '../members/rules.ts'
import type { MailRow } from './contract.ts'
import { mailEventsAdded } from './job-types.ts'
import { inOrder } from './order.ts'
import { type MailState, type Settlement, withoutAddresses } from './rules.ts'

/** A mail that a worker has taken. `claim` names the worker and the taking; it fences all that follows. */
export type Taken = MailRow & { claim: string }
export type Settled = Settlement & { id: number; claim: string; messageId: string | null }

/** What a worker does to the rows of the outbox. Each call is one statement, committed when it returns. */
export type Claims = {
  /**
   * Takes what is due, the most urgent first, no more than `most` and than the pace allows. A code that
   * is worth nothing any more is not sent.
   * @returns the mails, and in how many ms it is worth asking again, null where nothing is due
   */
  take: (most: number) => Promise<{ mails: Taken[]; againMs: number | null }>
  /**
   * Notes that the ends of these messages are about to be written.
   * @returns the ids of those that may be: the others are no longer this worker's
   */
  handOver: (mails: Pick<Taken, 'id' | 'claim'>[]) => Promise<Set<number>>
  /** Writes down what became of mails. What another worker has taken since is left alone. */
  settle: (mails: Settled[]) => Promise<void>
}

/** Locks of workers, each with the worker's number; see `createPresence`. */
export const workerLocks = 7_262_030

export const isDue = sql`state in ('queued', 'deferred') and next_at <= now()`
const isWorthless = sql`
  (kind = 'sign_in_code' and created_at < now() - ${codeLivesMs} * interval '1 ms')`

/** What is not used within so long is lost: after a rest, mails don’t go out in one burst. */
const keptSeconds = 0.1
/** Turns of so long are taken together: taking each by itself would keep the database busy with that. */
const pooledSeconds = 0.05

/**
 * @param worker number of this process's worker, which holds the lock of that number
 * @param perSecond how many mails all processes together may send
 */
export function claimsOf(db: Executor, worker: number, perSecond: number): Claims {
  let serial = 0

  /** Takes up to `most` turns from what the pace has left now; few are worth waiting for more. */
  const paced = async (most: number): Promise<{ granted: number; wait_ms: number }> => {
    const least = Math.min(most, Math.max(1, Math.floor(perSecond * pooledSeconds)))
    const since = sql`greatest(free_at, now() - ${keptSeconds} * interval '1 second')`
    const left = sql`floor(
      extract(epoch from now() - ${since})::float8 * ${perSecond}::float8) + 1`
    const granted = sql`case when ${left} < ${least} then 0
                             else least(${most}::float8, ${left}) end`
    const { rows } = await db.execute(sql`
      update mail_pace
         set granted = ${granted},
             free_at = ${since} + (${granted}) / ${perSecond}::float8 * interval '1 second'
      returning granted, (extract(epoch from free_at - now()) * 1000
                          + ${((least - 1) / perSecond) * 1000})::float8 as wait_ms`)
    if (rows[0]) return rows[0] as { granted: number; wait_ms: number }
    // Its row is worth seconds: a database may have been restored without it.
    await db.execute(sql`
      insert into mail_pace (id, free_at) values (1, now()) on conflict (id) do nothing`)
    return paced(most)
  }
  const giveBack = (turns: number) =>
    db.execute(sql`
      update mail_pace
         set free_at = free_at - ${turns}::float8 / ${perSecond}::float8 * interval '1 second'`)

  return {
    async take(most) {
      const { rows: due } = await db.execute(
        sql`select from mails where ${isDue} order by priority, next_at, id limit 1`,
      )
      if (!due.length) return { mails: [], againMs: null }
      const { granted, wait_ms } = await paced(most)
      if (granted < 1) return { mails: [], againMs: Math.max(1, wait_ms) }
      const claim = `${worker}.${++serial}`
      const { rows } = await db.execute(sql`
        update mails
           set state = case when ${isWorthless} then 'cancelled' else 'sending' end::enum_mails_state,
               worker = case when not ${isWorthless} then ${claim} end, handed_at = null,
               updated_at = now()
         where id in (
           select id from mails where ${isDue}
            order by priority, next_at, id limit ${granted} for update skip locked)
        returning id, key, kind, priority::int as priority, to_address, to_name, subject, html, text,
                  headers, letter::int as letter, subscriber::int as subscriber, tries::int as tries,
                  state`)
      const taken = (rows as (MailRow & { state: MailState })[]).filter(
        ({ state }) => state === 'sending',
      )
      if (taken.length < granted) await giveBack(granted - taken.length)
      const mails = taken
        .map(({ state, ...row }) => ({ ...row, headers: row.headers ?? {}, claim }))
        .sort((one, other) => one.priority - other.priority || one.id - other.id)
      return { mails, againMs: rows.length ? 0 : null }
    },

    async handOver(mails) {
      // What a search can’t find again is written without touching any index.
      const { rows } = await db.execute(sql`
        with held as materialized (${inOrder(isOneOf(mails))})
        update mails as mail set handed_at = now()
          from held join jsonb_to_recordset(${JSON.stringify(mails.map(named))}::jsonb)
            as asked (id int, claim text) using (id)
         where mail.id = any(${idsOf(mails)}::int[]) and mail.id = held.id
           and mail.worker = asked.claim and mail.state = 'sending'
           and mail.handed_at is null
        returning mail.id`)
      return new Set(rows.map(({ id }) => Number(id)))
    },

    async settle(mails) {
      const known = mails.map(({ waitMs, messageId, response, error, ...rest }) => ({
        ...rest,
        response: response && storable(response),
        error: error && storable(error),
        wait_ms: waitMs,
        message_id: messageId,
        reason: storable(withoutAddresses(response ?? '')),
      }))
      // Another worker may have taken this one for dead and the mail for unknown: here it is known.
      // What would wait again may be wanted no more meanwhile.
      await db.execute(sql`
        with held as materialized (${inOrder(isOneOf(mails))}),
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
               response = known.response, error = known.error, updated_at = now()
          from held join jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known (
            id int, claim text, state text, wait_ms float8, counts boolean, message_id text,
            response text, error text, bounce text, reason text) using (id)
         where mail.id = any(${idsOf(mails)}::int[]) and mail.id = held.id
           and mail.worker = known.claim
           and mail.state in ('sending', 'unknown')
        returning mail.id, mail.subscriber, mail.tries, known.bounce, known.reason)
        insert into mail_events (id, what, mail, subscriber, at, reason, is_refusal)
        select 'outbox ' || id || ' ' || tries, bounce, id, subscriber, now(), reason, true
          from settled where bounce is not null and subscriber is not null
        on conflict (id) do nothing`)
      if (known.some(({ bounce }) => bounce)) {
        await enqueue(db, mailEventsAdded, null, { key: mailEventsAdded.name })
      }
    },
  }
}

// Said beside the join, so that the planner looks the rows up whatever it thinks of the table.
const idsOf = (mails: { id: number }[]) => listed(mails.map(({ id }) => id))
const isOneOf = (mails: { id: number }[]) => sql`id = any(${idsOf(mails)}::int[])`

const named = ({ id, claim }: Pick<Taken, 'id' | 'claim'>) => ({ id, claim })

/**
 * Takes mails back from workers that are gone. What they had not handed over is due again; of what
 * they had, nobody knows, and it is never sent again by itself.
 * @returns how many of which
 */
export async function recoverMails(db: Executor): Promise<{ queued: number; unknown: number }> {
  const { rows } = await db.execute(sql`
    with workers as materialized (
      select distinct split_part(worker, '.', 1)::int as number from mails where state = 'sending'),
    gone as materialized (
      select number from workers where pg_try_advisory_xact_lock(${workerLocks}, number)),
    theirs as materialized (${inOrder(sql`state = 'sending'
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
           count(*) filter (where state = 'unknown')::int as unknown from taken`)
  const { queued = 0, unknown = 0 } = (rows[0] ?? {}) as { queued?: number; unknown?: number }
  return { queued, unknown }
}
