import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { sendResponse, toWebRequest } from './body.ts'

const origin = 'https://venue.example'
const sent = (url: string, method = 'GET') =>
  Object.assign(new PassThrough(), { url, method, headers: { host: 'evil.example' } })
const read = (req: ReturnType<typeof sent>, limit = 10) => toWebRequest(req as never, origin, limit)

test.each(['/api/users?a=b', '/\\evil.example/api/users?a=b', 'http://evil.example/api/users?a=b'])(
  'a request for %s has the origin and host of the site',
  (target) => {
    const request = read(sent(target))
    expect(request.url).toBe(`${origin}/api/users?a=b`)
    expect(request.headers.get('host')).toBe('venue.example')
  },
)

test('reading a request body over the limit fails', async () => {
  const req = sent('/api/users', 'POST')
  const request = read(req)
  req.end('more than ten bytes')
  await expect(request.text()).rejects.toMatchObject({ code: 'too_large' })
})

test('reading an aborted request body fails at once', async () => {
  const req = sent('/api/users', 'POST')
  const request = read(req)
  req.write('some')
  req.destroy(new Error('aborted'))
  await expect(request.text()).rejects.toThrow('aborted')
})

test.each(['before it is sent', 'while it is sent'])(
  'a response whose client disconnects %s is cancelled without an error',
  async (when) => {
    const isLate = when === 'before it is sent'
    let isCancelled = false
    const body = new ReadableStream({
      pull: (stream) => stream.enqueue(new Uint8Array(100_000)),
      cancel: () => {
        isCancelled = true
      },
    })
    const server = createServer()
    const outcome = new Promise((resolve) => {
      server.once('request', async (_, res) => {
        if (isLate) await once(res, 'close')
        resolve(sendResponse(res, new Response(body), {}))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
    request.on('error', () => {})
    if (isLate) server.once('request', () => request.destroy())
    else request.once('response', () => request.destroy())
    await expect(outcome).resolves.toBeUndefined()
    expect(isCancelled).toBe(true)
    server.close()
  },
)

test('sending a response whose body cannot be read fails', async () => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('broken')) })
  const res = Object.assign(new PassThrough(), { writeHead: () => {}, req: { method: 'GET' } })
  await expect(sendResponse(res as never, new Response(body), {})).rejects.toThrow('broken')
})

test('the body of the reply to HEAD is not sent, and is cancelled', async () => {
  let isCancelled = false
  const body = new ReadableStream({
    cancel: () => {
      isCancelled = true
    },
  })
  const res = Object.assign(new PassThrough(), { writeHead: () => {}, req: { method: 'HEAD' } })
  await sendResponse(res as never, new Response(body), {})
  expect(isCancelled).toBe(true)
  expect(res.read()).toBeNull()
})
