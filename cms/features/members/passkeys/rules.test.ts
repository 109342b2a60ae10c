import { expect, test } from 'vitest'
import { isHandle } from './rules.ts'

const ofBytes = (count: number) => Buffer.alloc(count, 0xff).toString('base64url')

test.each([
  [0, false],
  [1, true],
  [2, true],
  [3, true],
  [32, true],
  [63, true],
  [64, true],
  [65, false],
  [1000, false],
])('a handle of %i bytes is valid: %s', (bytes, isValid) => {
  expect(isHandle(ofBytes(bytes))).toBe(isValid)
})

test('a handle of 1 to 64 equal bytes is valid', () => {
  for (let bytes = 1; bytes <= 64; bytes++) {
    for (let fill = 0; fill < 256; fill++) {
      const text = Buffer.alloc(bytes, fill).toString('base64url')
      if (!isHandle(text)) expect(text).toBe('a handle')
    }
  }
})

test.each(['A', 'AB', 'AAB', '/w', 'AA==', '+w', ' _w', '_w\n', 'ü'])(
  '%j is not a handle: it is not canonical base64url',
  (text) => expect(isHandle(text)).toBe(false),
)
