import { z } from 'zod'
import { type Database, findRows, sql, textList } from '../../../../platform/database/query.ts'
import type { Scope } from '../scope.ts'
import { countMembers, factsOf } from './facts.ts'

const pageRow = z.object({
  page: z.string(),
  views: z.number(),
  sessions: z.number(),
  entries: z.number(),
  exits: z.number(),
  bounces: z.number(),
  scroll: z.number(),
  members: z.number(),
  entryMembers: z.number(),
  exitMembers: z.number(),
})

/**
 * Pages with their numbers. `entryMembers` is the number of members whose visits began on the page, `exitMembers` of
 * those whose visits ended there.
 * @param options.onlyPages only these pages; null for all
 */
export const findPages = (
  db: Database,
  scope: Scope,
  {
    order,
    limit,
    onlyPages = null,
  }: { order: 'views' | 'entries' | 'exits'; limit: number | null; onlyPages?: string[] | null },
) =>
  findRows(db, pageRow)`
    select page_path as page, sum(views)::float8 as views, sum(sessions)::float8 as sessions,
           sum(entries)::float8 as entries, sum(exits)::float8 as exits, sum(bounces)::float8 as bounces,
           sum(scroll)::float8 as scroll, ${countMembers(scope)} as members,
           ${countMembers(scope, sql`entries > 0`)} as "entryMembers",
           ${countMembers(scope, sql`exits > 0`)} as "exitMembers"
      from ${factsOf('pages', scope)} as f
     where ${onlyPages ? sql`page_path in ${textList(onlyPages)}` : sql`true`}
     group by page_path
    having sum(${sql.raw(order)}) > 0
     order by sum(${sql.raw(order)}) desc, page_path limit ${limit}`
