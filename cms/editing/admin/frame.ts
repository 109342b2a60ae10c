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

/**
 * Scrolls to the element of a key and focuses the element. Enter then opens the editor of the key.
 * @returns false if the key is not visible on the page
 */
export function showKey(page: Document | null, key: KeyStatus): boolean {
  const element = elementOf(page, key)
  if (!page || !element?.getClientRects().length) return false
  for (const other of page.querySelectorAll(`[${attribute}]`)) other.removeAttribute(attribute)
  element.setAttribute(attribute, '')
  const prefersReducedMotion = page.defaultView?.matchMedia(
    '(prefers-reduced-motion: reduce)',
  ).matches
  element.scrollIntoView({ block: 'center', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return true
}
