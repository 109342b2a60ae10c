import { expect, test } from 'vitest'
import { orUnavailable } from './availability.ts'

const down = {
  onDown: (listener: () => void) => {
    listener()
    return () => {}
  },
}
const up = { onDown: () => () => {} }
const never = new Promise<never>(() => {})

test('what is in memory comes while the database is gone', async () => {
  const inMemory = async () => (await Promise.resolve({ name: 'venue' })).name
  expect(await orUnavailable(inMemory(), down, 1000)).toBe('venue')
})

test.each([
  ['the database is gone', down, 60_000],
  ['time is up', up, 5],
])('work that waits is refused where %s', async (_, database, timeoutMs) => {
  await expect(orUnavailable(never, database, timeoutMs)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
  })
})

test('work that is lost while it waits is refused at once, and its end is forgotten', async () => {
  const listeners = new Set<() => void>()
  const database = {
    onDown: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const waiting = orUnavailable(never, database, 60_000)
  for (const listener of listeners) listener()
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  expect(listeners.size).toBe(0)
})

test('work that fails says so itself', async () => {
  await expect(orUnavailable(Promise.reject(new Error('own')), up, 1000)).rejects.toThrow('own')
})
