import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BookedReply, PayoutReply } from '../../cms/features/common-good/contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let second: Server
let staff: Record<Role, string>
let member: Visitor
let receipt: number

beforeAll(async () => {
  url = await makeDatabase('demo')
  ;[server, second] = await Promise.all([
    startServer({ DATABASE_URL: url }),
    startServer({ DATABASE_URL: url }),
  ])
  staff = await makeStaff(server)
  member = (await membershipOf(server, url).signIn('member@venue.example')).visitor
  const photo = { name: 'receipt.jpg', type: 'image/jpeg', bytes: await photograph() }
  const uploaded = await server.send('/api/media', await uploadRequest(staff.editor, photo))
  receipt = uploaded.json<{ doc: { id: number } }>().doc.id
})
afterAll(() => Promise.all([server?.stop(), second?.stop()]))

let serial = 0
const newKey = () => (++serial).toString(16).padStart(24, '0')
const post = (path: string, body: object, session: string, target = server) =>
  target.send(`/api/${path}`, jsonRequest('POST', body, session))
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const balance = async (account: string) => {
  const [row] = await query<{ sum: string }>(
    `select coalesce(sum(balance), 0) as sum from ledger_balances as b join ledger_accounts as a on a.id = b.account
      where a.code = $1`,
    [account],
  )
  return Number(row?.sum)
}
const makeCause = async (changes: object = {}) => {
  const data = { title: `Cause ${++serial}`, text: 'For all.', goal_cents: 5000, ...changes }
  const response = await post('causes', data, staff.publisher)
  expect(response.status, response.text).toBe(201)
  return response.json<{ doc: { id: number; slug: string; title: string } }>().doc
}
const fund = (cause: number, amount: number | string, key = newKey()) =>
  post('common-good/fund', { key, cause, amount }, staff.publisher)
const fundedCause = async (cents = 5000) => {
  const { id } = await makeCause()
  const funded = await fund(id, cents)
  expect(funded.status, funded.text).toBe(200)
  return id
}
const payout = (cause: number, changes: object = {}) => ({
  key: newKey(),
  cause,
  amount: 2000,
  note: 'Paint',
  receipt,
  ...changes,
})
const request = async (cause: number, role: Role = 'editor', changes: object = {}) => {
  const response = await post('common-good/payouts', payout(cause, changes), staff[role])
  expect(response.status, response.text).toBe(200)
  return response.json<PayoutReply>().payout
}
const decide = (decision: 'approve' | 'refuse', id: number, role: Role, target = server) =>
  post(`common-good/payouts/${decision}`, { payout: id }, staff[role], target)
const payoutTransfers = (cause: number) =>
  query(`select id from ledger_transfers where kind = 'payout' and reference = $1`, [
    `cause:${cause}`,
  ])

describe('access', () => {
  test.each([
    ['common-good/fund', { editor: 403, publisher: 404, admin: 404 }],
    ['common-good/payouts', { editor: 404, publisher: 404, admin: 404 }],
    ['common-good/payouts/approve', { editor: 403, publisher: 404, admin: 404 }],
    ['common-good/payouts/refuse', { editor: 403, publisher: 404, admin: 404 }],
    ['common-good/payouts/reversals', { editor: 404, publisher: 404, admin: 404 }],
    ['common-good/payouts/reversals/approve', { editor: 403, publisher: 404, admin: 404 }],
    ['common-good/payouts/reversals/refuse', { editor: 403, publisher: 404, admin: 404 }],
  ] as const)('POST %s is limited to the staff roles that may use it', async (path, expected) => {
    const body = { ...payout(999_999), payout: 999_999, reversal: 999_999, reason: 'x' }
    expect((await server.send(`/api/${path}`, jsonRequest('POST', body))).status).toBe(401)
    expect((await member.call(`/api/${path}`, body)).status).toBe(401)
    for (const role of ['editor', 'publisher', 'admin'] as const) {
      const { status, text } = await post(path, body, staff[role])
      expect(status, `${role}: ${text}`).toBe(expected[role])
    }
  })
})

test('only publishers and admins can change causes and their pictures, and the audit trail names the person', async () => {
  const { id } = await makeCause()
  const change = (title: string, session?: string) =>
    server.send(`/api/causes/${id}`, jsonRequest('PATCH', { title, picture: receipt }, session))
  expect((await change('Anonymous')).status).toBe(403)
  expect((await change('Editor', staff.editor)).status).toBe(403)
  for (const role of ['publisher', 'admin'] as const) {
    expect((await change(`By the ${role}`, staff[role])).status).toBe(200)
  }
  const data = { title: 'x', text: 'x', goal_cents: 5000 }
  expect((await post('causes', data, staff.editor)).status).toBe(403)
  const trail = await query(
    `select action, subject, by_name from audit where of_collection = 'causes' and document = $1
      order by id desc limit 2`,
    [String(id)],
  )
  expect(trail).toEqual([
    { action: 'change', subject: 'By the admin', by_name: 'Ada' },
    { action: 'change', subject: 'By the publisher', by_name: 'publisher' },
  ])
})

describe('a cause', () => {
  test('gets money from the Common Good once for each key, at most the available amount', async () => {
    const { id, title } = await makeCause()
    const [totalBefore, key] = [await balance('common_good'), newKey()]
    const [first, again] = [await fund(id, '12.50', key), await fund(id, '12.50', key)]
    expect([first.status, again.status], first.text).toEqual([200, 200])
    const { transfer } = first.json<BookedReply>()
    expect(again.json()).toEqual({ transfer, repeated: true })
    expect(await balance(`cause:${id}`)).toBe(1250)
    expect(await balance('common_good')).toBe(totalBefore - 1250)
    const other = await fund(id, '13.50', key)
    expect([other.status, other.json()]).toMatchObject([409, { error: 'key_reused' }])
    const tooMuch = await fund(id, totalBefore)
    expect([tooMuch.status, tooMuch.json()]).toMatchObject([409, { error: 'not_enough' }])
    const trail = await query(
      `select subject, by_name, details from audit where action = 'cause_funded' and document = $1`,
      [String(id)],
    )
    const details = { amount_cents: 1250, transfer }
    expect(trail).toEqual([{ subject: title, by_name: 'publisher', details }])
    const reversed = await post(
      'common-good/reverse',
      { key: newKey(), transfer, reason: 'Wrong cause' },
      staff.publisher,
    )
    expect(reversed.status, reversed.text).toBe(200)
    expect([await balance(`cause:${id}`), await balance('common_good')]).toEqual([0, totalBefore])

    await query(`update causes set state = 'paid_out' where id = $1`, [id])
    expect((await fund(id, '12.50', key)).json()).toEqual({ transfer, repeated: true })
    const refused = await fund(id, 100)
    expect([refused.status, refused.json()]).toMatchObject([409, { error: 'paid_out_cause' }])
    expect([await balance(`cause:${id}`), await balance('common_good')]).toEqual([0, totalBefore])
  })

  test.each([0, -1, 1.5, 2 ** 53, 'NaN', null])(
    'does not get the invalid amount %j',
    async (amount) => {
      const { id } = await makeCause()
      expect((await fund(id, amount as never)).status).toBe(400)
      expect(await balance(`cause:${id}`)).toBe(0)
    },
  )

  test('with money cannot be deleted; a cause without money can', async () => {
    const [used, { id: unused }] = [await fundedCause(), await makeCause()]
    const remove = (id: number) =>
      server.send(`/api/causes/${id}`, jsonRequest('DELETE', {}, staff.admin))
    const trash = (id: number) =>
      server.send(
        `/api/causes/${id}`,
        jsonRequest('PATCH', { deletedAt: new Date().toISOString() }, staff.publisher),
      )
    for (const refused of [await remove(used), await trash(used)]) {
      expect([refused.status, refused.json()]).toMatchObject([
        409,
        { message: expect.stringMatching(/^Money was set aside/) },
      ])
    }
    expect((await trash(unused)).status).toBe(200)
    expect((await fund(unused, 100)).status).toBe(404)
  })

  test('gets a slug made from its title; an invalid slug is refused', async () => {
    expect((await makeCause({ title: 'The Café’s 2nd bench!' })).slug).toBe('the-cafes-2nd-bench')
    const refused = await post(
      'causes',
      { title: 'x', text: 'x', goal_cents: 100, slug: 'A b' },
      staff.publisher,
    )
    expect(refused.status).toBe(400)
  })
})

describe('a payout', () => {
  test('moves money when somebody else approves it, and is public with its receipt', async () => {
    const cause = await fundedCause()
    const id = await request(cause, 'editor', { note: 'Paint for the fence' })
    expect(await balance(`cause:${cause}`)).toBe(5000)
    expect((await server.get('/common-good')).text).not.toContain('Paint for the fence')
    const approved = await decide('approve', id, 'publisher')
    expect(approved.status, approved.text).toBe(200)
    expect(await balance(`cause:${cause}`)).toBe(3000)
    const picture = await query<{ hash: string }>(
      `select picture->>'hash' as hash from media where id = $1`,
      [receipt],
    )
    for (const each of [server, second]) {
      const { text } = await waitUntil(
        () => each.get('/common-good'),
        ({ text }) => text.includes('Paint for the fence'),
      )
      expect(text).toContain(`/media/${picture[0]?.hash}/`)
    }
    const trail = await query(
      `select action, by_name from audit where of_collection = 'cause_payouts' and document = $1 order by id`,
      [String(id)],
    )
    expect(trail).toEqual([
      { action: 'payout_requested', by_name: 'editor' },
      { action: 'payout_approved', by_name: 'publisher' },
    ])
    const kept = await server.send(`/api/media/${receipt}`, jsonRequest('DELETE', {}, staff.admin))
    expect([kept.status, kept.text]).toMatchObject([
      409,
      expect.stringContaining('the payout “Paint for the fence”'),
    ])
  })

  test('cannot be approved by the person who requested it: the call and the database refuse that', async () => {
    const cause = await fundedCause()
    const id = await request(cause, 'publisher')
    const change = (values: string) =>
      query(`update cause_payouts set ${values} where id = $1`, [id])
    await expect(change('amount = 1')).rejects.toThrow(/ledger_immutable/)
    const own = await decide('approve', id, 'publisher')
    expect([own.status, own.json()]).toMatchObject([403, { error: 'own_payout' }])
    expect(await payoutTransfers(cause)).toEqual([])
    await expect(
      query(
        `update cause_payouts set state = 'approved', decided_by = requested_by, decided_at = now(), transfer = -1
          where id = $1`,
        [id],
      ),
    ).rejects.toThrow(/cause_payouts_second_person/)
    expect((await decide('approve', id, 'admin')).status).toBe(200)
    for (const values of [
      "state = 'requested', transfer = null",
      "note = 'x'",
      'decided_by = 999',
    ]) {
      await expect(change(values)).rejects.toThrow(/ledger_immutable/)
    }
    await change("note = 'erased'")
  })

  test('that two people approve at once is paid once', async () => {
    const cause = await fundedCause()
    const id = await request(cause)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        decide('approve', id, index % 2 ? 'publisher' : 'admin', index % 3 ? server : second),
      ),
    )
    const booked = replies.map((reply) => reply.json<BookedReply>())
    expect(new Set(booked.map(({ transfer }) => transfer)).size).toBe(1)
    expect(booked.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await payoutTransfers(cause)).toHaveLength(1)
    expect(await balance(`cause:${cause}`)).toBe(3000)
  })

  test('is paid or refused, not both', async () => {
    const cause = await fundedCause()
    const [paid, refused] = [await request(cause), await request(cause)]
    await decide('approve', paid, 'publisher')
    const late = await decide('refuse', paid, 'admin')
    expect([late.status, late.json()]).toMatchObject([409, { error: 'paid_payout' }])
    expect((await decide('refuse', refused, 'publisher')).status).toBe(200)
    const tooLate = await decide('approve', refused, 'admin')
    expect([tooLate.status, tooLate.json()]).toMatchObject([409, { error: 'refused_payout' }])
    expect(await payoutTransfers(cause)).toHaveLength(1)
  })

  test('takes at most the balance of the cause, even if two requests together exceed it', async () => {
    const cause = await fundedCause()
    const tooMuch = await post('common-good/payouts', payout(cause, { amount: 5001 }), staff.editor)
    expect([tooMuch.status, tooMuch.json()]).toMatchObject([409, { error: 'not_enough' }])
    const [one, other] = [
      await request(cause, 'editor', { amount: 3000 }),
      await request(cause, 'editor', { amount: 3000 }),
    ]
    expect((await decide('approve', one, 'publisher')).status).toBe(200)
    const insufficient = await decide('approve', other, 'publisher')
    expect([insufficient.status, insufficient.json()]).toMatchObject([409, { error: 'not_enough' }])
    expect(await balance(`cause:${cause}`)).toBe(2000)
  })

  test('is requested once for each key, and needs a receipt that exists', async () => {
    const cause = await fundedCause()
    const body = payout(cause)
    const requestWith = (changes: object = {}) =>
      post('common-good/payouts', { ...body, ...changes }, staff.editor)
    const [first, again] = [await requestWith(), await requestWith()]
    const { payout: id } = first.json<PayoutReply>()
    expect(again.json()).toEqual({ payout: id, repeated: true })
    const changed = await requestWith({ amount: 1999 })
    expect([changed.status, changed.json()]).toMatchObject([409, { error: 'key_reused' }])
    const without = await requestWith({ key: newKey(), receipt: 999_999 })
    expect([without.status, without.json()]).toMatchObject([400, { error: 'no_receipt' }])
  })
})

describe('reversing a payout', () => {
  const paid = async (changes: object = {}) => {
    const cause = await fundedCause()
    const id = await request(cause, 'editor', changes)
    expect((await decide('approve', id, 'publisher')).status).toBe(200)
    return { cause, id }
  }
  const requestReversal = (id: number, role: Role = 'editor', changes: object = {}) =>
    post(
      'common-good/payouts/reversals',
      { key: newKey(), payout: id, reason: 'The shop took them back', ...changes },
      staff[role],
    )
  const requestedReversal = async (id: number, role: Role = 'editor') =>
    (await requestReversal(id, role)).json<{ reversal: number }>().reversal
  const decideReversal = (
    decision: 'approve' | 'refuse',
    reversal: number,
    role: Role,
    target = server,
  ) => post(`common-good/payouts/reversals/${decision}`, { reversal }, staff[role], target)

  test('needs a reason and a second person, and adds its own line to the public page', async () => {
    const { cause, id } = await paid({ note: 'Chairs for the hall' })
    const cash = await balance('till:cash')
    expect((await requestReversal(id, 'editor', { reason: ' ' })).status).toBe(400)
    const body = { key: newKey() }
    const [first, again] = [
      await requestReversal(id, 'publisher', body),
      await requestReversal(id, 'publisher', body),
    ]
    const { reversal } = first.json<{ reversal: number }>()
    expect(again.json()).toEqual({ reversal, repeated: true })
    const changed = await requestReversal(id, 'publisher', { ...body, reason: 'Another' })
    expect([changed.status, changed.json()]).toMatchObject([409, { error: 'key_reused' }])
    const twice = await requestReversal(id, 'editor')
    expect([twice.status, twice.json()]).toMatchObject([409, { error: 'reversal_exists' }])
    expect(await balance(`cause:${cause}`)).toBe(3000)
    const own = await decideReversal('approve', reversal, 'publisher')
    expect([own.status, own.json()]).toMatchObject([403, { error: 'own_reversal' }])
    await expect(
      query(
        `update cause_payout_reversals set state = 'approved', decided_by = requested_by, decided_at = now(),
                transfer = -1 where id = $1`,
        [reversal],
      ),
    ).rejects.toThrow(/cause_payout_reversals_second_person/)
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        decideReversal('approve', reversal, 'admin', index % 2 ? server : second),
      ),
    )
    const booked = replies.map((reply) => reply.json<BookedReply>())
    expect(new Set(booked.map(({ transfer }) => transfer)).size).toBe(1)
    expect(booked.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await balance(`cause:${cause}`)).toBe(5000)
    expect(await balance('till:cash')).toBe(cash - 2000)
    const refused = await decideReversal('refuse', reversal, 'admin')
    expect([refused.status, refused.json()]).toMatchObject([409, { error: 'done_reversal' }])
    const { text } = await waitUntil(
      () => second.get('/common-good'),
      (reply) => reply.text.includes('The shop took them back'),
    )
    const lines = [...text.matchAll(/<ol class="payouts.*?<\/ol>/gs)][0]?.[0] ?? ''
    const ownLines = lines
      .split('<li')
      .filter((line) => line.includes('Chairs for the hall'))
      .map((line) => line.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '))
    expect(ownLines).toHaveLength(2)
    expect(ownLines[0]).toMatch(
      /−£20\.00.*Taken back.*Chairs for the hall.*The shop took them back/,
    )
    expect(ownLines[1]).toMatch(/£20\.00.*Chairs for the hall.*Taken back later/)
    const trail = await query(
      `select action, subject, by_name, details from audit where of_collection = 'cause_payouts' and document = $1
        order by id`,
      [String(id)],
    )
    expect(trail.slice(2)).toEqual([
      {
        action: 'payout_reversal_requested',
        subject: `payout no. ${id}`,
        by_name: 'publisher',
        details: { cause, amount_cents: 2000 },
      },
      {
        action: 'payout_reversed',
        subject: `payout no. ${id}`,
        by_name: 'Ada',
        details: { cause, amount_cents: 2000, transfer: booked[0]?.transfer },
      },
    ])
    expect((await requestReversal(id, 'editor')).json()).toMatchObject({ error: 'reversal_exists' })
    // The page shows the amount that the cause was funded with.
    const causes = await server.get('/common-good')
    expect(causes.text).toContain('£50.00')
  })

  test('leaves the payout paid if the request is refused, and can then be requested again', async () => {
    const { cause, id } = await paid()
    const reversal = await requestedReversal(id)
    expect((await decideReversal('refuse', reversal, 'publisher')).status).toBe(200)
    const late = await decideReversal('approve', reversal, 'admin')
    expect([late.status, late.json()]).toMatchObject([409, { error: 'refused_reversal' }])
    expect(await balance(`cause:${cause}`)).toBe(3000)
    const again = await requestedReversal(id)
    expect(again).toBeGreaterThan(reversal)
    expect((await decideReversal('approve', again, 'publisher')).status).toBe(200)
    expect(await balance(`cause:${cause}`)).toBe(5000)
  })

  test('is refused if the payout was not approved', async () => {
    const id = await request(await fundedCause())
    const early = await requestReversal(id)
    expect([early.status, early.json()]).toMatchObject([409, { error: 'unpaid_payout' }])
  })

  test.each(['till:cash', 'till:card', 'clearing:bank'])(
    'moves the money back to the account that paid: %s',
    async (account) => {
      const before = await balance(account)
      const { id } = await paid({ account })
      expect(await balance(account)).toBe(before + 2000)
      await decideReversal('approve', await requestedReversal(id), 'publisher')
      expect(await balance(account)).toBe(before)
    },
  )

  test('concerns only tills and the bank, because payouts from other accounts are refused', async () => {
    const cause = await fundedCause()
    for (const account of ['venue:sales', 'member:1', '']) {
      const refused = await post('common-good/payouts', payout(cause, { account }), staff.editor)
      expect(refused.status).toBe(400)
    }
  })
})

test('the Common Good page shows the total of the ledger, and each reversal on its own line', async () => {
  const body = { key: newKey(), amount: 4321, note: 'A hat that went round', day: '2026-01-10' }
  const booked = await post('common-good/cash', body, staff.publisher)
  const { transfer } = booked.json<BookedReply>()
  const reason = 'Counted the wrong hat'
  await post('common-good/reverse', { key: newKey(), transfer, reason }, staff.publisher)
  const { text } = await waitUntil(
    () => server.get('/common-good'),
    (reply) => reply.text.includes(reason),
  )
  const total = (await balance('common_good')) / 100
  expect(text).toContain(`£${total.toLocaleString('en-GB', { minimumFractionDigits: 2 })}`)
  const lines = [...text.matchAll(/<li id="no-(\d+)"[^>]*?>(.*?)<\/li>/gs)].map(
    ([, id, line = '']) =>
      [Number(id), line.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')] as const,
  )
  const lineOf = (match: string) => lines.find(([, line]) => line.includes(match))?.[1]
  expect(lineOf('A hat that went round')).toMatch(/Counted cash.*Taken back later.*\+£43\.21/)
  expect(lineOf(reason)).toMatch(/Taken back.*−£43\.21/)
})

test('a staff note about a member’s gift is not public', async () => {
  await query(
    `select ledger_transfer('test:top-up', '', 'top_up', null, null, 'GBP', 'UTC', null, null, null, 'system', null,
       '{till:cash,member:900}', '{-500,500}')`,
  )
  const [gift] = await query<{ id: string }>(
    `select o_transfer as id from ledger_transfer('test:gift', '', 'gift', null, null, 'GBP', 'UTC', null, null, null,
       'member', 900, '{member:900,common_good}', '{-500,500}')`,
  )
  await query(`insert into ledger_notes (transfer, text) values ($1, 'From Mrs Ada Byron')`, [
    gift?.id,
  ])
  const { text } = await waitUntil(
    () => second.get('/common-good'),
    (reply) => reply.text.includes(`id="no-${gift?.id}"`),
  )
  expect(text).not.toContain('Byron')
})
