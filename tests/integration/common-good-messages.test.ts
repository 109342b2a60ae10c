import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role, sessionHeaders } from '../support/staff.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let staff: Record<Role, string>
let membership: ReturnType<typeof membershipOf>

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  staff = await makeStaff(server)
  membership = membershipOf(server, url)
})
afterAll(() => server?.stop())

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
let serial = 0
const signInWriter = async () => {
  const { visitor, user } = await membership.signIn(`writer${++serial}@venue.example`)
  return { visitor, id: user.id }
}
const move = async (kind: string, from: string, to: string, cents: number) => {
  const [row] = await query<{ id: string }>(
    `select o_transfer as id from ledger_transfer($1, '', $2, null, null, 'GBP', 'UTC', null, null, null, 'system', null,
       array[$3, $4], array[$5::bigint, -$5::bigint])`,
    [`test:${++serial}`, kind, from, to, -cents],
  )
  return Number(row?.id)
}
/** A member who has topped up and given something. */
const giver = async (kinds: string[] = ['gift']) => {
  const member = await signInWriter()
  await move('top_up', 'till:cash', `member:${member.id}`, 1000)
  const gifts: number[] = []
  for (const kind of kinds) gifts.push(await move(kind, `member:${member.id}`, 'common_good', 50))
  return { ...member, gifts }
}
const write = (visitor: Visitor, text: unknown, name?: string) =>
  visitor.call('/api/common-good/message', { text, name })
const form = (visitor: Visitor, path: string, fields: Record<string, string>) =>
  visitor.call(`/api/common-good/message${path}`, new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const idOf = async (text: string) => {
  const [row] = await query<{ id: number }>('select id from common_good_messages where text = $1', [
    text,
  ])
  return row?.id ?? 0
}
const stateOf = async (id: number) => {
  const [row] = await query<{ state: string }>(
    'select state from common_good_messages where id = $1',
    [id],
  )
  return row?.state
}
const decide = (message: number, state: string, session = staff.publisher) =>
  server.send('/api/common-good/message/decide', jsonRequest('POST', { message, state }, session))
const pageWith = (text: string, isThere = true) =>
  waitUntil(
    () => server.get('/common-good/message'),
    (reply) => reply.text.includes(text) === isThere,
  )

describe('writing a message', () => {
  test('is allowed only to members who gave something', async () => {
    const stranger = await write(visitorOf(server), 'Hello.')
    expect([stranger.status, stranger.json()]).toMatchObject([401, { error: 'signed_out' }])
    const { visitor, id } = await signInWriter()
    const nothing = await write(visitor, 'Hello.')
    expect([nothing.status, nothing.json()]).toMatchObject([403, { error: 'no_contribution' }])
    await move('top_up', 'till:cash', `member:${id}`, 1000)
    await move('payment', `member:${id}`, 'venue:sales', 400)
    expect((await write(visitor, 'Hello.')).status).toBe(403)
    await move('round_up', `member:${id}`, 'common_good', 5)
    expect((await write(visitor, 'Hello.')).status).toBe(201)
  })

  test('is possible once for each contribution, even if messages are sent at the same time', async () => {
    const { visitor, id, gifts } = await giver(['gift', 'round_up'])
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => write(visitor.copy(), `Message ${index}.`)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
    const stored = await query<{ transfer: string }>(
      'select transfer from common_good_messages where member = $1 order by transfer',
      [id],
    )
    expect(stored.map(({ transfer }) => Number(transfer))).toEqual(gifts)
    expect((await write(visitor, 'Once more.')).json()).toMatchObject({ error: 'has_message' })
  })

  test('twice, even at the same time, stores it once; all requests get the same reply', async () => {
    const { visitor, id } = await giver(['gift', 'gift'])
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => write(visitor.copy(), 'Twice.', 'Ada')),
    )
    replies.push(await write(visitor, 'Twice.', 'Ada'))
    for (const { status, text } of replies) expect([status, text]).toEqual([201, '{"ok":true}'])
    const count = () => membership.count('common_good_messages', 'member = $1', [id])
    expect(await count()).toBe(1)
    const fields = { text: 'Twice.', name: 'Ada' }
    const page = '/common-good/message?done=sent'
    expect((await form(visitor, '', fields)).headers.location).toBe(page)
    expect(await count()).toBe(1)
    // A request with another name is another message. After a day, a repeated request is another message too.
    expect((await write(visitor, 'Twice.')).status).toBe(201)
    await query(
      `update common_good_messages set created_at = now() - interval '25 hours' where member = $1`,
      [id],
    )
    expect((await write(visitor, 'Twice.')).json()).toMatchObject({ error: 'has_message' })
    expect(await count()).toBe(2)
  })

  test('is not possible for a reversed gift or for a gift of another member', async () => {
    const [{ visitor, gifts }, other] = [await giver(), await signInWriter()]
    await query(`select ledger_reverse('test:reversed', '', $1, 'UTC', 'system', null)`, [gifts[0]])
    expect((await write(visitor, 'Hello.')).status).toBe(403)
    expect((await write(other.visitor, 'Hello.')).status).toBe(403)
  })

  test.each([[''], ['   '], ['x'.repeat(201)], [null], [7]])(
    'is refused with the text %j',
    async (text) => {
      const { visitor } = await giver()
      expect((await write(visitor, text)).status).toBe(400)
      expect((await write(visitor, 'x'.repeat(200))).status).toBe(201)
    },
  )

  test('is limited for each member', async () => {
    const { visitor } = await giver()
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await write(visitor, `Try ${n}.`)).status)
    expect(statuses).toEqual([201, ...Array(9).fill(409), 429])
  })
})

describe('a message', () => {
  test('can be shown and hidden by staff, and its text is not in the audit trail', async () => {
    const { visitor, gifts } = await giver()
    const text = '<b>For the coach</b> & the sea'
    const escaped = '&lt;b&gt;For the coach&lt;/b&gt; &amp; the sea'
    await write(visitor, text, 'Ada')
    const id = await idOf(text)
    expect((await server.get('/common-good/message')).text).not.toContain('the coach&lt;')
    expect((await decide(id, 'shown')).status).toBe(200)
    const { text: html } = await pageWith(escaped)
    expect(html).toContain('Ada')
    const { text: page } = await waitUntil(
      () => server.get('/common-good'),
      (reply) => reply.text.includes('A gift from Ada'),
    )
    expect(page).toContain(`id="no-${gifts[0]}"`)
    await decide(id, 'hidden')
    await pageWith(escaped, false)
    await waitUntil(
      () => server.get('/common-good'),
      (reply) => !reply.text.includes('A gift from Ada'),
    )
    const trail = await query(
      `select action, subject, by_name, details from audit where of_collection = 'common_good_messages' order by id`,
    )
    expect(trail).toEqual(
      ['message_shown', 'message_hidden'].map((action) => ({
        action,
        subject: `message no. ${id}`,
        by_name: 'publisher',
        details: null,
      })),
    )
  })

  test('that a visitor reports stays visible until staff decide; if they keep it, later reports change nothing', async () => {
    const { visitor } = await giver()
    await write(visitor, 'A message to report.')
    const id = await idOf('A message to report.')
    const report = (message: unknown) =>
      visitorOf(server).call('/api/common-good/message/report', { message })
    expect((await report(id)).status).toBe(404)
    await decide(id, 'shown')
    expect((await report(id)).status).toBe(200)
    expect(await stateOf(id)).toBe('reported')
    await pageWith('A message to report.')
    await decide(id, 'shown')
    expect((await report(id)).status).toBe(200)
    expect(await stateOf(id)).toBe('shown')
    expect((await report('x')).status).toBe(400)
  })

  test('can be shown only by publishers and admins', async () => {
    const { visitor } = await giver()
    await write(visitor, 'A message to decide.')
    const id = await idOf('A message to decide.')
    for (const [session, expected] of [
      ['', 401],
      [staff.editor, 403],
      [staff.publisher, 200],
      [staff.admin, 200],
    ] as const) {
      expect((await decide(id, 'shown', session)).status).toBe(expected)
    }
    expect((await decide(id, 'pending')).status).toBe(400)
  })

  test('can’t be reported by a client that has sent ten reports within an hour', async () => {
    const visitor = visitorOf(server)
    const statuses = []
    for (let n = 0; n < 11; n++) {
      statuses.push((await visitor.call('/api/common-good/message/report', { message: 1 })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })
})

test('forms without JavaScript redirect to the page that shows the outcome', async () => {
  const { visitor } = await giver()
  const sent = async (from: Visitor, path: string, fields: Record<string, string>) =>
    (await form(from, path, fields)).headers.location
  const page = '/common-good/message'
  expect(await sent(visitorOf(server), '', { text: 'x' })).toBe(`${page}?problem=signed_out`)
  expect(await sent(visitor, '', { text: '' })).toBe(`${page}?problem=invalid`)
  expect(await sent(visitor, '', { text: 'By a form.', name: '' })).toBe(`${page}?done=sent`)
  expect(await sent(visitor, '', { text: 'x' })).toBe(`${page}?problem=has_message`)
  const report = { message: '999999' }
  expect(await sent(visitorOf(server), '/report', report)).toBe(`${page}?problem=failure`)
  for (const query of ['problem=has_message', 'done=sent', 'thanks=1']) {
    expect((await server.get(`${page}?${query}`)).text).toMatch(/role="(alert|status)"/)
  }
  expect((await server.get(`${page}?problem=<b>`)).text).not.toMatch(/role="(alert|status)"/)
})

describe('a message with a gift', () => {
  test('has to be the same in a repeated request, and is not shown after the gift was reversed', async () => {
    const { visitor, gifts } = await giver(['gift'])
    const key = '0123456789abcdef01234567'
    const give = (message: string) =>
      visitor.call('/api/credit/gift', { key, amount: 20, message, public: true })
    const { gift } = (await give('With the gift.')).json<{ gift: number }>()
    expect((await give('With the gift.')).json()).toEqual({ gift, repeated: true })
    const other = await give('Something else.')
    expect([other.status, other.json()]).toMatchObject([409, { error: 'key_reused' }])
    expect(gifts).not.toContain(gift)
    await decide(await idOf('With the gift.'), 'shown')
    await pageWith('With the gift.')
    await query(`select ledger_reverse($1, '', $2, 'UTC', 'system', null)`, [`undo:${gift}`, gift])
    await pageWith('With the gift.', false)
  })
})

describe('personal data', () => {
  test('is in the download; deleting the member removes the name and author of messages', async () => {
    const { visitor, id } = await giver(['gift', 'gift'])
    await write(visitor, 'Seen by all.', 'Wilhelmina')
    const shown = await idOf('Seen by all.')
    await decide(shown, 'shown')
    await write(visitor, 'Seen by nobody.', 'Wilhelmina')
    const { text } = await visitor.get('/api/member/download')
    expect(text).toContain('Seen by all.')
    expect(text).toContain('Seen by nobody.')
    await pageWith('Wilhelmina')
    await query('update members set delete_at = now() where id = $1', [id])
    // A server carries out due deletions when it starts.
    const other = await startServer({ DATABASE_URL: url, SITE_URL: server.url })
    try {
      await expect.poll(() => membership.count('members', 'id = $1', [id])).toBe(0)
    } finally {
      await other.stop()
    }
    await pageWith('Wilhelmina', false)
    expect((await server.get('/common-good/message')).text).toContain('Seen by all.')
    expect(
      await query('select member, transfer, name from common_good_messages where id = $1', [shown]),
    ).toEqual([{ member: null, transfer: null, name: null }])
    expect(await idOf('Seen by nobody.')).toBe(0)
  })

  test('in a hidden message is deleted after thirty days', async () => {
    const { visitor } = await giver(['gift', 'gift'])
    for (const text of ['Hidden long ago.', 'Hidden lately.']) {
      await write(visitor, text)
      await decide(await idOf(text), 'hidden')
    }
    await query(
      `update common_good_messages set decided_at = now() - interval '31 days' where text = 'Hidden long ago.'`,
    )
    const other = await startServer({ DATABASE_URL: url, SITE_URL: server.url })
    try {
      await expect.poll(() => idOf('Hidden long ago.')).toBe(0)
    } finally {
      await other.stop()
    }
    expect(await idOf('Hidden lately.')).toBeGreaterThan(0)
  })
})

test('the staff’s dashboard links to messages that wait for a decision', async () => {
  const { visitor } = await giver()
  await write(visitor, 'Waiting for staff.')
  const { text } = await server.send('/cms', { headers: sessionHeaders(staff.publisher) })
  expect(text).toMatch(/\/cms\/common-good\/messages/)
})
