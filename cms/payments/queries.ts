import { z } from 'zod'
import { type Database, execute, findRow, findRows, requireRow, sql } from '../database/query.ts'
import { isoTimestamp } from '../database/row-fields.ts'
import type { AccountCode } from '../ledger/rules.ts'
import { checksPerRun, unpaidDays } from './rules.ts'

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
    reads: z.number(),
    created_at: z.coerce.date(),
  })
  .transform(({ amount, net, lost, ...rest }) => ({
    ...rest,
    amountCents: amount,
    netCents: net,
    lostCents: lost,
  }))
export type CardPayment = z.output<typeof paymentRow>

type NewPayment = { member: number; key: string; amountCents: number; currency: string }

/** Stores a payment that a member begins. @returns the earlier payment if the member has used the key before */
export const insertPayment = (db: Database, { member, key, amountCents, currency }: NewPayment) =>
  requireRow(db, paymentRow)`
    insert into card_payments (member, account, key, amount, currency)
    values (${member}, ${`member:${member}`}, ${key}, ${amountCents}, ${currency})
    on conflict (account, key) do update set key = excluded.key
    returning *`

/**
 * Stores the service's session and page of a payment.
 * @returns the number of rows: 0 if the member was deleted meanwhile
 */
export const setSession = (
  db: Database,
  id: number,
  { session, url, checkInMs }: { session: string; url: string; checkInMs: number },
): Promise<number> =>
  execute(db)`
    update card_payments
       set session = ${session}, url = ${url},
           check_at = coalesce(check_at, now() + ${checkInMs} * interval '1 ms')
     where id = ${id} and member is not null`

/** Identifies a payment by its own id, or by the payment service's. */
export type PaymentIdentifier = { id: number } | { session: string }

export const findPayment = (db: Database, key: PaymentIdentifier): Promise<CardPayment | null> =>
  findRow(db, paymentRow)`
    select * from card_payments where ${'id' in key ? sql`id = ${key.id}` : sql`session = ${key.session}`}`

/** Locks a payment until the transaction ends; null if there is no such payment. */
export const lockPayment = (db: Database, session: string): Promise<CardPayment | null> =>
  findRow(db, paymentRow)`select * from card_payments where session = ${session} for update`

/** Notes that a payment's state was read. @param checkInMs the delay until it is read again; null: never */
export const saveRead = (db: Database, id: number, checkInMs: number | null) =>
  execute(db)`
    update card_payments set reads = reads + 1, check_at = now() + ${checkInMs}::float8 * interval '1 ms'
     where id = ${id}`

/** Postpones the check of a payment after a failure. */
export const postponeCheck = (db: Database, id: number, delayMs: number) =>
  execute(db)`
    update card_payments set check_at = now() + ${delayMs} * interval '1 ms'
     where id = ${id} and check_at <= now()`

/** Payments whose state has to be read from the service, the longest due first. */
export const listDuePayments = (db: Database): Promise<CardPayment[]> =>
  findRows(db, paymentRow)`
    select * from card_payments where session is not null and check_at <= now()
     order by check_at limit ${checksPerRun}`

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

const accountRow = z.object({
  account: z.string().transform((code) => code as AccountCode),
  currency: z.string(),
})

/**
 * Removes the member from their payments, and deletes payments that never got a page at the service. The others are
 * kept: a paid one can be refunded, an unpaid one may be paid at this moment. The check of unpaid payments becomes due
 * at once.
 * @returns the accounts of the unpaid payments
 */
export async function removePayer(db: Database, member: number) {
  await execute(db)`delete from card_payments where member = ${member} and session is null`
  return findRows(db, accountRow)`
    with changed as (
      update card_payments
         set member = null, url = null,
             check_at = case when transfer is null and check_at is not null then now() else check_at end
       where member = ${member} returning account, currency, transfer
    )
    select distinct account, currency from changed where transfer is null`
}

/** Deletes unpaid payments that were begun long ago and are no longer checked. */
export const deleteUnpaid = (db: Database) =>
  execute(db)`
    delete from card_payments
     where transfer is null and check_at is null and created_at < now() - ${unpaidDays} * interval '1 day'`
