import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../database/query.ts'
import { createHeartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('is recorded at most every ten seconds, however often a process asks for jobs', async () => {
  const execute = vi.fn(async () => {})
  const beat = createHeartbeat({ execute } as unknown as Database)
  for (let asked = 0; asked < 10; asked++) {
    await beat()
    vi.advanceTimersByTime(999)
  }
  expect(execute).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10)
  await beat()
  expect(execute).toHaveBeenCalledTimes(2)
})

test('that could not be recorded is tried again ten seconds later', async () => {
  const execute = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue({})
  const beat = createHeartbeat({ execute } as unknown as Database)
  await expect(beat()).rejects.toThrow('no database')
  await beat()
  expect(execute).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  await beat()
  expect(execute).toHaveBeenCalledTimes(2)
})
