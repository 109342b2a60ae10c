import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from './api.ts'
import { anyone, call } from './call.ts'
import { createCallTable } from './call-table.ts'
import type { ParsedRequest, Parts } from './parts.ts'

let running = 0
let most = 0
/** Echoes the body. */
const echo = async (sent: Request): Promise<Response> => {
  most = Math.max(most, ++running)
  const text = await sent.text()
  await sleep(5)
  running--
  return Response.json(text)
}

const rush = call({
  ...{ method: 'post', path: '/rush', access: anyone, atOnce: 2 },
  handle: () => ({ body: null }),
})
const api = createApi({
  ...{
    calls: createCallTable([rush]),
    database: { isUp: () => true, onDown: () => () => {} },
    headers: {},
    uploads: [],
  },
  ...{ siteUrl: 'http://venue.example', api: echo },
} as unknown as Parts)
const server = createServer((req, res) => {
  const { method, url: pathname } = req
  const charge = async () => {}
  const endTurn = () => {}
  const parsed = { req, res, requestId: '1', method, pathname, search: '', charge, endTurn }
  api(parsed as unknown as ParsedRequest).catch((error: unknown) => res.destroy(error as Error))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const begin = (length: number) => {
  const { port } = server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'content-length': length }
  return request({ host: '127.0.0.1', port, method: 'POST', path: '/api/rush', headers })
}
const post = (body: string) =>
  new Promise<string>((resolve, reject) => {
    const sent = begin(body.length).once('error', reject)
    sent.once('response', async (reply) => resolve((await reply.toArray()).join('')))
    sent.end(body)
  })

test('a call with `atOnce` is worked on so many times at once, and nobody is lost', async () => {
  const bodies = Array.from({ length: 12 }, (_, n) => `{"n":${n}}`)
  const replies = await Promise.all(bodies.map(post))
  expect(replies.map((each) => JSON.parse(each))).toEqual(bodies)
  expect(most).toBe(2)
})

test('bodies that arrive slowly keep nobody waiting', async () => {
  const slow = [begin(9), begin(9)]
  for (const each of slow) {
    each.on('error', () => {})
    each.write('{"n"')
  }
  await sleep(20)
  expect(await post('{"n":1}')).toBe(JSON.stringify('{"n":1}'))
  for (const each of slow) each.destroy()
})
