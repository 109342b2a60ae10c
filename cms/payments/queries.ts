import { z } from 'zod'
import { type Database, execute, findRow, findRows, requireRow } from '../database/query.ts'
import { isoTimestamp } from '../database/row-fields.ts'
import type { AccountCode } from '../ledger/rules.ts'
import { unpaidDays } from './rules.ts'

// PostgreSQL returns a bigint as text.
const number = z.coerce.number().int()

const paymentRow = z
  .object({
    id: z.number(),
    member: z.number().nullable(),
    account: z.string().transform((code) => code as AccountCode),
    amount: number,
    currency: z.string(),
    session: z.string().nullable(),
    url: z.string().nullable(),
    transfer: number.nullable(),
    net: number,
    lost: number,
    bookings: z.number(),
  })
  .transform(({ amount, net, lost, ...rest }) => ({
    ...rest,
    amountCents: amount,
    netCents: net,
    lostCents: lost,
  }))
export type CardPayment = z.output<typeof paymentRow>

type NewPayment = { member: number; key: string; amountCents: number; currency: string }

/** Stores a payment that a member begins. @returns the earlier one, if the member has used the key before */
export const insertPayment = (db: Database, { member, key, amountCents, currency }: NewPayment) =>
  requireRow(db, paymentRow)`
    insert into card_payments (member, account, key, amount, currency)
    values (${member}, ${`member:${member}`}, ${key}, ${amountCents}, ${currency})
    on conflict (account, key) do update set key = excluded.key
    returning *`

export const setSession = (
  db: Database,
  id: number,
  { session, url }: { session: string; url: string },
) => execute(db)`update card_payments set session = ${session}, url = ${url} where id = ${id}`

/** Locks a payment until the transaction ends; null if there is none. */
export const lockPayment = (db: Database, session: string): Promise<CardPayment | null> =>
  findRow(db, paymentRow)`select * from card_payments where session = ${session} for update`

export const saveBooking = (
  db: Database,
  id: number,
  booked: Pick<CardPayment, 'transfer' | 'netCents' | 'lostCents' | 'bookings'>,
) =>
  execute(db)`
    update card_payments set transfer = ${booked.transfer}, net = ${booked.netCents}, lost = ${booked.lostCents},
           bookings = ${booked.bookings}
     where id = ${id}`

const ownPayment = z.object({
  amount: number,
  currency: z.string(),
  transfer: number.nullable(),
  created_at: isoTimestamp,
})

/** A member's payments, for the data download. */
export const exportPaymentsOf = (db: Database, member: number) =>
  findRows(db, ownPayment)`
    select amount, currency, transfer, created_at from card_payments where member = ${member} order by id`

/** Removes the member from their payments. Those that were paid are kept: they can be refunded. */
export async function forgetPayer(db: Database, member: number): Promise<void> {
  await execute(db)`delete from card_payments where member = ${member} and session is null`
  await execute(db)`update card_payments set member = null, url = null where member = ${member}`
}

/** Deletes payments that were begun long ago and not paid. */
export const deleteUnpaid = (db: Database) =>
  execute(db)`
    delete from card_payments
     where transfer is null and created_at < now() - ${unpaidDays} * interval '1 day'`
