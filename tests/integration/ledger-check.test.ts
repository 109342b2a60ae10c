import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hold,
  lastCheck,
  postHeldAmount,
  requestCheck,
  reverse,
} from '../../cms/features/ledger/service.ts'
import { actor, ledgerSettings, newKey, openLedger, type TestLedger } from '../support/ledger.ts'
import { request } from '../support/request.ts'
import { startServer } from '../support/server.ts'
import { makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let ledger: TestLedger
/** A payment of 500 by member 1 to the venue. */
let payment: number
/** A transfer that posted a part of a hold. */
let posted: number
let openHold: number

/** Makes a few transfers and holds of different kinds. */
async function fill(target: TestLedger) {
  await target.topUp(1, 10_000)
  await target.topUp(2, 500)
  const { id } = await target.move(['member:1', 500, 'venue:sales'], {
    kind: 'payment',
    area: 'Cafe',
  })
  const undone = await target.move(['member:1', 300, 'venue:sales'], { kind: 'payment' })
  await reverse(target.db, ledgerSettings, {
    key: newKey(),
    transfer: undone.id,
    reason: 'x',
    actor,
  })
  const holdSome = () =>
    hold(target.db, ledgerSettings, {
      key: newKey(),
      kind: 'payment',
      from: 'member:1',
      to: 'venue:sales',
      amountCents: 400,
      expires: { afterSeconds: 3600 },
    })
  const first = await holdSome()
  const part = await postHeldAmount(target.db, ledgerSettings, {
    key: newKey(),
    hold: first.id,
    amountCents: 250,
    actor,
  })
  return { payment: id, posted: part.id, openHold: (await holdSome()).id }
}

beforeAll(async () => {
  ledger = await openLedger()
  ;({ payment, posted, openHold } = await fill(ledger))
  await ledger.query(`insert into till_closings (till, key, booked, counted, note, balance, staff)
    values ('cash', repeat('a', 24), 5, 5, 'Ada counted', 5, 7)`)
})
afterAll(() => ledger?.pool.end())

describe('the database', () => {
  const tables = ['accounts', 'balances', 'transfers', 'entries', 'holds', 'sums']
  test.each([
    ...tables.map((table) => [`delete from ledger_${table}`]),
    ...tables.map((table) => [`truncate ledger_${table} cascade`]),
    ["update ledger_transfers set reference = 'R2'"],
    ['update ledger_entries set amount = amount + 1'],
    ['update ledger_balances set balance = balance + 1'],
    ['update ledger_balances set held = 0'],
    ['update ledger_sums set received = received + 1'],
    ['update ledger_holds set amount = 1'],
    ["update ledger_holds set expires_at = expires_at + interval '1 day'"],
    ["update ledger_holds set status = 'expired'"],
    ["update ledger_holds set status = 'held'"],
    ['update ledger_accounts set allows_overdraft = true'],
    ...['checks', 'notes', 'receipts'].map((table) => [`truncate ledger_${table}`]),
    ['update ledger_checks set ok = true'],
    ['delete from ledger_checks'],
    ["update ledger_notes set text = ''"],
    ["update ledger_receipts set text = ''"],
    ['update till_closings set counted = 1'],
    ["update till_closings set note = 'erased', booked = 1"],
    ['update till_closings set note = null'],
    ['delete from till_closings'],
    ['delete from cause_payouts'],
    ['delete from cause_payout_reversals'],
    ['update ledger_accounts set member = 9 where member = 1'],
    [
      `insert into ledger_balances
      select 999, stripe, 5, 0, 1, hash, now(), false, false from ledger_balances limit 1`,
    ],
  ])('refuses: %s', async (statement) => {
    await expect(ledger.query(statement)).rejects.toMatchObject({ code: 'LG001' })
  })

  test('allows erasing the texts of staff', async () => {
    await ledger.query("update till_closings set note = 'erased'")
    await ledger.query('delete from ledger_receipts')
  })

  test('refuses more entries for a committed transfer', async () => {
    const added = `insert into ledger_entries (transfer, account, stripe, amount)
      select ${payment}, id, 0, case kind when 'till' then -5 else 5 end
        from ledger_accounts where code in ('till:cash', 'member:2')`
    await expect(ledger.query(added)).rejects.toMatchObject({ message: 'ledger_immutable' })
  })

  const newTransfer = `insert into ledger_transfers (key, request_hash, kind, currency, day, event_at, actor)
    values (gen_random_uuid(), 'x', 'gift', 'GBP', now(), now(), 'system') returning id`

  test.each([[[5]], [[5, -4]], [[5, 5]]])(
    'refuses a transfer with the unbalanced amounts %j',
    async (amounts) => {
      const entries = amounts.map(
        (amount, n) =>
          `select id, (select id from ledger_accounts where code = 'member:${n + 1}'), 0, ${amount} from new`,
      )
      const both = `with new as (${newTransfer})
      insert into ledger_entries (transfer, account, stripe, amount) ${entries.join(' union all ')}`
      await expect(ledger.query(both)).rejects.toMatchObject({ message: 'unbalanced' })
    },
  )

  test('refuses a transfer without entries at its commit', async () => {
    await expect(ledger.query(newTransfer)).rejects.toMatchObject({ message: 'unbalanced' })
  })
})

describe('the check of the books', () => {
  const entry = () => `transfer = ${payment} and amount < 0`
  test.each([
    [
      'an amount',
      () => `update ledger_entries set amount = -400 where ${entry()}`,
      'entry_balance',
    ],
    [
      'a balance of an entry',
      () => `update ledger_entries set balance = balance + 1 where ${entry()}`,
      'entry_balance',
    ],
    [
      'a time',
      () => `update ledger_entries set created_at = created_at - interval '1 day' where ${entry()}`,
      'entry_hash',
    ],
    [
      'an entry’s transfer',
      () => `update ledger_entries set transfer = 999 where ${entry()}`,
      'entry_hash',
    ],
    ['a deleted entry', () => `delete from ledger_entries where ${entry()}`, 'entry_version'],
    [
      'the last entry, deleted',
      () => `delete from ledger_entries where transfer = ${posted} and amount < 0`,
      'account_balance',
    ],
    [
      'a deleted transfer with its entries',
      () =>
        `delete from ledger_entries where transfer = ${payment}; delete from ledger_transfers where id = ${payment}`,
      'entry_version',
    ],
    [
      'a pair of amounts that still add up to zero',
      () => `update ledger_entries set amount = amount + sign(amount) where transfer = 1`,
      'entry_balance',
    ],
    [
      'the reference of a transfer',
      () => `update ledger_transfers set reference = 'R2' where id = ${payment}`,
      'transfer_hash',
    ],
    [
      'who made a transfer',
      () => `update ledger_transfers set actor_id = 8 where id = ${payment}`,
      'transfer_hash',
    ],
    [
      'a balance',
      () => `update ledger_balances set balance = balance + 1 where balance = 500`,
      'account_balance',
    ],
    [
      'the held amount of an account',
      () => `update ledger_balances set held = held - 1 where held > 0`,
      'account_held',
    ],
    [
      'an open hold',
      () => `update ledger_holds set amount = 1 where id = ${openHold}`,
      'account_held',
    ],
    [
      'the posted amount of a hold',
      () => `update ledger_holds set posted = 251 where status = 'posted'`,
      'hold_posting',
    ],
    [
      'a missing balance',
      () => `delete from ledger_balances where balance = 500`,
      'account_balance',
    ],
    [
      'the code of an account',
      () => `update ledger_accounts set code = 'member:3' where code = 'member:1'`,
      'entry_hash',
    ],
    [
      'a member who may overdraw',
      () => `update ledger_accounts set allows_overdraft = true where code = 'member:1';
             update ledger_balances set allows_overdraft = true
              where account = (select id from ledger_accounts where code = 'member:1')`,
      'account_kind',
    ],
    ['a month’s sum', () => `update ledger_sums set received = received + 1`, 'month_sum'],
    [
      'a balance without entries',
      () => `insert into ledger_accounts (id, code, kind, currency, allows_overdraft, stripes, keeps_sums)
             values (999, 'cause:9', 'cause', 'GBP', false, 1, false);
             insert into ledger_balances values (999, 0, 700, 0, 0, ledger_first_hash('cause:9'), now(), false, false)`,
      'total',
    ],
  ])('finds data that was changed: %s', async (_, statements, rule) => {
    const found = await ledger.differencesAfter(statements())
    expect(found.map((each) => each.rule)).toContain(rule)
  })

  test('finds no difference in unchanged data', async () => {
    expect(await ledger.differencesAfter('select')).toEqual([])
  })

  test('stores its result when staff request a check, and a difference raises an alarm', async () => {
    const checked = await openLedger()
    const server = await startServer({ DATABASE_URL: checked.url, DEMO: '0' })
    try {
      const { admin } = await makeStaff(server)
      await fill(checked)
      await whileAnotherCheckRuns(checked, async () => {
        await requestCheck(checked.db)
        await waitUntil(
          async () => server.output(),
          (text) => text.includes('another check of the books'),
        )
      })
      expect(await lastCheck(checked.db)).toBe(null)
      const check = () => newCheck(checked)
      const dashboard = async () => (await server.get('/cms', sessionHeaders(admin))).text
      expect(await check()).toMatchObject({ ok: true, differences: [], cause: 'requested' })
      expect(await dashboard()).not.toContain('The books are not right')
      const metrics = async () => (await request(server.metricsPort, '/metrics')).text
      expect(await metrics()).toContain('ledger_differences 0')
      await checked.tamper('update ledger_balances set balance = balance + 1 where balance = 500')
      const found = await check()
      expect(found).toMatchObject({ ok: false, entries: 16, transfers: 6, signature: null })
      expect(found?.differences).toContainEqual({
        rule: 'account_balance',
        account: 'member:2',
        stripe: 0,
      })
      expect(await dashboard()).toContain('The books are not right')
      expect(await metrics()).toContain(`ledger_differences ${found?.differences.length}`)
      expect(server.output()).toContain('the check of the books found differences')
    } finally {
      await server.stop()
      await checked.pool.end()
    }
  })

  test('finds missing entries that earlier checks saw, even if all other data was changed to match', async () => {
    const checked = await openLedger()
    const server = await startServer({ DATABASE_URL: checked.url, DEMO: '0' })
    const found = async () => (await newCheck(checked))?.differences
    try {
      await fill(checked)
      expect(await found()).toEqual([])
      const last = await checked.topUp(3, 700)
      expect(await found()).toEqual([])
      // Deletes the last transfer and changes all other rows as if the transfer had never been made.
      await checked.tamper(`
        delete from ledger_entries where transfer = ${last.id};
        delete from ledger_transfers where id = ${last.id};
        update ledger_balances as b set balance = coalesce(e.balance, 0), version = coalesce(e.version, 0),
               hash = coalesce(e.hash, ledger_first_hash(a.code))
          from ledger_accounts as a left join lateral (
            select * from ledger_entries where account = a.id order by version desc limit 1) as e on true
         where b.account = a.id and a.stripes = 1`)
      expect(await checked.differences()).toEqual([])
      const missing = [
        { rule: 'anchor', account: 'till:cash', stripe: 0, version: 3 },
        { rule: 'anchor', account: 'member:3', stripe: 0, version: 1 },
      ]
      expect(await found()).toEqual(missing)
      // Neither later transfers nor a copy of an earlier signature hide the missing entries.
      await checked.topUp(3, 700)
      await checked.query(`
        insert into ledger_checks (started_at, ended_at, accounts, transfers, entries, differences, ok, cause, signature)
        select started_at, now(), accounts, transfers, entries, differences, ok, cause, signature
          from ledger_checks order by id limit 1`)
      expect(await found()).toEqual(missing)
      // Deletes the stored hashes that the check compares with.
      await checked.query('delete from ledger_heads')
      expect(await found()).toEqual([{ rule: 'anchor_signature' }])
    } finally {
      await server.stop()
      await checked.pool.end()
    }
  })
})

/** Requests a check by the server. @returns its result */
async function newCheck({ db }: TestLedger) {
  const before = (await lastCheck(db))?.id
  await requestCheck(db)
  return waitUntil(
    () => lastCheck(db),
    (found) => found !== null && found.id !== before,
  )
}

async function whileAnotherCheckRuns(
  { pool }: TestLedger,
  work: () => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `begin; select pg_advisory_xact_lock(hashtextextended('check of the books', 0))`,
    )
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}
