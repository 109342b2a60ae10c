import {
  type Drop,
  findDrop,
  insertDrop,
} from '../../cms/features/secret-kitchens/queries/drops.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import type { Query } from './database.ts'
import { venueDayOf } from './venue-days.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let serial = 0
/**
 * Adds a drop that opened a moment ago, and is collected in three hours: portions for 12.00. It was announced in an hour, so
 * that members whom a test has just added are older.
 */
export async function addDrop(
  db: Database,
  given: Partial<Parameters<typeof insertDrop>[1]> = {},
): Promise<Drop> {
  const now = Date.now()
  const startsAt = new Date(now + 3 * hourMs)
  const id = await insertDrop(db, {
    ...{ slug: `drop-${++serial}-${now.toString(36)}`, title: 'Ash and beetroot' },
    ...{ kitchen: 'Nadia’s fire', story: 'Beetroot, cooked in ash.', area: 'Kitchens' },
    ...{ day: venueDayOf(startsAt), slots: ['19:00', '19:30'], startsAt },
    ...{ endsAt: new Date(now + 4 * hourMs), portions: 40, priceCents: 1200 },
    ...{ opensAt: new Date(now - 1000), announcedAt: new Date(now + hourMs) },
    ...given,
  })
  const drop = id === null ? null : await findDrop(db, id)
  if (!drop) throw new Error('The drop was not added.')
  return drop
}

/** Moves the opening of a drop to some seconds from now, or ago. */
export const setOpening = (query: Query, drop: number, seconds: number) =>
  query(
    `update secret_drops set opens_at = clock_timestamp() + $2 * interval '1 second' where id = $1`,
    [drop, seconds],
  )

/** Lets the time run out of claims that are held or offered. */
export const expireKept = (query: Query, drop: number) =>
  query(
    `update reservations set held_until = case when status = 'held' then now() - interval '1 second' end,
                             offered_until = case when status = 'offered' then now() - interval '1 second' end
      where kind = 'drop' and subject = $1 and status in ('held', 'offered')`,
    [drop],
  )
