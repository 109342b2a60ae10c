import { expect, test } from 'vitest'
import { fromTimeInput, toTimeInput } from './minutes.ts'

test.each([
  [0, '00:00'],
  [485, '08:05'],
  [1320, '22:00'],
  [1439, '23:59'],
])('minute %i of the day is %s', (minute, time) => {
  expect(toTimeInput(minute)).toBe(time)
  expect(fromTimeInput(time)).toBe(minute)
})

test('an empty field has no time', () => {
  expect(fromTimeInput('')).toBe(null)
})
