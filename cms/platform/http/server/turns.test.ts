import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const from = (client: string) =>
  ({
    headers: { 'x-forwarded-for': client },
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage

/** Begins a request of each client. @returns the functions that end the turns of the running requests */
async function begin(turns: ReturnType<typeof createTurns>, clients: string[]) {
  const ends: (() => void)[] = []
  for (const client of clients) void turns.take(from(client)).then((end) => ends.push(end))
  await vi.advanceTimersByTimeAsync(0)
  return ends
}

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `192.0.${n}.1`)

test('two requests of a client run at a time; when one of them ends, the next one starts', async () => {
  const turns = createTurns()
  const ends = await begin(turns, Array(6).fill('192.0.2.1'))
  expect(ends.length).toBe(2)
  ends[0]?.()
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends.length).toBe(3)
})

test('three requests of a provider’s network run at a time; another network does not wait', async () => {
  const turns = createTurns()
  expect((await begin(turns, addresses(50))).length).toBe(3)
  expect((await begin(turns, ['198.51.100.1'])).length).toBe(1)
})

test('the turn of a request ends after one second at the latest', async () => {
  const turns = createTurns()
  const ends = await begin(turns, addresses(5))
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends.length).toBe(5)
})
