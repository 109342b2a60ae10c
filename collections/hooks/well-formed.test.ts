import { describe, expect, test } from 'vitest'
import { requireWellFormed, wellFormed } from './well-formed.ts'

const fields = [
  { name: 'title', type: 'text' },
  { name: 'items', type: 'array', flattenedFields: [{ name: 'price', type: 'number' }] },
] as unknown as Parameters<typeof requireWellFormed>[1]

describe('what is asked', () => {
  test.each([
    {},
    { limit: 0, page: 1, depth: 2 },
    { sort: ['-title', 'id', 'items.price', 'items__price'] },
    { where: '' },
    { where: { or: [{ and: [{ title: { equals: 'x' } }] }], title: { in: ['y'] } } },
    { data: { title: 'x' } },
  ])('%j is well formed', (asked) => {
    expect(() => requireWellFormed(asked, fields)).not.toThrow()
  })

  test.each([
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
    { data: null },
    { data: ['x'] },
    { data: 'x' },
  ])('%j is not', (asked) => {
    expect(() => requireWellFormed(asked, fields)).toThrow(expect.objectContaining({ status: 400 }))
  })
})

describe('records at once', () => {
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
  ])('asked with %j a stranger gets %i at most', (args, most) => {
    expect(limitOf(args)).toBe(most)
  })

  test('staff get what they ask for', () => {
    expect(limitOf({ limit: 0 }, 'editor')).toBe(0)
    expect(limitOf({ limit: 5000 }, 'editor')).toBe(5000)
  })

  test('what stands in a record is not cut off', () => {
    expect(limitOf({ currentDepth: 1, limit: 0 })).toBe(0)
  })
})
