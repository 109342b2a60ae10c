import { z } from 'zod'
import { column, type Database, findRows } from '../../database/query.ts'

/** The ids of letters that are for some interests, but for none of these. */
export const findLettersForOtherInterests = (db: Database, interests: readonly string[]) =>
  findRows(db, column(z.number()))`
    select distinct parent_id as id from letters_audience_interests as chosen
     where not exists (
       select from letters_audience_interests
        where parent_id = chosen.parent_id
          and value::text in (select jsonb_array_elements_text(${JSON.stringify(interests)}::jsonb)))`
