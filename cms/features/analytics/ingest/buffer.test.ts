import { expect, test } from 'vitest'
import { type BufferOptions, createBuffer } from './buffer.ts'

const limits = {
  maxWaiting: 10,
  eventsPerStore: 4,
  collectMs: 1,
  waitMs: 5000,
  retryMs: [1, 2],
} as const
const full = new Error('full')
const temporary = new Error('temporary')
const permanent = new Error('permanent')

/** A buffer of texts, whose replies are the texts in upper case. Each text has one event. */
function bufferOf(options: Partial<BufferOptions<string, string>> = {}) {
  const stored: string[][] = []
  const reports: string[] = []
  const buffer = createBuffer<string, string>({
    store: async (items) => {
      stored.push([...items])
      return items.map((item) => item.toUpperCase())
    },
    sizeOf: () => 1,
    bytesOf: (item) => item.length,
    isPermanent: (error) => error === permanent,
    unavailable: () => full,
    onFailure: (error) => reports.push((error as Error).message),
    onRecovery: () => reports.push('recovered'),
    ...options,
    limits: { ...limits, ...options.limits },
  })
  return { buffer, stored, reports }
}

test('items that arrive within a moment are stored together, in their order', async () => {
  const { buffer, stored } = bufferOf()
  expect(await Promise.all(['a', 'b', 'c'].map(buffer.add))).toEqual(['A', 'B', 'C'])
  expect(stored).toEqual([['a', 'b', 'c']])
})

test('items that are too many for one call of store() are stored by several calls', async () => {
  const { buffer, stored } = bufferOf()
  await Promise.all([...'abcdef'].map(buffer.add))
  expect(stored).toEqual([[...'abcd'], [...'ef']])
})

test('an item that arrives while other items are being stored is stored afterwards', async () => {
  let release = () => {}
  const running: string[][] = []
  const { buffer } = bufferOf({
    store: async (items) => {
      running.push([...items])
      if (running.length === 1) await new Promise<void>((resolve) => (release = resolve))
      return items
    },
  })
  const first = buffer.add('a')
  await expect.poll(() => running.length).toBe(1)
  const second = buffer.add('b')
  release()
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  expect(running).toEqual([['a'], ['b']])
})

test('items are stored after several failures, and only the first failure is reported', async () => {
  let failures = 3
  const { buffer, reports } = bufferOf({
    store: async (items) => {
      if (failures-- > 0) throw temporary
      return items
    },
  })
  expect(await Promise.all(['a', 'b'].map(buffer.add))).toEqual(['a', 'b'])
  expect(reports).toEqual(['temporary', 'recovered'])
})

test('an item that can never be stored is refused, and the other items are stored', async () => {
  const stored: string[] = []
  const { buffer } = bufferOf({
    store: async (items) => {
      if (items.includes('bad')) throw permanent
      stored.push(...items)
      return items
    },
  })
  const replies = await Promise.allSettled(['a', 'bad', 'b'].map(buffer.add))
  expect(replies.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(stored).toEqual(['a', 'b'])
})

test('items that follow a refused item are not lost during an outage', async () => {
  let isDown = true
  const stored: string[] = []
  const { buffer } = bufferOf({
    store: async (items) => {
      if (items.includes('bad')) throw permanent
      if (isDown) {
        isDown = false
        throw temporary
      }
      stored.push(...items)
      return items
    },
  })
  const replies = await Promise.allSettled(['bad', 'a', 'b'].map(buffer.add))
  expect(replies.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(stored).toEqual(['a', 'b'])
})

test('the number of waiting items is limited, and there is room again once they are stored', async () => {
  let isDown = true
  const { buffer, stored } = bufferOf({
    store: async (items) => {
      if (isDown) throw temporary
      stored.push([...items])
      return items
    },
  })
  const waiting = Promise.all([...'0123456789'].map(buffer.add))
  await expect(buffer.add('x')).rejects.toBe(full)
  isDown = false
  buffer.wake()
  await waiting
  expect(await buffer.add('y')).toBe('y')
})

test('the size of waiting items is limited, and there is room again once they are stored', async () => {
  let isDown = true
  const { buffer } = bufferOf({
    store: async (items) => {
      if (isDown) throw temporary
      return items
    },
    limits: { maxWaitingBytes: 100 },
  })
  const waiting = Promise.all(['x'.repeat(60), 'x'.repeat(40)].map(buffer.add))
  await expect(buffer.add('x')).rejects.toBe(full)
  isDown = false
  buffer.wake()
  await waiting
  expect(await buffer.add('x'.repeat(100))).toHaveLength(100)
})

test('a request that waited too long fails, and its item is stored later', async () => {
  let isDown = true
  const stored: string[] = []
  const { buffer } = bufferOf({
    store: async (items) => {
      if (isDown) throw temporary
      stored.push(...items)
      return items
    },
    limits: { waitMs: 20 },
  })
  await expect(buffer.add('a')).rejects.toBe(full)
  isDown = false
  await buffer.drain()
  expect(stored).toEqual(['a'])
})

test('drain() waits until all items that are being stored or waiting are stored', async () => {
  const { buffer, stored } = bufferOf({ limits: { collectMs: 60_000 } })
  const replies = Promise.all([...'abcdef'].map(buffer.add))
  await buffer.drain()
  expect(stored.flat()).toEqual([...'abcdef'])
  await replies
})
