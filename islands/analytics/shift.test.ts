import { expect, test } from 'vitest'
import { createShiftScore } from './shift.ts'

const scoreOf = (...shifts: [startTime: number, value: number, hadRecentInput?: boolean][]) => {
  const add = createShiftScore()
  return shifts.reduce(
    (_, [startTime, value, hadRecentInput = false]) => add({ startTime, value, hadRecentInput }),
    0,
  )
}

test('layout shifts within a second of each other add up', () => {
  expect(scoreOf([100, 0.125], [900, 0.25])).toBe(0.375)
})

test('the largest group of layout shifts counts', () => {
  expect(scoreOf([100, 0.25], [5_000, 0.125], [5_500, 0.25], [9_000, 0.125])).toBe(0.375)
})

test('a group of layout shifts lasts five seconds at most', () => {
  const everySecond = [0, 1, 2, 3, 4, 5, 6].map((n): [number, number] => [n * 1000, 0.125])
  expect(scoreOf(...everySecond)).toBe(6 * 0.125)
})

test('a layout shift after an input does not count', () => {
  expect(scoreOf([100, 0.125], [200, 0.5, true])).toBe(0.125)
})
