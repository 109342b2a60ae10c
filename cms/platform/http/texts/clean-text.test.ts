import { expect, test } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'

test.each([
  ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['a\tb ', 'a b '],
  ['a\0b\x07c\x1bd\x9f', 'abcd'],
  ['\u202eevil\u202c \u2067x\u2069', 'evil x'],
  ['שלום \u200f!', 'שלום \u200f!'],
  ['half \ud83d of one', 'half \ufffd of one'],
  ['whole 🍺', 'whole 🍺'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('%j is stored as %j', (given, kept) => expect(cleanText(given)).toBe(kept))

test('cleanLine() replaces a line break by a space', () => expect(cleanLine('a\r\nb')).toBe('a b'))
