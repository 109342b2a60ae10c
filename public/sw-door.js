/**
 * The page at the door without a network. The page stores itself in a cache (`islands/check-in/door/shell.ts`); it has no
 * personal data and is the same with and without the token of a link. Names are in IndexedDB, from which this part of the
 * worker deletes them when staff sign out, and when the shift has ended. Scans that the server does not have yet stay: they
 * have no names.
 */
const doorPath = /^\/check-in\/door(\/[^/]+)?\/?$/
const signOutPath = /^\/cms\/(logout|login)(\/|$)/
const doorShell = '/check-in/door'
const doorCache = 'door-1'
/** How long a bad network may take, in ms, before the stored page is shown. */
const doorPatienceMs = 3_000

/** Opens the database; null if there is none, and none is made. */
const openDoorDatabase = () =>
  new Promise((resolve) => {
    const request = indexedDB.open('door', 1)
    request.onupgradeneeded = () => request.transaction.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(null)
  })

/** Deletes what the door knows. @param isDue whether a shift is over; by default each is */
async function forgetDoor(isDue = () => true) {
  const database = await openDoorDatabase()
  if (!database) return
  await new Promise((resolve) => {
    const transaction = database.transaction('kept', 'readwrite')
    const kept = transaction.objectStore('kept')
    const request = kept.getAll()
    request.onsuccess = () => {
      const shifts = request.result.filter((value) => typeof value?.secret === 'string')
      if (shifts.every(isDue)) kept.clear()
    }
    transaction.oncomplete = resolve
    transaction.onabort = resolve
  })
  database.close()
}

const forgetEndedDoor = () => forgetDoor(({ endsAt }) => Date.now() >= endsAt)

async function respondWithDoor(event) {
  const stored = (await caches.open(doorCache)).match(doorShell)
  const loaded = (async () => {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if ([502, 503, 504].includes(response.status)) throw new Error('unreachable')
    return response
  })()
  const patience = new Promise((resolve) => setTimeout(resolve, doorPatienceMs))
  const first = await Promise.race([loaded.catch(() => null), patience])
  if (first) return first
  return (
    (await stored) ?? loaded.catch(async () => (await caches.match('/offline')) ?? Response.error())
  )
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (signOutPath.test(pathname)) event.waitUntil(forgetDoor())
  if (request.mode === 'navigate' && doorPath.test(pathname)) {
    event.respondWith(respondWithDoor(event))
  }
})

if (self.indexedDB) void forgetEndedDoor()
