import { expect, test, vi } from 'vitest'
import { restore, trashedBy } from './trash-undo.ts'

const trashing = { method: 'PATCH', body: '{"deletedAt":"2026-11-22T12:00:00.000Z"}' }

test.each([
  ['one record', '/api/menus/7?depth=0', trashing, { doc: { id: 7 } }, [7]],
  [
    'several records',
    '/api/menus?limit=0&where=x',
    trashing,
    { docs: [{ id: 7 }, { id: 8 }] },
    [7, 8],
  ],
  [
    'only records that were not refused',
    '/api/menus?x',
    trashing,
    { docs: [{ id: 7 }], errors: [{ id: 8 }] },
    [7],
  ],
  [
    'no record if all are refused',
    '/api/menus?x',
    trashing,
    { docs: [], errors: [{ id: 8 }] },
    null,
  ],
  [
    'no record if the request is refused',
    '/api/menus/7',
    trashing,
    { errors: [{ message: 'No.' }] },
    null,
  ],
  [
    'no record if it is restored',
    '/api/menus/7',
    { ...trashing, body: '{"deletedAt":null}' },
    { doc: { id: 7 } },
    null,
  ],
  [
    'no record if it is changed',
    '/api/menus/7',
    { ...trashing, body: '{"title":"x"}' },
    { doc: { id: 7 } },
    null,
  ],
  ['no record if it is read', '/api/menus/7', {}, { id: 7 }, null],
])('a request puts into the trash: %s', async (_, path, request, reply, ids) => {
  const response = Response.json(reply)
  expect(await trashedBy([path, request], response)).toEqual(ids && { collection: 'menus', ids })
  expect(await response.json()).toEqual(reply)
})

test('a reply that is not JSON contains no records', async () => {
  expect(await trashedBy(['/api/menus/7', trashing], new Response('busy'))).toBeNull()
})

test('records are restored in requests of 500, and only the restored records are counted', async () => {
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
