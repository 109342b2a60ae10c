/** The cache of the page and its files, which `public/sw-door.js` answers from. */
const cacheName = 'door-1'
const shellPath = '/check-in/door'

/** The files of the build that this page has loaded, or that its HTML names. */
function filesOf(html: string): Set<string> {
  const named = html.matchAll(/["'(=](\/(?:_astro|fonts)\/[\w./-]+\.\w+)/g)
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name, location.href))
    .filter(({ origin, pathname }) => {
      return origin === location.origin && /^\/(_astro|fonts)\//.test(pathname)
    })
    .map(({ pathname }) => pathname)
  return new Set([...[...named].map(([, file = '']) => file), ...loaded])
}

/**
 * Keeps the page for a phone without a network: it has no personal data, and is the same for everyone.
 * @returns whether the page opens without a network
 */
export async function keepShell(): Promise<boolean> {
  try {
    if (!('caches' in globalThis) || !navigator.serviceWorker) return false
    if (!navigator.onLine) return (await caches.match(shellPath)) !== undefined
    const reply = await fetch(shellPath, { credentials: 'omit', cache: 'no-cache' })
    if (!reply.ok || reply.redirected) return (await caches.match(shellPath)) !== undefined
    const files = filesOf(await reply.clone().text())
    const cache = await caches.open(cacheName)
    await Promise.all(
      [...files].map(async (file) => {
        if (!(await cache.match(file))) await cache.add(file)
      }),
    )
    // The page comes last, so that it never names files that are missing.
    await cache.put(shellPath, reply)
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url)
      if (pathname !== shellPath && !files.has(pathname)) await cache.delete(url)
    }
    await navigator.serviceWorker.ready
    return true
  } catch {
    return (await globalThis.caches?.match(shellPath).catch(() => undefined)) !== undefined
  }
}
