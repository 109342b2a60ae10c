import { expect, test } from 'vitest'
import { keyboardScanner } from './keyboard.ts'

const code = 'T1.abcDEF-0123456789.sig_nature'

/** Types a text with a pause between the keys, and ends it. @returns the codes that were recognised */
function type(text: string, gapMs: number, end = 'Enter'): string[] {
  const press = keyboardScanner()
  const keys = [...[...text].flatMap((key) => (/[A-Z]/.test(key) ? ['Shift', key] : [key])), end]
  return keys.flatMap((key, index) => press(key, index * gapMs).code ?? [])
}

test.each([
  ['a scanner', code, 5, 'Enter', [code]],
  ['a slow scanner that ends with Tab', code, 40, 'Tab', [code]],
  ['a person who types', code, 180, 'Enter', []],
  ['a short word', 'lovelace', 5, 'Enter', []],
  ['a code without an end', code, 5, 'a', []],
])('%s', (_, text, gapMs, end, found) => {
  expect(type(text, gapMs, end)).toEqual(found)
})

test('what was typed slowly before is not part of the code', () => {
  const press = keyboardScanner()
  press('x', 0)
  const found = [...code, 'Enter'].map((key, index) => press(key, 5_000 + index * 8).code)
  expect(found.at(-1)).toBe(code)
})

test('two codes one after the other are two', () => {
  const press = keyboardScanner()
  const keys = [...code, 'Enter', ...code, 'Enter']
  expect(keys.flatMap((key, index) => press(key, index * 8).code ?? [])).toEqual([code, code])
})
