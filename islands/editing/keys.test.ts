import { expect, test } from 'vitest'
import { sameData } from './content-data.ts'
import { idOf, labelOf, longLabelOf, parseId } from './key-names.ts'
import { neighbour } from './key-order.ts'
import { createRevisions } from './revisions.ts'

test('a name leads to its record and back', () => {
  const key = { page: 'global', section: 'footer', content_key: 'hours.title' }
  expect(parseId('global:footer.hours.title', 'cafe')).toEqual(key)
  expect(idOf(key)).toBe('global:footer.hours.title')
  expect(parseId('hero.title', 'cafe').page).toBe('cafe')
})

test('people read the name of a key without its underscores, and its page where it is another', () => {
  const key = { page: 'beer', section: 'long_table', content_key: 'fact_1_label' }
  expect(labelOf(key)).toBe('long table · fact 1 label')
  expect(longLabelOf(key, 'beer')).toBe('long table · fact 1 label')
  expect(longLabelOf(key, 'cafe')).toBe('beer · long table · fact 1 label')
  expect(longLabelOf({ ...key, page: 'global' }, 'cafe')).toMatch(/^every page · /)
})

test.each([
  [null, 1, 'a'],
  [null, -1, 'c'],
  ['a', 1, 'b'],
  ['c', 1, 'a'],
  ['a', -1, 'c'],
  ['gone', 1, 'a'],
] as const)('after %s in direction %i comes %s', (current, step, next) => {
  expect(neighbour(['a', 'b', 'c'], current, step)).toBe(next)
})

test('where nothing can be edited there is no neighbour', () => {
  expect(neighbour([], null, 1)).toBeNull()
})

test('two say the same in whichever order, and without what is not there', () => {
  expect(sameData({ a: 1, b: { x: 1, y: 2 } }, { b: { y: 2, x: 1 }, a: 1 })).toBe(true)
  expect(sameData({ text: 'a', positioning: undefined }, { text: 'a' })).toBe(true)
  expect(sameData({ text: 'a' }, { text: 'b' })).toBe(false)
  expect(sameData({ text: 'a' }, null)).toBe(false)
})

test('a save follows the saves of the same person that were on their way', () => {
  const revisions = createRevisions()
  revisions.follow('hero.title', null, 1)
  revisions.follow('hero.title', 1, 2)
  expect(revisions.newest('hero.title', null)).toBe(2)
  expect(revisions.newest('hero.lead', null)).toBeNull()
  expect(revisions.newest('hero.title', 7)).toBe(7)
})
