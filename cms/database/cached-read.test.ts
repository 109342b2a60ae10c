import { beforeEach, expect, test, vi } from 'vitest'
import { cachedRead, dropCachedReads } from './cached-read.ts'

beforeEach(() => dropCachedReads())

test('concurrent calls share one read', async () => {
  const read = vi.fn(async () => 'venue')
  await Promise.all(Array.from({ length: 100 }, () => cachedRead('venue', ['venue'], read)))
  expect(read).toHaveBeenCalledTimes(1)
})

test('a value is read again only after one of its tags was announced', async () => {
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
