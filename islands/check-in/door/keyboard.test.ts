import { expect, test } from 'vitest'
import { readCode } from '../../../cms/features/check-in/code.ts'
import { keyboardScanner } from './keyboard.ts'

const code = `CR1T.abcdEFGH.e.12.1.7.1.4.20261204.20261204.${'aB'.repeat(43)}`
const isCode = (text: string) => readCode(text).type !== 'unknown'

/** Types a text with a pause between the keys, and ends it. @returns the codes that were recognised */
function type(text: string, gapMs: number, end = 'Enter'): string[] {
  const press = keyboardScanner(isCode)
  const keys = [...[...text].flatMap((key) => (/[A-Z]/.test(key) ? ['Shift', key] : [key])), end]
  return keys.flatMap((key, index) => press(key, index * gapMs) ?? [])
}

test.each([
  ['a scanner', code, 5, 'Enter', [code]],
  ['a slow scanner that ends with Tab', code, 90, 'Tab', [code]],
  ['a printed member number', '00012', 5, 'Enter', ['00012']],
  ['another code', 'https://venue.example/menu', 5, 'Enter', ['https://venue.example/menu']],
  ['a person who types a name', 'featherstonehaugh', 90, 'Enter', []],
  ['a person who types a number', '00012', 150, 'Enter', []],
  ['a short word', 'lovelace', 5, 'Enter', []],
  ['a code without an end', code, 5, 'a', []],
])('%s', (_, text, gapMs, end, found) => {
  expect(type(text, gapMs, end)).toEqual(found)
})

test('what was typed before is not part of the code', () => {
  const press = keyboardScanner(isCode)
  press('x', 0)
  const found = [...code, 'Enter'].map((key, index) => press(key, 5_000 + index * 8))
  expect(found.at(-1)).toBe(code)
})

test('two codes one after the other are two', () => {
  const press = keyboardScanner(isCode)
  const keys = [...code, 'Enter', ...code, 'Enter']
  expect(keys.flatMap((key, index) => press(key, index * 8) ?? [])).toEqual([code, code])
})
