import { expect, test } from 'vitest'
import { isAdvancing, type Stops, slideAfter } from './rules.ts'

const none: Stops = {
  loading: false,
  paused: false,
  hovered: false,
  focused: false,
  hidden: false,
  reducedMotion: false,
  fits: false,
}

test('a carousel without a stop condition advances automatically', () => {
  expect(isAdvancing(none)).toBe(true)
})

test.each(Object.keys(none))('a carousel does not advance while %s is true', (stop) => {
  expect(isAdvancing({ ...none, [stop]: true })).toBe(false)
})

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
])('from slide %i, a step of %i in %i slides leads to %i', (current, step, count, expected) => {
  expect(slideAfter(current, step, count)).toBe(expected)
})
