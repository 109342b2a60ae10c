import { describe, expect, test } from 'vitest'
import { idOf, parseId } from '../../../cms/features/content/editing/ui/content-keys.ts'
import { isSameContent } from '../../../cms/features/content/rules.ts'
import { createOwnRevisions } from '../saving/own-revisions.ts'
import { neighbour } from './key-order.ts'

test('an id is parsed to its key, and a key is formatted to its id', () => {
  const key = { page: 'global', section: 'footer', content_key: 'hours.title' }
  expect(parseId('global:footer.hours.title', 'cafe')).toEqual(key)
  expect(idOf(key)).toBe('global:footer.hours.title')
  expect(parseId('hero.title', 'cafe').page).toBe('cafe')
})

test.each([
  [null, 1, 'a'],
  [null, -1, 'c'],
  ['a', 1, 'b'],
  ['c', 1, 'a'],
  ['a', -1, 'c'],
  ['gone', 1, 'a'],
] as const)('neighbour() after %s in direction %i is %s', (current, step, next) => {
  expect(neighbour(['a', 'b', 'c'], current, step)).toBe(next)
})

test('neighbour() returns null for an empty list', () => {
  expect(neighbour([], null, 1)).toBeNull()
})

test('two contents count as equal if they differ only in field order or in undefined fields', () => {
  expect(isSameContent({ a: 1, b: { x: 1, y: 2 } }, { b: { y: 2, x: 1 }, a: 1 })).toBe(true)
  expect(isSameContent({ text: 'a', positioning: undefined }, { text: 'a' })).toBe(true)
  expect(isSameContent({ text: 'a' }, { text: 'b' })).toBe(false)
  expect(isSameContent({ text: 'a' }, null)).toBe(false)
})

describe('a save that started before an earlier one ended', () => {
  const [first, second] = [{ text: 'a' }, { text: 'b' }]
  const revisions = createOwnRevisions()
  revisions.record('cafe/hero/title', null, 1, [first])
  revisions.record('cafe/hero/title', 1, 2, [{ text: ' b' }, second])

  test('continues from the earlier save if it starts from the content of that save', () => {
    expect(revisions.baseRevision('cafe/hero/title', null, first)).toBe(1)
    expect(revisions.baseRevision('cafe/hero/title', null, second)).toBe(2)
    expect(revisions.baseRevision('cafe/hero/title', null, { text: ' b' })).toBe(2)
  })

  test('does not continue from the earlier save if it starts from other content', () => {
    expect(revisions.baseRevision('cafe/hero/title', null, { text: 'old' })).toBeNull()
    expect(revisions.baseRevision('cafe/hero/title', 7, second)).toBe(7)
  })

  test('does not continue from a save of another key', () => {
    expect(revisions.baseRevision('beer/hero/title', null, second)).toBeNull()
  })
})
