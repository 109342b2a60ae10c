/**
 * The service worker. Pages: network first, then the cache, then the offline page. Immutable files:
 * cache first. Personal pages are never cached: network, then the offline page. Nudges are handled in
 * `sw-nudges.js`, the evening sheet of the admin in `sw-evening.js`, the door in `sw-door.js`.
 */
importScripts('/sw-nudges.js', '/sw-evening.js', '/sw-door.js')

const version = 1
const stores = {
  offline: `offline-${version}`,
  pages: `pages-${version}`,
  // Pages as client navigations get them: with links to their style sheets.
  clientPages: `client-pages-${version}`,
  files: `files-${version}`,
  // The page at the door stores itself, see `islands/check-in/door/shell.ts`.
  door: 'door-1',
}
const limits = { pages: 30, files: 150 }
const offlinePath = '/offline'
const offlineMaxAgeMs = 6 * 60 * 60 * 1000
const icons = ['/favicon.svg', '/icons/icon-192.png', '/press/logo.svg', '/manifest.webmanifest']

const program = /^\/(api|cms|_next|admin|healthz|readyz|check-in\/door)(\/|$)/
const personal =
  /^\/(profile|check-in|calendar|manage-event|subscribe|unsubscribe|book|moments|notifications|secretkitchenadmin|secretkitchens)(\/|$)|^\/common-room\/./
const immutable = /^\/(_astro|media|fonts)\//

/**
 * The strategy of a request: `page`, `personal` (navigation to a personal page), `file`, or null for the
 * browser's own handling.
 * @param {{ method: string, url: string, mode?: string }} request
 * @param {string} origin of the site
 */
function strategyOf(request, origin) {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin || program.test(url.pathname)) return null
  if (immutable.test(url.pathname)) return 'file'
  if (icons.includes(url.pathname)) return 'file'
  if (/\.[a-z0-9]{2,11}$/i.test(url.pathname)) return null
  if (personal.test(url.pathname)) return request.mode === 'navigate' ? 'personal' : null
  return 'page'
}

/** Whether a response may be cached: complete, same-origin and not private. */
function isCacheable(response) {
  const control = response.headers.get('cache-control') ?? ''
  return (
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected &&
    !/no-store|private/.test(control)
  )
}

/** The files that the offline page's HTML refers to. */
function filesOf(html) {
  const found = html.matchAll(/["'(](\/(?:_astro|fonts)\/[\w./-]+\.(?:css|js|woff2|svg))["')]/g)
  return [...new Set([...found].map(([, address]) => address))]
}

/** The files that a script of the build imports statically. */
function importsOf(script) {
  const found = script.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)
  return [...new Set([...found].map(([, name]) => `/_astro/${name}`))]
}

async function store(name, limit, request, response) {
  if (!isCacheable(response)) return
  const cache = await caches.open(name)
  await cache.delete(request)
  await cache.put(request, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map((key) => cache.delete(key)))
}

async function fetchOfflinePage() {
  const response = await fetch(offlinePath, { cache: 'no-cache', credentials: 'omit' })
  if (!isCacheable(response)) throw new Error('The offline page could not be fetched.')
  const files = [...icons, ...filesOf(await response.clone().text())]
  const cache = await caches.open(stores.offline)
  const known = new Set()
  const storeFile = async (file) => {
    if (known.has(file)) return
    known.add(file)
    let stored = immutable.test(file) && (await cache.match(file))
    if (!stored) {
      stored = await fetch(file, { credentials: 'omit' })
      if (!stored.ok) return
      await cache.put(file, stored.clone())
    }
    if (file.endsWith('.js')) await Promise.all(importsOf(await stored.text()).map(storeFile))
  }
  await Promise.all(files.map(storeFile))
  await cache.put(offlinePath, response)
}

async function refreshOfflinePage() {
  const cached = await (await caches.open(stores.offline)).match(offlinePath)
  const age = Date.now() - Date.parse(cached?.headers.get('date') ?? '')
  if (!(age < offlineMaxAgeMs)) await fetchOfflinePage().catch(() => {})
}

/** Caches files that are not cached yet. */
const storeFiles = (files) =>
  Promise.all(
    files.map(async (file) => {
      if (await caches.match(file)) return
      await store(stores.files, limits.files, file, await fetch(file))
    }),
  )

// Stores the style sheets of a page that a client navigation got. Some of them belong to the first page too.
async function storeSheets(response) {
  await storeFiles(filesOf(await response.text()).filter((file) => file.endsWith('.css')))
}

/** Caches the pages that were open before the worker was installed, with the files they refer to. */
async function storeOpenPages() {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await Promise.all(
    open.map(async ({ url }) => {
      const key = url.replace(/#.*/, '')
      if (strategyOf({ method: 'GET', url: key }, self.location.origin) !== 'page') return
      // The browser's cache contains the page, because it was loaded just now.
      const response = await fetch(key, { cache: 'force-cache' })
      if (!isCacheable(response)) return
      const files = filesOf(await response.clone().text())
      await store(stores.pages, limits.pages, key, response)
      await storeFiles(files)
    }),
  )
}

const findOfflinePage = async () =>
  (await (await caches.open(stores.offline)).match(offlinePath)) ?? Response.error()

async function respondWithPersonalPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return findOfflinePage()
  }
}

async function respondWithPage(event) {
  const { request } = event
  // The key is only the URL, because the browser and the router request it with different headers.
  const key = new URL(request.url).href.replace(/#.*/, '')
  const isClientNavigation = request.headers.has('x-client-navigation')
  const name = isClientNavigation ? stores.clientPages : stores.pages
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    const copy = response.clone()
    const sheets = isClientNavigation && isCacheable(copy) ? storeSheets(copy.clone()) : null
    event.waitUntil(
      Promise.all([sheets, store(name, limits.pages, key, copy)]).then(refreshOfflinePage),
    )
    return response
  } catch (error) {
    const cached = await (await caches.open(name)).match(key)
    if (cached) return cached
    // The router falls back to a navigation, which shows the whole page or the offline page.
    if (request.mode !== 'navigate') throw error
    const clientPage = await (await caches.open(stores.clientPages)).match(key)
    return clientPage ?? findOfflinePage()
  }
}

async function respondWithFile(event) {
  const cached = await caches.match(event.request)
  if (cached) return cached
  const response = await fetch(event.request)
  event.waitUntil(store(stores.files, limits.files, event.request, response.clone()))
  return response
}

self.addEventListener('install', (event) => {
  // The worker does not handle POST requests. Without this route, a beacon of a page that is left would wait until the
  // worker has started, and Chromium drops it if the page is gone by then. Other browsers have no routes.
  event.addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' })
  const stored = [fetchOfflinePage(), storeOpenPages().catch(() => {})]
  event.waitUntil(Promise.all(stored).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const current = Object.values(stores)
  event.waitUntil(
    Promise.all([
      self.registration.navigationPreload?.enable(),
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)),
          ),
        ),
    ]).then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const strategy = strategyOf(event.request, self.location.origin)
  if (strategy === 'page') event.respondWith(respondWithPage(event))
  else if (strategy === 'personal') event.respondWith(respondWithPersonalPage(event))
  else if (strategy === 'file') event.respondWith(respondWithFile(event))
})
