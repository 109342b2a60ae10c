import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import type { PersonalDataOwner } from '../../../platform/feature.ts'
import type { AccountCode } from '../../ledger/rules.ts'
import {
  cardUses,
  checkoutStatuses,
  checksPerRun,
  depositOutcomes,
  graceMinutes,
  unpaidDays,
  watchedDays,
} from '../rules.ts'

// PostgreSQL returns a bigint as text.
const number = z.coerce.number().int()

const paymentRow = z
  .object({
    id: z.number(),
    member: z.number().nullable(),
    account: z.string().transform((code) => code as AccountCode),
    amount: number,
    currency: z.string(),
    key: z.string(),
    session: z.string().nullable(),
    url: z.string().nullable(),
    transfer: number.nullable(),
    net: number,
    lost: number,
    bookings: z.number(),
    reads: z.number(),
    created_at: z.coerce.date(),
    reference: z.string().nullable(),
    use: z.enum(cardUses).nullable(),
    status: z.enum(checkoutStatuses).nullable(),
    description: z.string().nullable(),
    rule: z.string().nullable(),
    email: z.string().nullable(),
    expires_at: z.coerce.date().nullable(),
    paid: number.nullable(),
    paid_currency: z.string().nullable(),
    paid_at: z.coerce.date().nullable(),
    outcome: z.enum(depositOutcomes).nullable(),
  })
  .transform(({ amount, net, lost, paid, ...rest }) => ({
    ...rest,
    amountCents: amount,
    netCents: net,
    lostCents: lost,
    paidCents: paid,
  }))
export type CardPayment = z.output<typeof paymentRow>
/** A guest's checkout. */
export type Checkout = CardPayment & {
  [Field in 'reference' | 'use' | 'status' | 'description' | 'expires_at']: NonNullable<
    CardPayment[Field]
  >
}

/** Whether a payment is a guest's checkout, and not a member's top-up. */
export const isCheckout = (payment: CardPayment): payment is Checkout => payment.reference !== null

type NewPayment = { member: number; key: string; amountCents: number; currency: string }

/** Stores a payment that a member begins. @returns the earlier payment if the member has used the key before */
export const insertPayment = (db: Database, { member, key, amountCents, currency }: NewPayment) =>
  requireRow(db, paymentRow)`
    insert into card_payments (member, account, key, amount, currency)
    values (${member}, ${`member:${member}`}, ${key}, ${amountCents}, ${currency})
    on conflict (account, key) do update set key = excluded.key
    returning *`

type NewCheckout = Pick<
  Checkout,
  'reference' | 'use' | 'description' | 'rule' | 'email' | 'amountCents' | 'currency'
> & {
  key: string
  account: AccountCode
  member: number | null
  expiresAt: Date
}

export const insertCheckout = (db: Database, checkout: NewCheckout): Promise<CardPayment> =>
  requireRow(db, paymentRow)`
    insert into card_payments (member, account, key, amount, currency, reference, use, status, description, rule, email,
                               expires_at, check_at, outcome)
    values (${checkout.member}::int, ${checkout.account}, ${checkout.key}, ${checkout.amountCents}, ${checkout.currency},
            ${checkout.reference}, ${checkout.use}::text, 'open', ${checkout.description}, ${checkout.rule},
            ${checkout.email},
            ${checkout.expiresAt.toISOString()}::timestamptz, ${checkout.expiresAt.toISOString()}::timestamptz,
            case ${checkout.use}::text when 'deposit' then 'held' end)
    returning *`

/** A checkout by the key of its form. */
export const findCheckout = (db: Database, reference: string, key: string) =>
  findRow(db, paymentRow)`
    select * from card_payments where reference = ${reference} and key = ${key}`

/** The checkout of a subject that can be paid. */
export const findOpenCheckout = (db: Database, reference: string) =>
  findRow(db, paymentRow)`
    select * from card_payments where reference = ${reference} and status = 'open'`

/** All checkouts of a subject, the oldest first. */
export const listCheckouts = (db: Database, reference: string) =>
  findRows(db, paymentRow)`select * from card_payments where reference = ${reference} order by id`

/** The accepted payments of a subject, the newest first, locked until the transaction ends. */
export const lockPaidCheckouts = (db: Database, reference: string) =>
  findRows(db, paymentRow)`
    select * from card_payments where reference = ${reference} and status = 'paid' order by id desc for update`

/** What the venue keeps of the accepted payments of each subject, less the refunds that are not sent yet. */
export const findKeptCents = async (
  db: Database,
  references: readonly string[],
): Promise<number[]> =>
  references.length
    ? findRows(db, column(z.coerce.number()))`
        select greatest(0, sum(net) - coalesce(sum(refunds.cents), 0)) from card_payments
          left join lateral (
            select sum(amount) as cents from card_refunds
             where payment = card_payments.id and state = 'requested') as refunds on true
         where reference = any(${`{${references.join(',')}}`}::text[]) and status = 'paid' group by reference`
    : []

/**
 * Closes the open checkout of a subject: what arrives later is paid back. Then the checkout is ended at the payment
 * service as soon as possible. One that the service does not know yet has nothing to end, see `setCheckoutSession`.
 */
export const closeOpenCheckout = (db: Database, reference: string) =>
  execute(db)`
    update card_payments
       set status = 'closed', url = null, check_at = case when session is not null then now() end
     where reference = ${reference} and status = 'open'`

/** Closes a checkout whose time is over. @returns false if it is not open, or not over */
export const closeExpired = async (db: Database, id: number): Promise<boolean> =>
  (await execute(db)`
    update card_payments
       set status = 'closed', url = null, check_at = case when session is not null then now() end
     where id = ${id} and status = 'open' and expires_at <= now()`) > 0

/** Open checkouts whose time was over long ago, although nobody could end them at the payment service. */
export const listOverdueCheckouts = (db: Database): Promise<CardPayment[]> =>
  findRows(db, paymentRow)`
    select * from card_payments
     where status = 'open' and expires_at < now() - ${graceMinutes} * interval '1 minute' order by id`

/**
 * Stores the service's session of a checkout, also if it was closed meanwhile: then the session is ended as soon as
 * possible.
 * @returns whether the checkout is open
 */
export const setCheckoutSession = (
  db: Database,
  id: number,
  { session, url }: { session: string; url: string },
): Promise<boolean> =>
  requireRow(db, column(z.boolean()))`
    update card_payments
       set session = ${session}, url = case when status = 'open' then ${url} end,
           check_at = case when status = 'open' then least(expires_at, now() + interval '1 minute') else now() end
     where id = ${id} returning status = 'open'`

/** Stores that a checkout was paid. */
export const savePaid = (
  db: Database,
  id: number,
  paid: { status: 'paid' | 'refused'; account: AccountCode; paidCents: number; currency: string },
) =>
  execute(db)`
    update card_payments set status = ${paid.status}, account = ${paid.account}, url = null, paid = ${paid.paidCents},
           paid_currency = ${paid.currency}, paid_at = now(),
           outcome = case when ${paid.status}::text = 'paid' then outcome end
     where id = ${id}`

/** Stores what became of a deposit, and which account has the money. */
export const saveOutcome = (
  db: Database,
  id: number,
  { outcome, account, bookings }: Pick<CardPayment, 'outcome' | 'account' | 'bookings'>,
) =>
  execute(db)`
    update card_payments set outcome = ${outcome}, account = ${account}, bookings = ${bookings} where id = ${id}`

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
export const lockPayment = (db: Database, key: PaymentIdentifier): Promise<CardPayment | null> =>
  findRow(db, paymentRow)`
    select * from card_payments where ${'id' in key ? sql`id = ${key.id}` : sql`session = ${key.session}`} for update`

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

/**
 * Payments whose state has to be read from the service: first checkouts that have to end, because something is kept for
 * their guests; then the longest due.
 */
export const listDuePayments = (db: Database): Promise<CardPayment[]> =>
  findRows(db, paymentRow)`
    select * from card_payments where check_at <= now()
     order by (status in ('open', 'closed') and expires_at <= now()) is not true, check_at limit ${checksPerRun}`

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
  description: z.string().nullable(),
})

/** A member's payments, for the data download. */
export const exportPaymentsOf = (db: Database, { id, email }: PersonalDataOwner) =>
  findRows(db, ownPayment)`
    select amount, currency, transfer, created_at, description from card_payments
     where member = ${id} or lower(email) = lower(${email}) order by id`

/** Removes a member from the payments that they made as a guest. */
export const removeGuest = (db: Database, { id, email }: PersonalDataOwner) =>
  execute(db)`
    with changed as (
      update card_payments set member = null, email = null
       where reference is not null and (member = ${id} or lower(email) = lower(${email})) returning id
    )
    update card_refunds set reason = null where payment in (select id from changed)`

/** Removes guests' addresses, and what staff wrote about them, from payments that are no longer checked. */
export const removeOldGuests = (db: Database) =>
  execute(db)`
    with changed as (
      update card_payments set email = null
       where email is not null and created_at < now() - ${watchedDays} * interval '1 day' returning id
    )
    update card_refunds set reason = null where payment in (select id from changed)`

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
  await execute(
    db,
  )`delete from card_payments where member = ${member} and session is null and reference is null`
  return findRows(db, accountRow)`
    with changed as (
      update card_payments
         set member = null, url = null,
             check_at = case when transfer is null and check_at is not null then now() else check_at end
       where member = ${member} and reference is null returning account, currency, transfer
    )
    select distinct account, currency from changed where transfer is null`
}

/** Deletes unpaid payments that were begun long ago and are no longer checked. */
export const deleteUnpaid = (db: Database) =>
  execute(db)`
    delete from card_payments
     where transfer is null and paid is null and check_at is null
       and created_at < now() - ${unpaidDays} * interval '1 day'`

/**
 * Payments that were paid, and guests' open checkouts, the newest first.
 * @param options.before an id; only payments with a lower id are listed
 * @param options.onlyFailed only payments with a failed refund that nobody has looked after
 */
export const listPayments = (
  db: Database,
  { before, onlyFailed, limit }: { before: number; onlyFailed: boolean; limit: number },
): Promise<CardPayment[]> =>
  findRows(db, paymentRow)`
    select * from card_payments as p
     where id < ${before} and (transfer is not null or paid is not null or status = 'open')
       and (not ${onlyFailed} or exists (
             select from card_refunds where payment = p.id and state = 'failed' and closed_by is null))
     order by id desc limit ${limit}`
