import type { KeyStatus } from '../contract.ts'
import { placeOfKey } from './calls.ts'

const marked = 'data-admin-selected'

/** The element of a page in which a key stands; null where it is not to be seen there. */
export function elementOf(page: Document | null, key: KeyStatus): HTMLElement | null {
  if (!page) return null
  const place = CSS.escape(placeOfKey(key))
  return (
    page.querySelector<HTMLElement>(`[data-cms="${place}"]`) ??
    page.querySelector<HTMLElement>(`[data-cms-image="${place}"]`)
  )
}

/**
 * Brings a key's element into sight and gives it the focus, so that Enter opens it.
 * @returns whether it is to be seen on the page
 */
export function showKey(page: Document | null, key: KeyStatus): boolean {
  const element = elementOf(page, key)
  if (!page || !element?.getClientRects().length) return false
  for (const other of page.querySelectorAll(`[${marked}]`)) other.removeAttribute(marked)
  element.setAttribute(marked, '')
  const calm = page.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return true
}
