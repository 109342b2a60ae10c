import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchVitals } from './vitals.ts'

const report: Record<string, (entry: object) => void> = {}

beforeEach(() => {
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly handle: (list: object) => void
      constructor(handle: (list: object) => void) {
        this.handle = handle
      }
      observe({ type }: { type: string }) {
        report[type] = (entry) => this.handle({ getEntries: () => [entry] })
      }
    },
  )
  vi.stubGlobal('self', { LayoutShift: class {} })
  vi.stubGlobal('performance', {
    getEntriesByType: () => [{ responseStart: 80 }],
    interactionCount: 0,
  })
})
afterEach(() => void vi.unstubAllGlobals())

const visible = () => ({ paintsUntilMs: Number.POSITIVE_INFINITY })
const paint = (startTime: number) => report['largest-contentful-paint']?.({ startTime })

test('a view without layout shifts has the layout shift score 0', () => {
  const vitals = watchVitals(visible())
  expect(vitals.read()).toMatchObject({ ttfb: 80, cls: 0 })
  report['layout-shift']?.({ startTime: 100, value: 0.2, hadRecentInput: false })
  expect(vitals.read().cls).toBe(0.2)
  vitals.reset()
  expect(vitals.read().cls).toBe(0)
})

test('a browser that cannot report layout shifts has no layout shift score', () => {
  vi.stubGlobal('self', {})
  expect(watchVitals(visible()).read().cls).toBeUndefined()
})

test('paints after the page was hidden, and of later views, do not count', () => {
  const first = visible()
  const vitals = watchVitals(first)
  paint(900)
  first.paintsUntilMs = 1000
  paint(60_000)
  expect(vitals.read().lcp).toBe(900)
  vitals.reset()
  paint(990)
  expect(vitals.read().lcp).toBeUndefined()
})

test('an interaction too short for a report counts as 8 ms; events without interaction do not count', () => {
  const vitals = watchVitals(visible())
  report.event?.({ duration: 24, interactionId: 0 })
  expect(vitals.read().inp).toBeUndefined()
  vi.stubGlobal('performance', { interactionCount: 1 })
  expect(vitals.read().inp).toBe(8)
  report.event?.({ duration: 40, interactionId: 7 })
  expect(vitals.read().inp).toBe(40)
})
