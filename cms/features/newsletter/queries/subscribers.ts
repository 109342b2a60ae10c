import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  idList,
  jsonRows,
  requireRow,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import type { Birthday } from '../../../platform/http/texts/field-rules.ts'
import { confirmWithinMs, type Interest, interests, subscriberStates } from '../rules.ts'

const date = z.coerce.date().nullable()

export const subscriberRow = z.object({
  id: z.number(),
  /** As normalised by `parseAddress`. */
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  birthday: z.object({ day: z.number(), month: z.number() }).nullable(),
  interests: z.array(z.enum(interests)),
  /** The venue's own topics, including topics that it no longer has. */
  ownTopics: z.array(z.string()),
  state: z.enum(subscriberStates),
  joinedAt: date,
  leftAt: date,
  pausedUntil: date,
  confirmedAt: date,
  updatedAt: z.coerce.date(),
  softBounces: z.number(),
})
export type Subscriber = z.output<typeof subscriberRow>

/** The columns of `subscriberRow` from `subscribers as s`. */
export const subscriberColumns = sql.raw(`
  s.id, s.email, s.name, s.phone,
  case when s.birthday_day is not null and s.birthday_month is not null
       then jsonb_build_object('day', s.birthday_day, 'month', s.birthday_month) end as birthday,
  coalesce((select jsonb_agg(value order by "order") from subscribers_interests
             where parent_id = s.id), '[]'::jsonb) as interests,
  coalesce(s.own_topics, '[]'::jsonb) as "ownTopics",
  s.state::text as state, s.joined_at as "joinedAt", s.left_at as "leftAt",
  s.paused_until as "pausedUntil", s.confirmed_at as "confirmedAt", s.updated_at as "updatedAt",
  s.soft_bounces::int as "softBounces"`)

const selectSubscribers = (where: SQL) =>
  sql`select ${subscriberColumns} from subscribers as s where ${where} order by s.id`
const emailIn = (emails: readonly string[]) => sql`s.email in ${textList(emails)}`

/** @param email as normalised by `parseAddress` */
export const findSubscriber = (db: Database, email: string): Promise<Subscriber | null> =>
  findRow(db, subscriberRow)`${selectSubscribers(sql`s.email = ${email}`)}`

export const findSubscriberById = (db: Database, id: number): Promise<Subscriber | null> =>
  findRow(db, subscriberRow)`${selectSubscribers(sql`s.id = ${id}`)}`

export const findSubscribersById = (db: Database, ids: readonly number[]): Promise<Subscriber[]> =>
  findRows(db, subscriberRow)`${selectSubscribers(sql`s.id = any(${idList(ids)}::int[])`)}`

export const findSubscribers = (db: Database, emails: readonly string[]): Promise<Subscriber[]> =>
  findRows(db, subscriberRow)`${selectSubscribers(emailIn(emails))}`

/** Locks subscribers until the transaction ends, always in the order of their ids. */
export const lockSubscribers = (db: Database, ids: readonly number[]): Promise<Subscriber[]> =>
  lock(db, sql`s.id = any(${idList(ids)}::int[])`)

export const lockSubscribersByEmail = (db: Database, emails: readonly string[]) =>
  lock(db, emailIn(emails))

const lock = (db: Database, where: SQL) =>
  findRows(db, subscriberRow)`${selectSubscribers(where)} for update of s`

export async function findSubscriberIds(
  db: Database,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const found = await findRows(db, idAndEmail)`
    select s.id, s.email from subscribers as s where ${emailIn(emails)}`
  return new Map(found.map(({ id, email }) => [email, id]))
}
const idAndEmail = z.object({ id: z.number(), email: z.string() })

/**
 * The SQL condition that an address has an active subscription. Frequent statements of other features use
 * it to avoid a second query.
 * @param email the column with the address
 */
export const activeSubscriptionCondition = (email: SQL): SQL =>
  sql`exists (select from subscribers where email = ${email} and state = 'active')`

export const isActive = (db: Database, email: string): Promise<boolean> =>
  hasRow(db)`select from subscribers where email = ${email} and state = 'active'`

const emailAndTopics = z.object({ email: z.string(), topics: z.array(z.string()) })

/** The interests and own topics of the addresses with an active subscription; other addresses are missing. */
export async function findTopicsOf(
  db: Database,
  emails: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = await findRows(db, emailAndTopics)`
    select s.email, coalesce((select jsonb_agg(value order by "order") from subscribers_interests
                               where parent_id = s.id), '[]'::jsonb)
                    || coalesce(s.own_topics, '[]'::jsonb) as topics
      from subscribers as s where ${emailIn(emails)} and s.state = 'active'`
  return new Map(found.map(({ email, topics }) => [email, topics]))
}

/**
 * Finds which of these subscribers are active, and locks them until the transaction ends.
 */
export const lockActiveSubscribers = (db: Database, ids: readonly number[]): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from subscribers where id = any(${idList(ids)}::int[]) and state = 'active'
     order by id for share`

/** The subscriber's record for the personal data download. */
export const findSubscriberExport = (db: Database, email: string): Promise<object | null> =>
  findRow(db, column(z.record(z.string(), z.unknown())))`
    select to_jsonb(record) as record
      from (select email, name, phone, birthday_day, birthday_month,
                   array(select value from subscribers_interests
                          where parent_id = s.id order by "order") as interests,
                   own_topics, state, source, created_at, joined_at, confirmed_at, paused_until, left_at,
                   soft_bounces, stopped_because, updated_at
              from subscribers as s where email = ${email}) as record`

/**
 * Adds a pending subscriber unless there is a subscriber with this address.
 * @param source how the address was added
 * @returns the new or the existing subscriber
 */
export async function insertPending(
  db: Database,
  email: string,
  source: string,
): Promise<Subscriber> {
  await execute(db)`
    insert into subscribers (email, state, source) values (${email}, 'pending', ${source})
    on conflict (email) do nothing`
  return requireRow(db, subscriberRow)`${selectSubscribers(sql`s.email = ${email}`)}`
}

const update = (db: Database, id: number, changes: SQL) =>
  execute(db)`update subscribers set ${changes}, updated_at = now() where id = ${id}`

type Details = { name: string | null; phone: string | null; birthday: Birthday | null }

/** Makes a subscriber active. Details that are null stay unchanged. */
export const confirmSubscriber = (db: Database, id: number, { name, phone, birthday }: Details) =>
  update(
    db,
    id,
    sql`state = 'active', name = coalesce(${name}, name), phone = coalesce(${phone}, phone),
        birthday_day = coalesce(${birthday?.day ?? null}::int, birthday_day),
        birthday_month = coalesce(${birthday?.month ?? null}::int, birthday_month),
        confirmed_at = now(), joined_at = coalesce(joined_at, now()), left_at = null,
        paused_until = null, soft_bounces = 0, stopped_because = null`,
  )

/** Ends a subscription. The end of a pause is kept, so that the pause continues after `resubscribe`. */
export const unsubscribe = (db: Database, id: number): Promise<number> =>
  update(db, id, sql`state = 'unsubscribed', left_at = now()`)

export const resubscribe = (db: Database, id: number): Promise<number> =>
  update(db, id, sql`state = 'active', left_at = null`)

export const pauseSubscriber = (db: Database, id: number, forMs: number): Promise<number> =>
  update(db, id, sql`paused_until = now() + ${forMs} * interval '1 ms'`)

export const resumeSubscriber = (db: Database, id: number): Promise<number> =>
  update(db, id, sql`paused_until = null`)

/** Stores the number of consecutive soft bounces. */
export const setSoftBounces = (db: Database, id: number, softBounces: number): Promise<number> =>
  update(db, id, sql`soft_bounces = ${softBounces}`)

/** Ends the subscription of somebody whose mails bounced or who complained. */
export const stopSubscriber = (
  db: Database,
  id: number,
  stop: { state: 'bounced' | 'complained'; softBounces: number; reason: string },
): Promise<number> =>
  update(
    db,
    id,
    sql`state = ${stop.state}::enum_subscribers_state, soft_bounces = ${stop.softBounces},
        left_at = now(), paused_until = null, stopped_because = ${stop.reason}`,
  )

export const changeEmail = (db: Database, id: number, email: string): Promise<number> =>
  update(db, id, sql`email = ${email}`)

/** Changes an address; no letters go there until it is confirmed. */
export const correctEmail = (db: Database, id: number, email: string): Promise<number> =>
  update(db, id, sql`email = ${email}, state = 'pending', soft_bounces = 0, stopped_because = null`)

const detailColumns = ['name', 'phone', 'birthday_day', 'birthday_month'] as const
export type DetailColumns = {
  name: string | null
  phone: string | null
  birthday_day: number | null
  birthday_month: number | null
}

/** Changes details. Undefined fields stay unchanged, and null deletes a value. */
export async function changeDetails(
  db: Database,
  id: number,
  details: Partial<DetailColumns>,
): Promise<void> {
  const changes = detailColumns.flatMap((column) =>
    details[column] === undefined ? [] : [sql`${sql.identifier(column)} = ${details[column]}`],
  )
  if (changes.length) await update(db, id, sql.join(changes, sql`, `))
}

export async function writeInterests(
  db: Database,
  chosen: readonly { id: number; interests: readonly Interest[] }[],
): Promise<void> {
  const ids = idList(chosen.map(({ id }) => id))
  await execute(db)`delete from subscribers_interests where parent_id = any(${ids}::int[])`
  await execute(db)`
    insert into subscribers_interests ("order", parent_id, value)
    select position, chosen.id, interest::enum_subscribers_interests
      from jsonb_to_recordset(${jsonRows(chosen)}) as chosen (id int, interests jsonb),
           jsonb_array_elements_text(chosen.interests) with ordinality as each (interest, position)`
  await execute(db)`update subscribers set updated_at = now() where id = any(${ids}::int[])`
}

/** Replaces the venue's own topics that a subscriber has chosen. */
export const writeOwnTopics = (db: Database, id: number, names: readonly string[]) =>
  update(db, id, sql`own_topics = ${JSON.stringify(names)}::jsonb`)

export const deleteSubscriberRows = (db: Database, ids: readonly number[]): Promise<number> =>
  execute(db)`delete from subscribers where id = any(${idList(ids)}::int[])`

/**
 * Deletes subscribers whose address was not confirmed in time and about whom nothing else is stored.
 * @param limit maximum number of deleted subscribers
 * @returns the ids of the deleted subscribers
 */
export const deleteUnconfirmedSubscribers = (db: Database, limit: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    delete from subscribers where id in (
      select id from subscribers as s
       where state = 'pending' and created_at < now() - ${confirmWithinMs} * interval '1 ms'
         and not exists (select from subscription_requests where subscriber = s.id)
         and not exists (select from consents where subscriber_id = s.id)
       order by id limit ${limit} for update skip locked)
    returning id`

const born = z.object({ email: z.string(), day: z.number(), month: z.number() })

/** Those of some addresses that have one of these birthdays. */
export const findBirthdayAddresses = (
  db: Database,
  emails: readonly string[],
  birthdays: readonly Birthday[],
) =>
  findRows(db, born)`
    select s.email, b.day, b.month from subscribers as s
      join jsonb_to_recordset(${jsonRows(birthdays)}) as b (day int, month int)
        on s.birthday_day = b.day and s.birthday_month = b.month
     where ${emailIn(emails)}`
