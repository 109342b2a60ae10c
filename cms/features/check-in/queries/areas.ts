import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'

/** What staff entered about an area. */
export const areaRule = z.object({
  area: z.enum(venueAreas),
  people: z.number().nullable(),
  reEntry: z.boolean(),
})
export type AreaRule = z.output<typeof areaRule>

/** All rules as one value, for statements that read something else too. */
export const allAreaRules = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('area', area, 'people', people, 'reEntry', re_entry)), '[]')
     from check_in_areas)`

export const listAreaRules = (db: Database): Promise<AreaRule[]> =>
  requireRow(db, column(z.array(areaRule)))`select ${allAreaRules}`

export const saveAreaRule = (
  db: Database,
  { area, people, reEntry }: { area: VenueArea; people: number | null; reEntry: boolean },
) =>
  execute(db)`
    insert into check_in_areas (area, people, re_entry) values (${area}, ${people}, ${reEntry})
    on conflict (area) do update set people = excluded.people, re_entry = excluded.re_entry`
