import { expect, test } from 'vitest'
import { changedFields, isSame, mergeVersions } from './merge-versions.ts'

const names = ['title', 'note', 'items', 'updatedAt']
const base = { title: 'Lunch', note: null, items: [{ id: 'a', name: 'Soup' }], updatedAt: '1' }
const theirs = { ...base, title: 'Lunches', items: [], updatedAt: '2' }

test('changes of different fields are merged', () => {
  const changes = changedFields(names, { base, theirs, mine: { ...base, note: 'Warm' } })
  expect(changes.map(({ name, changedBy }) => [name, changedBy])).toEqual([
    ['title', 'them'],
    ['note', 'me'],
    ['items', 'them'],
  ])
  expect(mergeVersions(changes, { theirs, keep: 'mine' })).toEqual({ ...theirs, note: 'Warm' })
})

test('where both changed a field, one is chosen', () => {
  const changes = changedFields(names, { base, theirs, mine: { ...base, title: 'Dinner' } })
  expect(changes[0]).toMatchObject({ changedBy: 'both', theirs: 'Lunches', mine: 'Dinner' })
  expect(mergeVersions(changes, { theirs, keep: 'mine' })).toEqual({ ...theirs, title: 'Dinner' })
  expect(mergeVersions(changes, { theirs, keep: 'theirs' })).toEqual(theirs)
})

test('empty values, records and their ids, and the order of properties make no difference', () => {
  expect(isSame({ a: 1, b: null, c: [] }, { c: null, a: 1 })).toBe(true)
  expect(isSame({ id: 3, createdAt: 'x' }, 3)).toBe(true)
  expect(isSame(0, null)).toBe(false)
})
