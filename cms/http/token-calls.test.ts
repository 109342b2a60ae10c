import { expect, test } from 'vitest'
import { tokenCall } from './token-calls.ts'

test.each([
  ['/unsubscribe/1-2-abc', '/api/newsletter/leave/1-2-abc'],
  ['/subscribe/confirm/abc', '/api/newsletter/confirm/abc'],
])('a POST to %s is the call %s', (path, call) => {
  expect(tokenCall('POST', path)).toBe(call)
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) expect(tokenCall(method, path)).toBeNull()
})

test.each([
  '/unsubscribe',
  '/unsubscribe/',
  '/unsubscribe/a/b',
  '/unsubscribe/../api/users',
  '/unsubscribe/a?b',
  '/subscribe',
  '/subscribe/confirm/',
  '/api/newsletter/leave/abc',
  '/x/unsubscribe/abc',
])('%s is guarded like everything else', (path) => expect(tokenCall('POST', path)).toBeNull())
