import { gestureMs, isSecretGesture, type Point } from './gesture.ts'

// Source: spec section 2: touches on buttons, links, inputs and dialogs are ignored.
const ignored =
  'a, button, input, select, textarea, label, summary, dialog, [role=dialog], [contenteditable]'

type Stroke = { pointer: number; points: Point[]; scrollY: number; scale: number }

const scaleNow = () => window.visualViewport?.scale ?? 1

/**
 * Watches a part of the page for the secret sign, drawn by finger, pen or mouse. A finger that begins
 * upwards or downwards scrolls, and two of them zoom: neither is a stroke.
 * @param onPoint hears of each point as it is drawn; null when the stroke has ended
 * @returns what ends it
 */
export function watchForSign(
  place: HTMLElement,
  { onSign, onPoint }: { onSign: () => void; onPoint: (point: Point | null) => void },
): () => void {
  let stroke: Stroke | null = null

  const end = () => {
    stroke = null
    onPoint(null)
  }
  const add = ({ clientX: x, clientY: y, timeStamp: atMs }: PointerEvent) => {
    stroke?.points.push({ x, y, atMs })
    onPoint({ x, y, atMs })
  }
  const onDown = (event: PointerEvent) => {
    // A second finger: whatever this becomes, it is no stroke.
    if (stroke) return end()
    if (!event.isPrimary || event.button !== 0 || event.ctrlKey) return
    if (event.target instanceof Element && event.target.closest(ignored)) return
    stroke = { pointer: event.pointerId, points: [], scrollY, scale: scaleNow() }
    add(event)
  }
  const onMove = (event: PointerEvent) => {
    if (stroke?.pointer !== event.pointerId) return
    const isLate = event.timeStamp - (stroke.points[0]?.atMs ?? 0) > gestureMs
    if (isLate || scrollY !== stroke.scrollY || scaleNow() !== stroke.scale) return end()
    const between = event.getCoalescedEvents?.() ?? []
    for (const each of between.length ? between : [event]) add(each)
  }
  const onUp = (event: PointerEvent) => {
    if (stroke?.pointer !== event.pointerId) return
    const isSign = scrollY === stroke.scrollY && isSecretGesture(stroke.points)
    end()
    if (!isSign) return
    // A mouse marks words on its way.
    getSelection()?.removeAllRanges()
    onSign()
  }
  const keepPicture = (event: Event) => event.preventDefault()

  const over = new AbortController()
  const { signal } = over
  place.addEventListener('pointerdown', onDown, { signal })
  place.addEventListener('dragstart', keepPicture, { signal })
  document.addEventListener('pointermove', onMove, { signal, passive: true })
  document.addEventListener('pointerup', onUp, { signal })
  document.addEventListener('pointercancel', end, { signal })
  return () => {
    over.abort()
    end()
  }
}
