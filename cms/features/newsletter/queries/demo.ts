import { type Database, execute, jsonRows } from '../../../platform/database/query.ts'

type DemoSubscriber = { name: string; email: string; joinedAt: string; interests: string[] }

/** Inserts confirmed subscribers with their interests. */
export async function insertDemoSubscribers(
  db: Database,
  subscribers: readonly DemoSubscriber[],
): Promise<void> {
  await execute(db)`
    with given as (
      select * from jsonb_to_recordset(${jsonRows(subscribers)}) as s (
        name text, email text, "joinedAt" timestamptz, interests jsonb)
    ), stored as (
      insert into subscribers (email, name, state, source, confirmed_at, joined_at, created_at)
      select email, name, 'active', 'demo', "joinedAt", "joinedAt", "joinedAt" from given
      on conflict do nothing returning id, email
    )
    insert into subscribers_interests ("order", parent_id, value)
    select chosen.place, s.id, chosen.value::enum_subscribers_interests
      from stored as s join given as g on g.email = s.email
      cross join lateral jsonb_array_elements_text(g.interests) with ordinality as chosen (value, place)`
}
