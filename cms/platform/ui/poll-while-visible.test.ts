import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollWhileVisible } from './poll-while-visible.ts'

const everyMs = 60_000
let polls: number
let stop: () => void
const view = Object.assign(new EventTarget(), { hidden: false })

const show = (visible: boolean) => {
  view.hidden = !visible
  view.dispatchEvent(new Event('visibilitychange'))
}
const start = () => {
  stop = pollWhileVisible(() => polls++, everyMs, view as unknown as Document)
}

beforeEach(() => {
  vi.useFakeTimers()
  polls = 0
  view.hidden = false
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('polling begins at once and repeats after every interval', () => {
  start()
  expect(polls).toBe(1)
  vi.advanceTimersByTime(59_999)
  expect(polls).toBe(1)
  vi.advanceTimersByTime(1)
  expect(polls).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(polls).toBe(3)
})

test('polling pauses while the page is hidden, and resumes at once if it is shown after the interval', () => {
  start()
  show(false)
  vi.advanceTimersByTime(600_000)
  expect(polls).toBe(1)
  show(true)
  expect(polls).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(polls).toBe(3)
})

test('polling waits for the rest of the interval if the page is shown before the interval ends', () => {
  start()
  vi.advanceTimersByTime(20_000)
  show(false)
  vi.advanceTimersByTime(10_000)
  show(true)
  expect(polls).toBe(1)
  vi.advanceTimersByTime(29_999)
  expect(polls).toBe(1)
  vi.advanceTimersByTime(1)
  expect(polls).toBe(2)
})

test('polling on a page that was opened hidden begins as soon as the page is shown', () => {
  view.hidden = true
  start()
  expect(polls).toBe(0)
  show(true)
  expect(polls).toBe(1)
})

test('polling does not continue after it was stopped', () => {
  start()
  stop()
  vi.advanceTimersByTime(600_000)
  show(true)
  expect(polls).toBe(1)
})
