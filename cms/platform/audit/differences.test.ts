import { expect, test } from 'vitest'
import { differences } from './differences.ts'

const names = ['title', 'items', 'tags', 'body']

test('a changed field is listed with its values before and after; undefined counts as null', () => {
  expect(differences(names, { title: 'A', tags: ['x'] }, { title: null, tags: [] })).toEqual({
    title: { before: null, after: 'A' },
    tags: { before: [], after: ['x'] },
  })
  expect(differences(names, { title: undefined }, { title: null })).toEqual({})
})

test('rows are compared by their id', () => {
  const flat = { id: 'a', name: 'Flat white', price_cents: 320 }
  const tea = { id: 'b', name: 'Tea', note: '' }
  expect(
    differences(names, { items: [{ ...flat, price_cents: 340 }] }, { items: [flat, tea] }),
  ).toEqual({
    'items: Tea': { before: { name: 'Tea' }, after: null },
    'items: Flat white: price_cents': { before: 320, after: 340 },
  })
  expect(differences(names, { items: [tea, flat] }, { items: [flat, tea] })).toEqual({
    'items: order': 'changed',
  })
  expect(differences(names, { items: [tea] }, { items: null })).toEqual({
    'items: Tea': { before: null, after: { name: 'Tea' } },
  })
})

test('a complex value is listed as changed, without its values', () => {
  const root = (text: string) => ({ root: { text } })
  expect(differences(names, { body: root('b') }, { body: root('a') })).toEqual({ body: 'changed' })
})
