import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { requireFreePort, whyNotListening } from './listen-failure.ts'

const listen = (host: string, port = 0) =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().unref()
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })

test('the message explains a port in use and an address of another machine', async () => {
  const port = await listen('127.0.0.1')
  const taken = await listen('127.0.0.1', port).catch((error: unknown) => error)
  expect(whyNotListening(taken, '127.0.0.1', port)).toContain('listens there already')
  await expect(requireFreePort('127.0.0.1', port)).rejects.toThrow(
    `can’t listen on 127.0.0.1:${port}: something else listens there already.`,
  )
  const foreign = await listen('192.0.2.1').catch((error: unknown) => error)
  expect(whyNotListening(foreign, '192.0.2.1', 0)).toContain('no such address')
})

test.each([
  ['EACCES', 'may not listen'],
  ['ENOTFOUND', 'no host'],
  ['EINVAL', 'original message'],
])('the error %s is explained with “%s”', (code, words) => {
  const error = Object.assign(new Error('original message'), { code })
  expect(whyNotListening(error, 'localhost', 80)).toContain(words)
})
