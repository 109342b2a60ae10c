import { z } from 'zod'
import { type Database, findRows, type SQL, sql } from '../../../database/query.ts'
import { dayList } from '../../rollups/queries/kinds.ts'
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
})

/** Texts as one parameter, to be read with `in`. */
const textsOf = (texts: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`

/** @param among only these pages; null for all */
export const findPages = (
  db: Database,
  scope: Scope,
  {
    order,
    limit,
    among = null,
  }: { order: 'views' | 'entries' | 'exits'; limit: number | null; among?: string[] | null },
) =>
  findRows(db, pageRow)`
    select page_path as page, sum(views)::float8 as views, sum(sessions)::float8 as sessions,
           sum(entries)::float8 as entries, sum(exits)::float8 as exits, sum(bounces)::float8 as bounces,
           sum(scroll)::float8 as scroll, ${countMembers(scope)} as members
      from ${factsOf('pages', scope)} as f
     where ${among ? sql`page_path in ${textsOf(among)}` : sql`true`}
     group by page_path
    having sum(${sql.raw(order)}) > 0
     order by sum(${sql.raw(order)}) desc, page_path limit ${limit}`

const title = z.object({ page: z.string(), title: z.string() })

/**
 * The latest titles of pages, by path.
 * @param days days that are not added up yet
 */
export async function findTitles(
  db: Database,
  pages: readonly string[],
  days: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findRows(db, title)`
    select page_path as page, page_title as title from analytics_titles
     where page_path in ${textsOf(pages)}`
  const titles = new Map(rows.map((row) => [row.page, row.title]))
  const missing = pages.filter((page) => !titles.has(page))
  if (missing.length === 0 || days.length === 0) return titles
  const others = await findRows(db, title)`
    select distinct on (page_path) page_path as page, page_title as title
      from page_views
     where day = any(${dayList(days)}) and page_title <> '' and page_path in ${textsOf(missing)}
     order by page_path, viewed_at desc`
  for (const { page, title: found } of others) titles.set(page, found)
  return titles
}
