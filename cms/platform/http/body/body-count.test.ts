import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createBodyCount } from './body-count.ts'

const sent = (client: string, headers: Record<string, string> = { 'content-length': '9' }) =>
  Object.assign(new EventEmitter(), {
    headers: { 'x-forwarded-for': client, ...headers },
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage

test('a client with two unfinished bodies may send a third only after one has ended', () => {
  const bodies = createBodyCount(2)
  const [one, other] = [sent('192.0.2.1'), sent('192.0.2.1', { 'transfer-encoding': 'chunked' })]
  expect(bodies.begin(one)).toBe(true)
  expect(bodies.begin(other)).toBe(true)
  expect(bodies.begin(sent('192.0.2.1'))).toBe(false)
  expect(bodies.begin(sent('192.0.2.1', {}))).toBe(true)
  expect(bodies.begin(sent('192.0.2.2'))).toBe(true)
  one.emit('end')
  one.emit('close')
  expect(bodies.begin(sent('192.0.2.1'))).toBe(true)
  expect(bodies.begin(sent('192.0.2.1'))).toBe(false)
  other.emit('close')
  expect(bodies.begin(sent('192.0.2.1'))).toBe(true)
})
