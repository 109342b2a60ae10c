import { expect, test } from 'vitest'
import { findDifferences } from '../../cms/ledger/check-books.ts'
import { openBeforeMigration } from '../support/migrations.ts'

/** Creates a database as it was before the migration. `entries` is an SQL query for entries of the Common Good. */
async function databaseBefore(entries: string) {
  const opened = await openBeforeMigration('20261124_000541_common_good_moves')
  const { query } = opened
  await query(
    `insert into venue (product_name, currency, time_zone) values ('x', 'EUR', 'Europe/Berlin')`,
  )
  await query(`insert into common_good (id, amount_cents, note, entered_at, deleted_at) ${entries}`)
  const sum = async (text: string) => Number((await query<{ sum: string }>(text))[0]?.sum)
  return {
    ...opened,
    total: () =>
      sum('select coalesce(sum(amount_cents), 0) as sum from common_good where deleted_at is null'),
    balance: () =>
      sum(`select coalesce(sum(balance), 0) as sum from ledger_balances as b
             join ledger_accounts as a on a.id = b.account where a.code = 'common_good'`),
  }
}

test('the migration turns entries outside the trash into transfers once, with dates, notes and authors', async () => {
  const { db, query, migrate, total, balance } = await databaseBefore(`
    select * from (values
      (1, 5000, 'Buckets', timestamptz '2026-01-31 23:30Z', null::timestamptz),
      (2, -1200, 'Kettle', '2026-02-02 12:00Z', null),
      (3, 700, 'Deleted', '2026-02-03 12:00Z', now()),
      (4, 0, 'Nothing', '2026-02-04 12:00Z', null)) as v`)
  await query(`insert into audit (action, subject, of_collection, document, by_id, by_name)
               values ('create', 'x', 'common_good', '2', 7, 'Ada'), ('change', 'x', 'common_good', '1', 8, 'Bo')`)
  const sum = await total()
  await query('create table kept as table common_good')
  await migrate()
  const movements = () =>
    query(
      `select e.amount::int, n.text, t.event_at, t.actor_id, t.kind
         from ledger_transfers as t join ledger_notes as n on n.transfer = t.id
         join ledger_entries as e on e.transfer = t.id
         join ledger_accounts as a on a.id = e.account and a.code = 'common_good' order by t.id desc`,
    )
  const kettle = { amount: -1200, text: 'Kettle', actor_id: 7 }
  const buckets = { amount: 5000, text: 'Buckets', actor_id: null }
  const expected = [
    { ...kettle, event_at: new Date('2026-02-02T12:00Z'), kind: 'opening' },
    { ...buckets, event_at: new Date('2026-01-31T23:30Z'), kind: 'opening' },
  ]
  expect(await balance()).toBe(sum)
  expect(await movements()).toEqual(expected)
  expect(await query('select key, currency, day::text from ledger_transfers order by id')).toEqual([
    { key: 'common_good:1', currency: 'EUR', day: '2026-02-01' },
    { key: 'common_good:2', currency: 'EUR', day: '2026-02-02' },
  ])
  expect(
    await query(`select to_regclass('common_good') as a, to_regclass('_common_good_v') as b`),
  ).toEqual([{ a: null, b: null }])

  await migrate()
  await query('alter table kept rename to common_good')
  await migrate()
  expect(await movements()).toEqual(expected)
  expect((await findDifferences(db)).differences).toEqual([])
})

test.each([
  ['no entries', 'select 1, 1, null, null, null where false', 0],
  [
    'a thousand entries',
    `select n, (n % 700) - 200, 'Entry ' || n, timestamptz '2020-01-01Z' + n * interval '1 hour', null
       from generate_series(1, 1000) as n`,
    null,
  ],
  [
    'a balance that was below zero for a while',
    `values (1, -500, 'Early', timestamptz '2026-01-01Z', null::timestamptz), (2, 800, 'Late', '2026-02-01Z', null)`,
    300,
  ],
  // The venue pays the difference.
  [
    'a sum below zero',
    `values (1, 500, 'In', timestamptz '2026-01-01Z', null::timestamptz), (2, -800, 'Out', '2026-02-01Z', null)`,
    0,
  ],
])(
  'the migration gives the expected balance and correct books with %s',
  async (_, entries, balanceAfter) => {
    const { db, migrate, total, balance } = await databaseBefore(entries)
    const sum = await total()
    await migrate()
    expect(await balance()).toBe(balanceAfter ?? sum)
    expect((await findDifferences(db)).differences).toEqual([])
  },
)
