import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createListener, type Listener } from './listener.ts'

const opened: Listener[] = []
afterEach(async () => {
  for (const { server } of opened.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Starts a listener. Each function in `answers` sends the response to one request. */
async function listen() {
  const answers: (() => void)[] = []
  const listener = createListener(
    (req, res) => {
      req.resume()
      answers.push(() => res.end('answer'))
    },
    {},
    false,
  )
  opened.push(listener)
  listener.server.listen(0, '127.0.0.1')
  await once(listener.server, 'listening')
  const { port } = listener.server.address() as AddressInfo
  return { ...listener, port, answers }
}

/** Opens a connection and collects the text that it receives. */
async function open(port: number, bytes = '') {
  const socket: Socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const connection = { text: '', closed: once(socket, 'close'), socket }
  socket.on('data', (chunk) => {
    connection.text += chunk
  })
  if (bytes) socket.write(bytes)
  return connection
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const partialRequest = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf'

test.each([
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
  ['the same host twice', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nAccept: */*\r\n\r\n'],
])('a request with %s is refused', async (_, bytes) => {
  const { port, answers } = await listen()
  const client = await open(port, bytes)
  await client.closed
  expect(client.text).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/s)
  expect(answers).toHaveLength(0)
})

test('draining closes idle connections soon, and each busy one after its response', async () => {
  const { drain, port, answers } = await listen()
  const idle = await open(port, get)
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  await expect.poll(() => idle.text).toContain('answer')
  expect(idle.text).not.toMatch(/connection: close/i)
  const busy = await open(port, get)
  await expect.poll(() => answers.length).toBe(2)
  const drained = drain({ sending: 10_000, answering: 10_000 })
  await idle.closed
  await expect(open(port)).rejects.toThrow('ECONNREFUSED')
  expect(busy.text).toBe('')
  answers[1]?.()
  await busy.closed
  expect(busy.text).toMatch(/connection: close.*answer$/is)
  await drained
})

test('draining answers a request that arrives on an idle connection when draining begins', async () => {
  const { drain, port, answers } = await listen()
  const client = await open(port, get)
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  await expect.poll(() => client.text).toContain('answer')
  client.text = ''
  const drained = drain({ sending: 10_000, answering: 10_000 })
  client.socket.write(get)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await client.closed
  expect(client.text).toMatch(/connection: close.*answer$/is)
  await drained
})

test('draining aborts incomplete requests and slow responses', async () => {
  const { drain, port, answers } = await listen()
  const [body, head, silent] = [
    await open(port, partialRequest),
    await open(port, 'GET / '),
    await open(port),
  ]
  const slow = await open(port, get)
  await expect.poll(() => answers.length).toBe(2)
  const drained = drain({ sending: 20, answering: 200 })
  await Promise.all([body.closed, head.closed, silent.closed])
  for (const { text } of [body, head, silent]) expect(text).toMatch(/^HTTP\/1\.1 408 /)
  expect(slow.text).toBe('')
  expect(slow.socket.closed).toBe(false)
  await drained
  await slow.closed
})

test('a body that is still being sent while the program stops is read to its end', async () => {
  const { drain, port, answers } = await listen()
  const client = await open(port, partialRequest)
  await expect.poll(() => answers.length).toBe(1)
  const drained = drain({ sending: 200, answering: 1000 })
  await sleep(20)
  client.socket.write('123456')
  answers[0]?.()
  await client.closed
  expect(client.text).toContain('answer')
  await drained
})
