import { z } from 'zod'
import { column, type Database, execute, findRows } from '../../database/query.ts'
import { isoTimestamp } from '../../database/row-fields.ts'
import { namesDays } from '../rules.ts'

const exported = z.object({
  title: z.string(),
  starts_at: isoTimestamp,
  name: z.string().nullable(),
  email: z.string().nullable(),
  party: z.number(),
  status: z.string(),
  price: z.coerce.number(),
  payment: z.string(),
  created_at: isoTimestamp,
  checked_in_at: isoTimestamp.nullable(),
  cancelled_at: isoTimestamp.nullable(),
  queue_reason: z.string().nullable(),
  feedback_score: z.number().nullable(),
  feedback: z.string().nullable(),
})

type Owner = { id: number; email: string }

/** Reservations of a member, or of the member's address, oldest first. Prices are in minor units. */
export const exportRsvps = (db: Database, { id, email }: Owner) =>
  findRows(db, exported)`
    select d.title, d.starts_at, r.name, r.email, r.party, r.status, r.price, r.payment, r.created_at, r.checked_in_at,
           r.cancelled_at, r.queue_reason, f.score as feedback_score, f.text as feedback
      from event_rsvps as r join event_dates as d on d.id = r.date left join event_feedback as f on f.rsvp = r.id
     where r.member = ${id} or r.email = ${email} order by r.id`

const settings = z.object({ wants_push: z.boolean() })

export const exportSettings = async (db: Database, { id }: Owner) =>
  (await findRows(db, settings)`select wants_push from event_settings where member = ${id}`)[0] ??
  null

/** Active reservations of a member, or of the member's address, for dates that have not ended, sorted by date id. */
export const listOpenRsvpsOf = (db: Database, { id, email }: Owner): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select r.id from event_rsvps as r join event_dates as d on d.id = r.date
     where (r.member = ${id} or r.email = ${email}) and r.status in ('held', 'going', 'waitlisted', 'offered')
       and (d.ends_at > now() or d.status = 'postponed')
     order by r.date, r.id`

/** Removes a member's data from reservations. Deletes the member's settings and the texts that the member wrote. */
export async function forgetGuest(db: Database, { id, email }: Owner): Promise<void> {
  await execute(db)`
    update event_feedback set text = null
     where rsvp in (select id from event_rsvps where member = ${id} or email = ${email})`
  await execute(db)`
    update event_rsvps set member = null, name = null, email = null, note = null, queue_reason = null, key = 'erased:' || id,
           link_version = link_version + 1
     where member = ${id} or email = ${email}`
  await execute(db)`delete from event_settings where member = ${id}`
}

/** Erases names, addresses, notes and reasons of reservations some time after their dates. */
export const forgetOldGuests = (db: Database) =>
  execute(db)`
    update event_rsvps set name = null, email = null, note = null, queue_reason = null, key = 'erased:' || id
     where (name is not null or email is not null or note is not null or queue_reason is not null)
       and date in (select id from event_dates where ends_at < now() - ${namesDays}::int * interval '1 day')`

/** Deletes reservations that expired because nobody confirmed them, a day after they expired. */
export const deleteUnconfirmed = (db: Database) =>
  execute(db)`
    delete from event_rsvps
     where status = 'cancelled' and cancelled_by = 'expiry' and confirmed_at is null
       and cancelled_at < now() - interval '1 day'`
