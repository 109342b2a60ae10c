import { beforeEach, expect, test, vi } from 'vitest'
import { dropSnapshots, snapshot } from './snapshots.ts'

beforeEach(() => dropSnapshots())

test('a value is read once however many ask at the same moment', async () => {
  const read = vi.fn(async () => 'venue')
  await Promise.all(Array.from({ length: 100 }, () => snapshot('venue', ['venue'], read)))
  expect(read).toHaveBeenCalledTimes(1)
})

test('a value is read again after one of its tags was announced, and only then', async () => {
  const read = vi.fn(async () => 'venue')
  await snapshot('venue', ['venue', 'media'], read)
  dropSnapshots(['menus'])
  await snapshot('venue', ['venue', 'media'], read)
  expect(read).toHaveBeenCalledTimes(1)
  dropSnapshots(['media'])
  await snapshot('venue', ['venue', 'media'], read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a read that fails is passed on and tried again by the next', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue('venue')
  await expect(snapshot('venue', [], read)).rejects.toThrow('no database')
  expect(await snapshot('venue', [], read)).toBe('venue')
})

test('a read that failed late does not take away what was read since', async () => {
  let fail = (_: Error) => {}
  const slow = snapshot('venue', ['venue'], () => new Promise((_, reject) => (fail = reject)))
  dropSnapshots(['venue'])
  const fresh = vi.fn(async () => 'new')
  await snapshot('venue', ['venue'], fresh)
  fail(new Error('late'))
  await expect(slow).rejects.toThrow('late')
  await snapshot('venue', ['venue'], fresh)
  expect(fresh).toHaveBeenCalledTimes(1)
})
