import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('one operation runs at a time, in the order in which they came', async () => {
  const queued = createQueue()
  const seen: string[] = []
  const operation = (name: string) => async () => {
    seen.push(`${name} begins`)
    // Long enough for another operation to start.
    await setImmediate()
    seen.push(`${name} ends`)
    return name
  }
  const results = await Promise.all([queued(operation('one')), queued(operation('two'))])
  expect(results).toEqual(['one', 'two'])
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('one that fails does not keep the next one from running', async () => {
  const queued = createQueue()
  const failing = queued(async () => Promise.reject(new Error('no')))
  const next = queued(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
