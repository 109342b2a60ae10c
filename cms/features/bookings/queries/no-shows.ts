import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  jsonRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { noShowMonths } from '../evening/rules.ts'

/** Who booked, as it is known without names. */
export type KnownGuest = {
  member: number | null
  phoneHmac: string | null
  emailHmac: string | null
}

const isRecent = sql.raw(`n.at > now() - interval '${noShowMonths} months'`)

export const insertNoShow = (db: Database, booking: number, guest: KnownGuest) =>
  execute(db)`
    insert into booking_no_shows (booking, member, phone_hmac, email_hmac)
    values (${booking}, ${guest.member}, ${guest.phoneHmac}, ${guest.emailHmac}) on conflict do nothing`

export const deleteNoShow = (db: Database, booking: number) =>
  execute(db)`delete from booking_no_shows where booking = ${booking}`

/** To how many bookings somebody did not come. */
export const countNoShows = (db: Database, guest: KnownGuest): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from booking_no_shows as n
     where ${isRecent} and (n.member = ${guest.member} or n.phone_hmac = ${guest.phoneHmac}
                            or n.email_hmac = ${guest.emailHmac})`

const countOf = z.object({ booking: z.number(), count: z.number() })

/** The same for the guests of several bookings, each without its own. */
export const countAllNoShows = (
  db: Database,
  guests: readonly (KnownGuest & { booking: number })[],
) =>
  findRows(db, countOf)`
    select g.booking, count(*)::int as count
      from jsonb_to_recordset(${jsonRows(guests)}) as g
           (booking int, member int, "phoneHmac" text, "emailHmac" text)
      join booking_no_shows as n
        on n.booking <> g.booking and ${isRecent}
       and (n.member = g.member or n.phone_hmac = g."phoneHmac" or n.email_hmac = g."emailHmac")
     group by g.booking`

export const forgetNoShows = (db: Database): Promise<number> =>
  execute(db)`delete from booking_no_shows as n where not ${isRecent}`

export const eraseNoShowsOf = (
  db: Database,
  { member, emailHmac }: { member: number; emailHmac: string },
): Promise<number> =>
  execute(db)`delete from booking_no_shows where member = ${member} or email_hmac = ${emailHmac}`
