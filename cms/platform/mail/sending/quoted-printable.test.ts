import { expect, test } from 'vitest'
import { quotedPrintable } from './quoted-printable.ts'

const decoded = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    'latin1',
  ).toString('utf8')

// Pseudo-random pieces of text, the same for the same seed.
function* textPieces(seed: number) {
  const all = [
    ...'abc =.\t\n€ü夏😀',
    '\r\n',
    '<a href="https://venue.example/?a=1&b=2">',
    ' '.repeat(70),
  ]
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    yield all[state % all.length] as string
  }
}

test('encoded text decodes to the original, in lines of at most 76 ASCII characters', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const source = textPieces(seed)
    const text = [...Array(seed * 2)].map(() => source.next().value).join('')
    const written = quotedPrintable(text).toString('latin1')
    expect(decoded(written)).toBe(text.replace(/\r\n?|\n/g, '\r\n'))
    for (const line of written.split('\r\n')) {
      expect(line).toMatch(/^[\t\x20-\x7e]{0,76}$/)
      expect(line).not.toMatch(/[\t ]$/)
    }
  }
})

test('lines over 76 characters are broken', () => {
  expect(quotedPrintable('a'.repeat(76)).toString()).toBe('a'.repeat(76))
  expect(quotedPrintable('a'.repeat(77)).toString()).toBe(`${'a'.repeat(75)}=\r\naa`)
  expect(quotedPrintable('').toString()).toBe('')
})
