import { expect, test } from 'vitest'
import { createVisibleTime } from './visible-time.ts'

test('hidden time does not count', () => {
  const visible = createVisibleTime()
  visible.start(1_000)
  visible.stop(3_000)
  expect(visible.seconds(60_000)).toBe(2)
  visible.start(60_000)
  expect(visible.seconds(60_500)).toBe(2.5)
})

test('starting or stopping twice has no further effect', () => {
  const visible = createVisibleTime()
  visible.stop(500)
  visible.start(1_000)
  visible.start(2_000)
  expect(visible.stop(3_000)).toBe(true)
  expect(visible.stop(4_000)).toBe(false)
  expect(visible.seconds(9_000)).toBe(2)
})

test('a page that was never visible has no time', () => {
  expect(createVisibleTime().seconds(5_000)).toBe(0)
})
