import { z } from 'zod'
import {
  type Database,
  execute,
  findRow,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import { translateRefusal } from '../errors.ts'
import type { Actor, Leg, Purpose } from '../rules.ts'

// PostgreSQL returns a bigint as text.
export const number = z.coerce.number().int()

/** What all requests for transfers and holds have. */
type Keyed = { key: string; requestHash: Buffer }
type TransferContext = { timeZone: string; actor: Actor }

const transferReply = z
  .object({ o_transfer: number, o_created_at: z.coerce.date(), o_is_repeat: z.boolean() })
  .transform(({ o_transfer, o_created_at, o_is_repeat }) => ({
    id: o_transfer,
    createdAt: o_created_at,
    isRepeat: o_is_repeat,
  }))
const holdReply = z
  .object({ o_hold: number, o_expires_at: z.coerce.date(), o_is_repeat: z.boolean() })
  .transform(({ o_hold, o_expires_at, o_is_repeat }) => ({
    id: o_hold,
    expiresAt: o_expires_at,
    isRepeat: o_is_repeat,
  }))

/** Waits for a query. @throws HttpError as `translateRefusal` if a rule of the ledger refuses it; the query's error */
async function refusable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw translateRefusal(error) ?? error
  }
}

const bytes = (hash: Buffer) => `\\x${hash.toString('hex')}`
const idOf = (actor: Actor) => (actor.kind === 'system' ? null : actor.id)
const textArray = (texts: readonly string[]) =>
  `{${texts.map((each) => JSON.stringify(each)).join(',')}}`

type NewTransfer = Keyed &
  TransferContext &
  Purpose & { currency: string; eventAt: Date | null; hold: number | null; legs: readonly Leg[] }

export const insertTransfer = (
  db: Database,
  { key, requestHash, kind, area, reference, currency, timeZone, ...rest }: NewTransfer,
) =>
  refusable(
    requireRow(db, transferReply)`
      select * from ledger_transfer(
        ${key}, ${bytes(requestHash)}::bytea, ${kind}, ${area ?? null}, ${reference ?? null}, ${currency},
        ${timeZone}, ${rest.eventAt?.toISOString() ?? null}::timestamptz, null, ${rest.hold}::bigint,
        ${rest.actor.kind}, ${idOf(rest.actor)}::int,
        ${textArray(rest.legs.map(({ account }) => account))}::text[],
        ${textArray(rest.legs.map(({ amountCents }) => String(amountCents)))}::bigint[])`,
  )

export const insertReversal = (
  db: Database,
  { key, requestHash, transfer, timeZone, actor }: Keyed & TransferContext & { transfer: number },
) =>
  refusable(
    requireRow(db, transferReply)`
      select * from ledger_reverse(
        ${key}, ${bytes(requestHash)}::bytea, ${transfer}::bigint, ${timeZone}, ${actor.kind}, ${idOf(actor)}::int)`,
  )

type NewHold = Keyed &
  Purpose & {
    from: string
    to: string
    amountCents: number
    currency: string
    expires: { at: Date } | { afterSeconds: number }
  }

export const insertHold = (
  db: Database,
  { key, requestHash, from, to, amountCents, currency, kind, area, reference, expires }: NewHold,
) =>
  refusable(
    requireRow(db, holdReply)`
      select * from ledger_hold(
        ${key}, ${bytes(requestHash)}::bytea, ${from}, ${to}, ${amountCents}::bigint, ${currency}, ${kind},
        ${area ?? null}, ${reference ?? null},
        ${'at' in expires ? expires.at.toISOString() : null}::timestamptz,
        ${'at' in expires ? null : expires.afterSeconds}::int)`,
  )

/** Releases a hold. @returns its new status */
export const endHold = (db: Database, hold: number) =>
  refusable(
    requireRow(db, z.object({ status: z.enum(['voided', 'expired']) }))`
      select ledger_void(${hold}::bigint) as status`,
  )

const holdRow = z.object({
  from: z.string(),
  to: z.string(),
  amount: number,
  currency: z.string(),
  kind: z.string(),
  area: z.string().nullable(),
  reference: z.string().nullable(),
})

export const findHold = (db: Database, hold: number) =>
  findRow(db, holdRow)`
    select f.code as from, t.code as to, h.amount, h.currency, h.kind, h.area, h.reference
      from ledger_holds as h
      join ledger_accounts as f on f.id = h.from_account
      join ledger_accounts as t on t.id = h.to_account
     where h.id = ${hold}::bigint`

/**
 * Releases the holds whose time is over, of at most a hundred accounts. The accounts are locked in the order of their
 * ids. @returns how many holds were released
 */
export async function expireHolds(db: Database): Promise<number> {
  const { count } = await requireRow(db, z.object({ count: number }))`
    select coalesce(sum(ledger_expire(account)), 0) as count
      from (select distinct from_account as account from ledger_holds
             where status = 'held' and expires_at <= clock_timestamp()
             order by from_account limit 100) as due`
  return count
}

export const insertNote = (db: Database, transfer: number, text: string, staff: number | null) =>
  execute(db)`
    insert into ledger_notes (transfer, text, staff) values (${transfer}, ${text}, ${staff})`

export const insertReceipt = (db: Database, transfer: number, text: string) =>
  execute(db)`insert into ledger_receipts (transfer, text) values (${transfer}, ${text})`

const texts = z.object({ note: z.string().nullable(), receipt: z.string().nullable() })

/** The texts about a transfer: the first note, and the receipt. */
export const findTexts = (db: Database, transfer: number) =>
  requireRow(db, texts)`
    select (select text from ledger_notes where transfer = ${transfer} order by id limit 1) as note,
           (select text from ledger_receipts where transfer = ${transfer}) as receipt`

/**
 * An SQL column, the reference of the transfer `t`: the reference that the program set, or the number of the receipt
 * that staff typed. A reversal has the original's reference.
 */
export const referenceOf = sql`
  coalesce(t.reference, (select text from ledger_receipts where transfer = coalesce(t.reverses, t.id)),
           (select original.reference from ledger_transfers as original where original.id = t.reverses)) as reference`
