import { z } from 'zod'
import {
  type Database,
  findRows,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import type { AccountCode, Purpose } from '../rules.ts'
import { number, referenceOf } from './transfers.ts'

/** Default: no filter. */
export type StatementFilter = { kind?: Purpose['kind'] | undefined; area?: Purpose['area'] }

export type StatementQuery = StatementFilter & {
  /** Not an account of the venue or the Common Good: those have no single running balance. */
  account: AccountCode
  /** `YYYY-MM`, on the venue's clock. */
  month: string
  /** The venue's time zone, an IANA name. */
  timeZone: string
  /** A `version`, the sequence number of an entry in its account; only lines with a lower one are listed. */
  before?: number
  limit?: number
}

const line = z
  .object({
    version: number,
    transfer: number,
    amount: number,
    balance: number,
    created_at: isoTimestamp,
    event_at: isoTimestamp,
    kind: z.string(),
    area: z.string().nullable(),
    reference: z.string().nullable(),
    reverses: number.nullable(),
    reversed_by: number.nullable(),
    /** The part of a payment that the Common Good got. */
    share: number,
    /** Notes of staff. */
    notes: z.array(z.string()),
  })
  .transform(({ amount, balance, share, ...rest }) => ({
    ...rest,
    amountCents: amount,
    balanceCents: balance,
    shareCents: share,
  }))
export type StatementLine = z.output<typeof line>

const startOf = (month: string, timeZone: string) =>
  sql`${`${month}-01`}::timestamp at time zone ${timeZone}`
const endOf = (month: string, timeZone: string) =>
  sql`(${`${month}-01`}::timestamp + interval '1 month') at time zone ${timeZone}`

const filterCondition = ({ kind, area }: StatementFilter): SQL => sql`
  (${kind ?? null}::text is null or t.kind = ${kind ?? null})
  and (${area ?? null}::text is null or t.area = ${area ?? null})`

/**
 * The entries of an account in a month, newest first, each with the balance after it, and the balances at the month's
 * beginning and end.
 */
export async function findStatement(
  db: Database,
  { account, month, timeZone, before, limit = 200, ...filter }: StatementQuery,
) {
  const ends = await requireRow(db, z.object({ opening: number, closing: number }))`
    with month as (
      select id, ${startOf(month, timeZone)} as begins, ${endOf(month, timeZone)} as ends
        from (select max(id) as id from ledger_accounts where code = ${account}) as named
    )
    select coalesce((select balance from ledger_entries where account = month.id and created_at < begins
                      order by created_at desc, version desc limit 1), 0) as opening,
           coalesce((select balance from ledger_entries where account = month.id and created_at < ends
                      order by created_at desc, version desc limit 1), 0) as closing
      from month`
  const lines = await findRows(db, line)`
    select e.version, e.transfer, e.amount, e.balance, e.created_at, t.event_at, t.kind, t.area, ${referenceOf},
           t.reverses, r.id as reversed_by,
           case when t.kind <> 'payment' then 0
                else (select coalesce(sum(s.amount), 0) from ledger_entries as s
                       where s.transfer = t.id
                         and s.account = (select id from ledger_accounts where code = 'common_good')) end as share,
           array(select n.text from ledger_notes as n where n.transfer = t.id order by n.id) as notes
      from ledger_entries as e
      join ledger_transfers as t on t.id = e.transfer
      left join ledger_transfers as r on r.reverses = t.id
     where e.account = (select id from ledger_accounts where code = ${account})
       and e.created_at >= ${startOf(month, timeZone)}
       and e.created_at < ${endOf(month, timeZone)}
       and e.version < coalesce(${before ?? null}::bigint, 9223372036854775807)
       and ${filterCondition(filter)}
     order by e.created_at desc, e.version desc limit ${limit}`
  return { openingCents: ends.opening, closingCents: ends.closing, lines }
}

const exportedLine = z
  .object({
    version: number,
    created_at: isoTimestamp,
    kind: z.string(),
    area: z.string().nullable(),
    reference: z.string().nullable(),
    amount: number,
    balance: number,
    currency: z.string(),
  })
  .transform(({ amount, balance, ...rest }) => ({
    ...rest,
    amountCents: amount,
    balanceCents: balance,
  }))

/**
 * The entries of an account, oldest first, for lists that are read in parts.
 * @param query.month `YYYY-MM`; default: all months
 * @param query.after a `version`; only lines with a higher one are listed
 */
export const listLines = (
  db: Database,
  {
    account,
    month,
    timeZone,
    after,
    limit,
    ...filter
  }: StatementFilter & {
    account: AccountCode
    month?: string | undefined
    timeZone: string
    after: number
    limit: number
  },
) =>
  findRows(db, exportedLine)`
    select e.version, e.created_at, t.kind, t.area, ${referenceOf}, e.amount, e.balance, t.currency
      from ledger_entries as e join ledger_transfers as t on t.id = e.transfer
     where e.account = (select id from ledger_accounts where code = ${account}) and e.stripe = 0
       and e.version > ${after}::bigint
       and ${month ? sql`e.created_at >= ${startOf(month, timeZone)} and e.created_at < ${endOf(month, timeZone)}` : sql`true`}
       and ${filterCondition(filter)}
     order by e.version limit ${limit}`

const monthKindRow = z.object({
  month: z.string(),
  kind: z.string(),
  received: number,
  paid: number,
  entries: number,
})

/** Days of the venue's calendar, `YYYY-MM-DD`; `until` is the day after the last one. */
export type DaysQuery = { account: AccountCode; from: string; until: string; timeZone: string }

const inDays = ({ from, until, timeZone }: DaysQuery): SQL => sql`
  e.created_at >= ${from}::timestamp at time zone ${timeZone}
  and e.created_at < ${until}::timestamp at time zone ${timeZone}`
const accountOf = ({ account }: DaysQuery): SQL =>
  sql`(select id from ledger_accounts where code = ${account})`

/**
 * What an account got and gave in each month (`YYYY-MM`) by kind, in minor units, oldest first. A reversal counts for the kind
 * of the transfer that it reverses, in the month of the reversal.
 */
export const listMonthKinds = (db: Database, query: DaysQuery) =>
  findRows(db, monthKindRow)`
    select to_char(e.created_at at time zone ${query.timeZone}, 'YYYY-MM') as month, coalesce(o.kind, t.kind) as kind,
           coalesce(sum(e.amount) filter (where e.amount > 0), 0) as received,
           coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as paid, count(*) as entries
      from ledger_entries as e
      join ledger_transfers as t on t.id = e.transfer
      left join ledger_transfers as o on o.id = t.reverses
     where e.account = ${accountOf(query)} and ${inDays(query)}
     group by 1, 2 order by 1, 2`

const monthEnd = z.object({ month: z.string(), balance: number })

/** The balance of an account with one stripe before these days, and after each month in which it changed. */
export async function findMonthEnds(db: Database, query: DaysQuery) {
  const opening = await requireRow(db, z.object({ balance: number }))`
    select coalesce((select e.balance from ledger_entries as e
                      where e.account = ${accountOf(query)}
                        and e.created_at < ${query.from}::timestamp at time zone ${query.timeZone}
                      order by e.created_at desc, e.version desc limit 1), 0) as balance`
  const ends = await findRows(db, monthEnd)`
    select distinct on (month) to_char(e.created_at at time zone ${query.timeZone}, 'YYYY-MM') as month, e.balance
      from ledger_entries as e
     where e.account = ${accountOf(query)} and ${inDays(query)}
     order by month, e.created_at desc, e.version desc`
  return { openingCents: opening.balance, ends }
}

/** The months of an account's first and last line, `YYYY-MM`; null if it has no line. */
export async function findStatementMonths(
  db: Database,
  { account, timeZone }: { account: AccountCode; timeZone: string },
): Promise<{ first: string; last: string } | null> {
  const month = (order: SQL) => sql`
    (select to_char(created_at at time zone ${timeZone}, 'YYYY-MM') from ledger_entries
      where account = (select id from ledger_accounts where code = ${account}) order by created_at ${order} limit 1)`
  const { first, last } = await requireRow(
    db,
    z.object({ first: z.string().nullable(), last: z.string().nullable() }),
  )`select ${month(sql`asc`)} as first, ${month(sql`desc`)} as last`
  return first && last ? { first, last } : null
}

/** The amount that a transfer moved to or from an account; null if it did not touch the account. */
export const findAmount = async (
  db: Database,
  { account, transfer }: { account: AccountCode; transfer: number },
): Promise<number | null> =>
  (
    await requireRow(db, z.object({ amount: number.nullable() }))`
      select sum(amount) as amount from ledger_entries
       where transfer = ${transfer}::bigint
         and account = (select id from ledger_accounts where code = ${account})`
  ).amount

export type MovementQuery = {
  account: AccountCode
  /** An id; only transfers with a lower id are listed. */
  before?: number
  /** Default: 50. */
  limit?: number
}

const movement = z
  .object({
    id: number,
    amount: number,
    kind: z.string(),
    area: z.string().nullable(),
    reference: z.string().nullable(),
    event_at: isoTimestamp,
    created_at: isoTimestamp,
    actor: z.enum(['member', 'staff', 'system']),
    actor_id: z.number().nullable(),
    reverses: number.nullable(),
    reversed_by: number.nullable(),
    /** The first note of staff. */
    note: z.string().nullable(),
  })
  .transform(({ amount, ...rest }) => ({ ...rest, amountCents: amount }))
export type Movement = z.output<typeof movement>

/** The transfers that were booked on an account, one line each, the newest first. */
export const listMovements = (
  db: Database,
  { account, before, limit = 50 }: MovementQuery,
): Promise<Movement[]> =>
  findRows(db, movement)`
    select t.id, m.amount, t.kind, t.area, ${referenceOf}, t.event_at, t.created_at, t.actor, t.actor_id, t.reverses,
           r.id as reversed_by, n.text as note
      from (select transfer, sum(amount) as amount from ledger_entries
             where account = (select id from ledger_accounts where code = ${account})
               and transfer < coalesce(${before ?? null}::bigint, 9223372036854775807)
             group by transfer order by transfer desc limit ${limit}) as m
      join ledger_transfers as t on t.id = m.transfer
      left join ledger_transfers as r on r.reverses = t.id
      left join lateral (select text from ledger_notes where transfer = t.id order by id limit 1) as n on true
     order by t.id desc`

const monthRow = z.object({
  month: z.string(),
  kind: z.string(),
  area: z.string(),
  received: number,
  given: number,
  entries: number,
})

/**
 * What the Common Good got and gave, in minor units, by month (`YYYY-MM`, of `event_at`), kind and area (empty: none),
 * oldest first. A reversal is subtracted from the original's kind in the month of the reversal, so a sum can be below
 * zero.
 */
export const listMonths = (db: Database) =>
  findRows(db, monthRow)`
    select to_char(month, 'YYYY-MM') as month, kind, area, sum(received) as received, sum(given) as given,
           sum(entries) as entries
      from ledger_sums where account = (select id from ledger_accounts where code = 'common_good')
     group by month, kind, area order by month, kind, area`
