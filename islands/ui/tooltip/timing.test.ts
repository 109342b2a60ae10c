import { beforeEach, expect, test, vi } from 'vitest'
import { createTooltipTiming } from './timing.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const start = () => {
  let shown: string | null = null
  const timing = createTooltipTiming<string>({
    show: (target) => {
      shown = target
    },
    now: Date.now,
    schedule: (run, afterMs) => {
      const timer = setTimeout(run, afterMs)
      return () => clearTimeout(timer)
    },
  })
  return { ...timing, shown: () => shown }
}

// Source: spec section 9, "Tooltip open delay / skip delay".
test('a tooltip opens when the pointer has rested for 700 ms', () => {
  const { enter, shown } = start()
  enter('undo')
  vi.advanceTimersByTime(699)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('undo')
})

test('a tooltip does not open if the pointer leaves before', () => {
  const { enter, close, shown } = start()
  enter('undo')
  vi.advanceTimersByTime(600)
  close()
  vi.advanceTimersByTime(1000)
  expect(shown()).toBeNull()
})

test.each([
  [299, 'redo'],
  [300, null],
])('%i ms after a tooltip was closed, the next one is shown at once: %s', (ms, expected) => {
  const { enter, close, shown } = start()
  enter('undo')
  vi.advanceTimersByTime(700)
  close()
  vi.advanceTimersByTime(ms)
  enter('redo')
  expect(shown()).toBe(expected)
  vi.advanceTimersByTime(700)
  expect(shown()).toBe('redo')
})

test('an element that is reached with the keyboard shows its tooltip at once', () => {
  const { enter, shown } = start()
  enter('help', { atOnce: true })
  expect(shown()).toBe('help')
})
