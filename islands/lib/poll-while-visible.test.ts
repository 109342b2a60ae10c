import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollWhileVisible } from './poll-while-visible.ts'

const everyMs = 60_000
let asked: number
let stop: () => void
const view = Object.assign(new EventTarget(), { hidden: false })

const show = (visible: boolean) => {
  view.hidden = !visible
  view.dispatchEvent(new Event('visibilitychange'))
}
const start = () => {
  stop = pollWhileVisible(() => asked++, everyMs, view as unknown as Document)
}

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  view.hidden = false
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('polls at once and after every interval', () => {
  start()
  expect(asked).toBe(1)
  vi.advanceTimersByTime(59_999)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(1)
  expect(asked).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(3)
})

test('does not poll while hidden; polls at once when visible again after the interval', () => {
  start()
  show(false)
  vi.advanceTimersByTime(600_000)
  expect(asked).toBe(1)
  show(true)
  expect(asked).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(asked).toBe(3)
})

test('when visible again before the interval ends, waits for the rest of it', () => {
  start()
  vi.advanceTimersByTime(20_000)
  show(false)
  vi.advanceTimersByTime(10_000)
  show(true)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(29_999)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(1)
  expect(asked).toBe(2)
})

test('when opened hidden, first polls when visible', () => {
  view.hidden = true
  start()
  expect(asked).toBe(0)
  show(true)
  expect(asked).toBe(1)
})

test('does not poll after it was stopped', () => {
  start()
  stop()
  vi.advanceTimersByTime(600_000)
  show(true)
  expect(asked).toBe(1)
})
