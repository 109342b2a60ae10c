/**
 * The service worker of the secret kitchens. It has one page and its files: the page that is shown without a network.
 * Nothing else is cached, because what is on the stove changes by the second.
 */
const root = '/secretkitchens'
const store = 'secret-offline-1'
const offlinePath = `${root}/offline`
const immutable = /^\/_astro\//

async function fetchOfflinePage() {
  const response = await fetch(offlinePath, { cache: 'no-cache', credentials: 'omit' })
  if (response.status !== 200 || response.redirected) {
    throw new Error('The offline page could not be fetched.')
  }
  const html = await response.clone().text()
  const found = html.matchAll(/["'(](\/_astro\/[\w./-]+\.(?:css|js|woff2))["')]/g)
  const files = [...new Set([...found].map(([, file]) => file)), `${root}/icons/icon.svg`]
  const cache = await caches.open(store)
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return
      const stored = await fetch(file, { credentials: 'omit' })
      if (stored.ok) await cache.put(file, stored)
    }),
  )
  await cache.put(offlinePath, response)
}

async function respondWithPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await (await caches.open(store)).match(offlinePath)) ?? Response.error()
  }
}

async function respondWithFile({ request }) {
  try {
    return await fetch(request)
  } catch (error) {
    const cached = await (await caches.open(store)).match(request)
    if (cached) return cached
    throw error
  }
}

self.addEventListener('install', (event) => {
  event.addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' })
  event.waitUntil(fetchOfflinePage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      self.registration.navigationPreload?.enable(),
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names
              .filter((name) => name.startsWith('secret-') && name !== store)
              .map((name) => caches.delete(name)),
          ),
        ),
    ]).then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(respondWithPage(event))
  else if (immutable.test(url.pathname) || url.pathname === `${root}/icons/icon.svg`) {
    event.respondWith(respondWithFile(event))
  }
})
