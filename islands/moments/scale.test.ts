import { expect, test } from 'vitest'
import { isHeic, scaledSize } from './scale.ts'

test.each([
  [4000, 3000, 2400, 1800],
  [3000, 4000, 1800, 2400],
  [1200, 900, 1200, 900],
  [9000, 2, 2400, 1],
])('a picture of %s by %s pixels is sent with %s by %s', (width, height, ...sent) => {
  expect(Object.values(scaledSize(width, height))).toEqual(sent)
})

const head = (brand: string, box = 'ftyp') =>
  new TextEncoder().encode(`\0\0\0\x18${box}${brand}\0\0\0\0`)

test('a HEIC picture is known by its first bytes', () => {
  expect(isHeic(head('heic'))).toBe(true)
  expect(isHeic(head('mif1'))).toBe(true)
  expect(isHeic(head('avif'))).toBe(false)
  expect(isHeic(head('heic', 'moov'))).toBe(false)
  expect(isHeic(new Uint8Array())).toBe(false)
})
