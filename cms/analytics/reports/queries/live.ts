import { z } from 'zod'
import { type Database, findRows } from '../../../database/query.ts'

const livePage = z.object({ page: z.string(), visitors: z.number() })

/** The page that each visitor viewed last in the last `withinMs`, without programs. */
export const findLivePages = (db: Database, withinMs: number) =>
  findRows(db, livePage)`
    select page_path as page, count(*)::int as visitors
      from (select distinct on (s.visitor_id) s.visitor_id, v.page_path
              from page_views as v join user_sessions as s using (day, session_id)
             where v.viewed_at between now() - ${withinMs} * interval '1 ms' and now() and s.bot is null
               and v.day >= current_date - 2
             order by s.visitor_id, v.viewed_at desc) as latest
     group by page_path order by 2 desc, 1`
