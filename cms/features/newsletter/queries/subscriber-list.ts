import { z } from 'zod'
import {
  column,
  type Database,
  findReadablePage,
  findRows,
  type PageRow,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import {
  countByWeek,
  isInLastTwoWeeks,
  weekCounts,
} from '../../../platform/database/week-counts.ts'
import { type Interest, type SubscriberState, subscriberStates } from '../rules.ts'
import { subscriberColumns, subscriberRow } from './subscribers.ts'

/** Which subscribers to export; all by default. */
export type ListFilter = { state?: SubscriberState | undefined; interest?: Interest | undefined }

const matches = ({ state = undefined, interest = undefined }: ListFilter) => sql`
  (${state ?? null}::text is null or s.state::text = ${state ?? null})
  and (${interest ?? null}::text is null or exists (
        select from subscribers_interests
         where parent_id = s.id and value::text = ${interest ?? null}))`

export const countSubscribers = (db: Database, filter: ListFilter): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int as count from subscribers as s where ${matches(filter)}`

export async function countByState(
  db: Database,
): Promise<Partial<Record<SubscriberState, number>>> {
  const counts = await findRows(
    db,
    z.object({ state: z.enum(subscriberStates), count: z.number() }),
  )`
    select state::text as state, count(*)::int as count from subscribers group by state`
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
}

/** The number of new subscribers in each of the last two weeks. */
export const countJoined = (db: Database, timeZone: string): Promise<z.output<typeof weekCounts>> =>
  requireRow(db, weekCounts)`
    select ${countByWeek(sql`joined_at`, timeZone)} from subscribers where ${isInLastTwoWeeks(sql`joined_at`)}`

/** The number of subscribers who joined in a period, including subscribers who have left since. */
export const countJoinedIn = (
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from subscribers
     where joined_at >= ${from.toISOString()}::timestamptz
       and joined_at < ${until.toISOString()}::timestamptz`

const listed = subscriberRow.extend({
  consent: z.object({
    at: z.coerce.date().nullable(),
    how: z.string().nullable(),
    wording: z.string().nullable(),
  }),
})

const placeById = z.object({ id: z.number() }).transform(({ id }) => id)

/** The next subscribers by id, each with their latest consent. */
export const findSubscribersAfter = (
  db: Database,
  { afterId, limit, ...filter }: ListFilter & { afterId: number; limit: number },
): Promise<PageRow<number, z.output<typeof listed>>[]> =>
  findReadablePage(db, listed, placeById, 'subscribers')`
    select ${subscriberColumns},
           jsonb_build_object('at', latest.at, 'how', latest.how, 'wording', latest.wording) as consent
      from subscribers as s
      left join lateral (
             select at, how, wording from consents
              where subscriber_id = s.id and (kind = 'given' or wording is not null)
              order by at desc, id desc limit 1) as latest on true
     where s.id > ${afterId} and ${matches(filter)} order by s.id limit ${limit}`
