import { z } from 'zod'
import { type Database, findRows } from '../../../../platform/database/query.ts'

const livePage = z.object({ page: z.string(), visitors: z.number() })

/** For each page, how many of the visitors of the last `withinMs` viewed it last. Bots are not counted. */
export const findLivePages = (db: Database, withinMs: number) =>
  findRows(db, livePage)`
    select page_path as page, count(*)::int as visitors
      from (select distinct on (visitor_id) visitor_id, exit_page as page_path
              from user_sessions
             where last_at > now() - ${withinMs} * interval '1 ms' and views > 0 and bot is null
               and day >= current_date - 2
             order by visitor_id, last_at desc) as latest
     group by page_path order by 2 desc, 1`
