import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

type Worker = {
  strategyOf: (
    request: { method: string; url: string; mode?: string },
    origin: string,
  ) => 'page' | 'personal' | 'file' | null
  respondWithPersonalPage: (event: object) => Promise<unknown>
  isCacheable: (response: unknown) => boolean
  filesOf: (html: string) => string[]
  importsOf: (script: string) => string[]
}

const handlers: Record<string, (event: object) => void> = {}
// The worker is a plain script without exports, so the test evaluates it and reads its global functions.
const worker = createContext({
  self: {
    addEventListener: (type: string, handle: (event: object) => void) => {
      handlers[type] = handle
    },
  },
  importScripts: () => {},
  URL,
}) as unknown as Worker
runInContext(readFileSync('public/sw.js', 'utf8'), worker as never)
const origin = 'https://site'

test.each([
  ['GET', '/', 'page'],
  ['GET', '/cafe', 'page'],
  ['GET', '/beer?style=Stout', 'page'],
  ['GET', '/common-room', 'page'],
  ['GET', '/_astro/main.4f3a.js', 'file'],
  ['GET', '/media/0123456789abcdef/800.avif', 'file'],
  ['GET', '/icons/icon-192.png', 'file'],
  ['GET', '/press/logo.svg', 'file'],
  ['GET', '/share/cafe.jpg', null],
  ['GET', '/sitemap.xml', null],
  ['GET', '/sw.js', null],
  ['GET', '/api/common-good', null],
  ['GET', '/cms/login', null],
  ['GET', '/admin/member-analytics', null],
  ['GET', '/common-room/main', null],
  ['GET', '/common-room/member/ledger', null],
  ['GET', '/profile', null],
  ['GET', '/manage-event/token', null],
  ['GET', '/check-in', null],
  ['GET', '/check-in/door', null],
  ['POST', '/cafe', null],
])('the caching strategy for %s %s is %s', (method, path, expected) => {
  expect(worker.strategyOf({ method, url: origin + path }, origin)).toBe(expected)
})

test.each([
  ['/notifications', 'personal'],
  ['/notifications/token', 'personal'],
  ['/common-room/main', 'personal'],
  ['/unsubscribe/token', 'personal'],
  ['/calendar/token.ics', null],
  ['/api/push/state', null],
  ['/cms/login', null],
  ['/check-in', 'personal'],
  // A moment may be taken down, so its page is not kept.
  ['/moments/12', 'personal'],
  // The door’s own worker answers.
  ['/check-in/door', null],
  ['/check-in/door/token', null],
  ['/check-in/doors', 'personal'],
  ['/cafe', 'page'],
])('the strategy for a navigation to %s is %s', (path, expected) => {
  const request = { method: 'GET', url: origin + path, mode: 'navigate' }
  expect(worker.strategyOf(request, origin)).toBe(expected)
})

test('a personal page that cannot be reached is replaced by the offline page, and never cached', async () => {
  const opened: string[] = []
  const open = async (name: string) => {
    opened.push(name)
    return { match: async (path: string) => `stored ${path}` }
  }
  Object.assign(worker, { caches: { open }, fetch: async () => 'page' })
  expect(await worker.respondWithPersonalPage({ request: {} })).toBe('page')
  expect(opened).toEqual([])
  Object.assign(worker, { fetch: () => Promise.reject(new TypeError('offline')) })
  expect(await worker.respondWithPersonalPage({ request: {} })).toBe('stored /offline')
})

test.each([true, false])(
  'installing the worker adds a network route for POST requests if the browser supports routes: %s',
  async (hasRoutes) => {
    const unavailable = () => Promise.reject(new TypeError('offline'))
    Object.assign(worker, { fetch: unavailable, self: { clients: { matchAll: async () => [] } } })
    const routes: object[] = []
    let installed: Promise<unknown> = Promise.resolve()
    handlers.install?.({
      ...(hasRoutes && { addRoutes: (route: object) => void routes.push(route) }),
      waitUntil: (promise: Promise<unknown>) => {
        installed = promise
      },
    })
    await expect(installed).rejects.toThrow('offline')
    const toNetwork = { condition: { requestMethod: 'POST' }, source: 'network' }
    expect(routes).toEqual(hasRoutes ? [toNetwork] : [])
  },
)

test('files of other origins are not handled', () => {
  const url = 'https://elsewhere/media/0123456789abcdef/800.avif'
  expect(worker.strategyOf({ method: 'GET', url }, origin)).toBe(null)
})

const makeResponse = (change: {
  status?: number
  redirected?: boolean
  cacheControl?: string
}) => ({
  status: change.status ?? 200,
  type: 'basic',
  redirected: change.redirected ?? false,
  headers: new Headers(change.cacheControl ? { 'cache-control': change.cacheControl } : {}),
})

test.each([
  [{}, true],
  [{ cacheControl: 'public, max-age=0, must-revalidate' }, true],
  [{ cacheControl: 'private, no-store' }, false],
  [{ cacheControl: 'no-store' }, false],
  [{ status: 404 }, false],
  [{ status: 500 }, false],
  [{ redirected: true }, false],
])('a response with %j is cached: %s', (change, expected) => {
  expect(worker.isCacheable(makeResponse(change))).toBe(expected)
})

test('the offline page’s fonts and scripts are found in its source', () => {
  const html = `<script type="module" src="/_astro/a.1.js"></script>
    <style>@font-face{src:url(/_astro/archivo.2.woff2)}</style><img src="/media/x/800.avif">`
  expect([...worker.filesOf(html)]).toEqual(['/_astro/a.1.js', '/_astro/archivo.2.woff2'])
})

test('only the static imports of a script are found in its source', () => {
  const script =
    'import{a as e}from"./a.1-_x.js";import"./b.2.js";export*from"./a.1-_x.js";import(`./later.3.js`)'
  expect([...worker.importsOf(script)]).toEqual(['/_astro/a.1-_x.js', '/_astro/b.2.js'])
})
