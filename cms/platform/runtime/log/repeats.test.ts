import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRepeatCount, createRepeatFilter } from './repeats.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('of each kind, one event in five seconds passes, and then the number of suppressed events is reported', () => {
  const reported: [string, number][] = []
  const passes = createRepeatFilter(5000, (kind, count) => reported.push([kind, count]))
  expect([passes('a'), passes('a'), passes('a'), passes('b')]).toEqual([true, false, false, true])
  vi.advanceTimersByTime(5000)
  expect(reported).toEqual([['a', 2]])
  expect(passes('a')).toBe(true)
  vi.advanceTimersByTime(5000)
  expect(reported).toHaveLength(1)
})

test('the first event is reported at once, and later events are reported together every ten seconds', () => {
  const repeats = createRepeatCount(10_000)
  expect([repeats.count(), repeats.count(), repeats.count()]).toEqual([1, 0, 0])
  vi.advanceTimersByTime(10_000)
  expect(repeats.count()).toBe(3)
})
