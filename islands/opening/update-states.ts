/**
 * Keeps the page's opening states up to date. `data-opening` contains the time of their next change, in milliseconds
 * since 1970. From then on the states are updated at every full minute. They are also updated when the page becomes
 * visible, and after a navigation to an outdated page. The code that computes them is loaded with the first update.
 */
export function updateOpeningStates(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = () => {
    refresh()
    timer = setTimeout(tick, 60_000 - (Date.now() % 60_000) + 50)
  }
  const start = () => {
    clearTimeout(timer)
    const until = document.querySelector<HTMLElement>('[data-opening]')?.dataset.opening
    const leftMs = Number(until) - Date.now()
    if (leftMs > 0) timer = setTimeout(tick, leftMs + 50)
    else tick()
  }
  start()
  document.addEventListener('visibilitychange', () => document.hidden || refresh())
  document.addEventListener('astro:page-load', start)
}

function refresh(): void {
  import('./refresh.ts').then(
    ({ refreshOpening }) => refreshOpening(),
    // The browser is offline, and the service worker has not stored the module yet (see `offline.astro`).
    () => {},
  )
}
