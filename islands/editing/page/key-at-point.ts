import { elementAt } from './page-keys.ts'

const actors = 'a, button, input, select, textarea, summary, label'
// How far beside a letter still means that letter.
const nearPx = 6

/**
 * The key that a pointer means. Compositions lay words over pictures and pictures over words: where
 * letters are under the pointer they are meant, whatever lies over them; beside them the picture is,
 * and otherwise what lies on top.
 * What does something of its own, and is no key, keeps the pointer.
 */
export function keyUnder(x: number, y: number): HTMLElement | null {
  const stack = document.elementsFromPoint(x, y)
  const actor = stack[0]?.closest(actors)
  if (actor && !elementAt(actor)) return elementAt(stack[0] ?? null)
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
      x >= left - nearPx && x <= right + nearPx && y >= top && y <= bottom,
  )
}
