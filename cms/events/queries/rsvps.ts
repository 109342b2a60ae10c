import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
  type SQL,
  sql,
  withPreparation,
} from '../../database/query.ts'
import type { ChangedBy } from '../contract.ts'
import { cancellers, paymentKinds, type RsvpStatus, rsvpStatuses } from '../rules.ts'

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
    payment: z.enum(paymentKinds),
    hold: z.number().nullable(),
    transfer: number.nullable(),
    key: z.string(),
    queue: z.number().nullable(),
    queue_reason: z.string().nullable(),
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
    queueReason: row.queue_reason,
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

const names = `id, date, member, name, email, party, status, price, payment, hold, transfer, key, queue, queue_reason,
   link_version, confirmed_at, held_until, offered_until, inside, checked_in_at, cancelled_by, note, created_at, version`
export const rsvpColumns = sql.raw(names)
export { rsvpRow }
/** `rsvpColumns` for the table `event_rsvps as r`. */
export const rsvpColumnsOfR = sql.raw(
  names
    .split(',')
    .map((name) => `r.${name.trim()}`)
    .join(', '),
)

/** SQL: a reservation with one of these statuses excludes another reservation of the same person for the date. */
export const standingCondition = sql.raw(
  `status in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show')`,
)

export const findRsvp = (db: Database, id: number): Promise<Rsvp | null> =>
  findRow(db, rsvpRow)`select ${rsvpColumns} from event_rsvps where id = ${id}`

/** Finds a reservation and locks it until the transaction ends. Lock the date of the reservation first. */
export const lockRsvp = (db: Database, id: number): Promise<Rsvp | null> =>
  findRow(db, rsvpRow)`select ${rsvpColumns} from event_rsvps where id = ${id} for no key update`

export const findDateOfRsvp = (db: Database, id: number): Promise<number | null> =>
  findRow(db, column(z.number()))`select date from event_rsvps where id = ${id}`

/** A person who may already have a reservation for a date. `member` is null for somebody without an account. */
export type Person = { member: number | null; email: string | null }

const knownRow = z.object({ by_key: z.number().nullable(), by_person: z.number().nullable() })

/** For a date: the reservation that a request with this key made, and the reservation that this person has. */
export const findExistingRsvpIds = (
  db: Database,
  { date, key, member, email }: Person & { date: number; key: string },
) =>
  requireRow(withPreparation(db), knownRow)`
    select (select id from event_rsvps where date = ${date} and key = ${key}) as by_key,
           coalesce(
             (select id from event_rsvps where date = ${date} and member = ${member} and ${standingCondition}),
             (select id from event_rsvps where date = ${date} and email = ${email} and ${standingCondition})) as by_person`

/** Column values that a change sets. Times are in ISO 8601. */
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
  queue_reason: string
  held_until: string | null
  offered_until: string | null
  inside: number
  checked_in_at: string | null
  cancelled_by: ChangedBy | null
  cancelled_at: string | null
  note: string | null
}> & {
  /** Confirms the address, unless it is already confirmed. */
  confirms?: boolean
}

/** The values of a cancelled reservation. */
export const cancelledBy = (by: ChangedBy) =>
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

/**
 * Changes the address of a member's reservations. A reservation keeps the earlier address if the new address already
 * has a reservation for the same date.
 */
export const changeEmailOfReservations = (
  db: Database,
  member: number,
  { from, to }: { from: string; to: string },
): Promise<number> =>
  execute(db)`
    with locked as materialized (
      select id from event_dates
       where id in (select date from event_rsvps where member = ${member} and email = ${from})
       order by id for no key update)
    update event_rsvps as r set email = ${to}
      from locked
     where r.date = locked.id and r.member = ${member} and r.email = ${from}
       and not exists (select from event_rsvps as other
                        where other.date = r.date and other.email = ${to} and other.${standingCondition})`

/**
 * A member’s active reservations of dates that have not ended, sorted by start.
 * @param date the id of a date; by default, the reservations of all dates are listed
 */
export const listUpcomingOf = (db: Database, member: number, date?: number): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    select ${rsvpColumnsOfR} from event_rsvps as r join event_dates as d on d.id = r.date
     where r.member = ${member} and r.status in ('held', 'going', 'waitlisted', 'offered', 'attended')
       ${date === undefined ? sql`` : sql`and d.id = ${date}`} and (d.ends_at > now() or d.status = 'postponed') and d.status <> 'draft'
     order by d.starts_at, r.id`
