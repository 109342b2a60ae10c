import { afterEach, expect, test, vi } from 'vitest'
import { findFailure } from './find-failure.ts'

afterEach(() => vi.unstubAllGlobals())

/** Stubs fetch. Replies are found by the beginning of the path; a path without a reply is a network error. */
const serve = (replies: Record<string, [number, unknown]>) =>
  vi.stubGlobal('fetch', async (path: string) => {
    const found = Object.entries(replies).find(([begin]) => path.startsWith(begin))
    if (!found) throw new TypeError('Failed to fetch')
    const [status, body] = found[1]
    return Response.json(body, { status })
  })
const me: [number, unknown] = [200, { user: { id: 1 } }]
const record = '/api/menus/1'

test.each<[string, Record<string, [number, unknown]>, unknown]>([
  ['the server does not answer', {}, { kind: 'unreachable' }],
  ['the server fails', { '/api/users/me': [503, {}] }, { kind: 'unreachable' }],
  ['the session has ended', { '/api/users/me': [200, { user: null }] }, { kind: 'signed-out' }],
  ['the record is gone', { '/api/users/me': me, [record]: [404, {}] }, { kind: 'gone' }],
  [
    'somebody else saved',
    {
      '/api/users/me': me,
      [record]: [200, { updatedAt: '2', title: 'Theirs' }],
      '/api/changes/author': [200, { by: 'Ada' }],
    },
    { kind: 'conflict', theirs: { updatedAt: '2', title: 'Theirs' }, by: 'Ada' },
  ],
  [
    'null if the server refused the save for another reason',
    { '/api/users/me': me, [record]: [200, { updatedAt: '1' }] },
    null,
  ],
])('findFailure() returns why a save failed: %s', async (_, replies, failure) => {
  serve(replies)
  expect(await findFailure('menus/1', '1')).toEqual(failure)
})
