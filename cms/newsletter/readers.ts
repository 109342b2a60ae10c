import { type Executor, sql } from '../database/sql.ts'
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

/**
 * A query of the readers that are asked for, `id`, `email` and `name`. Each is held until the
 * transaction ends: whoever leaves meanwhile does so before it, or when what is queued can be taken
 * back.
 */
export const heldReaders = (asked: Asked, moment: Moment) => sql`
  select s.id, s.email, s.name from subscribers as s
   where ${getsAny(moment)} and ${isAsked(asked, moment)}
   order by s.id for share of s`

/** A query of those who get letters and were born on one of these days; else as `heldReaders`. */
export const bornOn = (days: readonly { day: number; month: number }[], moment: Moment) => sql`
  select s.id, s.email, s.name from subscribers as s
    join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as born (day numeric, month numeric)
      on s.birthday_month = born.month and s.birthday_day = born.day
   where ${getsAny(moment)}
   order by s.id for share of s`

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
