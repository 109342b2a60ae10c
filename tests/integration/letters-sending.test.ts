import { type ParsedMail, simpleParser } from 'mailparser'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LetterProgress } from '../../cms/features/letters/contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { bodyOf, lettersOf, makeManySubscribers, makeSubscribers } from '../support/letters.ts'
import {
  countMailsByAddress,
  countMailsByState,
  findMail,
  makeDue,
  markerAddress,
  waitUntilOutboxDrained,
} from '../support/outbox.ts'
import { type Server, startServer } from '../support/server.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let servers: Server[]
let mails: MailServer
let letters: ReturnType<typeof lettersOf>
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))

beforeAll(async () => {
  mails = await startMailServer()
  url = await makeDatabase('empty')
  const settings = {
    DATABASE_URL: url,
    DEMO: '0',
    SMTP_URL: mails.url,
    MAIL_FROM: 'hello@venue.example',
    MAIL_PER_SECOND: '600',
    SITE_URL: 'https://venue.example',
  }
  servers = [await startServer(settings), await startServer(settings)]
  const [first] = servers as [Server]
  letters = lettersOf(first, await makeStaff(first), url)
})
// Each test starts without subscribers and mails.
afterEach(async () => {
  await mails.answerAfter(0)
  await query('delete from subscribers')
  await query('delete from mails')
  await mails.forget()
})
afterAll(async () => {
  for (const server of servers ?? []) await server.stop()
  mails?.stop()
})

const receivedByReaders = async () =>
  (await mails.received()).filter(({ to }) => !to.includes(markerAddress)).length
const waitUntilNoneSending = () =>
  waitUntil(
    () => countMailsByState(url, '%'),
    ({ sending = 0 }) => sending === 0,
  )
const parts = ['queued', 'sent', 'deferred', 'bounced', 'failed', 'cancelled'] as const
const sumOf = (stats: LetterProgress) => parts.reduce((sum, part) => sum + stats[part], 0)
const receivedBy = async (address: string) =>
  countMailsByAddress(await mails.received()).get(address) ?? 0
const messageTo = async (address: string): Promise<ParsedMail> =>
  simpleParser(
    await waitUntil(
      () => mails.sourceOf(address),
      (source) => source !== '',
    ),
  )
const waitUntilSent = (id: number, count: number) =>
  waitUntil(
    () => letters.stats(id),
    (stats) => stats.sent >= count,
  )

describe('while a letter goes out', () => {
  test('its counts always add up to the total', { tags: 'extended' }, async () => {
    await makeManySubscribers(url, 'live', 800)
    await makeSubscribers(
      url,
      ['nobody', 'full', 'spam', 'later'].map((who) => ({ email: `${who}@venue.example` })),
    )
    const { id } = await letters.write('Numbers')
    await letters.actOrThrow(id, 'send')
    const progress: LetterProgress[] = []
    for (;;) {
      const stats = await letters.stats(id)
      progress.push(stats)
      expect([stats.total, sumOf(stats)]).toEqual([804, 804])
      if (stats.queued === 0) break
    }
    expect(new Set(progress.map(({ queued }) => queued)).size).toBeGreaterThan(2)
    expect(progress.at(-1)).toMatchObject({
      state: 'sending',
      sent: 800,
      delivered: 800,
      deferred: 2,
      bounced: 1,
      failed: 1,
    })
    await query(`update mails set tries = 19, next_at = now() where state = 'deferred'`)
    await letters.waitForState(id, 'sent')
    expect(await letters.stats(id)).toMatchObject({
      total: 804,
      sent: 800,
      deferred: 0,
      failed: 3,
      finishedAt: expect.any(String),
    })
  })

  test('pausing holds queued and deferred mails, and resuming continues with them', async () => {
    const addresses = await makeManySubscribers(url, 'pause', 1200)
    await makeSubscribers(url, [{ email: 'later@venue.example' }, { email: 'full@venue.example' }])
    // The mail server answers slowly, so that some of its refusals arrive after the pause.
    await mails.answerAfter(40)
    const { id } = await letters.write('Paused')
    await letters.actOrThrow(id, 'send')
    await waitUntilSent(id, 100)
    const reply = await letters.actOrThrow(id, 'pause')
    expect([reply.state, sumOf(reply)]).toEqual(['paused', 1202])
    // Only mails that were being handed over at that moment arrive.
    await waitUntilNoneSending()
    const before = await receivedByReaders()
    await makeDue(url)
    await waitUntilOutboxDrained(url)
    expect(await receivedByReaders()).toBe(before)
    const { held = 0, ...others } = await countMailsByState(url, '%')
    expect(Object.keys(others)).toEqual(['sent'])
    expect(held + (others.sent ?? 0)).toBe(1202)
    expect(await letters.stats(id)).toMatchObject({ queued: held, deferred: 0, state: 'paused' })
    await mails.answerAfter(0)
    await letters.actOrThrow(id, 'resume')
    await waitUntilSent(id, 1200)
    // The two mails that the server refuses for now may be the last that are tried.
    await waitUntil(
      () => countMailsByState(url, '%'),
      ({ deferred = 0 }) => deferred === 2,
    )
    const times = countMailsByAddress(await mails.received())
    expect(addresses.filter((address) => times.get(address) !== 1)).toEqual([])
    expect((await letters.find(id)).state).toBe('sending')
    await letters.actOrThrow(id, 'cancel')
    expect(await letters.stats(id)).toMatchObject({ sent: 1200, cancelled: 2, deferred: 0 })
  })

  test('a pause does not change the time at which deferred mails are tried again', async () => {
    await makeSubscribers(url, [{ email: 'later@venue.example' }, { email: 'well@venue.example' }])
    const { id } = await letters.write('Put off')
    await letters.actOrThrow(id, 'send')
    const deferredMail = () => findMail(url, 'later@venue.example')
    await waitUntil(deferredMail, (row) => row?.state === 'deferred')
    await letters.actOrThrow(id, 'pause')
    expect(await deferredMail()).toMatchObject({ state: 'held', tries: 1 })
    await letters.actOrThrow(id, 'resume')
    const row = await deferredMail()
    expect(row).toMatchObject({ state: 'deferred', tries: 1 })
    expect(row?.waitMs).toBeGreaterThan(40_000)
  })

  test('repeated pausing and resuming neither loses nor duplicates a mail', {
    tags: 'extended',
  }, async () => {
    const addresses = await makeManySubscribers(url, 'often', 1500)
    const { id } = await letters.write('Often')
    await letters.actOrThrow(id, 'send')
    for (let round = 1; round <= 5; round++) {
      const pause = await letters.actOrThrow(id, 'pause')
      expect([pause.state, sumOf(pause)]).toEqual(['paused', 1500])
      await letters.actOrThrow(id, 'resume')
      await waitUntilSent(id, round * 200 + Math.floor(Math.random() * 100))
    }
    await letters.waitForState(id, 'sent', 30_000)
    const times = countMailsByAddress(await mails.received())
    const others = addresses.filter((address) => times.get(address) !== 1)
    const rows = await Promise.all(others.map((address) => findMail(url, address)))
    expect(others.map((address, n) => [address, times.get(address), rows[n]])).toEqual([])
    const problems = servers.flatMap((server) => server.log().filter(({ err }) => err))
    expect(problems).toEqual([])
  })

  test('cancelling is final for all unsent mails', async () => {
    await makeManySubscribers(url, 'stop', 1500)
    await mails.answerAfter(20)
    const { id, slug } = await letters.write('Stopped')
    await letters.actOrThrow(id, 'send')
    await letters.actOrThrow(id, 'show')
    await waitUntilSent(id, 50)
    await letters.actOrThrow(id, 'cancel')
    await waitUntilNoneSending()
    await waitUntilOutboxDrained(url)
    const stats = await letters.stats(id)
    expect(stats.state).toBe('cancelled')
    expect(stats.cancelled).toBeGreaterThan(500)
    expect(stats.sent + stats.cancelled).toBe(1500)
    expect(await receivedByReaders()).toBe(stats.sent)
    expect((await letters.act(id, 'resume')).status).toBe(409)
    // Readers who received it have a link to its page.
    const page = async () => (await servers[0]?.get(`/letters/${slug}`))?.status
    expect(await page()).toBe(200)
    await letters.actOrThrow(id, 'hide')
    await waitUntil(page, (status) => status === 404)
  })

  test('of two concurrent pauses and a concurrent cancellation only one succeeds', async () => {
    await makeManySubscribers(url, 'both', 1500)
    await mails.answerAfter(20)
    const { id } = await letters.write('Both')
    await letters.actOrThrow(id, 'send')
    const { updatedAt: seen } = await letters.find(id)
    const responses = await Promise.all([
      letters.act(id, 'pause', { seen }),
      letters.act(id, 'pause', { seen }, 'admin'),
      letters.act(id, 'cancel', { seen }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { state } = await letters.find(id)
    expect(['paused', 'cancelled']).toContain(state)
    if (state === 'paused') await letters.actOrThrow(id, 'cancel')
  })

  test('a reader who unsubscribes gets no queued or held mail of the letter', async () => {
    await makeManySubscribers(url, 'leaves', 800)
    // Most mails are still queued when the first ones are sent.
    await mails.answerAfter(200)
    const { id } = await letters.write('Leaving')
    await letters.actOrThrow(id, 'send')
    const [first] = await waitUntil(
      () => mails.received(),
      ({ length }) => length > 0,
    )
    const address = String(first?.to[0])
    const [, place] = /^leaves(\d+)@/.exec(address) ?? []
    expect((await messageTo(address)).text).toContain(`Hello Reader ${place},`)
    // The mails that are sent last are found by a query, because the order of sending is not that of the addresses.
    const queued = await query<{ to_address: string }>(
      `select to_address from mails where state = 'queued'
        order by priority desc, next_at desc, id desc limit 3`,
    )
    const late = queued.map(({ to_address }) => to_address)
    const leave = async (address: string) => {
      const [row] = await query<{ id: number }>('select id from subscribers where email = $1', [
        address,
      ])
      const path = `/api/subscribers/${row?.id}`
      const body = { state: 'unsubscribed' }
      const [server] = servers as [Server]
      expect(
        (await server.send(path, jsonRequest('PATCH', body, letters.sessions.admin))).status,
      ).toBe(200)
    }
    await leave(String(late[0]))
    await letters.actOrThrow(id, 'pause')
    await leave(String(late[1]))
    await letters.actOrThrow(id, 'resume')
    await leave(String(late[2]))
    await mails.answerAfter(0)
    await letters.waitForState(id, 'sent', 30_000)
    expect(await letters.stats(id)).toMatchObject({ total: 800, sent: 797, cancelled: 3 })
    for (const address of late) expect(await receivedBy(address)).toBe(0)
    // Staff cannot send such a mail again either.
    const row = await findMail(url, String(late[0]))
    await query(`update mails set state = 'failed' where id = $1`, [row?.id])
    const [server] = servers as [Server]
    const again = await server.send(
      '/api/mail/settle',
      jsonRequest('POST', { id: row?.id, as: 'again' }, letters.sessions.publisher),
    )
    expect(again.status).toBe(409)
    expect(await findMail(url, String(late[0]))).toMatchObject({ state: 'failed' })
  })
})

describe('a letter that was received', () => {
  const links = ['https://example.com/tickets?a=1&b=2', '/cafe', 'mailto:desk@venue.example']
  /** Sends a letter to one new reader. @returns the letter's id, and the message that the reader received */
  const sendTo = async (email: string, subject = 'Hello {name|neighbour}') => {
    await makeSubscribers(url, [{ email, name: 'Ada' }])
    const { id } = await letters.write(subject, { body: bodyOf(['Hello {name|you}.'], links) })
    await letters.actOrThrow(id, 'send')
    return { id, message: await messageTo(email) }
  }
  const listOf = (message: ParsedMail) =>
    message.headers.get('list') as unknown as Record<string, { url?: string; name?: string }>
  const pathOf = (address: string) => address.replace('https://venue.example', '')
  const post = (path: string, body: string) =>
    (servers[1] as Server).send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })

  test('has sender, recipient and unsubscribe headers', async () => {
    const { id, message } = await sendTo('headers@venue.example')
    expect(message.subject).toBe('Hello Ada')
    // The mailbox lists it as its reader saw it.
    const listed = await query(
      `select subject from mails where to_address = 'headers@venue.example'`,
    )
    expect(listed).toEqual([{ subject: 'Hello Ada' }])
    expect([message.to].flat()[0]?.text).toContain('headers@venue.example')
    const list = listOf(message)
    expect(list.unsubscribe?.url).toMatch(
      /^https:\/\/venue\.example\/unsubscribe\/\d+-\d+-[0-9a-f]{40}$/,
    )
    expect(list.id).toEqual({ name: 'newsletter.venue.example' })
    expect(message.headerLines).toContainEqual({
      key: 'list-unsubscribe-post',
      line: 'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    })
    expect(message.headers.get('precedence')).toBe('bulk')
    expect(message.headers.get('feedback-id')).toBe(`${id}:letter:newsletter:venue.example`)
    expect(message.headers.get('auto-submitted')).toBeUndefined()
    expect(message.text).toContain(String(list.unsubscribe?.url))
    expect(message.html).toContain('mailto:desk@venue.example')
  })

  test('counts its unsubscribes, without readers who subscribed again', async () => {
    const { id, message } = await sendTo('click@venue.example')
    const path = pathOf(String(listOf(message).unsubscribe?.url))
    expect((await letters.stats(id)).unsubscribed).toBe(0)
    expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(200)
    expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(200)
    expect((await letters.stats(id)).unsubscribed).toBe(1)
    const [state] = await query(
      `select state::text from subscribers where email = 'click@venue.example'`,
    )
    expect(state).toEqual({ state: 'unsubscribed' })
    await post(path, 'action=undo')
    expect((await letters.stats(id)).unsubscribed).toBe(0)
    await post(path, 'action=leave')
    expect((await letters.stats(id)).unsubscribed).toBe(1)
  })

  test('counts link clicks without storing who clicked', async () => {
    const { id, message } = await sendTo('links@venue.example')
    const found = [...String(message.text).matchAll(/https:\/\/venue\.example(\/go\/[\w-]+)/g)]
    const paths = [...new Set(found.map(([, path]) => String(path)))]
    expect(paths.length).toBe(2)
    const [server, other] = servers as [Server, Server]
    const open = (path: string, method = 'GET', headers = {}) =>
      server.send(path, { method, headers })
    const first = await open(String(paths[0]))
    expect([first.status, first.headers.location]).toEqual([302, links[0]])
    expect(first.headers['cache-control']).toContain('no-store')
    expect(first.headers['set-cookie']).toBeUndefined()
    expect((await other.get(String(paths[1]))).headers.location).toBe(
      `https://venue.example/cafe?utm_source=letter&utm_medium=email&utm_campaign=letter-${id}`,
    )
    await open(`${paths[0]}?utm=x`)
    for (const [method, headers] of [
      ['HEAD', {}],
      ['GET', { purpose: 'prefetch' }],
      ['GET', { 'sec-purpose': 'prefetch;prerender' }],
      ['GET', { 'x-moz': 'prefetch' }],
      ['GET', { 'x-purpose': 'preview' }],
    ] as const) {
      const response = await open(String(paths[0]), method, headers)
      expect([response.status, response.headers.location]).toEqual([302, links[0]])
    }
    expect((await open(String(paths[0]), 'POST')).status).toBe(405)
    expect((await letters.stats(id)).links).toEqual([
      { url: links[0], label: expect.any(String), clicks: 2 },
      { url: 'https://venue.example/cafe', label: expect.any(String), clicks: 1 },
    ])
    const [row] = await query<{ row: string }>(
      'select row_to_json(l)::text as row from letter_links as l where letter = $1 limit 1',
      [id],
    )
    expect(Object.keys(JSON.parse(row?.row ?? '{}')).sort()).toEqual([
      'clicks',
      'label',
      'letter',
      'place',
      'url',
    ])
  })

  test('has links that cannot be forged', async () => {
    const { id, message } = await sendTo('wrong@venue.example')
    const [, right = ''] = /https:\/\/venue\.example(\/go\/[\w-]+)/.exec(String(message.text)) ?? []
    const [server] = servers as [Server]
    const missing = (await server.get('/nothing-here')).status
    for (const path of [
      '/go/1',
      `${right}0`,
      right.slice(0, -1),
      right.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      right.replace(/\/go\/\d+/, `/go/${id + 1}`),
      right.replace(/-0-/, '-1-'),
      right.toUpperCase().replace('/GO/', '/go/'),
      '/go/1-0-https:%2F%2Fevil.example',
      '/go/99999999999-0-000000000000',
    ]) {
      const { status, headers } = await server.get(path)
      expect([status, headers.location], path).toEqual([missing, undefined])
    }
    expect((await letters.stats(id)).links.map(({ clicks }) => clicks)).toEqual([0, 0])
  })

  test('has the text that it had when sending started, even if the letter was changed before delivery', async () => {
    await makeManySubscribers(url, 'frozen', 3)
    await mails.close()
    const { id } = await letters.write('As it was')
    await letters.actOrThrow(id, 'send')
    await query(`update letters set subject = 'Rewritten', body = $2 where id = $1`, [
      id,
      JSON.stringify(bodyOf(['Rewritten.'])),
    ])
    // Meanwhile staff see the reason for the delay.
    const { trouble } = await waitUntil(
      () => letters.stats(id),
      (stats) => stats.trouble !== null,
    )
    expect(trouble).toEqual({
      error: expect.stringContaining('ECONNREFUSED'),
      since: expect.stringMatching(/^20.*Z$/),
      nextAt: expect.stringMatching(/^20.*Z$/),
    })
    const [server] = servers as [Server]
    const today = await server.get('/cms', sessionHeaders(letters.sessions.editor))
    expect(today.text).toMatch(/Mails wait\.[\s\S]*The mail server can’t be reached \(/)
    await mails.open()
    await waitUntil(
      async () => {
        await makeDue(url)
        return await mails.countReceived()
      },
      (count) => count === 3,
      20_000,
    )
    await waitUntil(
      () => letters.stats(id),
      (stats) => stats.trouble === null,
    )
    const message = await messageTo('frozen1@venue.example')
    expect(message.subject).toBe('As it was')
    expect(message.text).toContain('the hall is open again')
  })
})
