import { expect, test } from 'vitest'
import { pageQueries } from '../../../features/pages.ts'
import { createCallTable } from '../call-table.ts'
import { locationOf, loggedPath, parseTarget, usedQuery, withoutTrailingSlashes } from './target.ts'

test.each([
  ['/cafe?a=b', '/cafe', '?a=b'],
  ['//evil.example/cafe', '/evil.example/cafe', ''],
  ['/\\evil.example/cafe', '/cafe', ''],
  ['http://evil.example/cafe', '/cafe', ''],
  ['/caf%C3%A9', '/café', ''],
])('the request target %s has the path %s and the query %j', (target, pathname, search) => {
  expect(parseTarget(target)).toEqual({ pathname, search })
})

test.each([
  ['/api/menus//', '/api/menus'],
  ['/api//menus', '/api//menus'],
  ['/', '/'],
])('%s without slashes at its end is %s', (path, expected) => {
  expect(withoutTrailingSlashes(path)).toBe(expected)
})

test.each(['/%', '/%E0%A4%A'])('the request target %s can’t be read', (target) => {
  expect(() => parseTarget(target)).toThrow('can’t be read')
})

test.each([
  ['/cafe', '/cafe'],
  ['//evil.example', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['/a b\r\nSet-Cookie: c', '/a%20b%0D%0ASet-Cookie%3A%20c'],
])('the path %j has the Location header %s', (path, location) => {
  expect(locationOf(path)).toBe(location)
})

test.each([
  ['/beer', '?x=1&style=IPA', '?style=IPA'],
  ['/beer', '?style=Unknown', ''],
  ['/cafe', '?style=IPA', ''],
  ['/common-room', '?back=%2Fprofile', '?back=%2Fprofile'],
  ['/common-room', '?back=%2Fcafe', ''],
  ['/calendar', '?from=2026-12&x=1&view=week', '?view=week&from=2026-12'],
  ['/calendar', '?from=2026-12-032', ''],
])('the page %s with the query %j uses only the part %j', (path, search, used) => {
  expect(usedQuery(pageQueries[path], search)).toBe(used)
})

test.each([
  ['/cafe?token=a', '/cafe'],
  ['/cms/reset/a-token', '/cms/reset/[redacted]'],
  ['//Manage-Event/a-token/x?y', '//Manage-Event/[redacted]'],
  ['/cms%2freset%2fa-token', '/cms/reset/[redacted]'],
  ['/cms/reset%2Fa-token', '/cms/reset/[redacted]'],
  ['/%63ms/%72eset/a-token', '/cms/reset/[redacted]'],
  ['/cms%252freset%252fa-token', '/cms/reset/[redacted]'],
  ['/x/../cms/./reset/a-token', '/cms/reset/[redacted]'],
  ['/cms\\reset\\a-token', '/cms/reset/[redacted]'],
  ['/cms//reset//a-token', '/cms//reset//[redacted]'],
  ['/cms/reset/a-token%E0%A4%A', '/cms/reset/[redacted]'],
  ['/cms%2freset%2fa-token%E0%A4%A', '/cms/reset/[redacted]'],
  ['/cms/reset/a%0atoken', '/cms/reset/[redacted]'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  [undefined, '/'],
])('the URL %s is logged as %s', (url, logged) => {
  const { tokenPaths: secretPaths } = createCallTable(
    [],
    ['/cms/reset/:token', '/manage-event/:token'],
  )
  expect(loggedPath(url, secretPaths)).toBe(logged)
})
