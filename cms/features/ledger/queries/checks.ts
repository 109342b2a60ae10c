import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  requireRow,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import type { Difference } from '../rules.ts'
import { number } from './transfers.ts'

/** A part of an account's balance. Stripes are ordered by account, then by stripe. */
export type BalanceStripe = { account: number; stripe: number }

const difference = z
  .object({
    rule: z.string(),
    account: z.string(),
    stripe: z.number(),
    version: number,
    transfer: number,
    hold: number,
    currency: z.string(),
    month: z.string(),
  })
  .partial()
  .transform((row) => row as Difference)

/** The most differences that a check reports. */
export const maxDifferences = 50

/**
 * Begins the transaction of a check, which sees the books as of one moment. Does not block other transactions.
 * @returns false if another check is running
 */
export async function beginCheck(db: Database): Promise<boolean> {
  await execute(db)`set transaction isolation level repeatable read`
  // The queries of a check have a `limit`, so the planner expects them to end early, and would choose nested loops. But
  // usually there are no differences, and a query reads all rows. With these settings, several processes join with hash
  // tables. The processes share no hash table, because it may be too large for /dev/shm.
  await execute(db)`
    select set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
           set_config('enable_nestloop', 'off', true), set_config('enable_parallel_hash', 'off', true),
           set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true)`
  return hasRow(
    db,
  )`select where pg_try_advisory_xact_lock(hashtextextended('check of the books', 0))`
}

const counts = z.object({ accounts: number, transfers: number, entries: number, last: number })

/** How many accounts, transfers and entries there are, and the highest id of a transfer. */
export const countBooks = (db: Database) =>
  requireRow(db, counts)`
    select (select count(*) from ledger_accounts) as accounts,
           (select count(*) from ledger_transfers) as transfers,
           (select count(*) from ledger_entries) as entries,
           (select coalesce(max(id), 0) from ledger_transfers) as last`

/** Splits the stripes into ranges of about `size` entries. @returns the last stripe of each range */
export const listRanges = (db: Database, size: number) =>
  findRows(db, z.object({ account: z.number(), stripe: z.number() }))`
    select distinct on (part) account, stripe
      from (select account, stripe,
                   floor((sum(version) over (order by account, stripe) - 1) / ${size}::int) as part
              from ledger_balances) as parts
     order by part, account desc, stripe desc`

/** Checks that the entries of each transfer with an id above `after`, up to `until`, add up to zero. */
export const checkTransferSums = (db: Database, after: number, until: number) =>
  findRows(db, difference)`
    select 'transfer_sum' as rule, t.id as transfer
      from ledger_transfers as t
      left join (select transfer, sum(amount) as sum from ledger_entries
                  where transfer > ${after}::bigint and transfer <= ${until}::bigint
                  group by transfer) as e on e.transfer = t.id
     where t.id > ${after}::bigint and t.id <= ${until}::bigint and e.sum is distinct from 0
     limit ${maxDifferences}`

/**
 * Checks that each transfer with an id above `after`, up to `until`, has the right hash. PostgreSQL uses several cores.
 */
export const checkTransferHashes = (db: Database, after: number, until: number) =>
  findRows(db, difference)`
    select 'transfer_hash' as rule, id as transfer from ledger_transfers as t
     where id > ${after}::bigint and id <= ${until}::bigint and hash <> ledger_transfer_hash(t)
     limit ${maxDifferences}`

/**
 * Checks the entries of the stripes after `after`, up to `until`: versions without gaps, running balances, and the
 * chain of hashes.
 */
export const checkEntries = (db: Database, after: BalanceStripe, until: BalanceStripe) =>
  findRows(db, difference)`
    select case when e.version <> e.last_version + 1 then 'entry_version'
                when e.balance <> e.last_balance + e.amount then 'entry_balance'
                else 'entry_hash' end as rule,
           coalesce(a.code, e.account::text) as account, e.stripe, e.version, e.transfer
      from (select *, lag(version, 1, 0::bigint) over stripes as last_version,
                   lag(balance, 1, 0::bigint) over stripes as last_balance,
                   lag(hash) over stripes as last_hash
              from ledger_entries
             where (account, stripe) > (${after.account}::int, ${after.stripe}::smallint)
               and (account, stripe) <= (${until.account}::int, ${until.stripe}::smallint)
            window stripes as (partition by account, stripe order by version)) as e
      left join ledger_transfers as t on t.id = e.transfer
      left join ledger_accounts as a on a.id = e.account
     where e.version <> e.last_version + 1 or e.balance <> e.last_balance + e.amount
        or e.hash is distinct from ledger_entry_hash(
             coalesce(e.last_hash, ledger_first_hash(a.code)), t.hash, e.account, e.stripe, e.version, e.amount,
             e.balance, e.created_at)
     limit ${maxDifferences}`

/** Checks that balances match the last entry of the stripe, and that held amounts are the sums of the open holds. */
export const checkBalances = (db: Database) =>
  findRows(db, difference)`
    select case when b.held = coalesce(h.held, 0) then 'account_balance' else 'account_held' end as rule,
           a.code as account, b.stripe
      from ledger_balances as b
      join ledger_accounts as a on a.id = b.account
      left join lateral (select balance, version, hash from ledger_entries
                          where account = b.account and stripe = b.stripe
                          order by version desc limit 1) as e on true
      left join (select from_account, sum(amount) as held from ledger_holds where status = 'held'
                  group by from_account) as h on h.from_account = b.account and b.stripe = 0
     where b.held <> coalesce(h.held, 0) or b.balance <> coalesce(e.balance, 0) or b.version <> coalesce(e.version, 0)
        or b.hash <> coalesce(e.hash, ledger_first_hash(a.code))
     limit ${maxDifferences}`

/**
 * Checks that each account has the kind that its code says, may be overdrawn only as the function `ledger_account`
 * allows, is not overdrawn otherwise, and is closed in both tables or in none.
 */
export const checkAccounts = (db: Database) =>
  findRows(db, difference)`
    select 'account_kind' as rule, code as account, stripe
      from (select a.code, b.stripe, a.kind <> split_part(a.code, ':', 1) as is_other_kind,
                   a.kind in ('venue', 'till', 'clearing') and a.code not in ('clearing:claims', 'venue:deposits') as may_be_overdrawn,
                   a.allows_overdraft, b.allows_overdraft as also_in_balance, b.balance < b.held as is_overdrawn,
                   b.is_closed <> (a.closed_at is not null) as is_closed_in_one
              from ledger_accounts as a join ledger_balances as b on b.account = a.id) as accounts
     where is_other_kind or is_closed_in_one or (is_overdrawn and not may_be_overdrawn)
        or allows_overdraft <> may_be_overdrawn or also_in_balance <> may_be_overdrawn
     limit ${maxDifferences}`

/** Finds accounts with missing stripes, and entries of missing accounts. */
export const checkStripes = (db: Database) =>
  findRows(db, difference)`
    select 'account_balance' as rule, a.code as account
      from ledger_accounts as a
     where a.stripes <> (select count(*) from ledger_balances where account = a.id)
    union all
    select 'account_balance', e.account::text
      from (select distinct account from ledger_entries where account not in (select id from ledger_accounts)) as e
     limit ${maxDifferences}`

/** Checks that a posted hold and its transfer name each other, and that the transfer moved the posted amount. */
export const checkHolds = (db: Database) =>
  findRows(db, difference)`
    select 'hold_posting' as rule, h.id as hold
      from ledger_holds as h
      left join ledger_transfers as t on t.id = h.transfer and t.hold = h.id
      left join ledger_entries as e on e.transfer = t.id and e.account = h.from_account and e.stripe = 0
     where h.status = 'posted' and h.posted is distinct from -e.amount
    union all
    select 'hold_posting', t.hold from ledger_transfers as t
     where t.hold is not null
       and not exists (select from ledger_holds as h where h.id = t.hold and h.transfer = t.id)
     limit ${maxDifferences}`

/** Checks the monthly sums. A reversal is subtracted from the sum of the original's kind. */
export const checkMonths = (db: Database) =>
  findRows(db, difference)`
    select 'month_sum' as rule, a.code as account, to_char(coalesce(s.month, e.month), 'YYYY-MM') as month
      from ledger_sums as s
      full join (select e.account, e.stripe, date_trunc('month', t.day)::date as month, coalesce(o.kind, t.kind) as kind,
                        coalesce(t.area, '') as area,
                        sum(case when (e.amount > 0) = (o.id is null) then e.amount else 0 end) as received,
                        sum(case when (e.amount < 0) = (o.id is null) then -e.amount else 0 end) as given,
                        count(*) as entries
                   from ledger_entries as e
                   join ledger_transfers as t on t.id = e.transfer
                   left join ledger_transfers as o on o.id = t.reverses
                  where e.account in (select id from ledger_accounts where keeps_sums)
                  group by 1, 2, 3, 4, 5) as e using (account, stripe, month, kind, area)
      join ledger_accounts as a on a.id = account
     where (s.received, s.given, s.entries) is distinct from (e.received, e.given, e.entries)
     limit ${maxDifferences}`

/** Checks that all balances of a currency add up to zero. */
export const checkTotals = (db: Database) =>
  findRows(db, difference)`
    select 'total' as rule, a.currency
      from ledger_balances as b join ledger_accounts as a on a.id = b.account
     group by a.currency having sum(b.balance) <> 0`

const stored = z.object({
  id: z.number(),
  started_at: isoTimestamp,
  ended_at: isoTimestamp,
  accounts: number,
  transfers: number,
  entries: number,
  differences: z.array(z.unknown()).transform((list) => list as Difference[]),
  ok: z.boolean(),
  cause: z.enum(['nightly', 'requested', 'accepted']),
  signature: z.string().nullable(),
})
export type StoredCheck = z.output<typeof stored>

export const insertCheck = (db: Database, check: Omit<StoredCheck, 'id' | 'ended_at'>) =>
  requireRow(db, column(z.number()))`
    insert into ledger_checks (started_at, ended_at, accounts, transfers, entries, differences, ok, cause, signature)
    values (${check.started_at}, clock_timestamp(), ${check.accounts}, ${check.transfers}, ${check.entries},
            ${JSON.stringify(check.differences)}::jsonb, ${check.ok}, ${check.cause}, ${check.signature})
    returning id`

/** The last check of the books; null before the first check. */
export const findLastCheck = (db: Database) =>
  findRow(db, stored)`select * from ledger_checks order by id desc limit 1`

/**
 * The last signed check; null if there is none. Ordered by `started_at`, because the signature covers it but not the
 * id.
 */
export const findSignedCheck = (db: Database) =>
  findRow(db, stored)`
    select * from ledger_checks where signature is not null order by started_at desc, id desc limit 1`

/** Stores the last entry of each stripe. */
export async function storeHeads(db: Database): Promise<void> {
  await execute(db)`
    insert into ledger_heads as h (account, stripe, version, hash)
    select account, stripe, version, hash from ledger_balances where version > 0
    on conflict (account, stripe) do update set version = excluded.version, hash = excluded.hash
     where (h.version, h.hash) <> (excluded.version, excluded.hash)`
  await execute(db)`
    delete from ledger_heads as h
     where not exists (select from ledger_balances as b
                        where b.account = h.account and b.stripe = h.stripe and b.version = h.version)`
}

/** SHA-256 of the stored heads, in hexadecimal. */
export const digestHeads = (db: Database) =>
  requireRow(db, column(z.string()))`
    select encode(sha256(coalesce(
             string_agg(int4send(account) || int2send(stripe) || int8send(version) || hash, '' order by account, stripe),
             '')), 'hex')
      from ledger_heads`

/** Finds rows of `ledger_heads` whose entry is missing or has another hash. */
export const checkHeads = (db: Database) =>
  findRows(db, difference)`
    select 'anchor' as rule, coalesce((select code from ledger_accounts where id = h.account), h.account::text) as account,
           stripe, version
      from ledger_heads as h
     where (select hash from ledger_entries as e
             where e.account = h.account and e.stripe = h.stripe and e.version = h.version) is distinct from hash
     limit ${maxDifferences}`
