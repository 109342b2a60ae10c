import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDeadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a deadline calls its listener when its time is over', () => {
  const onOver = vi.fn()
  startDeadline(1000, onOver)
  vi.advanceTimersByTime(999)
  expect(onOver).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onOver).toHaveBeenCalledOnce()
})

test('a deadline that is due while the process is blocked starts again afterwards', () => {
  const onOver = vi.fn()
  const now = performance.now()
  startDeadline(1000, onOver)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 5000)
  vi.advanceTimersByTime(1000)
  expect(onOver).not.toHaveBeenCalled()
  clock.mockReturnValue(now + 6000)
  vi.advanceTimersByTime(1000)
  expect(onOver).toHaveBeenCalledOnce()
})

test('a cancelled deadline never calls its listener', () => {
  const onOver = vi.fn()
  startDeadline(1000, onOver)()
  vi.advanceTimersByTime(5000)
  expect(onOver).not.toHaveBeenCalled()
})
