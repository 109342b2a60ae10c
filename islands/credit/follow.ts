import { creditEvent } from './event.ts'

let isFollowing = false
let latest: string | null = null
let running: Promise<void> | null = null

const balance = () => document.querySelector<HTMLElement>('[data-credit-state]')

/**
 * Keeps the credit on the page up to date: when the server says that it is in another state, the page is read again, and
 * the parts that show money are replaced. A hidden page waits until it is visible. Works after client navigations too.
 */
export function followCredit(): void {
  if (isFollowing) return
  isFollowing = true
  document.addEventListener(creditEvent, (event) => {
    latest = (event as CustomEvent<string>).detail
    update()
  })
  document.addEventListener('visibilitychange', update)
}

function update(): void {
  if (document.hidden || latest === null || running) return
  const shown = balance()
  if (!shown || shown.dataset.creditState === latest) return
  const wanted = latest
  running = refresh()
    .catch(() => {})
    .finally(() => {
      running = null
      // The state may have changed again meanwhile. A page that could not be read waits for the next event.
      if (latest !== wanted) update()
    })
}

async function refresh(): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok || response.redirected) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const next = page.querySelector<HTMLElement>(`[data-live="${part.dataset.live}"]`)
    if (!next || isInUse(part)) continue
    // Only the content is replaced, so that screen readers announce it (`aria-live`).
    part.replaceChildren(...next.childNodes)
    if (next.dataset.creditState) part.dataset.creditState = next.dataset.creditState
  }
}

/** Whether somebody reads a line's details or types in the part. */
const isInUse = (part: HTMLElement): boolean =>
  part.contains(document.activeElement) || part.querySelector('details[open]') !== null
