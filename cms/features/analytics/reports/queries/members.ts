import { z } from 'zod'
import {
  column,
  type Database,
  findRows,
  idList,
  sql,
} from '../../../../platform/database/query.ts'
import { allOf, dayList } from '../../rollups/queries/kinds.ts'
import type { Scope } from '../scope.ts'
import { segmentConditions, sessionConditions } from './facts.ts'

/** The ids of members who visited. All filters except those by members' profiles apply. */
export const findVisitingMembers = (db: Database, scope: Scope): Promise<number[]> => {
  const { page } = scope.filters
  return findRows(db, column(z.number()))`
    select distinct s.user_id
      from user_sessions as s join analytics_segments as g on g.id = s.segment
     where s.user_id is not null and s.day = any(${dayList(scope.split.raw)})
       and ${allOf([...sessionConditions({ ...scope, members: null }), ...segmentConditions(scope.filters)])}
       and ${
         page === undefined
           ? sql`true`
           : sql`exists (select from page_views as v
                          where v.day = s.day and v.session_id = s.session_id and v.page_path = ${page})`
       }`
}

const week = z.object({ member: z.number(), week: z.string() })

/** The weeks (their Mondays) in which members visited, without bots. */
export const findActiveWeeks = (
  db: Database,
  { members, from }: { members: readonly number[]; from: string },
) =>
  findRows(db, week)`
    select distinct s.user_id as member, to_char(date_trunc('week', s.day), 'YYYY-MM-DD') as week
      from user_sessions as s
     where s.user_id = any(${idList(members)}::int[]) and s.user_id is not null and s.day >= ${from}::date
       and s.bot is null`
