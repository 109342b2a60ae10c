import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newFormKey, topUpAt } from '../support/credit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type EventStream, openEventStream } from '../support/event-stream.ts'
import { membershipOf } from '../support/membership.ts'
import { nudgesAt, turnOn } from '../support/nudges.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let second: Server
let staff: Record<Role, string>
let service: PushService
let membership: ReturnType<typeof membershipOf>
const streams: EventStream[] = []

beforeAll(async () => {
  url = await makeDatabase('empty')
  service = await startPushService()
  const settings = { DATABASE_URL: url, DEMO: '0', PUSH_LOCAL_SERVICES: service.origin }
  ;[server, second] = await Promise.all([startServer(settings), startServer(settings)])
  staff = await makeStaff(server)
  membership = membershipOf(server, url)
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
afterAll(async () => {
  await Promise.all([server?.stop(), second?.stop()])
  await service?.stop()
})

let serial = 0
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const join = async () => {
  const email = `news${++serial}@venue.example`
  const { visitor, user } = await membership.signIn(email)
  return { visitor, email, id: Number(user.id) }
}
const mailsTo = (email: string) =>
  query<{ kind: string; subject: string; text: string }>(
    `select kind, subject, text from mails where to_address = $1 and kind in ('credit_news', 'credit_receipt')
      order by id`,
    [email],
  )
const till = (path: string, body: object) =>
  server.send(`/api/till/${path}`, jsonRequest('POST', body, staff.publisher))
const topUp = (member: number, amount: number) =>
  till('top-up', { key: newFormKey(), member, amount, till: 'cash', receipt: 'R 1' })
const pay = (member: number, amount: number) =>
  till('payment', { key: newFormKey(), member, amount, area: 'Beer Hall' })
/** Waits until everything that was booked so far has been read from the ledger and told. */
const waitUntilTold = () =>
  waitUntil(
    async () => {
      const [row] = await query<{ waits: boolean }>(
        `select exists (select from credit_news)
             or exists (select from graphile_worker.jobs where task_identifier = 'credit.tell')
             or (select next_id < coalesce((select max(id) from ledger_transfers), 0) or txid < next_txid
                   from ledger_news) as waits`,
      )
      return row?.waits
    },
    (waits) => waits === false,
  )
async function openWindow(visitor: Visitor, to = server) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stream = await openEventStream(to.port, '/api/nudge/live', { cookie })
  streams.push(stream)
  return stream
}
const creditEvents = (stream: EventStream) =>
  [...stream.text().matchAll(/^event: credit\ndata: (.*)$/gm)].map(([, data]) => data)

describe('a member whose credit moves', () => {
  test('gets a mail about a top-up and a payment, one for what happens at once', async () => {
    const { id, email } = await join()
    expect((await topUp(id, 2000)).status).toBe(200)
    await waitUntilTold()
    await query(`insert into credit_settings (member, rounds_up) values ($1, true)`, [id])
    expect((await pay(id, 450)).status).toBe(200)
    await waitUntilTold()
    expect(await mailsTo(email)).toMatchObject([
      { kind: 'credit_news', subject: '£20.00 topped up' },
      { kind: 'credit_news', subject: '£4.50 paid, Beer Hall' },
    ])
    const [, payment] = await mailsTo(email)
    expect(payment?.text).toContain('£0.50 rounded up for the Common Good')
    expect(payment?.text).toContain('£15.00')
  })

  test('gets a nudge instead where they are subscribed', async () => {
    const { visitor, id, email } = await join()
    const device = await turnOn(visitor, service)
    await topUp(id, 2000)
    await waitUntilTold()
    expect(nudgesAt(service, device)).toMatchObject([
      { title: '£20.00 topped up', body: 'You have £20.00.' },
    ])
    expect(await mailsTo(email)).toEqual([])
  })

  test('is told as they choose', async () => {
    const { visitor, id, email } = await join()
    const device = await turnOn(visitor, service)
    const choose = async (changes: object) => {
      const ways = (await visitor.get('/api/credit/news')).json<object>()
      return visitor.call('/api/credit/news', { ...ways, ...changes })
    }
    expect((await visitor.get('/api/credit/news')).json()).toEqual({
      top_up: 'nudge',
      payment: 'nudge',
      send: 'nudge',
      claim: 'nudge',
    })
    expect((await choose({ top_up: 'mail', payment: 'none' })).status).toBe(200)
    expect((await choose({ payment: 'never' })).status).toBe(400)
    await topUp(id, 2000)
    await pay(id, 450)
    await waitUntilTold()
    expect(nudgesAt(service, device)).toEqual([])
    expect(await mailsTo(email)).toMatchObject([{ subject: '£20.00 topped up' }])
    expect((await server.get('/api/credit/news')).status).toBe(401)
  })

  test('gets a receipt for their own top-up by card, even with nudges', async () => {
    const { visitor, id, email } = await join()
    await turnOn(visitor, service)
    await query(
      `select ledger_transfer($1, '', 'card_top_up', null, 'card:1', 'GBP', 'UTC', null, null, null, 'system', null,
         array['clearing:stripe', $2], array[-2000::bigint, 2000::bigint])`,
      [newFormKey(), `member:${id}`],
    )
    await waitUntilTold()
    expect(await mailsTo(email)).toMatchObject([
      { kind: 'credit_receipt', subject: expect.stringContaining('Receipt: £20.00') },
    ])
  })

  test('hears of what they sent and who took it is told too', async () => {
    const [ada, bob] = [await join(), await join()]
    await topUpAt(url, ada.email, 2000)
    await waitUntilTold()
    await query(
      `insert into credit_sends (member, account, sender, email, amount, currency, key, token_hash, expires_at)
       values ($1, $2, 'Ada', $3, 500, 'GBP', 'k', $3, now() + interval '1 day')`,
      [ada.id, `member:${ada.id}`, bob.email],
    )
    const [send] = await query<{ id: number }>(`select id from credit_sends where email = $1`, [
      bob.email,
    ])
    await query(
      `select ledger_transfer($1, '', 'send', null, $1, 'GBP', 'UTC', null, null, null, 'member', $2,
         array[$3, 'clearing:claims'], array[-500::bigint, 500::bigint])`,
      [`send:${send?.id}`, ada.id, `member:${ada.id}`],
    )
    await waitUntilTold()
    expect((await bob.visitor.call('/api/credit/claim', { id: send?.id })).status).toBe(200)
    await waitUntilTold()
    const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
    expect(await subjects(bob.email)).toEqual(['£5.00 from Ada is yours'])
    expect(await subjects(ada.email)).toEqual([
      '£20.00 topped up',
      `£5.00 sent to ${bob.email}`,
      '£5.00 that you sent was taken',
    ])
  })
})

test('each movement is told once, whatever order the transactions commit in', async () => {
  const { id, email } = await join()
  await onDatabase(url, async (slow) => {
    await slow('begin')
    await slow(
      `select ledger_transfer($1, '', 'top_up', null, null, 'GBP', 'UTC', null, null, null, 'system', null,
         array['till:card', $2], array[-700::bigint, 700::bigint])`,
      [newFormKey(), `member:${id}`],
    )
    // A later transfer of another member commits first, and moves the position past this one's id.
    const other = await join()
    await topUpAt(url, other.email, 300)
    await waitUntil(
      async () => (await query<{ n: number }>('select txid::int as n from ledger_news'))[0]?.n,
      (txid) => txid !== undefined,
    )
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(await mailsTo(email)).toEqual([])
    await slow('commit')
  })
  await waitUntilTold()
  await topUpAt(url, email, 200)
  await waitUntilTold()
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    '£7.00 topped up',
    '£2.00 topped up',
  ])
})

test('an open window of the member, in every process, is told that the credit is in another state, and nobody else', async () => {
  const [ada, bob] = [await join(), await join()]
  await topUpAt(url, ada.email, 2000)
  await topUpAt(url, bob.email, 2000)
  await waitUntilTold()
  const windows = [await openWindow(ada.visitor), await openWindow(ada.visitor, second)]
  const others = await openWindow(bob.visitor)
  for (const each of [...windows, others]) await each.waitFor('event: credit')
  const page = async () => (await ada.visitor.get('/common-room/member/ledger')).text
  const shown = async () => /data-credit-state="([^"]*)"/.exec(await page())?.[1]
  expect(creditEvents(windows[0] as EventStream)).toEqual([
    JSON.stringify({ state: await shown() }),
  ])
  await pay(ada.id, 450)
  for (const each of windows) {
    await waitUntil(
      async () => creditEvents(each).length,
      (count) => count === 2,
    )
    expect(creditEvents(each)[1]).toBe(JSON.stringify({ state: await shown() }))
    expect(each.text()).not.toContain('4.50')
  }
  expect(creditEvents(others)).toHaveLength(1)
})

test('an open window does not wait until an earlier transaction has ended', async () => {
  const { visitor, email } = await join()
  await topUpAt(url, email, 2000)
  await waitUntilTold()
  const stream = await openWindow(visitor)
  await stream.waitFor('event: credit')
  await onDatabase(url, async (slow) => {
    await slow('begin')
    await slow('select pg_current_xact_id()')
    await topUpAt(url, email, 300)
    await waitUntil(
      async () => creditEvents(stream).length,
      (count) => count === 2,
    )
    expect(await mailsTo(email)).toHaveLength(1)
    await slow('commit')
  })
  await waitUntilTold()
  expect(await mailsTo(email)).toHaveLength(2)
})

test('while a push service takes its time, no row is locked', async () => {
  const { visitor, id, email } = await join()
  const device = await turnOn(visitor, service)
  service.forget()
  service.replyAfter(3000)
  try {
    await topUp(id, 2000)
    await waitUntil(
      async () => service.countRequests(),
      (count) => count > 0,
    )
    const waiting = 'select from credit_news where member = $1 for update nowait'
    expect(await query(waiting, [id])).toHaveLength(1)
  } finally {
    service.replyAfter(0)
  }
  await waitUntilTold()
  expect(nudgesAt(service, device)).toHaveLength(1)
  expect(await mailsTo(email)).toEqual([])
})

test('news that always fails is dropped after its last try', async () => {
  const { id } = await join()
  await query(`update members set email = 'nowhere' where id = $1`, [id])
  await topUp(id, 2000)
  const waiting = () =>
    query<{ tries: number }>('select tries from credit_news where member = $1', [id])
  await waitUntil(waiting, ([row]) => (row?.tries ?? 0) > 0)
  await query('update credit_news set tries = 4 where member = $1', [id])
  const other = await join()
  await topUpAt(url, other.email, 300)
  await waitUntil(waiting, ({ length }) => length === 0)
  await waitUntilTold()
  expect(await mailsTo(other.email)).toHaveLength(1)
})

test('My Home shows the credit', async () => {
  const { visitor, email } = await join()
  await topUpAt(url, email, 1234)
  const { text } = await visitor.get('/common-room/member')
  expect(text).toContain('£12.34')
  expect(text).toMatch(/data-live="credit" data-credit-state="\d+\.0"/)
})
