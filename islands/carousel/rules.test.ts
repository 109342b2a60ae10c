import { expect, test } from 'vitest'
import { type Holds, slideAfter, turnsByItself } from './rules.ts'

const free: Holds = {
  loading: false,
  paused: false,
  hovered: false,
  focused: false,
  hidden: false,
  reducedMotion: false,
  whole: false,
}

test('a carousel that nothing holds turns by itself', () => {
  expect(turnsByItself(free)).toBe(true)
})

test.each(Object.keys(free))('a carousel that is %s stays where it is', (hold) => {
  expect(turnsByItself({ ...free, [hold]: true })).toBe(false)
})

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
])('from slide %i, %i step(s) among %i leads to %i', (current, step, count, expected) => {
  expect(slideAfter(current, step, count)).toBe(expected)
})
