import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BookedReply, RequestedReply } from '../../cms/features/common-good/contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  createStaffSession,
  insertStaff,
  jsonRequest,
  makeStaff,
  type Role,
} from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let staff: Record<Role, string>
/** A publisher who has taken out nothing yet. */
let publisher: string

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  staff = await makeStaff(server)
})
beforeEach(async () => {
  const email = `publisher${++serial}@venue.example`
  await insertStaff(url, [{ name: 'Publisher', role: 'publisher', email }])
  publisher = await createStaffSession(url, email)
})
afterAll(() => server?.stop())

let serial = 0
const newKey = () => (++serial).toString(16).padStart(24, '0')
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const post = (path: string, body: object, session = publisher) =>
  server.send(`/api/${path}`, jsonRequest('POST', body, session))
const cash = (amount: number, session = publisher, key = newKey()) =>
  post('common-good/cash', { key, amount, note: 'Float', day: '2026-11-01' }, session)
const decide = (decision: 'approve' | 'refuse', request: number, session = staff.admin) =>
  post(`common-good/requests/${decision}`, { request }, session)
const balance = async () => {
  const [row] = await query<{ sum: string }>(
    `select sum(balance) from ledger_balances as b join ledger_accounts as a on a.id = b.account
      where a.kind in ('common_good', 'cause')`,
  )
  return Number(row?.sum)
}
const requestOf = async (reply: ReturnType<typeof post>) => {
  const { status, text, json } = await reply
  expect(status, text).toBe(202)
  return json<RequestedReply>().request
}
const bookedBy = async (reply: ReturnType<typeof post>) => {
  const { status, text, json } = await reply
  expect(status, text).toBe(200)
  return json<BookedReply>().transfer
}
/** A member who gave credit to the Common Good. @returns the transfer of the gift */
const gift = async (cents: number) => {
  const [row] = await query<{ id: number }>(
    `insert into members (email, name) values ($1, 'Ada') returning id`,
    [`giver${++serial}@venue.example`],
  )
  const member = `member:${row?.id}`
  const move = async (kind: string, from: string, to: string) => {
    const [moved] = await query<{ id: string }>(
      `select o_transfer as id from ledger_transfer($1, '', $2, null, null, 'GBP', 'UTC', null, null, null,
         'member', $3, array[$4, $5], array[$6::bigint, $7::bigint])`,
      [`test:${newKey()}`, kind, row?.id, from, to, -cents, cents],
    )
    return Number(moved?.id)
  }
  await move('top_up', 'till:cash', member)
  return move('gift', member, 'common_good')
}

describe('above the limit a second person approves', () => {
  /** Each way out: takes out 60.00, or asks for it. */
  const ways: Record<string, () => ReturnType<typeof post>> = {
    'counted cash with a minus': () => cash(-6000),
    'the reversal of counted cash': async () => {
      const transfer = await bookedBy(cash(6000, staff.admin))
      return post('common-good/reverse', { key: newKey(), transfer, reason: 'Mine' })
    },
    'the reversal of a member’s gift at the till': async () => {
      const transfer = await gift(6000)
      return post('till/reverse', { key: newKey(), transfer, reason: 'Mine' })
    },
    'money taken back from a cause and then booked out': async () => {
      const made = await post('causes', { title: `C ${++serial}`, text: 'x', goal_cents: 9000 })
      const cause = made.json<{ doc: { id: number } }>().doc.id
      const transfer = await bookedBy(
        post('common-good/fund', { key: newKey(), cause, amount: 6000 }),
      )
      await bookedBy(post('common-good/reverse', { key: newKey(), transfer, reason: 'Back' }))
      return cash(-6000)
    },
    'pieces below the limit within a day': async () => {
      await bookedBy(cash(-2000, publisher))
      const transfer = await bookedBy(cash(2000, staff.admin))
      await bookedBy(post('common-good/reverse', { key: newKey(), transfer, reason: 'Mine' }))
      const own = await bookedBy(cash(4000, staff.admin))
      return post('common-good/reverse', { key: newKey(), transfer: own, reason: 'Mine' })
    },
  }
  test.each(Object.keys(ways))('%s', async (name) => {
    const request = await requestOf(ways[name]?.() as ReturnType<typeof post>)
    const before = await balance()
    const own = await decide('approve', request, publisher)
    expect([own.status, own.json()]).toMatchObject([403, { error: 'own_request' }])
    expect((await decide('approve', request, staff.editor)).status).toBe(403)
    expect(await balance()).toBe(before)

    const transfer = await bookedBy(decide('approve', request))
    expect(await balance()).toBeLessThan(before)
    const again = (await decide('approve', request)).json()
    expect(again).toEqual({ transfer, repeated: true })
    const refused = await decide('refuse', request)
    expect([refused.status, refused.json()]).toMatchObject([409, { error: 'done_request' }])
    const trail = await query<{ action: string; by_name: string }>(
      `select action, by_name from audit
        where of_collection = 'common_good_requests' and document = $1 order by id`,
      [String(request)],
    )
    expect(trail).toEqual([
      { action: 'out_requested', by_name: 'Publisher' },
      { action: 'out_approved', by_name: 'Ada' },
    ])
  })
})

test('below the limit one person may take out money alone, a repeated request counts once', async () => {
  const key = newKey()
  const first = await bookedBy(cash(-3000, publisher, key))
  expect((await cash(-3000, publisher, key)).json()).toEqual({ transfer: first, repeated: true })
  await bookedBy(cash(-2000))
  const request = await requestOf(cash(-1, publisher))
  expect((await decide('refuse', request, publisher)).status).toBe(200)
  const late = await decide('approve', request)
  expect([late.status, late.json()]).toMatchObject([409, { error: 'refused_request' }])
})

test('a repeated request for approval is the same request, and a changed one is refused', async () => {
  const key = newKey()
  const request = await requestOf(cash(-7000, publisher, key))
  expect((await cash(-7000, publisher, key)).json()).toEqual({ request, repeated: true })
  const changed = await cash(-7100, publisher, key)
  expect([changed.status, changed.json()]).toMatchObject([409, { error: 'key_reused' }])
  const transfer = await bookedBy(cash(8000, staff.admin))
  const reverse = () => post('common-good/reverse', { key: newKey(), transfer, reason: 'x' })
  await requestOf(reverse())
  const second = await reverse()
  expect([second.status, second.json()]).toMatchObject([409, { error: 'request_exists' }])
})

test('concurrent pieces of one person do not exceed the limit together', async () => {
  const before = await balance()
  const replies = await Promise.all(Array.from({ length: 6 }, () => cash(-2000)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(4)
  expect(await balance()).toBe(before - 4000)
})

test('the limit is the venue’s, only admins set it, and a higher one holds after a day', async () => {
  const set = (cents: number, session: string) =>
    post('globals/venue', { second_person_cents: cents }, session)
  const passDay = () =>
    query(`update common_good_earlier_limits set ended_at = ended_at - interval '25 hours'`)
  expect((await set(100_00, staff.publisher)).status).toBe(403)
  try {
    expect((await set(999_999_99, staff.admin)).status).toBe(200)
    await requestOf(cash(-5001))
    expect((await set(10_00, staff.admin)).status).toBe(200)
    await requestOf(cash(-1001))
    await passDay()
    expect((await set(100_00, staff.admin)).status).toBe(200)
    await requestOf(cash(-1001))
    await passDay()
    await bookedBy(cash(-9000))
    await requestOf(cash(-1001))
    const trail = await query<{ details: object; by_name: string }>(
      `select details, by_name from audit where of_collection = 'venue' and details::text like '%second_person_cents%'
        order by id limit 1`,
    )
    expect(trail).toMatchObject([{ by_name: 'Ada' }])
    expect(JSON.stringify(trail[0]?.details)).toContain('99999999')
  } finally {
    await set(50_00, staff.admin)
    await passDay()
  }
})

/** A publisher whose account was changed. @returns their session */
const changedStaff = async (
  action: string,
  details: object | null = null,
  { by = 'admin', hours = 1 } = {},
) => {
  const email = `changed${++serial}@venue.example`
  await insertStaff(url, [{ name: 'Changed', role: 'publisher', email }])
  await query(
    `insert into audit (action, subject, of_collection, document, by_id, details, created_at)
     select $1, 'x', 'users', id, case when $3 = 'self' then id else (select min(id) from users where role = 'admin') end,
            $4::jsonb, now() - $5 * interval '1 hour'
       from users where email = $2`,
    [action, email, by, details && JSON.stringify(details), hours],
  )
  return createStaffSession(url, email)
}

test('nobody approves with an account that another admin opened or changed within a day', async () => {
  let request = await requestOf(cash(-6000))
  const approve = async (...change: Parameters<typeof changedStaff>) =>
    decide('approve', request, await changedStaff(...change))
  const address = { email: ['a@venue.example', 'b@venue.example'] }
  const changes: Parameters<typeof changedStaff>[] = [
    ['create', null],
    ['password_changed', null],
    ['change', address],
    // The test has no mail server, so the link for it was read in the mailbox.
    ['password_reset', null, { by: 'self' }],
  ]
  for (const change of changes) {
    const reply = await approve(...change)
    expect([reply.status, reply.json()]).toMatchObject([403, { error: 'changed_account' }])
  }
  await bookedBy(approve('change', address, { hours: 25 }))
  for (const [action, details, by] of [
    ['password_changed', null, 'self'],
    ['change', { name: ['a', 'b'] }, 'admin'],
  ] as const) {
    request = await requestOf(cash(-6000))
    await bookedBy(approve(action, details, { by }))
  }
})

const uploadReceipt = async () => {
  const file = { name: 'r.jpg', type: 'image/jpeg', bytes: await photograph(64, 64, 1) }
  const sent = await server.send('/api/media', await uploadRequest(staff.admin, file))
  return sent.json<{ doc: { id: number } }>().doc.id
}

test('an account that another admin opened within a day takes nothing out alone, and its requests are not approved', async () => {
  const opened = await changedStaff('create')
  const request = await requestOf(cash(-1000, opened))
  const made = await post('causes', { title: `C ${++serial}`, text: 'x', goal_cents: 9000 })
  const cause = made.json<{ doc: { id: number } }>().doc.id
  await bookedBy(cash(3000, staff.admin))
  await bookedBy(post('common-good/fund', { key: newKey(), cause, amount: 2000 }))
  const asked = await post(
    'common-good/payouts',
    { key: newKey(), cause, amount: 2000, note: 'Paint', receipt: await uploadReceipt() },
    opened,
  )
  expect(asked.status, asked.text).toBe(200)
  const { payout } = asked.json<{ payout: number }>()
  const approvals = [
    decide('approve', request),
    post('common-good/payouts/approve', { payout }, staff.admin),
  ]
  for (const refused of await Promise.all(approvals)) {
    expect([refused.status, refused.json()]).toMatchObject([403, { error: 'changed_requester' }])
  }
  await bookedBy(cash(-1000, await changedStaff('create', null, { hours: 25 })))
})

test('an approval locks the member before the request, as an erasure does', async () => {
  const transfer = await gift(6000)
  const request = await requestOf(post('till/reverse', { key: newKey(), transfer, reason: 'Mine' }))
  let approval: ReturnType<typeof post> | undefined
  await onDatabase(url, async (erasing) => {
    await erasing('begin')
    await erasing(
      `select from members where id = (select member from common_good_requests where id = $1) for update`,
      [request],
    )
    approval = decide('approve', request)
    await waitUntil(
      () =>
        query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from members%'`,
        ),
      ({ length }) => length > 0,
    )
    await erasing(`select from common_good_requests where id = $1 for update nowait`, [request])
    await erasing('commit')
  })
  await bookedBy(approval as ReturnType<typeof post>)
})

test('the database refuses what the program would let through, whatever the way', async () => {
  const [user] = await query<{ id: number }>(
    `select id from users where role = 'publisher' limit 1`,
  )
  const take = (cents: number, kind: string, from = 'common_good', actor = 'staff') =>
    query(
      `select ledger_transfer($1, '', $2, null, null, 'GBP', 'UTC', null, null, null, $3, $4,
         array[$5, 'till:cash'], array[$6::bigint, $7::bigint])`,
      [`test:${newKey()}`, kind, actor, user?.id, from, -cents, cents],
    )
  for (const kind of ['counted_cash', 'payout', 'opening', 'gift', 'event_share']) {
    await expect(take(50_01, kind), kind).rejects.toThrow('second_person')
  }
  await take(30_00, 'counted_cash')
  await expect(take(30_00, 'payout')).rejects.toThrow('second_person')
  // Nobody can approve their own request in the table either.
  await expect(
    query(
      `insert into common_good_requests (key, kind, amount, note, day, state, requested_by, decided_by, decided_at, transfers)
       values ('own', 'cash', 1, 'x', now(), 'approved', 1, 1, now(), '{1}')`,
    ),
  ).rejects.toThrow('common_good_requests_second_person')
})
