import { expect, test } from 'vitest'
import { advanceOf, measureTextWidth } from './letter-widths.ts'

test.each([
  ['Ş', 'S'],
  ['Ğ', 'G'],
  ['É', 'E'],
  ['Ű', 'U'],
  ['İ', 'I'],
])('%s is as wide as %s', (accented, letter) => expect(advanceOf(accented)).toBe(advanceOf(letter)))

test('letters of other scripts take room, so that titles in them are not too large', () => {
  expect(measureTextWidth('東京', 1)).toBe(2)
  expect(measureTextWidth('Ωμέγα', 1)).toBeGreaterThan(2)
})
