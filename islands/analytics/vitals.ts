import type { View } from './early/visit.ts'
import { createInteractionDelay, type Timing } from './interaction-delay.ts'
import { slowPaintMs } from './limits.ts'
import { createShiftScore, type Shift } from './shift.ts'

type Vitals = Pick<View, 'lcp' | 'inp' | 'cls' | 'fcp' | 'ttfb'>
type Entry = PerformanceEntry & Timing & Shift

/** The browser does not report shorter events. An interaction of shorter events counts as `shortInteractionMs`. */
const shortestEventMs = 16
const shortInteractionMs = 8

const observe = (type: string, handle: (entry: Entry) => void): void => {
  const observer = new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(handle))
  observer.observe({ type, buffered: true, durationThreshold: shortestEventMs } as never)
}

/**
 * Measures web vitals. Paints and the time to first byte belong to the first view of a document.
 * @param first.paintsUntilMs time in ms since the document began; later paints do not count; undefined if all paints
 *   count
 * @returns `read`, which returns the values of the current view, and `reset`, to be called when the next view begins
 */
export function watchVitals(first: { paintsUntilMs: number | undefined }) {
  let addShift = createShiftScore()
  let addInteraction = createInteractionDelay()
  let countBefore = 0
  const countInteractions = () =>
    (performance as { interactionCount?: number }).interactionCount ?? 0
  // A prerendered page is measured from its activation.
  const [{ responseStart, activationStart = 0 }] = performance.getEntriesByType('navigation') as [
    PerformanceNavigationTiming & { activationStart?: number },
  ]
  const sinceStart = (atMs: number) => Math.round(Math.max(0, atMs - activationStart))
  let vitals: Vitals = { ttfb: sinceStart(responseStart) }
  const onPaint = (name: 'lcp' | 'fcp', { startTime }: Entry) => {
    if (!(startTime >= (first.paintsUntilMs as number))) vitals[name] = sinceStart(startTime)
  }

  observe('paint', (entry) => {
    // The other entry, `first-paint`, has a shorter name than `first-contentful-paint`.
    if (entry.name[12]) onPaint('fcp', entry)
  })
  observe('largest-contentful-paint', (entry) => {
    onPaint('lcp', entry)
    if ((vitals.lcp ?? 0) > slowPaintMs) {
      console.warn(`The largest paint took ${vitals.lcp} ms.`)
    }
  })
  observe('layout-shift', (entry) => {
    vitals.cls = addShift(entry)
  })
  observe('event', (entry) => {
    vitals.inp = addInteraction(entry, countInteractions() - countBefore)
  })

  return {
    read: (): Vitals => ({
      // If the browser reports layout shifts and there were none, the score is 0.
      cls: (self as { LayoutShift?: object }).LayoutShift && 0,
      ...vitals,
      // Browsers count short interactions but do not report them.
      inp: vitals.inp ?? (countInteractions() > countBefore ? shortInteractionMs : undefined),
    }),
    reset() {
      vitals = {}
      first.paintsUntilMs = 0
      addShift = createShiftScore()
      addInteraction = createInteractionDelay()
      countBefore = countInteractions()
    },
  }
}
