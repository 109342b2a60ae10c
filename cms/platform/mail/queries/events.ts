import { z } from 'zod'
import {
  type Database,
  execute,
  findRows,
  idList,
  jsonRows,
  sql,
  textList,
} from '../../database/query.ts'
import { toStorableText } from '../../database/storable-text.ts'
import type { MailEvent } from '../contract.ts'
import { mailEventKinds } from '../rules.ts'
import { digestOf, readMessageId } from '../sending/message.ts'

const eventRow = z.object({
  id: z.string(),
  subscriber: z.number(),
  mail: z.string(),
  mailId: z.number().nullable(),
  what: z.enum(mailEventKinds),
  at: z.coerce.date(),
  sentAt: z.coerce.date().nullable(),
  isRefusal: z.boolean(),
  reason: z.string().nullable(),
})
/**
 * An event about a mail to a subscriber. `mail` is the same text for all events of one mail. `mailId` is the mail's id
 * in the outbox; null if the mail is not there. `isRefusal`: a mail server refused the mail at the hand-over. The
 * outbox stores such events; a mail service reports all others.
 */
export type MailEventRow = z.output<typeof eventRow>

const kindOf = ({ type, bounce }: MailEvent): MailEventRow['what'] | null => {
  if (type === 'bounce') return bounce ?? 'soft'
  return type === 'complaint' || type === 'delivered' ? type : null
}

/**
 * Stores events that a mail service reported; an event whose id is known is ignored. An event that names no
 * mail is attributed to the newest mail sent to its subscriber. If an event concerns no known mail or
 * subscriber, only its id, kind and time are stored.
 */
export async function storeMailEvents(
  db: Database,
  events: (MailEvent & { subscriber: number | null })[],
): Promise<void> {
  const namedMails = await findNamedMails(db, events)
  const reported = events.flatMap((event) => {
    const what = kindOf(event)
    if (!what) return []
    const { id, subscriber, at } = event
    const message_id = event.message_id && toStorableText(event.message_id)
    const reason = event.reason && toStorableText(event.reason)
    return [{ id, what, subscriber, mail: namedMails.get(id), message_id, at, reason }]
  })
  // The rows are inserted in the order of their ids, which prevents deadlocks between calls with the same events.
  await execute(db)`
    insert into mail_events (id, what, mail, subscriber, message_id, at, reason)
    select event.id, event.what, known.mail, known.subscriber,
           case when known.mail is null and known.subscriber is not null then event.message_id end,
           least(coalesce(event.at, now()), now()),
           case when coalesce(known.mail, known.subscriber) is not null then event.reason end
      from jsonb_to_recordset(${jsonRows(reported)}) as event (
             id text, what text, subscriber int, mail int, message_id text, at timestamptz,
             reason text)
      left join mails as named on named.id = event.mail
      left join lateral (
             select id from mails
              where event.message_id is null and subscriber = event.subscriber
                and sent_at <= coalesce(event.at, now())
              order by sent_at desc limit 1) as newest on true
      cross join lateral (
             select coalesce(named.id, newest.id) as mail,
                    coalesce(named.subscriber::int, event.subscriber) as subscriber) as known
     order by event.id
    on conflict (id) do nothing`
}

const mailKey = z.object({ id: z.number(), key: z.string() })

/** Maps the id of each event to the id of the mail in the outbox that its Message-ID names. */
async function findNamedMails(db: Database, events: MailEvent[]): Promise<Map<string, number>> {
  const named = events.flatMap(({ id, message_id }) => {
    const mail = readMessageId(message_id ?? '')
    return mail ? [{ event: id, ...mail }] : []
  })
  if (!named.length) return new Map()
  const rows = await findRows(db, mailKey)`
    select id, key from mails where id = any(${idList(named.map(({ id }) => id))}::int[])`
  const digests = new Map(rows.map(({ id, key }) => [id, digestOf(key)]))
  const matching = named.filter(({ id, digest }) => digests.get(id) === digest)
  return new Map(matching.map(({ event, id }) => [event, id]))
}

const newEvent = z.object({
  id: z.string(),
  mail: z.number().nullable(),
  subscriber: z.number().nullable(),
})

/** Locks at most `limit` events that were not applied yet, until the transaction ends. */
export const lockNewEvents = (db: Database, limit: number) =>
  findRows(db, newEvent)`
    select id, mail, subscriber from mail_events where handled_at is null
     order by id limit ${limit} for update skip locked`

/** Locks the events of subscribers until the transaction ends, in the order of `lockNewEvents`. */
export async function lockEventsOfSubscribers(
  db: Database,
  subscribers: readonly number[],
): Promise<void> {
  await execute(db)`
    select from mail_events where subscriber = any(${idList(subscribers)}::int[])
     order by id for update`
}

/**
 * Updates mails after events: the last delivery or bounce of a mail decides its state, and a complaint is
 * recorded. The caller must lock the mails first, see `lockStoppableMailsTo`.
 */
export async function applyEventsToMails(db: Database, mails: readonly number[]): Promise<void> {
  if (!mails.length) return
  await execute(db)`
    update mails as mail
       set state = (case last.what when 'delivered' then 'sent' else 'bounced' end)::enum_mails_state,
           sent_at = coalesce(mail.sent_at, mail.handed_at), stopped = null,
           response = coalesce(last.reason, case last.what when 'delivered' then 'Delivered.'
                                            else 'It came back; why was not said.' end),
           error = null, updated_at = now()
      from (select distinct on (mail) mail, what, reason from mail_events
             where mail = any(${idList(mails)}::int[]) and what <> 'complaint'
             order by mail, at desc, what = 'delivered' desc) as last
     where mail.id = last.mail and mail.state in ('sent', 'bounced', 'unknown')
       and (last.what <> 'delivered' or mail.state <> 'sent')`
  await execute(db)`
    update mails as mail set complained_at = complaint.at, updated_at = now()
      from (select mail, min(at) as at from mail_events
             where mail = any(${idList(mails)}::int[]) and what = 'complaint' group by mail)
           as complaint
     where mail.id = complaint.mail and mail.complained_at is null`
}

/** All events of mails to these subscribers. */
export const findEventsOfSubscribers = (db: Database, subscribers: readonly number[]) =>
  findRows(db, eventRow)`
    select e.id, e.subscriber, coalesce(e.mail::text, e.message_id, e.id) as mail, e.mail as "mailId",
           e.what, e.at, mail.sent_at as "sentAt", e.is_refusal as "isRefusal", e.reason
      from mail_events as e left join mails as mail on mail.id = e.mail
     where e.subscriber = any(${idList(subscribers)}::int[])`

const acceptedRow = z.object({ subscriber: z.number(), at: z.coerce.date() })

/** When a mail server last accepted a mail to each of these subscribers. */
export async function findLastAcceptedAt(
  db: Database,
  subscribers: readonly number[],
): Promise<Map<number, Date>> {
  const rows = await findRows(db, acceptedRow)`
    select subscriber::int as subscriber, max(sent_at) as at from mails
     where subscriber = any(${idList(subscribers)}::int[]) and state = 'sent' and sent_at is not null
     group by subscriber`
  return new Map(rows.map(({ subscriber, at }) => [subscriber, at]))
}

/**
 * Marks events as applied.
 * @param deleted subscribers that no longer exist; events about them lose the subscriber and the reason
 */
export async function markEventsApplied(
  db: Database,
  events: readonly { id: string }[],
  deleted: readonly number[],
): Promise<void> {
  const isDeleted = sql`subscriber = any(${idList(deleted)}::int[])`
  const ids = events.map(({ id }) => id)
  await execute(db)`
    update mail_events
       set handled_at = now(),
           subscriber = case when ${isDeleted} then null else subscriber end,
           reason = case when ${isDeleted} then null else reason end
     where id in ${textList(ids)}`
}
