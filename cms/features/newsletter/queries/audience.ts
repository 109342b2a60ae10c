import { SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  type Database,
  findRows,
  jsonRows,
  requireRow,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import type { Birthday } from '../../../platform/http/texts/field-rules.ts'
import type { RespondedCondition } from '../ports.ts'
import type { Interest } from '../rules.ts'

/** Which active subscribers a letter is for. */
export type Audience = {
  /** Subscribers who have at least one of these interests or of `ownTopics`; everyone if both lists are empty. */
  interests: readonly Interest[]
  /** Topics of the venue. */
  ownTopics: readonly string[]
  birthdayThisMonth: boolean
  /** `YYYY-MM-DD` */
  joinedSince: string | null
}

/** A time (default: now), and the time zone that decides when days and months begin. */
export type Moment = { at?: Date; timeZone: string }

/** `respondedCondition`: the subscribers who are left out, see `findRespondedCondition`. */
type AudienceOptions = Moment & { respondedCondition?: RespondedCondition | null }

const reader = z.object({ id: z.number(), email: z.string(), name: z.string().nullable() })
export type Reader = z.output<typeof reader>

const timeOf = ({ at }: Moment) => (at ? sql`${at.toISOString()}::timestamptz` : sql`now()`)

const getsLetters = (moment: Moment) =>
  sql`s.state = 'active' and (s.paused_until is null or s.paused_until <= ${timeOf(moment)})`

const isInAudience = (audience: Audience, { respondedCondition, ...moment }: AudienceOptions) => {
  const { interests, ownTopics, birthdayThisMonth, joinedSince } = audience
  const { timeZone } = moment
  const conditions = [
    interests.length + ownTopics.length &&
      sql`(s.id in (
        select parent_id from subscribers_interests
         where value::text in ${textList(interests)})
        or exists (
          select from jsonb_array_elements_text(s.own_topics) as topic
           where topic in ${textList(ownTopics)}))`,
    birthdayThisMonth &&
      sql`s.birthday_month = extract(month from ${timeOf(moment)} at time zone ${timeZone})`,
    respondedCondition && sql`not ${respondedCondition({ email: sql`s.email` })}`,
    joinedSince && sql`s.joined_at >= ${joinedSince}::date::timestamp at time zone ${timeZone}`,
  ].filter((condition) => condition instanceof SQL)
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`
}

/** The readers of an audience. Their rows are locked, so that nobody can leave until the transaction ends. */
export const lockReaders = (
  db: Database,
  audience: Audience,
  selection: AudienceOptions,
): Promise<Reader[]> =>
  findRows(db, reader)`
    select s.id, s.email, s.name from subscribers as s
     where ${getsLetters(selection)} and ${isInAudience(audience, selection)}
     order by s.id for share of s`

/**
 * Readers with one of these birthdays. Their rows are locked until the transaction ends.
 * @param options.afterId only readers with a higher id
 */
export const lockReadersByBirthday = (
  db: Database,
  birthdays: readonly Birthday[],
  { afterId, limit, ...moment }: Moment & { afterId: number; limit: number },
): Promise<Reader[]> =>
  findRows(db, reader)`
    select s.id, s.email, s.name from subscribers as s
      join jsonb_to_recordset(${jsonRows(birthdays)}) as born (day numeric, month numeric)
        on s.birthday_month = born.month and s.birthday_day = born.day
     where s.id > ${afterId} and ${getsLetters(moment)}
     order by s.id limit ${limit} for share of s`

/** How many readers an audience has (`count`), and how many subscribers get letters at all (`of`). */
export const countReaders = (db: Database, audience: Audience, selection: AudienceOptions) =>
  requireRow(db, z.object({ count: z.number(), of: z.number() }))`
    select (count(*) filter (where ${isInAudience(audience, selection)}))::int as count,
           count(*)::int as of
      from subscribers as s where ${getsLetters(selection)}`
