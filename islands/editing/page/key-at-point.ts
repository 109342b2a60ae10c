import { closestKeyElement } from './page-keys.ts'

const controls = 'a, button, input, select, textarea, summary, label'
const tolerancePx = 6

/**
 * The key at a point of the window. Texts and pictures overlap on some pages. The order of precedence is: a text with
 * letters at the point, a picture, the text with the nearest letters. Parts of letters outside of their element's box
 * are ignored, because another element is there. At a control outside of all keys, the result is a key inside the
 * control, or null, so that the control gets the click.
 */
export function keyAtPoint(x: number, y: number): HTMLElement | null {
  const stack = document.elementsFromPoint(x, y)
  const control = stack[0]?.closest(controls)
  if (control && !closestKeyElement(control)) return closestKeyElement(stack[0] ?? null)
  const found = [...new Set(stack.map(closestKeyElement))].filter((key) => key !== null)
  const inside = found.filter((key) => distance(key.getBoundingClientRect(), x, y) === 0)
  const keys = inside.length ? inside : found
  const texts = keys
    .filter((key) => key.dataset.cms)
    .map((key) => ({ key, away: distanceToLetters(key, x, y) }))
    .sort((one, other) => one.away - other.away)
  const [nearest] = texts
  if (nearest && nearest.away <= tolerancePx) return nearest.key
  return keys.find((key) => key.dataset.cmsImage) ?? nearest?.key ?? null
}

function distanceToLetters(key: HTMLElement, x: number, y: number): number {
  const box = key.getBoundingClientRect()
  const range = document.createRange()
  const nodes = document.createTreeWalker(key, NodeFilter.SHOW_TEXT)
  let nearest = Number.POSITIVE_INFINITY
  while (nodes.nextNode()) {
    range.selectNodeContents(nodes.currentNode)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const letters = {
        left,
        right,
        top: Math.max(top, box.top),
        bottom: Math.min(bottom, box.bottom),
      }
      nearest = Math.min(nearest, distance(letters, x, y))
    }
  }
  return nearest
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const distance = ({ left, right, top, bottom }: Box, x: number, y: number): number =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
