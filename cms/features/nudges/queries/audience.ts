import { z } from 'zod'
import {
  column,
  type Database,
  findRows,
  idList,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { timeSlots } from '../../members/profile/rules.ts'
import type { RespondedCondition } from '../../newsletter/ports.ts'
import { interests } from '../../newsletter/rules.ts'
import { beerStyles, venueAreas } from '../../venue/rules.ts'
import { audiences } from '../rules.ts'

/** The audience of a nudge; see `audienceColumns`. */
export const audienceRow = z.object({
  audience: z.enum(audiences),
  interests: z.array(z.enum(interests)),
  own_topics: z.array(z.string()),
  areas: z.array(z.enum(venueAreas)),
  time_slots: z.array(z.enum(timeSlots)),
  beer_styles: z.array(z.enum(beerStyles)),
  person: z.number().nullable(),
})

const list = (name: 'interests' | 'areas' | 'time_slots' | 'beer_styles'): SQL =>
  sql.raw(`
  coalesce((select jsonb_agg(value order by "order") from nudges_${name}
             where parent_id = n.id), '[]'::jsonb) as ${name}`)

/** The columns of `audienceRow` from `nudges as n`. */
export const audienceColumns: SQL = sql`
  n.audience::text as audience, n.person_id as person,
  coalesce(n.own_topics, '[]'::jsonb) as own_topics,
  ${sql.join([list('interests'), list('areas'), list('time_slots'), list('beer_styles')], sql`, `)}`

/** Which of these members have responded to the event that a nudge is about. */
export const findResponded = (
  db: Database,
  members: readonly number[],
  respondedCondition: RespondedCondition,
): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from unnest(${idList(members)}::int[]) as viewers (id)
     where ${respondedCondition({ member: sql`viewers.id` })}`
