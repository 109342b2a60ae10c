import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('each character of Latin-1 Supplement and Latin Extended-A is in exactly one font file', () => {
  const css = readFileSync('site/styles/fonts.css', 'utf8')
  // The same file may have two faces: one for phones and one for wide screens.
  const faces = css.matchAll(/url\('([^']+)'\)[^}]*unicode-range:([^;}]+);/g)
  const rangesOf = new Map(Array.from(faces, ([, file, list = '']) => [file, list.trim()]))
  const files = Array.from(rangesOf.values(), (list) =>
    list.split(',').map((part) => {
      const [first = '', last = first] = part.trim().replace('U+', '').split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    }),
  )
  const has = (code: number) =>
    files.filter((ranges) => ranges.some(([from, to]) => code >= from && code <= to)).length
  const codes = Array.from({ length: 0x180 - 0xa0 }, (_, index) => 0xa0 + index)
  const unusual = codes.filter((code) => has(code) !== 1).map((code) => code.toString(16))
  expect(unusual).toEqual([])
})
