import { z } from 'zod'
import { type Database, findRows } from '../../database/query.ts'

/** The ids of letters that are for some interests, but for none of these. */
export async function findLettersForOtherInterests(
  db: Database,
  interests: readonly string[],
): Promise<number[]> {
  const found = await findRows(db, z.object({ id: z.number() }))`
    select distinct parent_id as id from letters_audience_interests as chosen
     where not exists (
       select from letters_audience_interests
        where parent_id = chosen.parent_id
          and value::text in (select jsonb_array_elements_text(${JSON.stringify(interests)}::jsonb)))`
  return found.map(({ id }) => id)
}
