import type { Point } from './gesture.ts'

const stepPx = 26
const maxDots = 60
const fadeMs = 600

/**
 * Draws dots along a stroke and fades them out at its end.
 * @returns a handler that is called with each point, and with null at the stroke's end
 */
export function createGestureTrail(): (point: Point | null) => void {
  let trail: HTMLElement | null = null
  let last: Point | null = null
  return (point) => {
    if (!point) {
      const ended = trail
      ended?.setAttribute('data-ended', '')
      setTimeout(() => ended?.remove(), fadeMs)
      trail = last = null
      return
    }
    if (last && Math.hypot(point.x - last.x, point.y - last.y) < stepPx) return
    const isFirst = !last
    last = point
    if (isFirst) return
    if (!trail) {
      trail = document.createElement('div')
      trail.className = 'trail'
      trail.setAttribute('aria-hidden', 'true')
      document.body.append(trail)
    }
    if (trail.childElementCount >= maxDots) trail.firstElementChild?.remove()
    const dot = document.createElement('i')
    dot.style.translate = `${point.x}px ${point.y}px`
    trail.append(dot)
  }
}
