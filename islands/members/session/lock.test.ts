import { expect, test, vi } from 'vitest'
import { withLock } from './lock.ts'

/** Acquires the lock. @returns a function that releases it */
async function acquire(name: string): Promise<() => void> {
  const taken = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  void navigator.locks.request(name, () => {
    taken.resolve()
    return over.promise
  })
  await taken.promise
  return over.resolve
}

test('a second run waits until the lock is released', async () => {
  const release = await acquire('one')
  const ran: string[] = []
  const waiting = withLock('one', async () => void ran.push('waited'), 60_000)
  await vi.waitFor(async () => {
    const { pending } = await navigator.locks.query()
    expect(pending?.map(({ name }) => name)).toContain('one')
  })
  ran.push('held it')
  release()
  await waiting
  expect(ran).toEqual(['held it', 'waited'])
})

test('a function that has waited too long runs without the lock', async () => {
  const release = await acquire('two')
  let ran = 0
  await withLock('two', async () => void ran++, 20)
  expect(ran).toBe(1)
  release()
})

test('a failed run is not repeated', async () => {
  let ran = 0
  const fail = async () => {
    ran++
    throw new Error('It is broken.')
  }
  await expect(withLock('three', fail, 60_000)).rejects.toThrow('It is broken.')
  expect(ran).toBe(1)
})
