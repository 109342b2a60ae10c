import { describe, expect, test } from 'vitest'
import {
  chainProblem,
  createTable,
  findProblem,
  findRedirect,
  isCounted,
  pageOfTarget,
  parsePath,
  parseTarget,
  type Redirect,
  withQuery,
} from './rules.ts'

const redirect = (from: string, to: string, match: Redirect['match'] = 'exact'): Redirect => ({
  from,
  to,
  match,
  status: '301',
})

test.each([
  ['/old', '/old'],
  [' /old/ ', '/old'],
  ['/caf%C3%A9', '/café'],
  ['/', '/'],
  ['old', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/a?b', null],
  ['/a%3Fb', null],
  ['/a#b', null],
  ['/a//b', null],
  ['/a/../b', null],
  ['/a/./b', null],
  ['/%', null],
  ['/a%00', null],
  [`/${'a'.repeat(200)}`, null],
])('the path %j is stored as %j', (typed, path) => expect(parsePath(typed)).toBe(path))

test.each([
  ['/cafe', '/cafe'],
  ['/beer?style=IPA#taps', '/beer?style=IPA#taps'],
  ['https://shop.example/x', 'https://shop.example/x'],
  ['http://shop.example', null],
  ['//shop.example', null],
  ['/\\shop.example', null],
  ['/.//shop.example', null],
  ['/x/..//shop.example', null],
  ['/%2e%2e//shop.example', null],
  ['/./cafe', null],
  ['/x/%2E%2e/cafe', null],
  ['/a//b', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://a:b@shop.example', null],
  ['cafe', null],
  ['/a b', null],
])('the target %j is stored as %j', (typed, to) => expect(parseTarget(typed)).toBe(to))

test.each([
  ['https://venue.example/cafe?table=4#menu', '/cafe?table=4#menu'],
  ['HTTPS://Venue.example:443/', '/'],
  ['https://venue.example//shop.example', null],
  ['https://venue.example.evil.example/', 'https://venue.example.evil.example/'],
])('if the address of this site is known, the target %j is stored as %j', (typed, to) =>
  expect(parseTarget(typed, 'https://venue.example')).toBe(to),
)

test.each([
  ['/cafe?table=4#menu', '/cafe'],
  ['/menu.pdf', null],
  ['/media/menu', null],
  ['https://other.example/cafe', null],
])('the target %j leads to the page %j', (to, path) => expect(pageOfTarget(to)).toBe(path))

test.each([
  [redirect('/old', '/cafe'), null],
  [redirect('/old', '/old'), 'loop'],
  [redirect('/old', '/old?x=1'), 'loop'],
  [redirect('/old', '/old/new', 'prefix'), 'loop'],
  [redirect('/old', '/old/new'), null],
  [redirect('/', '/cafe'), 'home'],
  [redirect('/cms/x', '/cafe'), 'reserved'],
  [redirect('/API', '/cafe'), 'reserved'],
  [redirect('old', '/cafe'), 'invalid_from'],
  [redirect('/old/', '/cafe'), 'invalid_from'],
  [redirect('/old', 'cafe'), 'invalid_to'],
])('the redirect %j has the problem %s', (each, problem) => expect(findProblem(each)).toBe(problem))

describe('a chain', () => {
  test.each([
    ['starts at the target', redirect('/a', '/b'), redirect('/b', '/c'), 'Choose /c'],
    ['leads to the path', redirect('/b', '/c'), redirect('/a', '/b'), 'Change /a first'],
    ['leads back to the path', redirect('/a', '/b'), redirect('/b', '/a'), 'form a loop'],
    [
      'is a prefix redirect that matches the target',
      redirect('/a', '/b/x'),
      redirect('/b', '/c', 'prefix'),
      'Choose /c',
    ],
    [
      'starts below the target of a prefix redirect',
      redirect('/a', '/b', 'prefix'),
      redirect('/b/x', '/c'),
      'Choose /c',
    ],
    [
      'starts at the target without its query',
      redirect('/a', '/b?x=1'),
      redirect('/b', '/c'),
      'Choose /c',
    ],
  ])('is found if another redirect %s', (_, each, other, reason) =>
    expect(chainProblem(each, createTable([redirect('/z', '/y'), other]))).toContain(reason),
  )

  test.each([
    [redirect('/a', '/c'), redirect('/b', '/c')],
    [redirect('/a', '/bb'), redirect('/b', '/c', 'prefix')],
    [redirect('/a', 'https://b.example/b'), redirect('/b', '/c')],
    [redirect('/a', '/b'), redirect('/b/x', '/c')],
  ])('is not found for %j and %j', (each, other) =>
    expect(chainProblem(each, createTable([other]))).toBeNull(),
  )
})

test('the end of a chain is suggested as the target, also if other redirects form a loop', () => {
  const others = [
    redirect('/b', '/c'),
    redirect('/c', '/d'),
    redirect('/x', '/y'),
    redirect('/y', '/x'),
  ]
  expect(chainProblem(redirect('/a', '/b'), createTable(others))).toContain('Choose /d')
  expect(chainProblem(redirect('/a', '/x'), createTable(others))).toMatch(/Choose \/[xy] as/)
})

test('a stored target that was never checked cannot lead to another host', () => {
  const stored = createTable([redirect('/old', '/.//evil.example')])
  expect(findRedirect(stored, '/old')?.location).toBe('/evil.example')
})

describe('a lookup', () => {
  const table = createTable([
    redirect('/old', '/cafe'),
    redirect('/shop', 'https://shop.example/all/', 'prefix'),
    redirect('/shop/beer', '/beer?style=IPA', 'prefix'),
    { ...redirect('/soon', '/hall'), status: '302' },
    redirect('/café', '/cafe#menu'),
    redirect('/2019', '/', 'prefix'),
  ])
  test.each([
    ['/old', 301, '/cafe'],
    ['/soon', 302, '/hall'],
    ['/café', 301, '/cafe#menu'],
    ['/shop', 301, 'https://shop.example/all'],
    ['/shop/a b/c?', 301, 'https://shop.example/all/a%20b/c%3F'],
    ['/shop/beer/x', 301, '/beer/x?style=IPA'],
    ['/shop/beerx', 301, 'https://shop.example/all/beerx'],
    ['/shop//evil.example', 301, 'https://shop.example/all/evil.example'],
    ['/2019//evil.example', 301, '/evil.example'],
  ])('of %s answers %i %s', (path, status, location) =>
    expect(findRedirect(table, path)).toEqual({ status, location }),
  )
  test.each([
    '/',
    '/olds',
    '/old/x',
    '/shopx',
    // Browsers would resolve the dots and leave the target's folder.
    '/shop/../../other',
    '/shop/./beer',
    '/2019/..',
  ])('of %s finds no redirect', (path) => expect(findRedirect(table, path)).toBeNull())
})

test.each([
  ['/cafe', '', '/cafe'],
  ['/cafe', '?', '/cafe'],
  ['/cafe', '?utm_campaign=F%C3%AAte+x&a', '/cafe?utm_campaign=F%C3%AAte+x&a'],
  ['/cafe#menu', '?a=1', '/cafe?a=1#menu'],
  ['/beer?style=IPA#taps', '?utm_source=x&style=Stout', '/beer?style=IPA&utm_source=x#taps'],
  ['/beer?st%79le=IPA', '?sty%6Ce=Stout&a=1&a=2', '/beer?st%79le=IPA&a=1&a=2'],
  [
    'https://shop.example/x?a=1',
    '?b=//evil.example',
    'https://shop.example/x?a=1&b=//evil.example',
  ],
  ['https://shop.example', '?&&b=1&', 'https://shop.example?b=1'],
])('the location %s with the query %j of the request becomes %s', (location, search, expected) =>
  expect(withQuery(location, search)).toBe(expected),
)

test.each([
  ['/old-menu', true],
  ['/wp-login.php', false],
  ['/.git/config', false],
  ['/x/.env', false],
  [`/${'a'.repeat(300)}`, false],
  ['/winter-tasting-at-the-brewery-2026', true],
  ['/unsubscribe/552-1-d0d7f3a4b5c6d7e8f9/y', false],
  [`/en/manage-event/${'0a'.repeat(20)}`, false],
  [`/calendar/feeds/${'x7'.repeat(16)}.ics`, false],
])('the missing path %s is counted: %s', (path, counted) => expect(isCounted(path)).toBe(counted))
