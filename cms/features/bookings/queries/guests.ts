import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  idList,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { assignments, rowOf } from '../../../platform/database/row.ts'
import { mailboxOf } from '../../../platform/mail/address.ts'
import { reservationsOf, standingCondition } from '../../reservations/service.ts'
import { phoneKey } from '../evening/rules.ts'
import { bookings } from '../tables.ts'
import { insertHealth } from './place.ts'
import { takesTable } from './taken.ts'

type Person = { email: string; member: number | null; phone: string | null }

const coming = z.object({ email: z.string().nullable(), isOwn: z.boolean() })

/**
 * How many coming bookings of tables a person has, by mailbox, account or telephone, besides `except`. Other spellings of
 * an address or a number count too.
 */
export async function countComing(
  db: Database,
  { email, member, phone, except }: Person & { except: number },
): Promise<number> {
  // Tags and dots never change the first character of an address.
  const found = await findRows(db, coming)`
    select * from (
      select r.email, coalesce(r.member = ${member}::int, false)
               or coalesce(right(regexp_replace(b.phone, '[^0-9]', '', 'g'), 9) = ${phoneKey(phone)}::text, false) as "isOwn"
        from ${reservationsOf('table')} as r join bookings as b on b.id = r.subject
       where b.ends_at > now() and b.finished_at is null and b.id <> ${except}
         and r.status in ('held', 'going', 'waitlisted', 'offered')) as coming
     where "isOwn" or left(email, 1) = left(${email}, 1)`
  const mailbox = mailboxOf(email)
  return found.filter((each) => each.isOwn || (each.email && mailboxOf(each.email) === mailbox))
    .length
}

/** SQL: whether a booking has a reservation that was not cancelled. */
const isReserved = (booking: number) =>
  sql`(exists (select from ${reservationsOf('table')} as r where subject = ${booking}::int and ${standingCondition})
       or exists (select from ${reservationsOf('desk')} as r where subject = ${booking}::int and ${standingCondition}))`

export const hasReservation = (db: Database, booking: number): Promise<boolean> =>
  requireRow(db, column(z.boolean()))`select ${isReserved(booking)}`

type Wishes = Partial<
  Pick<typeof bookings.$inferSelect, 'phone' | 'notes' | 'occasion' | 'highChair' | 'stepFree'>
>

/** Stores what a guest typed, unless the booking is made already. What concerns health is stored apart. */
export async function saveWishes(
  db: Database,
  booking: number,
  { allergies, ...wishes }: Wishes & { allergies: string | null },
): Promise<void> {
  const saved = await execute(db)`
    update bookings set ${assignments(bookings, wishes)}
     where id = ${booking} and not ${isReserved(booking)}`
  if (saved && allergies) await insertHealth(db, booking, allergies)
}

/** Changes the deposit of a booking, until when it can be cancelled, and what the party needs. */
export const saveTerms = (
  db: Database,
  booking: number,
  terms: Pick<
    typeof bookings.$inferSelect,
    'depositCents' | 'cancelUntil' | 'stepFree' | 'highChair'
  >,
): Promise<number> =>
  execute(db)`update bookings set ${assignments(bookings, terms)} where id = ${booking}`

/** The tables that a booking takes. */
export const listTablesOf = (db: Database, booking: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select t.table_id from booking_tables as t where t.booking = ${booking} and ${takesTable('t')}`

/** SQL: bookings \`b\` of guests who began to put themselves in line, and left no name. */
const isUnfinished = sql`
  b.source = 'web' and not exists (select from booking_tables as t where t.booking = b.id)
  and not exists (select from ${reservationsOf('table')} as r where r.subject = b.id)
  and not exists (select from ${reservationsOf('desk')} as r where r.subject = b.id)`

/** Deletes a locked booking of a guest who began to put themselves in line, and left no name. */
export const deleteUnfinished = (db: Database, booking: number): Promise<number> =>
  execute(db)`delete from bookings as b where b.id = ${booking} and ${isUnfinished}`

/** The same for all that are older than some minutes. Call it in a transaction. */
export async function deleteAllUnfinished(db: Database, minutes: number): Promise<number> {
  // A statement sees what was committed before it began, so the rows are locked first.
  const ids = await findRows(db, column(z.number()))`
    select b.id from bookings as b
     where b.created_at < now() - ${minutes}::int * interval '1 minute' and b.ends_at > now() and ${isUnfinished}
     order by b.id limit 1000 for update skip locked`
  return ids.length
    ? execute(
        db,
      )`delete from bookings as b where b.id = any(${idList(ids)}::int[]) and ${isUnfinished}`
    : 0
}

/** Stores that a party said how late it is, or that it still comes. */
export const saveWord = (
  db: Database,
  booking: number,
  { lateMinutes, isComing }: { lateMinutes?: number; isComing?: boolean },
): Promise<number> =>
  execute(db)`
    update bookings set ${assignments(bookings, {
      ...(lateMinutes !== undefined && { lateMinutes }),
      ...(isComing && { stillComingAt: sql`coalesce(still_coming_at, now())` }),
      version: sql`version + 1`,
    })}
     where id = ${booking}`

type Owner = { id: number; email: string }

/** SQL: the bookings of a member, or of the member’s address. */
const bookingsOf = ({ id, email }: Owner) => sql`(
  select subject from ${reservationsOf('table')} as r where r.member = ${id}::int or r.email = ${email}
  union select subject from ${reservationsOf('desk')} as r where r.member = ${id}::int or r.email = ${email})`

const exported = rowOf(bookings, {
  only: ['day', 'area', 'party', 'phone', 'notes', 'occasion', 'highChair', 'stepFree'],
})

/** What a member typed about bookings, for the data download. What concerns health is in no file. */
export const listTypedBy = (db: Database, owner: Owner) =>
  findRows(db, exported.schema)`
    select ${exported.columns} from bookings where id in ${bookingsOf(owner)} order by starts_at, id`

/** Erases what a member typed. */
export async function eraseTypedBy(db: Database, owner: Owner): Promise<void> {
  await execute(db)`delete from booking_health where booking in ${bookingsOf(owner)}`
  await execute(db)`
    update bookings set phone = null, notes = null, occasion = null where id in ${bookingsOf(owner)}`
}
