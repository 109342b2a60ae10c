import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVisibleTime } from './visible-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTime(ms)

test('hidden time does not count', () => {
  const visible = createVisibleTime()
  visible.start()
  pass(2_000)
  expect(visible.stop()).toBe(true)
  pass(60_000)
  expect(visible.seconds()).toBe(2)
  visible.start()
  pass(500)
  expect(visible.seconds()).toBe(2.5)
})

test('starting or stopping twice has no further effect', () => {
  const visible = createVisibleTime()
  expect(visible.stop()).toBe(false)
  visible.start()
  pass(1_000)
  visible.start()
  pass(1_000)
  expect(visible.stop()).toBe(true)
  pass(1_000)
  expect(visible.stop()).toBe(false)
  expect(visible.seconds()).toBe(2)
})

test('a page that was never visible has a visible time of 0', () => {
  expect(createVisibleTime().seconds()).toBe(0)
})
