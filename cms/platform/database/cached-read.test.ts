import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedRead, dropCachedReads } from './cached-read.ts'

beforeEach(() => dropCachedReads())
afterEach(() => void vi.useRealTimers())

test('concurrent calls share one read', async () => {
  const read = vi.fn(async () => 'venue')
  await Promise.all(Array.from({ length: 100 }, () => cachedRead('venue', ['venue'], read)))
  expect(read).toHaveBeenCalledTimes(1)
})

test('a value is read again only after one of its tags was dropped', async () => {
  const read = vi.fn(async () => 'venue')
  await cachedRead('venue', ['venue', 'media'], read)
  dropCachedReads(['menus'])
  await cachedRead('venue', ['venue', 'media'], read)
  expect(read).toHaveBeenCalledTimes(1)
  dropCachedReads(['media'])
  await cachedRead('venue', ['venue', 'media'], read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('the error of a failed read reaches the caller, and the next call reads again', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue('venue')
  await expect(cachedRead('venue', [], read)).rejects.toThrow('no database')
  expect(await cachedRead('venue', [], read)).toBe('venue')
})

test('a late failure does not drop a newer value', async () => {
  let fail = (_: Error) => {}
  const slow = cachedRead('venue', ['venue'], () => new Promise((_, reject) => (fail = reject)))
  dropCachedReads(['venue'])
  const fresh = vi.fn(async () => 'new')
  await cachedRead('venue', ['venue'], fresh)
  fail(new Error('late'))
  await expect(slow).rejects.toThrow('late')
  await cachedRead('venue', ['venue'], fresh)
  expect(fresh).toHaveBeenCalledTimes(1)
})

test('a value is read again when its maximum age is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const read = vi.fn(async () => 'total')
  const readTotal = () => cachedRead('total', [], read, 5000)
  await readTotal()
  vi.setSystemTime(Date.now() + 4999)
  await readTotal()
  expect(read).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 1)
  await readTotal()
  expect(read).toHaveBeenCalledTimes(2)
})
