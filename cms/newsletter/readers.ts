import { z } from 'zod'
import { type Database as Executor, findRows, idList, requireRow, sql } from '../database/query.ts'
import type { Interest } from './rules.ts'

/** Which of those who get letters at all: whoever is all that is asked for. */
export type Asked = {
  /** Interested in one of these at least; none is everyone. */
  interests: readonly Interest[]
  birthdayThisMonth: boolean
  /** `YYYY-MM-DD`, or whenever. */
  joinedSince: string | null
}

/** When, and on whose clock months and days begin. */
export type Moment = { at?: Date; timeZone: string }

const timeOf = ({ at }: Moment) => (at ? sql`${at.toISOString()}::timestamptz` : sql`now()`)

const getsAny = (moment: Moment) =>
  sql`s.state = 'active' and (s.paused_until is null or s.paused_until <= ${timeOf(moment)})`

const isAsked = ({ interests, birthdayThisMonth, joinedSince }: Asked, moment: Moment) => sql`
  ${
    interests.length
      ? sql`s.id in (
          select parent_id from subscribers_interests
           where value::text in (select jsonb_array_elements_text(${JSON.stringify(interests)}::jsonb)))`
      : sql`true`
  } and ${
    birthdayThisMonth
      ? sql`s.birthday_month = extract(month from ${timeOf(moment)} at time zone ${moment.timeZone})`
      : sql`true`
  } and ${
    joinedSince
      ? sql`s.joined_at >= ${joinedSince}::date::timestamp at time zone ${moment.timeZone}`
      : sql`true`
  }`

const reader = z.object({ id: z.number(), email: z.string(), name: z.string().nullable() })
/** A subscriber to whom a mail can be sent. */
export type Reader = z.output<typeof reader>

/**
 * The readers of an audience, locked until the transaction ends: a subscriber who leaves meanwhile does
 * so before, or when their queued mail can be cancelled.
 */
export const lockReaders = (db: Executor, asked: Asked, moment: Moment): Promise<Reader[]> =>
  findRows(
    db,
    reader,
    sql`
    select s.id, s.email, s.name from subscribers as s
     where ${getsAny(moment)} and ${isAsked(asked, moment)}
     order by s.id for share of s`,
  )

/**
 * Readers with one of these birthdays, locked against leaving until the transaction ends.
 * @param options.afterId only readers with a higher id
 */
export const lockReadersByBirthday = (
  db: Executor,
  birthdays: readonly { day: number; month: number }[],
  { afterId, limit, ...moment }: Moment & { afterId: number; limit: number },
): Promise<Reader[]> =>
  findRows(
    db,
    reader,
    sql`
    select s.id, s.email, s.name from subscribers as s
      join jsonb_to_recordset(${JSON.stringify(birthdays)}::jsonb) as born (day numeric, month numeric)
        on s.birthday_month = born.month and s.birthday_day = born.day
     where s.id > ${afterId} and ${getsAny(moment)}
     order by s.id limit ${limit} for share of s`,
  )

/** Those of some subscribers who want letters, locked until the transaction ends. */
export async function lockActiveSubscribers(
  db: Executor,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await findRows(
    db,
    reader.pick({ id: true }),
    sql`select id from subscribers where state = 'active' and id = any(${idList(ids)}::int[])
         order by id for share`,
  )
  return rows.map(({ id }) => id)
}

/** How many subscribers left by a link in a letter's mails, and did not come back. */
export async function countWithdrawals(db: Executor, letter: number): Promise<number> {
  const { count } = await requireRow(
    db,
    z.object({ count: z.number() }),
    sql`
    select count(*)::int as count from consents as c
     where letter = ${letter} and kind = 'withdrawn' and how <> 'complaint' and not exists (
       select from consents as later where later.subscriber_id = c.subscriber_id
          and later.id > c.id and later.kind = 'restored')`,
  )
  return count
}

/** How many are asked for, of how many who get letters at all. */
export async function countReaders(
  db: Executor,
  asked: Asked,
  moment: Moment,
): Promise<{ count: number; of: number }> {
  const { rows } = await db.execute(sql`
    select (count(*) filter (where ${isAsked(asked, moment)}))::int as count, count(*)::int as of
      from subscribers as s where ${getsAny(moment)}`)
  return rows[0] as { count: number; of: number }
}
