import { describe, expect, test } from 'vitest'
import { changedFields, isSame, mergeVersions } from './merge-versions.ts'

const names = ['title', 'note', 'items', 'updatedAt']
const base = { title: 'Lunch', note: null, items: [{ id: 'a', name: 'Soup' }], updatedAt: '1' }
const theirs = { ...base, title: 'Lunches', items: [], updatedAt: '2' }

test('changes of different fields are merged', () => {
  const mine = { ...base, note: 'Warm' }
  const changes = changedFields(names, { base, theirs, mine })
  expect(changes.map(({ path, changedBy }) => [path.join(), changedBy])).toEqual([
    ['title', 'them'],
    ['note', 'me'],
    ['items,a', 'them'],
  ])
  expect(mergeVersions(names, { base, theirs, mine, keep: 'mine' })).toEqual({
    ...theirs,
    note: 'Warm',
  })
})

test('if both people changed a field, the chosen version is kept', () => {
  const versions = { base, theirs, mine: { ...base, title: 'Dinner' } }
  const [change] = changedFields(names, versions)
  expect(change).toMatchObject({ changedBy: 'both', theirs: 'Lunches', mine: 'Dinner' })
  const merged = (keep: 'mine' | 'theirs') => mergeVersions(names, { ...versions, keep })
  expect(merged('mine')).toEqual({ ...theirs, title: 'Dinner' })
  expect(merged('theirs')).toEqual(theirs)
})

describe('mergeVersions', () => {
  const row = (id: string, price = 100, name = id) => ({ id, name, price })
  type Side = 'mine' | 'theirs'
  const merge = (before: unknown[], other: unknown[], own: unknown[], keep: Side = 'mine') =>
    mergeVersions(['items'], {
      base: { items: before },
      theirs: { items: other },
      mine: { items: own },
      keep,
    }).items
  const menu = [row('a'), row('b'), row('c')]

  test('keeps the changes of two people in different rows', () => {
    const [other, own] = [
      [row('a', 370), row('b'), row('c')],
      [row('a'), row('b', 850), row('c')],
    ]
    expect(merge(menu, other, own)).toEqual([row('a', 370), row('b', 850), row('c')])
    const versions = { base: { items: menu }, theirs: { items: other }, mine: { items: own } }
    expect(changedFields(['items'], versions)).toMatchObject([
      { path: ['items', 'a', 'price'], theirs: 370, mine: 100, changedBy: 'them' },
      { path: ['items', 'b', 'price'], theirs: 100, mine: 850, changedBy: 'me' },
    ])
  })

  test('merges rows in which two people changed different fields', () => {
    expect(
      merge(menu, [row('a', 370), row('b'), row('c')], [row('a', 100, 'Oats'), row('b'), row('c')]),
    ).toEqual([row('a', 370, 'Oats'), row('b'), row('c')])
  })

  test('applies the added, removed and reordered rows of both people', () => {
    expect(merge(menu, [row('a'), row('c')], [...menu, row('d')])).toEqual([
      row('a'),
      row('c'),
      row('d'),
    ])
    expect(merge(menu, [row('x'), ...menu], [row('b'), row('c')])).toEqual([
      row('x'),
      row('b'),
      row('c'),
    ])
    expect(
      merge(menu, [row('a', 370), row('b'), row('c')], [row('c'), row('a'), row('b')]),
    ).toEqual([row('c'), row('a', 370), row('b')])
  })

  test('uses the chosen order if both people reordered the rows', () => {
    const [other, own] = [
      [row('c'), row('a'), row('b')],
      [row('b'), row('a'), row('c')],
    ]
    expect(merge(menu, other, own)).toEqual(own)
    expect(merge(menu, other, own, 'theirs')).toEqual(other)
  })

  test('keeps the chosen version of a row that one person removed and the other changed', () => {
    const [other, own] = [
      [row('b'), row('c')],
      [row('a', 370), row('b'), row('c')],
    ]
    expect(merge(menu, other, own)).toEqual(own)
    expect(merge(menu, own, other)).toEqual(other)
  })
})

test('empty values are equivalent, and so are a record and its id; the order of properties is ignored', () => {
  expect(isSame({ a: 1, b: null, c: [] }, { c: null, a: 1 })).toBe(true)
  expect(isSame({ id: 3, createdAt: 'x' }, 3)).toBe(true)
  expect(isSame(0, null)).toBe(false)
})
