import { expect, test, vi } from 'vitest'
import { restore, trashedBy } from './trash-undo.ts'

const bin = { method: 'PATCH', body: '{"deletedAt":"2026-11-22T12:00:00.000Z"}' }

test.each([
  ['one', '/api/menus/7?depth=0', bin, { doc: { id: 7 } }, [7]],
  ['several', '/api/menus?limit=0&where=x', bin, { docs: [{ id: 7 }, { id: 8 }] }, [7, 8]],
  ['those not refused', '/api/menus?x', bin, { docs: [{ id: 7 }], errors: [{ id: 8 }] }, [7]],
  ['none', '/api/menus?x', bin, { docs: [], errors: [{ id: 8 }] }, null],
  ['a refused one', '/api/menus/7', bin, { errors: [{ message: 'No.' }] }, null],
  [
    'one restored',
    '/api/menus/7',
    { ...bin, body: '{"deletedAt":null}' },
    { doc: { id: 7 } },
    null,
  ],
  ['one changed', '/api/menus/7', { ...bin, body: '{"title":"x"}' }, { doc: { id: 7 } }, null],
  ['one read', '/api/menus/7', {}, { id: 7 }, null],
])('the records a request put into the trash: %s', async (_, path, request, reply, ids) => {
  const response = Response.json(reply)
  expect(await trashedBy([path, request], response)).toEqual(ids && { collection: 'menus', ids })
  expect(await response.json()).toEqual(reply)
})

test('a reply without JSON names none', async () => {
  expect(await trashedBy(['/api/menus/7', bin], new Response('busy'))).toBeNull()
})

test('many records are restored in requests of 500, and what is missing is counted', async () => {
  const requests: number[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const ids = url.split('where[id][in]=')[1]?.split(',') ?? []
    requests.push(ids.length)
    if (requests.length === 2) throw new TypeError('Failed to fetch')
    return Response.json({ docs: ids.map((id) => ({ id })) })
  })
  const ids = Array.from({ length: 1200 }, (_, index) => index + 1)
  expect(await restore({ collection: 'menus', ids })).toBe(700)
  expect(requests).toEqual([500, 500, 200])
})
