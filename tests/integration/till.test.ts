import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCard } from '../../cms/features/members/profile/card.ts'
import type {
  BankReply,
  BookedReply,
  ClosingReply,
  PaidReply,
  ToppedUpReply,
} from '../../cms/features/till/contract.ts'
import type { Till } from '../../cms/features/till/rules.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role, sessionHeaders } from '../support/staff.ts'
import { newClientAddress } from '../support/visitor.ts'

let url: string
let server: Server
let second: Server
let staff: Record<Role, string>

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  second = await startServer({ DATABASE_URL: url, DEMO: '0' })
  staff = await makeStaff(server)
})
afterAll(() => Promise.all([server?.stop(), second?.stop()]))

let serial = 0
const newKey = () => (++serial).toString(16).padStart(24, '0')
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const newMember = async () => {
  const [row] = await query<{ id: number }>(
    `insert into members (email, name) values ($1, 'Ada') returning id`,
    [`till${++serial}@venue.example`],
  )
  return row?.id ?? 0
}
const balance = async (account: string) => {
  const [row] = await query<{ sum: string }>(
    `select coalesce(sum(balance), 0) as sum from ledger_balances as b
       join ledger_accounts as a on a.id = b.account where a.code = $1`,
    [account],
  )
  return Number(row?.sum)
}
const auditOf = (document: number | string, collection = 'till') =>
  query(
    `select action, subject, by_name, details from audit
      where document = $1 and of_collection = $2 order by id`,
    [String(document), collection],
  )
const receiptOf = async (transfer: number) =>
  (await query(`select text from ledger_receipts where transfer = $1`, [transfer]))[0]?.text
const post = (path: string, body: object, session = staff.publisher, target = server) =>
  target.send(`/api/till/${path}`, jsonRequest('POST', body, session))
const get = (path: string, session = staff.admin) =>
  server.send(`/api/till/${path}`, { headers: jsonRequest('GET', {}, session).headers })

const topUp = (member: number, changes: object = {}) => ({
  key: newKey(),
  member,
  amount: 1000,
  till: 'cash',
  receipt: 'R 17',
  ...changes,
})
const payment = (member: number, changes: object = {}) => ({
  key: newKey(),
  member,
  amount: 450,
  area: 'Cafe',
  reference: 'B 3',
  ...changes,
})
const reversal = (transfer: number, changes: object = {}) => ({
  key: newKey(),
  transfer,
  reason: 'Wrong member',
  ...changes,
})
const postOrThrow = async <Reply>(path: string, body: object): Promise<Reply> => {
  const response = await post(path, body)
  expect(response.status, response.text).toBe(200)
  return response.json<Reply>()
}
const errorOf = async (path: string, body: object) => {
  const response = await post(path, body)
  return [response.status, response.json<{ error: string }>().error]
}
/** The form of a closing, with the values that it would show now. */
const closing = async (till: Till, changes: object = {}) => {
  const [last] = await query<{ id: number; balance: string }>(
    `select id, balance from till_closings where till = $1 order by id desc limit 1`,
    [till],
  )
  const booked = Number(last?.balance ?? 0) - (await balance(`till:${till}`))
  return { key: newKey(), till, counted: booked, booked, after: last?.id ?? 0, ...changes }
}

/** The venue's date now. It is computed in each test, because a run may go on after midnight. */
const venueDate = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date())

describe('access', () => {
  const calls = {
    find: () => ({ card: '999999' }),
    'top-up': () => topUp(999_999),
    payment: () => payment(999_999),
    reverse: () => reversal(999_999),
    closing: () => ({ key: newKey(), till: 'cash', counted: 0, booked: 1, after: 0 }),
    'cases/answer': () => ({ case: 999_999, answer: 'x' }),
    'cases/close': () => ({ case: 999_999 }),
  }
  test.each([
    ['find', 404],
    ['top-up', 404],
    ['payment', 404],
    ['reverse', 404],
    ['closing', 409],
    ['cases/answer', 404],
    ['cases/close', 404],
  ] as const)('POST %s is for publishers and admins only', async (path, status) => {
    const body = calls[path]
    expect((await server.send(`/api/till/${path}`, jsonRequest('POST', body()))).status).toBe(401)
    expect((await post(path, body(), staff.editor)).status).toBe(403)
    expect((await post(path, body(), staff.publisher)).status).toBe(status)
    expect((await post(path, body(), staff.admin)).status).toBe(status)
  })

  test('GET export is for admins only', async () => {
    const path = 'export?from=2026-01-01&to=2026-01-02'
    expect((await server.get(`/api/till/${path}`)).status).toBe(401)
    expect((await get(path, staff.editor)).status).toBe(403)
    expect((await get(path, staff.publisher)).status).toBe(403)
    expect((await get(path)).status).toBe(200)
  })

  test('publishers can read the account codes, and admins can change them', async () => {
    const path = '/api/globals/accounting'
    const read = (session?: string) =>
      server.send(path, { headers: jsonRequest('GET', {}, session).headers })
    const write = (session: string) =>
      server.send(path, jsonRequest('POST', { member: '1700' }, session))
    expect([(await read()).status, (await read(staff.editor)).status]).toEqual([403, 403])
    expect((await read(staff.publisher)).json()).toMatchObject({ member: '1700', venue: '4400' })
    expect((await write(staff.publisher)).status).toBe(403)
    expect((await write(staff.admin)).status).toBe(200)
    const change = jsonRequest('POST', { clearing_bank: '1201' }, staff.admin)
    expect((await server.send(path, change)).status).toBe(200)
    const trail = await query(
      `select action, by_name from audit where of_collection = 'accounting' order by id desc limit 1`,
    )
    expect(trail).toEqual([{ action: 'change', by_name: 'Ada' }])
  })

  test.each([
    ['', 'Type a name or an address.'],
    ['/closing', 'Never closed.'],
    ['/cases', 'Nobody waits for an answer.'],
    ['/books', 'For accounting'],
  ])('the page /cms/till%s is for publishers and admins only', async (path, text) => {
    const read = async (session?: string) =>
      (
        await server.send(`/cms/till${path}`, {
          headers: session ? sessionHeaders(session) : {},
        })
      ).text
    const refusal = 'The bar and publishers work with members’ money.'
    expect(await read()).not.toContain(text)
    const editor = await read(staff.editor)
    expect(editor).toContain(refusal)
    expect(editor).not.toContain(text)
    for (const role of ['publisher', 'admin'] as const) {
      const page = await read(staff[role])
      expect(page, role).toContain(text)
      expect(page).not.toContain(refusal)
    }
  })
})

describe('a top-up', () => {
  test('becomes the member’s credit at once, and is stored with till, receipt and author', async () => {
    const member = await newMember()
    const reply = await postOrThrow<ToppedUpReply>('top-up', topUp(member, { amount: '£12.50' }))
    expect(reply).toMatchObject({ repeated: false, available_cents: 1250 })
    expect(await balance(`member:${member}`)).toBe(1250)
    expect(
      await query(`select kind, reference, actor from ledger_transfers where id = $1`, [
        reply.transfer,
      ]),
    ).toEqual([{ kind: 'top_up', reference: null, actor: 'staff' }])
    expect(await receiptOf(reply.transfer)).toBe('R 17')
    expect(await auditOf(reply.transfer)).toEqual([
      {
        action: 'topped_up',
        subject: `member no. ${member}`,
        by_name: 'publisher',
        details: { amount_cents: 1250, till: 'cash' },
      },
    ])
  })

  test('is booked once for each key; another amount with the same key is refused', async () => {
    const member = await newMember()
    const body = topUp(member, { till: 'card' })
    const booked: BookedReply[] = []
    for (const to of [server, second]) {
      booked.push((await post('top-up', body, staff.publisher, to)).json<BookedReply>())
    }
    expect(new Set(booked.map(({ transfer }) => transfer)).size).toBe(1)
    expect(booked.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await balance(`member:${member}`)).toBe(1000)
    expect(await auditOf(booked[0]?.transfer ?? 0)).toHaveLength(1)
    expect(await errorOf('top-up', { ...body, amount: 1001 })).toEqual([409, 'key_reused'])
    expect(await errorOf('top-up', { ...body, member: await newMember() })).toEqual([
      409,
      'key_reused',
    ])
    expect(await balance(`member:${member}`)).toBe(1000)
  })

  test('of a suspended member is refused, and so is a payment', async () => {
    const member = await newMember()
    await query(`update members set suspended_at = now() where id = $1`, [member])
    expect(await errorOf('top-up', topUp(member))).toEqual([409, 'suspended'])
    expect(await errorOf('payment', payment(member))).toEqual([409, 'suspended'])
  })

  test.each([
    ['amount', 0],
    ['amount', -5],
    ['amount', 0.5],
    ['amount', 50_001],
    ['amount', 2 ** 53],
    ['amount', 'NaN'],
    ['amount', null],
    ['till', 'venue:sales'],
    ['receipt', ' '],
    ['receipt', 'x'.repeat(61)],
    // The program refers to its own records in this format.
    ['receipt', 'event:7'],
    // The same in full-width letters, with characters that nobody sees, with blanks, and with other digits.
    ['receipt', 'ＥＶＥＮＴ:7'],
    ['receipt', 'event：７'],
    ['receipt', 'eve\u200bnt:7'],
    ['receipt', '\ufeffevent\u00ad:\u20607'],
    ['receipt', '𝐞𝐯𝐞𝐧𝐭:7'],
    ['receipt', 'event : 7'],
    ['receipt', 'event:٧'],
    ['receipt', 'event:seven'],
    ['receipt', '\u200b'],
    ['member', 'till:cash'],
    ['member', -1],
    ['key', 'x'],
  ])('with %s %j is refused', async (field, value) => {
    const member = await newMember()
    const { status, text } = await post('top-up', topUp(member, { [field]: value }))
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { error: expect.any(String), message: expect.any(String) },
    ])
    expect(await balance(`member:${member}`)).toBe(0)
  })
})

describe('finding a member by card', () => {
  test('accepts only the exact code or number, and is audited', async () => {
    const member = await newMember()
    const { token } = makeCard(member)
    for (const card of [token, ` ${token} `, String(member), String(member).padStart(5, '0')]) {
      expect(await postOrThrow('find', { card })).toEqual({ member })
    }
    const trail = await auditOf(`member ${member}`)
    expect(trail).toHaveLength(4)
    expect(trail[0]).toEqual({
      action: 'member_found',
      subject: `member no. ${member}`,
      by_name: 'publisher',
      details: null,
    })
    const outdated = makeCard(member, Date.now() - 60_000).token
    expect(await errorOf('find', { card: outdated })).toEqual([409, 'card_expired'])
    const forged = `${member + 1}${token.slice(token.indexOf('.'))}`
    expect(await errorOf('find', { card: forged })).toEqual([404, 'card_unknown'])
    expect(await errorOf('find', { card: 'Ada' })).toEqual([404, 'card_unknown'])
    expect(await errorOf('find', { card: '999999' })).toEqual([404, 'no_member'])
    expect(await errorOf('find', { card: ' ' })).toEqual([404, 'card_unknown'])
    expect(await errorOf('find', { card: 7 })).toEqual([400, 'bad_request'])
    expect(await auditOf(`member ${member}`)).toHaveLength(4)
  })

  test('is limited per staff member', async () => {
    const member = await newMember()
    await postOrThrow('find', { card: String(member) })
    await query(
      `update limits set taken = 120
        where key = (select 'cards that ' || id || ' looked up' from users where name = 'publisher')`,
    )
    expect(await errorOf('find', { card: String(member) })).toEqual([429, 'too_often'])
    const other = await post('find', { card: String(member) }, staff.admin)
    expect(other.status).toBe(200)
    await query(`delete from limits where key like 'cards that %'`)
  })
})

describe('texts that staff type', () => {
  test('are on the statement, but not in the audit trail, transfers and entries', async () => {
    const typed = ['Receipt of Grace', 'Bill of Grace', 'Grace asked', 'Grace’s note']
    const member = await newMember()
    const booked = await postOrThrow<BookedReply>('top-up', topUp(member, { receipt: typed[0] }))
    const paid = await postOrThrow<BookedReply>('payment', payment(member, { reference: typed[1] }))
    await postOrThrow('reverse', reversal(paid.transfer, { reason: typed[2] }))
    await postOrThrow('closing', await closing('card', { counted: 7, note: typed[3] }))
    const text = async (table: string) =>
      String((await query(`select jsonb_agg(t)::text as all from ${table} as t`))[0]?.all)
    const kept = (
      await Promise.all(['audit', 'ledger_transfers', 'ledger_entries'].map(text))
    ).join()
    for (const each of typed) expect(kept).not.toContain(each)
    const today = venueDate()
    const file = await get(`export?from=${today}&to=${today}`)
    const page = await server.send(`/cms/till?member=${member}`, {
      headers: sessionHeaders(staff.publisher),
    })
    for (const shown of [file.text, page.text]) {
      for (const each of typed.slice(0, 2)) expect(shown).toContain(each)
    }
    expect(page.text).toContain(typed[2])
    const rows: Record<string, string>[] = parse(file.text, { bom: true, columns: true })
    expect(rows.find(({ Reverses }) => Reverses === String(paid.transfer))).toMatchObject({
      Kind: 'Reversal',
      'Reversed kind': 'Payment',
      Reference: typed[1],
    })
    expect(rows.find(({ Transfer }) => Transfer === String(booked.transfer))).toMatchObject({
      'Reversed kind': '',
      Reference: typed[0],
    })
  })
})

describe('a payment', () => {
  test('goes to the venue and the Common Good, and is at most what the member has', async () => {
    const member = await newMember()
    await postOrThrow('top-up', topUp(member))
    const before = await Promise.all(['venue:sales', 'common_good'].map(balance))
    const reply = await postOrThrow<PaidReply>('payment', payment(member))
    // A payment is rounded up only if a feature says that the member rounds up.
    expect(reply).toMatchObject({ repeated: false, round_up_cents: 0, available_cents: 550 })
    const after = await Promise.all(['venue:sales', 'common_good'].map(balance))
    expect(after.map((cents, index) => cents - (before[index] ?? 0))).toEqual([446, 4])
    expect(await auditOf(reply.transfer)).toMatchObject([
      {
        action: 'payment_taken',
        details: { amount_cents: 450, area: 'Cafe', round_up_cents: 0 },
      },
    ])
    expect(await receiptOf(reply.transfer)).toBe('B 3')
    expect(await errorOf('payment', payment(member, { amount: 551 }))).toEqual([
      409,
      'insufficient_funds',
    ])
    expect(await errorOf('payment', payment(member, { area: 'Moon' }))).toEqual([
      400,
      'bad_request',
    ])
    expect(await balance(`member:${member}`)).toBe(550)
  })
})

describe('a reversal', () => {
  test('moves the amount back once, with a reason', async () => {
    const member = await newMember()
    const { transfer } = await postOrThrow<BookedReply>('top-up', topUp(member))
    const body = reversal(transfer)
    const first = await postOrThrow<BookedReply>('reverse', body)
    expect(await postOrThrow('reverse', body)).toEqual({ ...first, repeated: true })
    expect(await balance(`member:${member}`)).toBe(0)
    expect(await auditOf(first.transfer)).toEqual([
      {
        action: 'credit_reversed',
        subject: `member no. ${member}`,
        by_name: 'publisher',
        details: { amount_cents: -1000, kind: 'top_up', no: transfer },
      },
    ])
    expect(await errorOf('reverse', reversal(transfer))).toEqual([409, 'already_reversed'])
    expect(await errorOf('reverse', reversal(first.transfer))).toEqual([409, 'booked_elsewhere'])
    expect(await errorOf('reverse', reversal(transfer, { reason: ' ' }))).toEqual([
      400,
      'bad_request',
    ])
  })

  test('of a spent top-up is refused; a reversal of a payment also takes back the Common Good’s share', async () => {
    const member = await newMember()
    const { transfer } = await postOrThrow<BookedReply>('top-up', topUp(member))
    const paid = await postOrThrow<BookedReply>('payment', payment(member))
    expect(await errorOf('reverse', reversal(transfer))).toEqual([409, 'spent'])
    const before = await balance('common_good')
    await postOrThrow('reverse', reversal(paid.transfer))
    expect(await balance('common_good')).toBe(before - 4)
    expect(await balance(`member:${member}`)).toBe(1000)
  })

  test('of a transfer without a member is refused', async () => {
    const [row] = await query<{ id: string }>(
      `select o_transfer as id from ledger_transfer('test:cash', '', 'counted_cash', null, null, 'GBP', 'UTC', null,
         null, null, 'system', null, '{till:cash,common_good}', '{-100,100}')`,
    )
    expect(await errorOf('reverse', reversal(Number(row?.id)))).toEqual([404, 'not_found'])
  })
})

test('the currency cannot be changed once money is booked in it', async () => {
  await postOrThrow('top-up', topUp(await newMember()))
  const change = jsonRequest('POST', { currency: 'EUR' }, staff.admin)
  const reply = await server.send('/api/globals/venue', change)
  expect(reply.status).toBe(400)
  expect(reply.text).toContain('Money is booked in another currency')
})

test.each(['JPY', 'KWD', 'XYZ'])(
  'the currency %s is refused with the reason, unless money is booked in it',
  async (currency) => {
    await postOrThrow('top-up', topUp(await newMember()))
    const save = async (change: object) => {
      const reply = await server.send(
        '/api/globals/venue',
        jsonRequest('POST', { product_name: 'Venue', time_zone: 'UTC', ...change }, staff.admin),
      )
      return [reply.status, reply.text]
    }
    const reason = currency === 'XYZ' ? 'Write a currency code' : 'is not divided into hundredths'
    expect(await save({ currency })).toEqual([400, expect.stringContaining(reason)])
    // A venue that booked money in such a currency before it was refused.
    await query('alter table ledger_accounts disable trigger user')
    const setBooked = (code: string) => query('update ledger_accounts set currency = $1', [code])
    await setBooked(currency)
    expect(await save({ currency, tagline: 'Come in' })).toEqual([200, expect.anything()])
    expect((await save({ currency: 'GBP' }))[0]).toBe(400)
    await setBooked('GBP')
    await query('alter table ledger_accounts enable trigger user')
    expect((await save({ currency: 'GBP' }))[0]).toBe(200)
  },
)

describe('a closing', () => {
  test('books the difference to the venue, and needs a note for it', async () => {
    await postOrThrow('top-up', topUp(await newMember(), { till: 'card', amount: 2000 }))
    const same = await postOrThrow<ClosingReply>('closing', await closing('card'))
    expect(same.difference_cents).toBe(0)
    await postOrThrow('top-up', topUp(await newMember(), { till: 'card', amount: 3000 }))
    const sales = await balance('venue:sales')
    const body = await closing('card', { counted: '29.00' })
    expect(body.booked).toBe(3000)
    expect(await errorOf('closing', body)).toEqual([400, 'note_required'])
    const shortClosing = await postOrThrow<ClosingReply>('closing', { ...body, note: 'Slip lost' })
    expect(shortClosing.difference_cents).toBe(-100)
    expect(await balance('venue:sales')).toBe(sales - 100)
    expect(await postOrThrow('closing', { ...body, note: 'Slip lost' })).toEqual({
      ...shortClosing,
      repeated: true,
    })
    expect(await errorOf('closing', { ...body, note: 'Slip lost', counted: 1 })).toEqual([
      409,
      'key_reused',
    ])
    expect(await errorOf('closing', { ...body, note: 'Slip found' })).toEqual([409, 'key_reused'])
    const form = await closing('card', { counted: 30, note: 'Slip found' })
    expect([form.booked, form.after]).toEqual([0, shortClosing.closing])
    await postOrThrow('closing', form)
    expect(await balance('venue:sales')).toBe(sales - 70)
    expect(await auditOf(`closing ${shortClosing.closing}`)).toEqual([
      {
        action: 'till_closed',
        subject: `Card terminal, no. ${shortClosing.closing}`,
        by_name: 'publisher',
        details: { booked_cents: 3000, counted_cents: 2900 },
      },
    ])
  })

  test('with outdated numbers is refused', async () => {
    const body = await closing('cash')
    await postOrThrow('top-up', topUp(await newMember()))
    expect(await errorOf('closing', body)).toEqual([409, 'changed'])
  })

  test('happens once, even if several people close a till while others top up', async () => {
    const member = await newMember()
    const before = -(await balance('till:cash'))
    const [first] = await query<{ id: number }>(
      `select coalesce(max(id), 0) as id from till_closings`,
    )
    let refused = 0
    for (let round = 0; round < 5; round++) {
      const form = await closing('cash')
      const headers = () => ({ 'x-forwarded-for': newClientAddress() })
      const send = (path: string, body: object, target: Server) => {
        const request = jsonRequest('POST', body, staff.publisher)
        return target.send(`/api/till/${path}`, {
          ...request,
          headers: { ...request.headers, ...headers() },
        })
      }
      const [closings] = await Promise.all([
        Promise.all(
          Array.from({ length: 6 }, (_, index) =>
            send('closing', { ...form, key: newKey() }, index % 2 ? server : second),
          ),
        ),
        Promise.all([
          send('top-up', topUp(member, { amount: 10 }), server),
          send('top-up', topUp(member, { amount: 20 }), second),
        ]),
      ])
      const statuses = closings.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
      refused += statuses.filter((status) => status === 409).length
    }
    expect(refused).toBeGreaterThan(0)
    await postOrThrow('closing', await closing('cash'))
    // The sum of all closings equals the sum of all top-ups, so no top-up is missing or counted twice.
    const [sums] = await query<{ booked: string; closings: string }>(
      `select sum(booked) as booked, count(*) as closings from till_closings
        where till = 'cash' and id > $1`,
      [first?.id],
    )
    const [earlier] = await query<{ balance: string }>(
      `select coalesce((select balance from till_closings where till = 'cash' and id <= $1
                         order by id desc limit 1), 0) as balance`,
      [first?.id],
    )
    expect(Number(sums?.booked)).toBe(before + Number(earlier?.balance) + 150)
  })
})

describe('cash that is taken to the bank', () => {
  test('leaves the drawer once, and does not change what the next closing compares', async () => {
    await postOrThrow('top-up', topUp(await newMember(), { till: 'beer_hall', amount: 5000 }))
    await postOrThrow('closing', await closing('beer_hall'))
    await postOrThrow('top-up', topUp(await newMember(), { till: 'beer_hall', amount: 700 }))
    const [held, bank] = [-(await balance('till:beer_hall')), await balance('clearing:bank')]
    const body = { key: newKey(), till: 'beer_hall', amount: '50.00', slip: 'B 12' }
    const replies = await Promise.all([
      ...[postOrThrow<BankReply>('bank', body), postOrThrow<BankReply>('bank', body)],
    ])
    expect(replies.map(({ repeated }) => repeated).sort()).toEqual([false, true])
    expect(replies.map(({ left_cents }) => left_cents)).toEqual([held - 5000, held - 5000])
    expect(await balance('clearing:bank')).toBe(bank - 5000)
    expect((await closing('beer_hall')).booked).toBe(700)
    await postOrThrow('closing', await closing('beer_hall'))
    expect(-(await balance('till:beer_hall'))).toBe(held - 5000)
    expect(await errorOf('bank', { ...body, amount: '49.00' })).toEqual([409, 'key_reused'])
  })

  test('is at most what the till holds by the books', async () => {
    const held = -(await balance('till:cafe'))
    const body = { key: newKey(), till: 'cafe', amount: (held + 1) / 100, slip: 'B 13' }
    expect(await errorOf('bank', { ...body, amount: String((held + 1) / 100) })).toEqual([
      409,
      'not_in_till',
    ])
  })
})

describe('the export', () => {
  test('has each entry with its accounting code, adds up to zero, and contains no formulas', async () => {
    const member = await newMember()
    const { transfer } = await postOrThrow<BookedReply>(
      'top-up',
      topUp(member, { receipt: '=cmd|x!A1', till: 'card' }),
    )
    await server.send(
      '/api/globals/accounting',
      jsonRequest('POST', { till_card: '1234' }, staff.admin),
    )
    await server.send('/api/globals/accounting', jsonRequest('POST', { vat_cafe: 20 }, staff.admin))
    const paid = await postOrThrow<PaidReply>('payment', {
      ...{ key: newKey(), member, amount: 600, area: 'Cafe' },
    })
    const today = venueDate()
    const { text, status } = await get(`export?from=${today}&to=${today}`)
    expect(status).toBe(200)
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
    const own = rows.filter((row) => row.Transfer === String(transfer))
    expect(own).toMatchObject([
      {
        Account: `member:${member}`,
        'Account code': '1700',
        Debit: '',
        Credit: '10.00',
        Reference: "'=cmd|x!A1",
        Currency: 'GBP',
        'Booked on': today,
      },
      { Account: 'till:card', 'Account code': '1234', Debit: '10.00', Credit: '' },
    ])
    const sale = rows.find(
      (row) => row.Transfer === String(paid.transfer) && row.Account === 'venue:sales',
    )
    expect(sale).toMatchObject({ 'VAT rate': '20', VAT: '1.00' })
    expect(rows.filter((row) => row.VAT && row.Account !== 'venue:sales')).toEqual([])
    const sum = (side: string) =>
      rows.reduce((total, row) => total + Math.round(Number(row[side]) * 100), 0)
    expect(sum('Debit')).toBe(sum('Credit'))
    const [entries] = await query<{ n: number }>(
      `select count(distinct (transfer, account))::int as n from ledger_entries`,
    )
    expect(rows).toHaveLength(entries?.n ?? 0)
  })

  test('is in the audit trail', async () => {
    await get('export?from=2020-01-01&to=2020-01-02')
    expect((await auditOf('export')).at(-1)).toEqual({
      action: 'books_exported',
      subject: 'the books, 1 Jan 2020 to 2 Jan 2020',
      by_name: 'Ada',
      details: null,
    })
  })

  test('of days without entries is empty; a range that ends before it begins is refused', async () => {
    const { text } = await get('export?from=2020-01-01&to=2020-12-31')
    expect(parse(text, { bom: true })).toHaveLength(1)
    const wrong = await get('export?from=2020-12-31&to=2020-01-01')
    expect([wrong.status, wrong.json()]).toMatchObject([400, { error: 'wrong_range' }])
  })
})

describe('a case', () => {
  const openCase = async (text = 'Two coffees?') => {
    const member = await newMember()
    const [row] = await query<{ id: number }>(
      `insert into cases (member, transfer, text) values ($1, 1, $2) returning id`,
      [member, text],
    )
    return { member, id: row?.id ?? 0 }
  }
  const stateOf = async (id: number) =>
    (await query(`select state, answer from cases where id = $1`, [id]))[0]

  test('is answered once, by mail', async () => {
    const { id, member } = await openCase()
    await postOrThrow('cases/answer', { case: id, answer: 'You are right.\nSorry!' })
    expect(await stateOf(id)).toEqual({ state: 'answered', answer: 'You are right.\nSorry!' })
    expect(await errorOf('cases/answer', { case: id, answer: 'x' })).toEqual([409, 'case_ended'])
    expect(await errorOf('cases/close', { case: id })).toEqual([409, 'case_ended'])
    const mails = await query<{ text: string }>(
      `select m.text from mails as m join members as p on p.email = m.to_address where p.id = $1`,
      [member],
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('You are right.')
    expect(mails[0]?.text).toContain('Two coffees?')
    expect(await auditOf(id, 'cases')).toMatchObject([
      { action: 'case_answered', by_name: 'publisher' },
    ])
  })

  test('is closed without a mail', async () => {
    const { id, member } = await openCase()
    await postOrThrow('cases/close', { case: id })
    expect(await stateOf(id)).toEqual({ state: 'closed', answer: null })
    const mails = await query(
      `select m.id from mails as m join members as p on p.email = m.to_address where p.id = $1`,
      [member],
    )
    expect(mails).toEqual([])
  })
})
