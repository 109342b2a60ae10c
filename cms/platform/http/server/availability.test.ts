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

test('work that needs no database succeeds while the database is down', async () => {
  const inMemory = async () => (await Promise.resolve({ name: 'venue' })).name
  expect(await orUnavailable(inMemory(), down, 1000)).toBe('venue')
})

test.each([
  ['the database is down', down, 60_000],
  ['the timeout is over', up, 5],
])('pending work is refused when %s', async (_, database, timeoutMs) => {
  await expect(orUnavailable(never, database, timeoutMs)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
  })
})

test('pending work is refused when the database goes down, and the listener is removed', async () => {
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

test('the timeout starts again if the request is still arriving', async () => {
  let isArriving = true
  const work = new Promise((resolve) =>
    setTimeout(() => {
      isArriving = false
      resolve('done')
    }, 50),
  )
  expect(await orUnavailable(work, up, 1, () => isArriving)).toBe('done')
  await expect(orUnavailable(never, up, 1, () => isArriving)).rejects.toThrow()
})

test('an error of the work itself is passed on', async () => {
  await expect(orUnavailable(Promise.reject(new Error('own')), up, 1000)).rejects.toThrow('own')
})
