import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  sql,
  withPreparation,
} from '../../database/query.ts'
import type { QueuePosition } from '../contract.ts'
import type { EventDate } from '../rules.ts'
import type { Rsvp } from './rsvps.ts'
import { rsvpColumns, rsvpRow } from './rsvps.ts'

/** A reservation that is about to be made. In its row, either `held_until` or `confirmed_at` is set. */
export type NewRsvp = {
  date: number
  member: number | null
  name: string | null
  email: string | null
  party: number
  price: number
  payment: string
  key: string
  note: string | null
  isConfirmed: boolean
  /** How long an unconfirmed reservation is kept, in minutes. */
  keptMinutes: number
}

const columns = sql.raw(
  'date, member, name, email, party, status, price, payment, key, note, confirmed_at, held_until, queue',
)
const valuesOf = (rsvp: NewRsvp, status: string) =>
  sql`${rsvp.date}::int, ${rsvp.member}::int, ${rsvp.name}::text, ${rsvp.email}::text, ${rsvp.party}::int, ${status},
      ${rsvp.price}::bigint, ${rsvp.payment}, ${rsvp.key}, ${rsvp.note}::text,
      case when ${rsvp.isConfirmed}::boolean then now() end,
      case when not ${rsvp.isConfirmed}::boolean then now() + ${rsvp.keptMinutes}::int * interval '1 minute' end`

const placedRow = z
  .looseObject({ placed_taken: z.number().nullable(), id: z.number().nullable() })
  .transform(({ placed_taken, ...row }) => ({
    taken: placed_taken,
    rsvp: row.id === null ? null : (rsvpRow.parse(row) as Rsvp),
  }))

/**
 * Takes places of a date and inserts the reservation for these places, in one statement. The date stays locked until
 * the transaction ends, so other transactions wait.
 * @param options.seen the date as it was read; if staff have changed its time or price since then, no place is taken
 * @param options.untilEnd whether places can still be taken after the start
 * @returns `taken`: how many places of the date are taken now; null if too few are free, or if the date changed.
 *   `rsvp`: null if the person or the key already has a reservation; the caller then has to give the places back
 */
export const insertPlaced = async (
  db: Database,
  rsvp: NewRsvp,
  { seen, untilEnd }: { seen: EventDate; untilEnd: boolean },
) => {
  const found = await findRow(withPreparation(db), placedRow)`
    with place as (
      update event_dates set taken = taken + ${rsvp.party}::int
       where id = ${rsvp.date} and status = 'published'
         and now() < case when ${untilEnd}::boolean then ends_at else starts_at end
         and (capacity is null or taken + ${rsvp.party}::int <= capacity)
         and (sequence, visibility, max_party, payment, price, member_price)
           = (${seen.sequence}::int, ${seen.visibility}, ${seen.maxParty}::int, ${seen.payment},
              ${seen.priceCents}::bigint, ${seen.memberPriceCents}::bigint)
      returning taken),
    added as (
      insert into event_rsvps (${columns})
      select ${valuesOf(rsvp, rsvp.isConfirmed ? 'going' : 'held')}, null from place
      on conflict do nothing
      returning ${rsvpColumns})
    select place.taken as placed_taken, added.* from place left join added on true`
  return found ?? { taken: null, rsvp: null }
}

const waitingRow = z
  .looseObject({ parties: z.number(), people: z.number() })
  .transform(({ parties, people, ...row }) => ({
    rsvp: rsvpRow.parse(row) as Rsvp,
    queue: { position: parties + 1, people } satisfies QueuePosition,
  }))

/**
 * Inserts a reservation at the end of the waitlist of a locked date.
 * @returns the reservation, and its position behind the confirmed parties; null if the person or the key already has a
 *   reservation
 */
export const insertWaiting = (db: Database, rsvp: NewRsvp) =>
  findRow(withPreparation(db), waitingRow)`
    with waiting as (
      select coalesce(max(queue), 0) + 1 as next, count(*) filter (where confirmed_at is not null)::int as parties,
             coalesce(sum(party) filter (where confirmed_at is not null), 0)::int as people
        from event_rsvps where date = ${rsvp.date} and status = 'waitlisted'),
    added as (
      insert into event_rsvps (${columns})
      select ${valuesOf(rsvp, 'waitlisted')}, next from waiting
      on conflict do nothing
      returning ${rsvpColumns})
    select parties, people, added.* from waiting, added`

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

/** The `queue` value for the end of the waitlist of a locked date. */
export const nextQueue = async (db: Database, date: number): Promise<number> =>
  (await findRow(db, column(z.number()))`
    select coalesce(max(queue), 0) + 1 from event_rsvps where date = ${date} and status = 'waitlisted'`) ??
  1

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
