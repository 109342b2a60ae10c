import { type Executor, sql } from '../../database/sql.ts'

/** What members choose from lists. */
export const chosenLists = ['interests', 'favourite_areas', 'time_slots', 'beer_styles'] as const
export type ChosenList = (typeof chosenLists)[number]

/** Puts these in the place of what a member had chosen. */
export async function writeChosen(
  db: Executor,
  member: number,
  list: ChosenList,
  values: readonly string[],
): Promise<void> {
  const table = sql.identifier(`members_${list}`)
  const kind = sql.identifier(`enum_members_${list}`)
  await db.execute(sql`delete from ${table} where parent_id = ${member}`)
  await db.execute(sql`
    insert into ${table} ("order", parent_id, value)
    select place, ${member}, value::${kind}
      from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)
           with ordinality as chosen (value, place)`)
}
