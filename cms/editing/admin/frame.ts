import { idOf } from '../../../islands/editing/state/content-keys.ts'
import type { KeyStatus } from '../contract.ts'

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

/** Aborts the observation of the element that was shown last. */
let shown = new AbortController()

/**
 * Scrolls to the element of a key and focuses the element. Enter then opens the editor of the key. Until the user
 * scrolls, clicks or types in the page, the element stays in view when the page's layout changes.
 * @returns false if the key is not visible on the page
 */
export function showKey(page: Document | null, key: KeyStatus): boolean {
  shown.abort()
  const element = elementOf(page, key)
  if (!page || !element?.getClientRects().length) return false
  for (const other of page.querySelectorAll(`[${attribute}]`)) other.removeAttribute(attribute)
  element.setAttribute(attribute, '')
  keepInView(page, element)
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return true
}

/** Scrolls to an element, and again whenever the page's size changes, until `shown` is aborted. */
function keepInView(page: Document, element: HTMLElement): void {
  const observation = new AbortController()
  const { signal } = observation
  shown = observation
  const prefersReducedMotion = page.defaultView?.matchMedia(
    '(prefers-reduced-motion: reduce)',
  ).matches
  const behavior = prefersReducedMotion ? 'auto' : 'smooth'
  const scroll = () => element.scrollIntoView({ block: 'center', behavior })
  scroll()
  // The size changes with the width that the editor chooses, when the admin's menu opens, and while the page loads.
  const sizes = new ResizeObserver(scroll)
  sizes.observe(page.body)
  signal.addEventListener('abort', () => sizes.disconnect())
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    page.addEventListener(event, () => observation.abort(), { signal, passive: true })
  }
}
