import { describe, expect, test } from 'vitest'
import { anyone, call } from './call.ts'
import { createCallTable, fixedEndpoints, paramsOf } from './call-table.ts'

const endpoint = (method: 'delete' | 'get' | 'post', path: string) => ({ method, path })
const table = createCallTable(
  (['get', 'post'] as const).flatMap((method) =>
    ['/cards', '/cards/:id'].map((path) =>
      call({ method, path: `${path}/${method}`, access: anyone, handle: () => ({}) }),
    ),
  ),
  [],
  fixedEndpoints({
    collections: [
      {
        slug: 'users',
        endpoints: [
          endpoint('post', '/login'),
          endpoint('get', '/'),
          endpoint('post', '/'),
          endpoint('post', '/login'),
          endpoint('delete', '/:id'),
        ],
      },
      { slug: 'closed', endpoints: false },
    ],
    globals: [{ slug: 'venue', endpoints: [endpoint('get', '/')] }],
  }),
)

describe('methodsAt() returns the methods of', () => {
  test.each([
    ['a call', '/api/cards/post', ['POST']],
    ['a call with a parameter', '/api/cards/7/get', ['GET', 'HEAD']],
    ['an endpoint of accounts', '/api/users/login', ['POST']],
    ['a collection', '/api/users', ['GET', 'HEAD', 'POST']],
    ['a global', '/api/globals/venue', ['GET', 'HEAD']],
    ['a record: none, because Payload checks the method', '/api/users/7', []],
    ['a collection without endpoints', '/api/closed', []],
    ['a path without a call', '/api/cards', []],
    ['a call in capitals', '/api/Cards/POST', ['POST']],
    ['an endpoint in capitals', '/api/users/LOGIN', ['POST']],
  ])('%s', (_, path, methods) => expect(table.methodsAt(path)).toEqual(methods))
})

test.each(['/api/cards/GET', '/api/CARDS/7/get'])('the call at %s is found', (path) => {
  expect(table.find('GET', path)).not.toBeNull()
})

test('the parameters of a path are known by name, also with other letters in the rest of it', () => {
  expect(paramsOf('/book/file/:token', '/api/Book/file/12-1-aB')).toEqual({ token: '12-1-aB' })
  expect(paramsOf('/book/enquire', '/api/book/enquire')).toEqual({})
})
