import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { assignments, rowOf } from '../../../platform/database/row.ts'
import { reservationsOf, standingCondition } from '../../reservations/service.ts'
import { bookings } from '../tables.ts'
import { insertHealth } from './place.ts'

type Person = { email: string; member: number | null; phone: string | null }

/** How many coming bookings of tables a person has, by address, account or telephone, besides `except`. */
export const countComing = (
  db: Database,
  { email, member, phone, except }: Person & { except: number },
): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from ${reservationsOf('table')} as r join bookings as b on b.id = r.subject
     where b.ends_at > now() and b.finished_at is null and b.id <> ${except}
       and r.status in ('held', 'going', 'waitlisted', 'offered')
       and (r.email = ${email} or r.member = ${member}::int or b.phone = ${phone}::text)`

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
