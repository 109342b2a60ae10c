import type { Point } from './gesture.ts'

const stepPx = 26
const mostDots = 60

/**
 * Prints dots where somebody draws, as on the door's picture; they fade when the stroke has ended.
 * @returns what hears of each point, and of the end
 */
export function createTrail(): (point: Point | null) => void {
  let trail: HTMLElement | null = null
  let last: Point | null = null
  return (point) => {
    if (!point) {
      const ended = trail
      ended?.setAttribute('data-ended', '')
      setTimeout(() => ended?.remove(), 600)
      trail = null
      last = null
      return
    }
    if (last && Math.hypot(point.x - last.x, point.y - last.y) < stepPx) return
    if (!last) {
      last = point
      return
    }
    last = point
    if (!trail) {
      trail = document.createElement('div')
      trail.className = 'trail'
      trail.setAttribute('aria-hidden', 'true')
      document.body.append(trail)
    }
    if (trail.childElementCount >= mostDots) trail.firstElementChild?.remove()
    const dot = document.createElement('i')
    dot.style.translate = `${point.x}px ${point.y}px`
    trail.append(dot)
  }
}
