import { elementAt } from './page-keys.ts'

const controls = 'a, button, input, select, textarea, summary, label'
const tolerancePx = 6

/**
 * The key at a point of the window. Texts and pictures overlap on some pages: a text with letters at
 * the point comes first, then a picture, then the topmost key. Controls that are no keys keep the
 * click.
 */
export function keyAtPoint(x: number, y: number): HTMLElement | null {
  const stack = document.elementsFromPoint(x, y)
  const control = stack[0]?.closest(controls)
  if (control && !elementAt(control)) return elementAt(stack[0] ?? null)
  const keys = [...new Set(stack.map(elementAt))].filter((key) => key !== null)
  return (
    keys.find((key) => key.dataset.cms && hasLettersAt(key, x, y)) ??
    keys.find((key) => key.dataset.cmsImage) ??
    keys[0] ??
    null
  )
}

function hasLettersAt(key: HTMLElement, x: number, y: number): boolean {
  const range = document.createRange()
  range.selectNodeContents(key)
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      x >= left - tolerancePx && x <= right + tolerancePx && y >= top && y <= bottom,
  )
}
