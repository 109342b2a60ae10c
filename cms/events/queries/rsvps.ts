import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  requireRow,
  type SQL,
  sql,
} from '../../database/query.ts'
import type { By, GuestCounts, QueuePosition } from '../contract.ts'
import { cancellers, payments, type RsvpStatus, rsvpStatuses } from '../rules.ts'

// PostgreSQL returns a bigint as text.
const number = z.coerce.number().int()
const moment = z.coerce.date()

const rsvpRow = z
  .object({
    id: z.number(),
    date: z.number(),
    member: z.number().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    party: z.number(),
    status: z.enum(rsvpStatuses),
    price: number,
    payment: z.enum(payments),
    hold: z.number().nullable(),
    transfer: number.nullable(),
    key: z.string(),
    queue: z.number().nullable(),
    link_version: z.number(),
    confirmed_at: moment.nullable(),
    held_until: moment.nullable(),
    offered_until: moment.nullable(),
    inside: z.number(),
    checked_in_at: moment.nullable(),
    cancelled_by: z.enum(cancellers).nullable(),
    note: z.string().nullable(),
    created_at: moment,
    version: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    date: row.date,
    member: row.member,
    name: row.name,
    email: row.email,
    party: row.party,
    status: row.status,
    price: row.price,
    payment: row.payment,
    hold: row.hold,
    transfer: row.transfer,
    key: row.key,
    queue: row.queue,
    linkVersion: row.link_version,
    confirmedAt: row.confirmed_at,
    heldUntil: row.held_until,
    offeredUntil: row.offered_until,
    inside: row.inside,
    checkedInAt: row.checked_in_at,
    cancelledBy: row.cancelled_by,
    note: row.note,
    createdAt: row.created_at,
    version: row.version,
  }))
/** A row of `event_rsvps`. */
export type Rsvp = z.output<typeof rsvpRow>

const names = `id, date, member, name, email, party, status, price, payment, hold, transfer, key, queue, link_version,
   confirmed_at, held_until, offered_until, inside, checked_in_at, cancelled_by, note, created_at, version`
export const rsvpColumns = sql.raw(names)
export { rsvpRow }

/** Reservations in these statuses exclude another one of the same person. */
export const isStanding = sql.raw(
  `status in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show')`,
)

export const findRsvp = (db: Database, id: number): Promise<Rsvp | null> =>
  findRow(db, rsvpRow)`select ${rsvpColumns} from event_rsvps where id = ${id}`

/** Like `findRsvp`, and others who change it wait until the transaction is over. Lock its date first. */
export const lockRsvp = (db: Database, id: number): Promise<Rsvp | null> =>
  findRow(db, rsvpRow)`select ${rsvpColumns} from event_rsvps where id = ${id} for no key update`

export const findDateOfRsvp = (db: Database, id: number): Promise<number | null> =>
  findRow(db, column(z.number()))`select date from event_rsvps where id = ${id}`

/** Who may have a reservation for a date already. `member` null: somebody without an account. */
export type Person = { member: number | null; email: string | null }

const knownRow = z.object({
  has_due: z.boolean(),
  by_key: z.number().nullable(),
  by_person: z.number().nullable(),
})

/** What is known before a reservation: others that are due to expire, and this person’s own. */
export const findKnown = (
  db: Database,
  { date, key, member, email }: Person & { date: number; key: string },
) =>
  requireRow(db, knownRow)`
    select exists (select from event_rsvps where date = ${date} and status = 'held' and held_until <= now())
           or exists (select from event_rsvps where date = ${date} and status = 'offered' and offered_until <= now())
             as has_due,
           (select id from event_rsvps where date = ${date} and key = ${key}) as by_key,
           coalesce(
             (select id from event_rsvps where date = ${date} and member = ${member} and ${isStanding}),
             (select id from event_rsvps where date = ${date} and email = ${email} and ${isStanding})) as by_person`

/** Column values that a change sets. Dates are ISO 8601. */
export type RsvpChange = Partial<{
  member: number
  party: number
  status: RsvpStatus
  price: number
  payment: string
  hold: number | null
  transfer: number | null
  key: string
  queue: number
  held_until: string | null
  offered_until: string | null
  inside: number
  checked_in_at: string | null
  cancelled_by: By | null
  cancelled_at: string | null
  note: string | null
}> & {
  /** The address is confirmed from now on, unless it was already. */
  confirms?: boolean
}

/** The values of a cancelled reservation. */
export const cancelledBy = (by: By) =>
  ({ status: 'cancelled', cancelled_by: by, cancelled_at: new Date().toISOString() }) as const

/** Changes a locked reservation, and increases its version. */
export function updateRsvp(
  db: Database,
  id: number,
  { confirms = false, ...values }: RsvpChange,
): Promise<Rsvp> {
  const sets: SQL[] = Object.entries(values).map(
    ([name, value]) => sql`${sql.identifier(name)} = ${value}`,
  )
  if (confirms) sets.push(sql`confirmed_at = coalesce(confirmed_at, now())`)
  return requireRow(db, rsvpRow)`
    update event_rsvps set ${sql.join([...sets, sql`version = version + 1`], sql`, `)}
     where id = ${id} returning ${rsvpColumns}`
}

/** Confirmed parties that wait for places, in their order. */
export const listWaiting = (db: Database, date: number) =>
  findRows(db, z.object({ id: z.number(), party: z.number(), queue: z.number() }))`
    select id, party, queue from event_rsvps
     where date = ${date} and status = 'waitlisted' and confirmed_at is not null order by queue, id`

/** Offers places to parties. They are taken already. */
export const markOffered = (db: Database, ids: readonly number[], until: Date): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    update event_rsvps
       set status = 'offered', offered_until = ${until.toISOString()}::timestamptz, held_until = null,
           version = version + 1
     where id = any(${idList(ids)}::int[]) and status = 'waitlisted' returning ${rsvpColumns}`

const positionRow = z
  .object({ parties: z.number(), people: z.number() })
  .transform(({ parties, people }): QueuePosition => ({ position: parties + 1, people }))

/** Who waits before a party. Addresses that are not confirmed do not count. */
export const findPosition = (
  db: Database,
  { date, queue }: { date: number; queue: number },
): Promise<QueuePosition> =>
  requireRow(db, positionRow)`
    select count(*)::int as parties, coalesce(sum(party), 0)::int as people from event_rsvps
     where date = ${date} and status = 'waitlisted' and confirmed_at is not null and queue < ${queue}`

const expiredRow = z
  .looseObject({ was: z.enum(rsvpStatuses) })
  .transform(({ was, ...row }) => ({ was, rsvp: rsvpRow.parse(row) }))

/**
 * Cancels what was not confirmed or accepted in time at a locked date. Its places are still counted as taken.
 * @returns each reservation with the status that it had
 */
export const expireDue = (db: Database, date: number) =>
  findRows(db, expiredRow)`
    with due as materialized (
      select id, status as was from event_rsvps
       where date = ${date}
         and (status in ('held', 'waitlisted') and confirmed_at is null and held_until <= now()
              or status = 'offered' and offered_until <= now())
       for no key update)
    update event_rsvps as r
       set status = 'cancelled', cancelled_by = 'expiry', cancelled_at = now(), held_until = null,
           offered_until = null, key = 'expired:' || r.id, version = version + 1
      from due where r.id = due.id
    returning due.was, ${ofR}`

const ofR = sql.raw(
  names
    .split(',')
    .map((name) => `r.${name.trim()}`)
    .join(', '),
)

/** Dates with reservations that were not confirmed or accepted in time; at most a hundred. */
export const listDatesWithDue = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    (select date from event_rsvps where status = 'held' and held_until <= now())
    union
    (select date from event_rsvps where status = 'offered' and offered_until <= now())
    union
    (select date from event_rsvps
      where status = 'waitlisted' and confirmed_at is null and held_until <= now())
    union
    -- The capacity was raised.
    (select r.date from event_rsvps as r join event_dates as d on d.id = r.date
      where r.status = 'waitlisted' and r.confirmed_at is not null and d.status = 'published' and d.starts_at > now()
        and (d.capacity is null or d.taken + r.party <= d.capacity))
    limit 100`

/** All reservations of a locked date in some statuses, in the order of their members, so that holds are released in one order. */
export const lockRsvps = (
  db: Database,
  date: number,
  statuses: readonly RsvpStatus[],
): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    select ${rsvpColumns} from event_rsvps
     where date = ${date} and status = any(${`{${statuses.join(',')}}`}::text[])
     order by member, id for no key update`

/**
 * Cancels all that stands of a cancelled date. Their places are no longer counted, and nobody is inside.
 * @param refunded those that got back what was taken
 */
export const cancelAll = (
  db: Database,
  ids: readonly number[],
  { by, refunded }: { by: By; refunded: readonly number[] },
): Promise<number> =>
  execute(db)`
    update event_rsvps
       set status = 'cancelled', cancelled_by = ${by}, cancelled_at = now(), hold = null, held_until = null,
           offered_until = null, inside = 0, version = version + 1,
           transfer = case when id = any(${idList(refunded)}::int[]) then null else transfer end
     where id = any(${idList(ids)}::int[])`

/** Marks who did not come. @returns how many people did not */
export const markNoShows = (db: Database, date: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    with missing as (
      update event_rsvps set status = 'no_show', version = version + 1
       where date = ${date} and status = 'going' returning party)
    select coalesce(sum(party), 0)::int from missing`

/** The reservations of a date, those that stand first. */
export const listRsvps = (db: Database, date: number): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    select ${rsvpColumns} from event_rsvps where date = ${date}
     order by status = 'cancelled', queue nulls first, lower(name), id`

/** A member’s standing reservations of dates that have not ended, by start. */
export const listUpcomingOf = (db: Database, member: number): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    select ${ofR} from event_rsvps as r join event_dates as d on d.id = r.date
     where r.member = ${member} and r.status in ('held', 'going', 'waitlisted', 'offered', 'attended')
       and (d.ends_at > now() or d.status = 'postponed') and d.status <> 'draft'
     order by d.starts_at, r.id`

const countsRow = z.object({
  going: z.number(),
  waiting: z.number(),
  offered: z.number(),
  held: z.number(),
  inside: z.number(),
})

export const countPeople = (db: Database, date: number): Promise<GuestCounts> =>
  requireRow(db, countsRow)`
    select coalesce(sum(party) filter (where status in ('going', 'attended')), 0)::int as going,
           coalesce(sum(party) filter (where status = 'waitlisted' and confirmed_at is not null), 0)::int as waiting,
           coalesce(sum(party) filter (where status = 'offered'), 0)::int as offered,
           coalesce(sum(party) filter (where status = 'held'), 0)::int as held,
           coalesce(sum(inside), 0)::int as inside
      from event_rsvps where date = ${date}`

/**
 * Cancels what waits, is offered or was not confirmed at a locked date that is over.
 * @returns how many places it had
 */
export const expireAllOf = (db: Database, date: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    with open as materialized (
      select id, case when status = 'waitlisted' then 0 else party end as places from event_rsvps
       where date = ${date} and status in ('held', 'waitlisted', 'offered') for no key update),
    expired as (
      update event_rsvps as r
         set status = 'cancelled', cancelled_by = 'expiry', cancelled_at = now(), held_until = null,
             offered_until = null, version = version + 1
        from open where r.id = open.id returning open.places)
    select coalesce(sum(places), 0)::int from expired`
