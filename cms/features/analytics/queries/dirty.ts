import { type Database, sql, textList } from '../../../platform/database/query.ts'

/**
 * Marks days whose raw rows changed. Their aggregates are then computed again.
 * @param days `YYYY-MM-DD`
 */
export async function markDaysDirty(db: Database, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  await db.execute(sql`
    insert into analytics_days (day, dirty_at)
    select value::date, now() from ${textList(days)} as days (value)
     order by value
    on conflict (day) do update set dirty_at = excluded.dirty_at`)
}
