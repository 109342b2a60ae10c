import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import type { EventDate } from '../rules.ts'

/**
 * A statement that takes places of a date and returns how many are taken then. It takes none if too few are free, or if
 * staff have changed time or price of the date since it was read.
 * @param seen the date as it was read
 * @param request.untilEnd whether places can still be taken after the start
 */
export const takePlaces = (
  seen: EventDate,
  { party, untilEnd }: { party: number; untilEnd: boolean },
): SQL => sql`
  update event_dates set taken = taken + ${party}::int
   where id = ${seen.id}::int and status = 'published'
     and now() < case when ${untilEnd}::boolean then ends_at else starts_at end
     and (capacity is null or taken + ${party}::int <= capacity)
     and (sequence, visibility, max_party, payment, price, member_price)
       = (${seen.sequence}::int, ${seen.visibility}, ${seen.maxParty}::int, ${seen.payment},
          ${seen.priceCents}::bigint, ${seen.memberPriceCents}::bigint)
  returning taken, id as subject`

/**
 * Takes places of a date, or gives places back if `count` is negative. Locks the date.
 * @returns how many places of the date are taken now; null if too few are free
 */
export const changeTakenPlaces = (
  db: Database,
  date: number,
  count: number,
): Promise<number | null> =>
  findRow(db, column(z.number()))`
    update event_dates set taken = taken + ${count}::int
     where id = ${date} and (${count}::int <= 0 or capacity is null or taken + ${count}::int <= capacity)
    returning taken`

/**
 * Cancels a locked date, and frees all its places.
 * @param options.isAlone whether the date is cancelled without its event. A date of a series then stays cancelled when
 *   the series is saved. An event with one date has no rule, so it takes place again when it is published again
 */
export const cancelLockedDate = (db: Database, date: number, { isAlone }: { isAlone: boolean }) =>
  execute(db)`
    update event_dates
       set status = 'cancelled', taken = 0,
           own = case when ${isAlone}::bool and exists (
                   select from events where id = event_dates.event and nullif(rule, '') is not null)
                 then own || '{"status":"cancelled"}' else own end,
           cancelled_at = coalesce(cancelled_at, now()),
           sequence = sequence + case when status = 'cancelled' then 0 else 1 end,
           changed_at = case when status = 'cancelled' then changed_at else now() end
     where id = ${date}`

/** Ends a locked date. */
export const endLockedDate = (db: Database, date: number) =>
  execute(db)`update event_dates set status = 'ended' where id = ${date}`

/** Published dates that are over; at most a hundred. */
export const listOverDates = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from event_dates where status = 'published' and ends_at <= now() order by ends_at limit 100`
