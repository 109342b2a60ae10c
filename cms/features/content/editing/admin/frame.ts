import type { KeyStatus } from '../contract.ts'
import { idOf } from '../ui/content-keys.ts'

const attribute = 'data-admin-selected'

/** The first element on a page that shows a key; null if there is none. */
export function elementOf(page: Document | null, key: KeyStatus): HTMLElement | null {
  if (!page) return null
  const id = CSS.escape(idOf(key))
  return (
    page.querySelector<HTMLElement>(`[data-cms="${id}"]`) ??
    page.querySelector<HTMLElement>(`[data-cms-image="${id}"]`)
  )
}

/** Aborting it stops keeping the previous element in view. */
let lastObservation = new AbortController()

/**
 * Scrolls to the element of a key and focuses the element. Enter then opens the editor of the key. Until the user
 * scrolls, clicks or types in the page, the element stays in view when the page's size changes.
 * @returns false if the key is not visible on the page
 */
export function showKey(page: Document | null, key: KeyStatus): boolean {
  lastObservation.abort()
  const element = elementOf(page, key)
  const view = page?.defaultView
  if (!page || !view || !element?.getClientRects().length) return false
  for (const other of page.querySelectorAll(`[${attribute}]`)) other.removeAttribute(attribute)
  element.setAttribute(attribute, '')
  const prefersReducedMotion = view.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({
    block: isTall(element, view) ? 'start' : 'center',
    behavior: prefersReducedMotion ? 'auto' : 'smooth',
  })
  keepInView(page, view, element)
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return true
}

/** Whether an element is too tall to be centred: its text, which is at the top, would not be visible. */
const isTall = ({ offsetHeight }: HTMLElement, { innerHeight }: Window) =>
  offsetHeight > 0.6 * innerHeight

/**
 * Scrolls a page to an element again after each change of the page's size, until the user acts in the page or another
 * element is shown. The size changes with the width that the editor chooses, when the admin's menu opens, and while the
 * page loads. The admin's own page is not scrolled.
 */
function keepInView(page: Document, view: Window & typeof globalThis, element: HTMLElement): void {
  const observation = new AbortController()
  const { signal } = observation
  lastObservation = observation
  const stop = () => observation.abort()
  const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement) => `${offsetWidth} × ${offsetHeight}`
  let size = sizeOf(page.body)
  const sizes = new view.ResizeObserver(() => {
    // An observer also reports the initial size.
    if (sizeOf(page.body) === size) return
    size = sizeOf(page.body)
    const { top, height } = element.getBoundingClientRect()
    const offset = isTall(element, view) ? 0.2 * view.innerHeight : (view.innerHeight - height) / 2
    view.scrollBy({ top: top - offset, behavior: 'instant' })
  })
  sizes.observe(page.body)
  signal.addEventListener('abort', () => sizes.disconnect())
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    page.addEventListener(event, stop, { signal, passive: true })
  }
  view.addEventListener('pagehide', stop, { signal })
}
