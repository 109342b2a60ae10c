import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BookedReply } from '../../cms/features/common-good/contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let second: Server
let staff: Record<Role, string>
let member: Visitor

beforeAll(async () => {
  url = await makeDatabase('demo')
  ;[server, second] = await Promise.all([
    startServer({ DATABASE_URL: url }),
    startServer({ DATABASE_URL: url }),
  ])
  staff = await makeStaff(server)
  member = (await membershipOf(server, url).signIn('member@venue.example')).visitor
})
afterAll(() => Promise.all([server?.stop(), second?.stop()]))

let serial = 0
const newKey = () => (++serial).toString(16).padStart(24, '0')
const cash = (changes: object = {}) => ({
  key: newKey(),
  amount: 1250,
  note: 'Buckets',
  day: '2026-01-10',
  ...changes,
})
const post = (path: string, body: object, session = staff.publisher, target = server) =>
  target.send(`/api/${path}`, jsonRequest('POST', body, session))
const book = async (changes: object = {}) => {
  const response = await post('common-good/cash', cash(changes))
  expect(response.status, response.text).toBe(200)
  return response.json<BookedReply>().transfer
}
const reverse = (transfer: number, changes: object = {}) =>
  post('common-good/reverse', { key: newKey(), transfer, reason: 'Counted twice', ...changes })
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const balance = async () => {
  const [row] = await query<{ sum: string }>(
    `select sum(balance) from ledger_balances as b join ledger_accounts as a on a.id = b.account
      where a.code = 'common_good'`,
  )
  return Number(row?.sum)
}
const auditOf = (transfer: number) =>
  query(
    `select action, subject, by_name, details from audit where of_collection = 'common_good' and document = $1`,
    [String(transfer)],
  )

describe('access', () => {
  const calls = {
    'common-good/cash': () => cash(),
    'common-good/reverse': () => ({ key: newKey(), transfer: 999_999, reason: 'x' }),
    'ledger/check': () => ({}),
  }
  test.each([
    ['common-good/cash', { editor: 403, publisher: 200, admin: 200 }],
    ['common-good/reverse', { editor: 403, publisher: 404, admin: 404 }],
    ['ledger/check', { editor: 403, publisher: 403, admin: 202 }],
  ] as const)('POST %s is limited to the staff roles that may use it', async (path, expected) => {
    const body = calls[path]
    expect((await server.send(`/api/${path}`, jsonRequest('POST', body()))).status).toBe(401)
    expect((await member.call(`/api/${path}`, body())).status).toBe(401)
    for (const role of ['editor', 'publisher', 'admin'] as const) {
      const { status, text } = await post(path, body(), staff[role])
      expect(status, `${role}: ${text}`).toBe(expected[role])
    }
  })

  test('GET ledger/check gives all staff the result of the requested check of the books', async () => {
    expect((await server.get('/api/ledger/check')).status).toBe(401)
    expect((await member.get('/api/ledger/check')).status).toBe(401)
    await post('ledger/check', {}, staff.admin)
    const read = () =>
      server.send('/api/ledger/check', { headers: jsonRequest('GET', {}, staff.editor).headers })
    const reply = await waitUntil(read, ({ text }) => !text.includes('null'))
    expect(reply.json()).toMatchObject({ check: { ok: true, ended_at: expect.any(String) } })
  })
})

describe('counted cash', () => {
  test('is booked with its date, note and author, and is in the audit trail', async () => {
    const before = await balance()
    const id = await book({ amount: ' £1,012.50', note: 'Bonfire buckets' })
    expect(await balance()).toBe(before + 101_250)
    const [row] = await query(
      `select t.kind, t.day::text, t.event_at, t.actor, u.name, n.text from ledger_transfers as t
         join users as u on u.id = t.actor_id join ledger_notes as n on n.transfer = t.id where t.id = $1`,
      [id],
    )
    expect(row).toEqual({
      kind: 'counted_cash',
      day: '2026-01-10',
      event_at: new Date('2026-01-10T12:00Z'),
      actor: 'staff',
      name: 'publisher',
      text: 'Bonfire buckets',
    })
    expect(await auditOf(id)).toEqual([
      {
        action: 'cash_booked',
        subject: `no. ${id}`,
        by_name: 'publisher',
        details: { amount_cents: 101_250, day: '2026-01-10' },
      },
    ])
  })

  test('is booked once for each key; another amount with the same key is refused', async () => {
    const before = await balance()
    const body = cash()
    const booked: BookedReply[] = []
    for (const to of [server, second]) {
      booked.push((await post('common-good/cash', body, staff.publisher, to)).json<BookedReply>())
    }
    expect(new Set(booked.map(({ transfer }) => transfer)).size).toBe(1)
    expect(booked.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await balance()).toBe(before + 1250)
    expect(await auditOf(booked[0]?.transfer ?? 0)).toHaveLength(1)
    const other = await post('common-good/cash', { ...body, amount: 1300 })
    expect([other.status, other.json()]).toMatchObject([409, { error: 'key_reused' }])
    expect(await balance()).toBe(before + 1250)
  })

  test('that is taken out cannot be more than the Common Good has', async () => {
    const before = await balance()
    await book({ amount: '-2.50' })
    expect(await balance()).toBe(before - 250)
    const refused = await post('common-good/cash', cash({ amount: -before }))
    expect([refused.status, refused.json()]).toMatchObject([409, { error: 'not_enough' }])
    expect(await balance()).toBe(before - 250)
  })

  test.each([
    ['amount', 0],
    ['amount', 1.5],
    ['amount', 2 ** 53],
    ['amount', 100_000_001],
    ['amount', 'NaN'],
    ['amount', '1.234'],
    ['amount', null],
    ['note', ' '],
    ['note', 'x'.repeat(201)],
    ['day', '2999-01-01'],
    ['day', '2026-02-30'],
    ['key', 'x'],
  ])('with %s %j is refused', async (field, value) => {
    const before = await balance()
    const { status, text } = await post('common-good/cash', cash({ [field]: value }))
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { error: expect.any(String), message: expect.any(String) },
    ])
    expect(await balance()).toBe(before)
  })
})

describe('a reversal', () => {
  test('is booked once, as a movement of its own, and needs a reason', async () => {
    const before = await balance()
    const id = await book()
    const body = { key: newKey() }
    const [first, again] = [await reverse(id, body), await reverse(id, body)]
    expect([first.status, again.status], first.text).toEqual([200, 200])
    const { transfer } = first.json<BookedReply>()
    expect(again.json()).toEqual({ transfer, repeated: true })
    expect(await balance()).toBe(before)
    expect(
      await query(
        `select t.kind, t.reverses, n.text from ledger_transfers as t
           join ledger_notes as n on n.transfer = t.id where t.id = $1`,
        [transfer],
      ),
    ).toEqual([{ kind: 'reversal', reverses: String(id), text: 'Counted twice' }])
    expect(await auditOf(transfer)).toEqual([
      {
        action: 'movement_reversed',
        subject: `no. ${transfer}`,
        by_name: 'publisher',
        details: { amount_cents: -1250, no: id },
      },
    ])
    const twice = await reverse(id)
    expect([twice.status, twice.json()]).toMatchObject([409, { error: 'already_reversed' }])
    const back = await reverse(transfer)
    expect([back.status, back.json()]).toMatchObject([409, { error: 'booked_elsewhere' }])
    expect((await reverse(id, { reason: ' ' })).status).toBe(400)
    expect(await balance()).toBe(before)
  })

  test('of a transfer that was booked elsewhere is refused', async () => {
    const [{ id } = { id: 0 }] = await query<{ id: string }>(
      `select o_transfer as id from ledger_transfer('test:sales', '', 'top_up', null, null, 'GBP', 'UTC', null, null,
         null, 'system', null, '{till:cash,venue:sales}', '{-100,100}')`,
    )
    expect((await reverse(Number(id))).status).toBe(404)
    const [paid] = await query<{ id: string }>(
      `select id from ledger_transfers where kind = 'payment' limit 1`,
    )
    expect((await reverse(Number(paid?.id))).status).toBe(409)
  })
})

test('a total that can’t be read is not shown as an amount, and the page says that it can’t be read', async () => {
  // With disabled triggers, writes a balance that exceeds the safe integers of JavaScript.
  const setBalance = (cents: string) =>
    query(
      `set session_replication_role = replica;
       update ledger_balances set balance = ${cents} where stripe = 0
          and account = (select id from ledger_accounts where code = 'common_good')`,
    )
  const [kept] = await query<{ balance: string }>(
    `select balance from ledger_balances where stripe = 0
        and account = (select id from ledger_accounts where code = 'common_good')`,
  )
  await setBalance('9007199254740993')
  try {
    const { text, status } = await waitUntil(
      () => server.get('/common-good'),
      (reply) => reply.text.includes('The pot can’t be read just now'),
    )
    expect(status).toBe(200)
    expect(/<main[\s\S]*<\/main>/.exec(text)?.[0]).not.toContain('£')
    await waitUntil(
      () => server.get('/privacy'),
      (reply) => /<p class="total poster">(.*?)<\/p>/.exec(reply.text)?.[1] === 'Can’t be read',
    )
    const total = await server.send('/api/get-common-good-totals', { method: 'POST' })
    expect(total.status).toBe(500)
  } finally {
    await setBalance(kept?.balance ?? '0')
  }
  await waitUntil(
    () => server.get('/common-good'),
    (reply) => !reply.text.includes('The pot can’t be read just now'),
  )
})

test('the total and the page footers of all processes show each cash booking and its reversal', async () => {
  const totalOf = async (target: Server) =>
    (await target.send('/api/get-common-good-totals', { method: 'POST' })).json()
  const footerOf = async (target: Server) =>
    Number(/initialCents&quot;:\[0,(-?\d+)\]/.exec((await target.get('/cafe')).text)?.[1])
  const shows = async (cents: number) => {
    for (const each of [server, second]) {
      await waitUntil(
        () => footerOf(each),
        (shown) => shown === cents,
      )
      expect(await totalOf(each)).toEqual({ combined_total_cents: cents })
    }
  }
  const before = await balance()
  await shows(before)
  const id = await book({ amount: 3000 })
  await shows(before + 3000)
  await reverse(id)
  await shows(before)
})
