import { z } from 'zod'
import { type Database, findRow, findRows, sql } from '../../../../platform/database/query.ts'
import { firstDay } from '../../rollups/queries/roll-up.ts'
import type { Scope } from '../scope.ts'
import { factsOf } from './facts.ts'

const properties = [
  'device_type',
  'browser',
  'os',
  'country',
  'source',
  'medium',
  'campaign',
] as const
const choice = z.object({ property: z.enum(properties), name: z.string() })

/** Values of segments to choose from, ordered by their frequency in a scope. */
export const findSegmentValues = (db: Database, scope: Scope, limit: number) =>
  findRows(db, choice)`
    select property, name
      from (select property, name, row_number() over (
                     partition by property order by sum(sessions) desc nulls last, name) as position
              from (select segment, sum(sessions) as sessions
                      from ${factsOf('visits', scope)} as f group by segment) as used
              right join analytics_segments as g on g.id = used.segment
             cross join lateral (values ${sql.raw(
               properties.map((name) => `('${name}', g.${name})`).join(', '),
             )}) as pair (property, name)
             where name is not null
             group by property, name) as ranked
     where position <= ${limit} order by property, position`

const visited = z.object({ page: z.string(), entries: z.number() })

export const findVisitedPages = (db: Database, scope: Scope, limit: number) =>
  findRows(db, visited)`
    select page_path as page, sum(entries)::float8 as entries
      from ${factsOf('pages', scope)} as f
     group by page_path order by sum(views) desc, page_path limit ${limit}`

const dayRow = z.object({ day: z.string().nullable() })

export const findFirstDay = async (db: Database): Promise<string | null> =>
  (await findRow(db, dayRow)`select to_char(${firstDay}, 'YYYY-MM-DD') as day`)?.day ?? null
