import { describe, expect, test } from 'vitest'
import { requireWellFormed, wellFormed } from './well-formed.ts'

const fields = [
  { name: 'title', type: 'text' },
  { name: 'writer', type: 'relationship', relationTo: 'users' },
  { name: 'size', type: 'select' },
  { name: 'picture', type: 'json' },
  { name: 'place', type: 'group', flattenedFields: [] },
  { name: 'items', type: 'array', flattenedFields: [{ name: 'price', type: 'number' }] },
] as unknown as Parameters<typeof requireWellFormed>[1]

describe('a query', () => {
  test.each([
    {},
    { limit: 0, page: 1, depth: 2 },
    { sort: ['-title', 'id', 'items.price', 'items__price'] },
    { where: '' },
    { where: { or: [{ and: [{ title: { equals: 'x' } }] }], title: { in: ['y'] } } },
    { where: { writer: { equals: 1 }, id: { in: Array(500).fill(1).join() } } },
    { where: { title: { like: 'so few words' }, 'items.price': { exists: true } } },
    { data: { title: 'x', size: null } },
  ])('%j is well formed', (query) => {
    expect(() => requireWellFormed(query, fields, true)).not.toThrow()
  })

  test.each([
    { data: { title: ['x'] } },
    { data: { size: 3 } },
    { limit: 1e99 },
    { limit: -1 },
    { limit: 1.5 },
    { limit: 'abc' },
    { limit: ['1'] },
    { page: 'abc' },
    { page: 2 ** 31 },
    { depth: 11 },
    { sort: ['nofield'] },
    { sort: ['title', '-'] },
    { sort: { x: '1' } },
    { where: 1 },
    { where: [] },
    { where: { or: { title: { equals: 'x' } } } },
    { where: { and: ['x'] } },
    { where: { or: [{ AND: [1] }] } },
    { where: { title: { near: '1,2,3' } } },
    { where: { title: { like: ['x'] } } },
    { where: { title: ['x'] } },
    { where: { 'writer.name': { like: 'x' } } },
    { where: { writer__name: { like: 'x' } } },
    { where: { 'version.writer.sessions.id': { like: 'x' } } },
    { where: { or: [{ and: [{ 'writer.id': { exists: true } }] }] } },
    { where: { writer: { contains: { name: { like: 'x' } } } } },
    { sort: ['writer.title'] },
    { where: { size: { like: 'x' } } },
    { where: { 'picture.hash': { contains: 'x' } } },
    { data: { place: null } },
    { data: null },
    { data: ['x'] },
    { data: 'x' },
  ])('%j is refused', (query) => {
    expect(() => requireWellFormed(query, fields, true)).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  })
})

describe('a query with too many parts is refused:', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => at)
  test.each<[string, Parameters<typeof requireWellFormed>[0]]>([
    ['fields to sort by', { sort: many(6).map(() => 'id') }],
    ['words', { where: { title: { like: many(21).join(' ') } } }],
    ['excluded words', { where: { title: { not_like: many(21).join(' ') } } }],
    ['values', { where: { id: { in: many(501).join() } } }],
    ['values in a list', { where: { id: { not_in: many(501) } } }],
    ['conditions', { where: { or: many(101).map((id) => ({ id: { equals: id } })) } }],
    ['empty conditions', { where: { and: many(101).map(() => ({})) } }],
    [
      'nested conditions',
      {
        where: {
          or: many(11).map(() => ({ and: many(11).map((id) => ({ id: { equals: id } })) })),
        },
      },
    ],
  ])('%s', (_, query) => {
    expect(() => requireWellFormed(query, fields, true)).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  })
})

test('strangers read no drafts', () => {
  const draftOf = (operation: string, user: object | null) => {
    const args = { draft: true, id: 1 }
    const req = { payloadAPI: 'REST', user }
    const given = { args, collection: { flattenedFields: fields }, operation, req }
    return (wellFormed(given as unknown as Parameters<typeof wellFormed>[0]) as typeof args).draft
  }
  for (const operation of ['read', 'count']) {
    expect(draftOf(operation, null)).toBe(false)
    expect(draftOf(operation, { collection: 'users', role: 'editor' })).toBe(true)
  }
})

describe('the number of records', () => {
  type Given = Parameters<typeof wellFormed>[0]
  const limitOf = (args: object, role?: string) => {
    const user = role ? { collection: 'users', role } : null
    const req = { payloadAPI: 'REST', user }
    const given = { args, collection: { flattenedFields: fields }, operation: 'read', req }
    return (wellFormed(given as unknown as Given) as { limit?: number }).limit
  }

  test.each([
    [{}, 10],
    [{ limit: 50 }, 50],
    [{ limit: 0 }, 100],
    [{ pagination: false }, 100],
    [{ limit: 5000, pagination: false }, 100],
  ])('for strangers with the query %j is at most %i', (args, most) => {
    expect(limitOf(args)).toBe(most)
  })

  test('is not limited for staff', () => {
    expect(limitOf({ limit: 0 }, 'editor')).toBe(0)
    expect(limitOf({ limit: 5000 }, 'editor')).toBe(5000)
  })

  test('is not limited in nested relations', () => {
    expect(limitOf({ currentDepth: 1, limit: 0 })).toBe(0)
  })
})
