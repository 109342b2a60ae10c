import {
  type Database,
  execute,
  findRow,
  withPreparation,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { checkInAreas } from '../tables.ts'

const areaRow = rowOf(checkInAreas)
type AreaRule = typeof checkInAreas.$inferSelect

export const findAreaRule = (db: Database, area: VenueArea): Promise<AreaRule | null> =>
  findRow(withPreparation(db), areaRow.schema)`
    select ${areaRow.columns} from check_in_areas where area = ${area}`

export const saveAreaRule = (
  db: Database,
  { area, people, reEntry }: { area: VenueArea; people: number | null; reEntry: boolean },
) =>
  execute(db)`
    insert into check_in_areas (area, people, re_entry) values (${area}, ${people}, ${reEntry})
    on conflict (area) do update set people = excluded.people, re_entry = excluded.re_entry`
