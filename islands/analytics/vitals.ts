import type { View } from './early/visit.ts'
import { createInteractionDelay, type Timing } from './interaction-delay.ts'
import { goodPaintMs, slowPaintMs } from './limits.ts'
import { createShiftScore, type Shift } from './shift.ts'

type Vitals = Pick<View, 'lcp' | 'inp' | 'cls' | 'fcp' | 'ttfb'>
type Entry = PerformanceEntry & Timing & Shift

/** Shorter events are not reported, and count as `shortInteractionMs`. */
const shortestEventMs = 16
const shortInteractionMs = 8

const observe = (type: string, handle: (entry: Entry) => void): void => {
  const observer = new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(handle))
  observer.observe({ type, buffered: true, durationThreshold: shortestEventMs } as never)
}

/**
 * Measures web vitals. Paints and the time to first byte belong to the first view of a document.
 * @param first.hiddenAtMs when the document was first hidden. Later paints do not count.
 * @returns `read` the values of the current view; `reset` is called when the next view begins
 */
export function watchVitals(first: { hiddenAtMs: number }) {
  let isFirst = true
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
    if (isFirst && startTime < first.hiddenAtMs) vitals[name] = sinceStart(startTime)
  }

  observe('paint', (entry) => {
    // The first paint may come before that of content.
    if (/content/.test(entry.name)) onPaint('fcp', entry)
  })
  observe('largest-contentful-paint', (entry) => {
    onPaint('lcp', entry)
    const { lcp = 0 } = vitals
    if (lcp > slowPaintMs) {
      console.warn(`The largest paint took ${lcp} ms (target ${goodPaintMs}).`)
    }
  })
  observe('layout-shift', (entry) => {
    vitals.cls = addShift(entry)
  })
  observe('event', (entry) => {
    vitals.inp = addInteraction(entry, countInteractions() - countBefore)
  })

  return {
    // Short interactions are only counted.
    read: (): Vitals =>
      countInteractions() > countBefore ? { inp: shortInteractionMs, ...vitals } : vitals,
    reset() {
      vitals = {}
      isFirst = false
      addShift = createShiftScore()
      addInteraction = createInteractionDelay()
      countBefore = countInteractions()
    },
  }
}
