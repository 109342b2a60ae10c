/**
 * The service worker: pages from the network, or from what was seen before, or the offline page;
 * files that never change from the cache. What belongs to a person is never kept.
 */
const version = 1
const stores = {
  offline: `offline-${version}`,
  pages: `pages-${version}`,
  files: `files-${version}`,
}
const limits = { pages: 30, files: 150 }
const offlinePath = '/offline'
const offlineMaxAgeMs = 6 * 60 * 60 * 1000
const icons = ['/favicon.svg', '/icons/icon-192.png', '/manifest.webmanifest']

const personal =
  /^\/(api|cms|_next|admin|profile|check-in|calendar|manage-event|subscribe|unsubscribe|book|notifications|secretkitchenadmin|secretkitchens|healthz|readyz)(\/|$)|^\/common-room\/./
const unchanging = /^\/(_astro|media|fonts)\//

/**
 * How a request is answered: `page`, `file`, or null where the browser does it alone.
 * @param {{ method: string, url: string }} request
 * @param {string} origin of the site
 */
function strategyOf(request, origin) {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin || personal.test(url.pathname)) return null
  if (unchanging.test(url.pathname)) return 'file'
  if (icons.includes(url.pathname)) return 'file'
  if (/\.[a-z0-9]{2,11}$/i.test(url.pathname)) return null
  return 'page'
}

/** Whether an answer may be kept: complete, our own, and not marked as one person's. */
function mayKeep(response) {
  const control = response.headers.get('cache-control') ?? ''
  return (
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected &&
    !/no-store|private/.test(control)
  )
}

/** The files that the offline page can't do without, named in its source. */
function filesOf(html) {
  const found = html.matchAll(/["'(](\/(?:_astro|fonts)\/[\w./-]+\.(?:css|js|woff2|svg))["')]/g)
  return [...new Set([...found].map(([, address]) => address))]
}

async function keep(name, limit, request, response) {
  if (!mayKeep(response)) return
  const cache = await caches.open(name)
  await cache.delete(request)
  await cache.put(request, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map((key) => cache.delete(key)))
}

async function fetchOfflinePage() {
  const response = await fetch(offlinePath, { cache: 'no-cache', credentials: 'omit' })
  if (!mayKeep(response)) throw new Error('The offline page could not be fetched.')
  const files = [...icons, ...filesOf(await response.clone().text())]
  const cache = await caches.open(stores.offline)
  await Promise.all(
    files.map(async (file) => {
      if (unchanging.test(file) && (await cache.match(file))) return
      const fetched = await fetch(file, { credentials: 'omit' })
      if (fetched.ok) await cache.put(file, fetched)
    }),
  )
  await cache.put(offlinePath, response)
}

async function refreshOfflinePage() {
  const known = await (await caches.open(stores.offline)).match(offlinePath)
  const age = Date.now() - Date.parse(known?.headers.get('date') ?? '')
  if (!(age < offlineMaxAgeMs)) await fetchOfflinePage().catch(() => {})
}

async function answerPage(event) {
  const { request } = event
  // One copy for each path and query, whoever asks for it: the browser or the router.
  const key = new URL(request.url).href.replace(/#.*/, '')
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    const copy = response.clone()
    event.waitUntil(keep(stores.pages, limits.pages, key, copy).then(refreshOfflinePage))
    return response
  } catch (error) {
    const known = await (await caches.open(stores.pages)).match(key)
    if (known) return known
    // The router falls back to a navigation, which gets the offline page.
    if (request.mode !== 'navigate') throw error
    const offline = await (await caches.open(stores.offline)).match(offlinePath)
    return offline ?? Response.error()
  }
}

async function answerFile(event) {
  const known = await caches.match(event.request)
  if (known) return known
  const response = await fetch(event.request)
  event.waitUntil(keep(stores.files, limits.files, event.request, response.clone()))
  return response
}

self.addEventListener('install', (event) => {
  event.waitUntil(fetchOfflinePage().then(() => self.skipWaiting()))
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
  if (strategy === 'page') event.respondWith(answerPage(event))
  else if (strategy === 'file') event.respondWith(answerFile(event))
})
