import { expect, test } from 'vitest'
import { findDifferences } from '../../cms/ledger/check-books.ts'
import { findCommonGoodMonths } from '../../cms/ledger/service.ts'
import { openBeforeMigration } from '../support/migrations.ts'

test('the migration subtracts reversals from the sums of the kinds that they reverse, and deletes staff’s texts from the audit trail', async () => {
  const { db, query, migrate } = await openBeforeMigration('20261124_111250_till_repairs')
  const move = async (key: string, kind: string, reference: string | null, legs: string) => {
    const [row] = await query<{ id: string }>(
      `select o_transfer as id from ledger_transfer('${key}', '', '${kind}', 'Cafe', ${reference ? `'${reference}'` : 'null'},
         'GBP', 'UTC', null, null, null, 'system', null, ${legs})`,
    )
    return row?.id ?? ''
  }
  const topUp = await move('a', 'top_up', 'R of Ada', `'{till:cash,member:1}', '{-5000,5000}'`)
  const gift = await move('b', 'gift', null, `'{member:1,common_good}', '{-500,500}'`)
  await move('c', 'gift', null, `'{member:1,common_good}', '{-300,300}'`)
  await query(`select ledger_reverse('d', '', ${gift}, 'UTC', 'system', null)`)
  await query(`insert into audit (action, subject, of_collection, document, details, by_name) values
    ('topped_up', 'member no. 1', 'till', '${topUp}', '{"till": "cash", "receipt": "R of Ada"}', 'Bo'),
    ('credit_reversed', 'member no. 1', 'till', '7', '{"no": 6, "reason": "Ada asked"}', 'Bo'),
    ('cash_booked', 'Ada’s hat', 'common_good', '8', '{"day": "2026-01-01"}', 'Bo'),
    ('payout_requested', 'Paint for Ada', 'cause_payouts', '9', '{"cause": 3}', 'Bo'),
    ('change', 'Ada’s page', 'content', '10', '{"note": "stays"}', 'Bo')`)
  await migrate()

  const [now] = await query<{ month: string }>(`select to_char(now(), 'YYYY-MM') as month`)
  expect(await findCommonGoodMonths(db)).toEqual([
    { month: now?.month, kind: 'gift', area: 'Cafe', received: 300, given: 0, entries: 3 },
  ])
  expect((await findDifferences(db)).differences).toEqual([])
  expect(await query('select subject, details, by_name from audit order by id')).toEqual([
    { subject: 'member no. 1', details: { till: 'cash' }, by_name: 'Bo' },
    { subject: 'member no. 1', details: { no: 6 }, by_name: 'Bo' },
    { subject: 'no. 8', details: { day: '2026-01-01' }, by_name: 'Bo' },
    { subject: 'payout no. 9', details: { cause: 3 }, by_name: 'Bo' },
    { subject: 'Ada’s page', details: { note: 'stays' }, by_name: 'Bo' },
  ])
  await expect(query(`update audit set subject = 'x'`)).rejects.toThrow('only added to')
  await expect(query(`update ledger_sums set received = 0`)).rejects.toThrow('ledger_immutable')
  // The receipt stays in its transfer, because the hash covers it. The reversal does not repeat the receipt.
  await move('f', 'top_up', null, `'{till:cash,member:1}', '{-5000,5000}'`)
  await query(`select ledger_reverse('g', '', ${topUp}, 'UTC', 'system', null)`)
  expect(await query(`select reference from ledger_transfers where reference is not null`)).toEqual(
    [{ reference: 'R of Ada' }],
  )
})
