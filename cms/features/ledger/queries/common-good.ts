import { z } from 'zod'
import { column, type Database, findRows, idList } from '../../../platform/database/query.ts'
import type { AccountCode } from '../rules.ts'
import { number } from './transfers.ts'

const notable = z
  .object({
    id: number,
    amount: number,
    kind: z.string(),
    reference: z.string().nullable(),
    day: z.string(),
    reverses: number.nullable(),
    /** For a reversal, the kind of the reversed transfer. */
    reversed_kind: z.string().nullable(),
    reversed_by: number.nullable(),
    note: z.string().nullable(),
  })
  .transform(({ amount, ...rest }) => ({ ...rest, amountCents: amount }))
export type NotableMovement = z.output<typeof notable>

/**
 * The newest movements of the Common Good, except payments and round-ups, the newest first, at most `limit`. Half of
 * the places are for gifts, half for the other movements; if there are too few of one, more of the other are listed.
 * The query uses two partial indexes without payments (`ledger_transfers_gifts_idx` and `…_notable_idx`), so it reads
 * none.
 * @returns `day` on the venue's calendar, `YYYY-MM-DD`; `note` is the first note of staff
 */
export const listNotableMovements = (db: Database, limit: number): Promise<NotableMovement[]> =>
  findRows(db, notable)`
    with own as (select id from ledger_accounts where code = 'common_good'),
    newest as (
      (select id from ledger_transfers where kind = 'gift' order by id desc limit ${limit}::int)
      union all
      (select id from ledger_transfers as t
        where kind in ('counted_cash', 'opening', 'funding', 'reversal')
          and exists (select from ledger_entries where transfer = t.id and account = (select id from own))
        order by id desc limit ${limit}::int)
    ),
    shown as (
      select * from (
        select t.*, row_number() over (partition by t.kind = 'gift' order by t.id desc) as place
          from newest join ledger_transfers as t using (id)
      ) as places
       order by place > ${limit}::int / 2, id desc limit ${limit}::int
    )
    select t.id, m.amount, t.kind, t.reference, t.day::text, t.reverses, o.kind as reversed_kind,
           r.id as reversed_by, n.text as note
      from shown as t
      cross join lateral (
        select sum(amount) as amount from ledger_entries where transfer = t.id and account = (select id from own)
      ) as m
      left join ledger_transfers as o on o.id = t.reverses
      left join ledger_transfers as r on r.reverses = t.id
      left join lateral (select text from ledger_notes where transfer = t.id order by id limit 1) as n on true
     order by t.id desc`

/**
 * The gifts and round-ups of a member to the Common Good, the newest first, without reversed ones.
 * @returns ids of transfers
 */
export const listContributions = (db: Database, member: number, limit: number): Promise<number[]> =>
  findRows(db, column(number))`
    select t.id from ledger_entries as e join ledger_transfers as t on t.id = e.transfer
     where e.account = (select id from ledger_accounts where code = ${`member:${member}`})
       and e.amount < 0 and t.kind in ('gift', 'round_up')
       and exists (select from ledger_entries as g
                    where g.transfer = t.id and g.amount > 0
                      and g.account = (select id from ledger_accounts where code = 'common_good'))
       and not exists (select from ledger_transfers as r where r.reverses = t.id)
     order by e.created_at desc, e.version desc limit ${limit}`

/** Those of `transfers` that were reversed. */
export const listReversed = (db: Database, transfers: readonly number[]): Promise<number[]> =>
  findRows(db, column(number))`
    select reverses from ledger_transfers where reverses = any(${idList(transfers)}::bigint[])`

const balance = z.object({ code: z.string(), balance: number })

/** The balances of some accounts in minor units; accounts that were never used are left out. */
export async function findBalances(
  db: Database,
  accounts: readonly AccountCode[],
): Promise<Map<string, number>> {
  const rows = await findRows(db, balance)`
    select a.code, sum(b.balance) as balance
      from ledger_accounts as a join ledger_balances as b on b.account = a.id
     where a.code = any(${`{${accounts.join(',')}}`}::text[]) group by a.code`
  return new Map(rows.map((row) => [row.code, row.balance]))
}
