import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('operations run one at a time, in the order of their calls', async () => {
  const queued = createQueue()
  const events: string[] = []
  const operation = (name: string) => async () => {
    events.push(`${name} begins`)
    // Long enough for another operation to start.
    await setImmediate()
    events.push(`${name} ends`)
    return name
  }
  const results = await Promise.all([queued(operation('one')), queued(operation('two'))])
  expect(results).toEqual(['one', 'two'])
  expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('an operation also runs if the operation before it has failed', async () => {
  const queued = createQueue()
  const failing = queued(async () => Promise.reject(new Error('no')))
  const next = queued(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
