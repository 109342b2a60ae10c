import { type Executor, sql } from '../database/sql.ts'
import type { Interest } from './rules.ts'

/** What subscribers have told of themselves. */
export type Details = {
  name: string | null
  phone: string | null
  birthday_day: number | null
  birthday_month: number | null
  interests: Interest[]
}

/** Whether somebody gets our letters, has confirmed it and not left since. */
export async function isActiveSubscriber(db: Executor, address: string): Promise<boolean> {
  const { rows: found } = await db.execute(
    sql`select from subscribers where email = ${address} and state = 'active'`,
  )
  return found.length > 0
}

/** What an active subscriber has told; null where there is none. */
export async function findDetails(db: Executor, address: string): Promise<Details | null> {
  const { rows: found } = await db.execute(sql`
    select name, phone, birthday_day::int as birthday_day, birthday_month::int as birthday_month,
           coalesce((select jsonb_agg(value order by "order") from subscribers_interests
                      where parent_id = s.id), '[]'::jsonb) as interests
      from subscribers as s where email = ${address} and state = 'active'`)
  return (found[0] as Details | undefined) ?? null
}
