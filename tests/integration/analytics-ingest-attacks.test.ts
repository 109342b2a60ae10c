import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CollectReply } from '../../cms/features/analytics/contract.ts'
import { click, trackerOf, view, visitReaderOf } from '../support/analytics-events.ts'
import { makeDatabase } from '../support/database.ts'
import { exchange, request } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'

let server: Server
let stored: ReturnType<typeof visitReaderOf>
beforeAll(async () => {
  const url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0', CLIENT_BUDGET: '40' })
  stored = visitReaderOf(url)
})
afterAll(() => server?.stop())

const collectPath = '/api/analytics/collect'
const endPath = '/api/analytics/page-end'
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const body = (fields: string) => `{"sent":0,"events":[${fields}]}`
const viewWith = (fields: string) =>
  body(`{"type":"view","id":"a-0123456789","at":0,"path":"/","title":"",${fields}}`)

describe('the analytics refuse a request', () => {
  test.each<[string, string, string | Buffer, number]>([
    ['65 KB', collectPath, body(`${' '.repeat(65 * 1024)}`), 413],
    ['nested 1,000 deep', collectPath, nested(1000), 400],
    ['nested 1,000 deep in an event', collectPath, viewWith(`"time":${nested(1000)}`), 400],
    ['nothing', collectPath, '', 400],
    ['no JSON', collectPath, '{', 400],
    ['null', collectPath, 'null', 400],
    ['a list', collectPath, '[]', 400],
    ['no events', collectPath, body(''), 400],
    [
      '101 events',
      collectPath,
      JSON.stringify({ sent: 0, events: Array.from({ length: 101 }, () => view()) }),
      400,
    ],
    ['NaN', collectPath, viewWith('"time":NaN'), 400],
    ['-1', collectPath, viewWith('"time":-1'), 400],
    ['an infinite number', collectPath, viewWith('"time":1e999'), 400],
    ['an infinite time', collectPath, '{"sent":1e999,"events":[]}', 400],
    ['an unknown type', collectPath, body('{"type":"__proto__"}'), 400],
    [
      'an event with an unknown name',
      collectPath,
      body('{"type":"event","id":"a-0123456789","at":0,"path":"/","name":"toString"}'),
      400,
    ],
    [
      'invalid UTF-8',
      collectPath,
      Buffer.concat([Buffer.from(body('"')), Buffer.from([0xc3, 0x28])]),
      400,
    ],
    ['a page end without time and scroll depth', endPath, '{"sessionId":"a","pagePath":"/"}', 400],
    [
      'a page end with NaN',
      endPath,
      '{"sessionId":"a","pagePath":"/","timeSpent":NaN,"scrollDepth":0}',
      400,
    ],
    [
      'a page end with -1',
      endPath,
      '{"sessionId":"a","pagePath":"/","timeSpent":-1,"scrollDepth":0}',
      400,
    ],
    ['a page end of 65 KB', endPath, ' '.repeat(65 * 1024), 413],
    [
      'a page end of an unknown visit',
      endPath,
      '{"sessionId":"a","pagePath":"/","timeSpent":1,"scrollDepth":0}',
      403,
    ],
    [
      'a page end of a visit whose id is NUL',
      endPath,
      '{"sessionId":"\\u0000","pagePath":"/","timeSpent":1,"scrollDepth":0}',
      403,
    ],
  ])('with this content: %s', async (_, path, sent, status) => {
    const reply = await trackerOf(server).post(path, sent)
    expect(reply.status, reply.text).toBe(status)
    expect(reply.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) })
    if (status === 400) expect(reply.json().error).toBe('invalid_input')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  test('with a body of more than 65 KB and without a Content-Length header', async () => {
    const bytes = await exchange(
      server.port,
      `POST ${collectPath} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n` +
        `11000\r\n${' '.repeat(0x11000)}\r\n0\r\n\r\n`,
    )
    expect(bytes).toMatch(/^HTTP\/1\.1 413 /)
  })

  test.each<[string, Record<string, string>]>([
    ['the Origin header', { origin: 'https://evil.example' }],
    ['the Sec-Fetch-Site header', { 'sec-fetch-site': 'cross-site' }],
  ])('from another site, recognised by: %s', async (_, headers) => {
    const reply = await trackerOf(server, { headers }).send([view()])
    expect(reply.status).toBe(403)
  })

  test('with another method than POST', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const reply = await server.send(collectPath, { method })
      expect([404, 405]).toContain(reply.status)
    }
  })
})

describe('the analytics limit the values that they store from a request', () => {
  test.each<[string, object, object]>([
    [
      '1e308',
      { time: 1e308, scroll: 1e308, lcp: 1e308, cls: 1e308 },
      { time_spent_seconds: 86_400, scroll_depth_percent: 100 },
    ],
    ['a time in the future', { at: 1e308 }, {}],
    ['a time long ago', { at: -1e308 }, {}],
    [
      'lone surrogates and NUL',
      { path: '/\ud800\u0000a', title: '\udc00\u0000b' },
      { page_path: '/*', page_title: '' },
    ],
    ['lone surrogates and NUL in a title', { title: '\udc00\u0000b' }, { page_title: '\ufffdb' }],
    [
      'long texts',
      { path: `/beer?${'p'.repeat(9000)}`, title: 't'.repeat(9000) },
      { page_path: '/beer', page_title: 't'.repeat(150) },
    ],
    ['a path of another site', { path: '//evil.example/x' }, { page_path: '/*' }],
  ])('with %s', async (_, fields, expected) => {
    const { sessionId } = await trackerOf(server).collect([view('/beer', fields)])
    const [row] = await stored.views(sessionId)
    expect(row).toMatchObject(expected)
    const age = Date.now() - Number(row?.viewed_at)
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(24 * 3_600_000 + 60_000)
    // With a time in the future, the visit would count as live until then.
    const session = await stored.session(sessionId)
    for (const moment of [session?.last_at, session?.exit_at]) {
      expect(Number(moment)).toBeLessThanOrEqual(Date.now())
    }
  })

  test('with hostile texts of a click', async () => {
    const hostile = click({
      elementId: 'a\u0000\ud800',
      elementClass: "'); drop table user_sessions; --",
      x: 1e308,
      y: 0,
    })
    const { sessionId } = await trackerOf(server).collect([hostile])
    expect(await stored.interactions(sessionId)).toHaveLength(1)
  })

  test('with a long and strange user agent', async () => {
    const userAgent = `\u009f${'x'.repeat(7000)}\u00ff`
    const { sessionId } = await trackerOf(server, { userAgent }).collect([view()])
    const row = await stored.session(sessionId)
    expect(row?.user_agent).toHaveLength(400)
    expect(row?.user_agent).not.toContain('\u009f')
  })
})

test('a flood of requests from one IP address is refused, and the events of other visitors are stored', {
  tags: 'extended',
}, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const { client } = trackerOf(server)
  const flood = async () => {
    const headers = { 'content-type': 'text/plain', 'x-forwarded-for': client }
    const options = { method: 'POST', headers, body: body(JSON.stringify(view())) }
    return (await request(server.port, collectPath, options, agent)).status
  }
  const others = Array.from({ length: 20 }, () => trackerOf(server))
  const flooding = Promise.all(Array.from({ length: 3000 }, flood))
  const replies: CollectReply[] = []
  for (const tracker of others) replies.push(await tracker.collect([view()]))
  const statuses = await flooding
  agent.destroy()
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1000)
  for (const { sessionId } of replies) expect(await stored.views(sessionId)).toHaveLength(1)
})

test('no request of this file caused an internal error', () => {
  expect(server.log().filter(({ status }) => status === 500)).toEqual([])
})
