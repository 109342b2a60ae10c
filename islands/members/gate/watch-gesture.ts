import { isSecretGesture, maxGestureMs, type Point } from './gesture.ts'

// Source: spec section 2: touches on buttons, links, inputs and dialogs are ignored.
const ignored =
  'a, button, input, select, textarea, label, summary, dialog, [role=dialog], [contenteditable]'

type Stroke = { pointer: number; points: Point[]; scrollY: number; scale: number }

const scaleNow = () => window.visualViewport?.scale ?? 1

/**
 * Watches an element for the secret gesture, by finger, pen or mouse. Scrolling and pinching cancel a
 * stroke.
 * @param options.onPoint gets each point, and null at the stroke's end
 * @returns a function that stops watching
 */
export function watchGesture(
  element: HTMLElement,
  { onGesture, onPoint }: { onGesture: () => void; onPoint: (point: Point | null) => void },
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
    // A second finger cancels the stroke.
    if (stroke) return end()
    if (!event.isPrimary || event.button !== 0 || event.ctrlKey) return
    if (event.target instanceof Element && event.target.closest(ignored)) return
    stroke = { pointer: event.pointerId, points: [], scrollY, scale: scaleNow() }
    add(event)
  }
  const onMove = (event: PointerEvent) => {
    if (stroke?.pointer !== event.pointerId) return
    const isLate = event.timeStamp - (stroke.points[0]?.atMs ?? 0) > maxGestureMs
    if (isLate || scrollY !== stroke.scrollY || scaleNow() !== stroke.scale) return end()
    const coalescedEvents = event.getCoalescedEvents?.() ?? []
    for (const each of coalescedEvents.length ? coalescedEvents : [event]) add(each)
  }
  const onUp = (event: PointerEvent) => {
    if (stroke?.pointer !== event.pointerId) return
    const isGesture = scrollY === stroke.scrollY && isSecretGesture(stroke.points)
    end()
    if (!isGesture) return
    // Removes the selection that a mouse made along the stroke.
    getSelection()?.removeAllRanges()
    onGesture()
  }
  const preventDrag = (event: Event) => event.preventDefault()

  const controller = new AbortController()
  const { signal } = controller
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('dragstart', preventDrag, { signal })
  document.addEventListener('pointermove', onMove, { signal, passive: true })
  document.addEventListener('pointerup', onUp, { signal })
  document.addEventListener('pointercancel', end, { signal })
  return () => {
    controller.abort()
    end()
  }
}
