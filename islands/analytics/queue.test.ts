import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueue } from './queue.ts'

type Event = { id: string; value?: number }

/** A queue whose first requests have these outcomes. Later requests succeed. */
function startQueue(outcomes: boolean[] = []) {
  const sent: string[][] = []
  const queue = createQueue<Event>(async (events) => {
    sent.push(events.map(({ id, value }) => (value === undefined ? id : `${id}:${value}`)))
    return outcomes.shift() ?? true
  })
  return { queue, sent }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('events within five seconds share a request', async () => {
  const { queue, sent } = startQueue()
  queue.put({ id: 'a' })
  await pass(4_999)
  queue.put({ id: 'b' })
  expect(sent).toEqual([])
  await pass(1)
  expect(sent).toEqual([['a', 'b']])
})

test('an event replaces the earlier one with its id', async () => {
  const { queue, sent } = startQueue()
  queue.put({ id: 'a', value: 1 })
  queue.put({ id: 'a', value: 2 })
  await queue.flush()
  expect(sent).toEqual([['a:2']])
})

test('an event that is replaced while it is sent is sent again', async () => {
  const { queue, sent } = startQueue()
  queue.put({ id: 'a', value: 1 })
  const done = queue.flush()
  queue.put({ id: 'a', value: 2 })
  await done
  await pass(5_000)
  expect(sent).toEqual([['a:1'], ['a:2']])
})

test('a failed request is repeated after 1, 2 and 4 seconds, then with the next event', async () => {
  const { queue, sent } = startQueue([false, false, false, false])
  queue.put({ id: 'a' })
  await queue.flush()
  const counts = [sent.length]
  for (const ms of [999, 1, 1_999, 1, 3_999, 1, 600_000]) {
    await pass(ms)
    counts.push(sent.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  queue.put({ id: 'b' })
  await pass(5_000)
  expect(sent.at(-1)).toEqual(['a', 'b'])
  expect(queue.next()).toEqual([])
})

test('many events are sent in batches of 50, and events beyond 500 are dropped', async () => {
  const { queue, sent } = startQueue()
  for (let n = 0; n < 510; n++) queue.put({ id: String(n) })
  await pass(60_000)
  expect(sent.map((batch) => batch.length)).toEqual(Array(10).fill(50))
  expect(sent.at(-1)?.at(-1)).toBe('499')
})

test('an event that waits is replaced even if the queue is full', async () => {
  const { queue, sent } = startQueue()
  for (let n = 0; n < 500; n++) queue.put({ id: String(n), value: 1 })
  queue.put({ id: '0', value: 2 })
  await queue.flush()
  expect(sent[0]?.[0]).toBe('0:2')
})

test('after pause(), the queue sends nothing before the next event', async () => {
  const { queue, sent } = startQueue()
  queue.put({ id: 'a' })
  queue.pause()
  await pass(60_000)
  expect(sent).toEqual([])
  queue.put({ id: 'b' })
  await pass(5_000)
  expect(sent).toEqual([['a', 'b']])
})
