import { type Executor, listed, sql } from '../database/sql.ts'
import { storable } from '../database/storable.ts'
import type { MailEvent } from './contract.ts'
import { digestOf, readMessageId } from './message.ts'
import type { MailNews } from './rules.ts'

/** What is told of a mail to one of our subscribers. */
export type MailEventRow = {
  id: string
  subscriber: number
  /** The same for all that is told of one mail. */
  mail: string
  /** The mail's own number, where it is one of ours. */
  ours: number | null
  what: MailNews
  at: Date
  sentAt: Date | null
  isRefusal: boolean
  reason: string | null
}

const newsOf = ({ type, bounce }: MailEvent): MailNews | null => {
  if (type === 'bounce') return bounce ?? 'soft'
  return type === 'complaint' || type === 'delivered' ? type : null
}

/**
 * Keeps what a mail service tells, each event once by its id, however often and wherever it comes in.
 * One that names no mail is taken for the newest that was sent to its subscriber. Of one that has to
 * do with nobody we know, only the id is kept.
 */
export async function keepMailEvents(
  db: Executor,
  events: (MailEvent & { subscriber: number | null })[],
): Promise<void> {
  const ours = await mailsNamed(db, events)
  const told = events.flatMap((event) => {
    const what = newsOf(event)
    if (!what) return []
    const { id, subscriber, at } = event
    const message_id = event.message_id && storable(event.message_id)
    const reason = event.reason && storable(event.reason)
    return [{ id, what, subscriber, mail: ours.get(id), message_id, at, reason }]
  })
  // Ordered by their ids, so that two calls with the same events don't wait for each other.
  await db.execute(sql`
    insert into mail_events (id, what, mail, subscriber, message_id, at, reason)
    select told.id, told.what, known.mail, known.subscriber,
           case when known.mail is null and known.subscriber is not null then told.message_id end,
           least(coalesce(told.at, now()), now()),
           case when coalesce(known.mail, known.subscriber) is not null then told.reason end
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (
             id text, what text, subscriber int, mail int, message_id text, at timestamptz,
             reason text)
      left join mails as named on named.id = told.mail
      left join lateral (
             select id from mails
              where told.message_id is null and subscriber = told.subscriber
                and sent_at <= coalesce(told.at, now())
              order by sent_at desc limit 1) as newest on true
      cross join lateral (
             select coalesce(named.id, newest.id) as mail,
                    coalesce(named.subscriber::int, told.subscriber) as subscriber) as known
     order by told.id
    on conflict (id) do nothing`)
}

// By the event's id: the mail whose Message-ID it gives, where that is one of ours.
async function mailsNamed(db: Executor, events: MailEvent[]): Promise<Map<string, number>> {
  const named = events.flatMap(({ id, message_id }) => {
    const mail = readMessageId(message_id ?? '')
    return mail ? [{ event: id, ...mail }] : []
  })
  if (!named.length) return new Map()
  const { rows } = await db.execute(
    sql`select id, key from mails where id = any(${listed(named.map(({ id }) => id))}::int[])`,
  )
  const digests = new Map(rows.map(({ id, key }) => [Number(id), digestOf(String(key))]))
  const ours = named.filter(({ id, digest }) => digests.get(id) === digest)
  return new Map(ours.map(({ event, id }) => [event, id]))
}

/** Takes events that nobody has heeded yet, for as long as the transaction lasts. */
export async function takeNewEvents(
  db: Executor,
  most: number,
): Promise<{ id: string; mail: number | null; subscriber: number | null }[]> {
  const { rows } = await db.execute(sql`
    select id, mail, subscriber from mail_events where heeded_at is null
     order by id limit ${most} for update skip locked`)
  return rows as { id: string; mail: number | null; subscriber: number | null }[]
}

/**
 * Shows on mails what was told of them: of the last word, whether they came back or arrived after all;
 * and that their reader did not want them. Whoever calls it holds them, see `holdMailsTo`.
 */
export async function showOnMails(db: Executor, mails: readonly number[]): Promise<void> {
  if (!mails.length) return
  await db.execute(sql`
    update mails as mail
       set state = (case last.what when 'delivered' then 'sent' else 'bounced' end)::enum_mails_state,
           sent_at = coalesce(mail.sent_at, mail.handed_at), stopped = null,
           response = coalesce(last.reason, case last.what when 'delivered' then 'Delivered.'
                                            else 'It came back; why was not said.' end),
           error = null, updated_at = now()
      from (select distinct on (mail) mail, what, reason from mail_events
             where mail = any(${listed(mails)}::int[]) and what <> 'complaint'
             order by mail, at desc, what = 'delivered' desc) as last
     where mail.id = last.mail and mail.state in ('sent', 'bounced', 'unknown')
       and (last.what <> 'delivered' or mail.state <> 'sent')`)
  await db.execute(sql`
    update mails as mail set complained_at = told.at, updated_at = now()
      from (select mail, min(at) as at from mail_events
             where mail = any(${listed(mails)}::int[]) and what = 'complaint' group by mail) as told
     where mail.id = told.mail and mail.complained_at is null`)
}

/** All that was told of mails to these subscribers. */
export async function eventsOf(
  db: Executor,
  subscribers: readonly number[],
): Promise<MailEventRow[]> {
  const { rows } = await db.execute(sql`
    select e.id, e.subscriber, coalesce(e.mail::text, e.message_id, e.id) as mail, e.mail as ours,
           e.what, e.at, mail.sent_at, e.is_refusal, e.reason
      from mail_events as e left join mails as mail on mail.id = e.mail
     where e.subscriber = any(${listed(subscribers)}::int[])`)
  return rows.map(({ at, sent_at, is_refusal, ...rest }) => ({
    ...(rest as Omit<MailEventRow, 'at' | 'sentAt' | 'isRefusal'>),
    at: new Date(String(at)),
    sentAt: sent_at ? new Date(String(sent_at)) : null,
    isRefusal: Boolean(is_refusal),
  }))
}

/** When the newest mail to each of these subscribers was taken in by a server. */
export async function lastAccepted(
  db: Executor,
  subscribers: readonly number[],
): Promise<Map<number, Date>> {
  const { rows } = await db.execute(sql`
    select subscriber::int as subscriber, max(sent_at) as at from mails
     where subscriber = any(${listed(subscribers)}::int[]) and state = 'sent' group by subscriber`)
  return new Map(rows.map(({ subscriber, at }) => [Number(subscriber), new Date(String(at))]))
}

/**
 * Notes that events have been heeded.
 * @param gone subscribers of whom nothing is to be kept
 */
export async function noteHeeded(
  db: Executor,
  events: readonly { id: string }[],
  gone: readonly number[],
): Promise<void> {
  await db.execute(sql`
    update mail_events
       set heeded_at = now(),
           subscriber = case when subscriber = any(${listed(gone)}::int[]) then null else subscriber end,
           reason = case when subscriber = any(${listed(gone)}::int[]) then null else reason end
     where id in (select jsonb_array_elements_text(${JSON.stringify(events.map(({ id }) => id))}::jsonb))`)
}
