import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'

test('each character of Latin-1 Supplement and Latin Extended-A is in exactly one font file', () => {
  const css = readFileSync('site/styles/fonts.css', 'utf8').replace(
    /@font-face {[^}]*'Archivo Poster'[^}]*}/g,
    '',
  )
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

test('the poster face has the capitals of Latin-1 and all letters of Latin Extended-A', () => {
  const fontOf = (name: string) => create(readFileSync(`site/fonts/${name}.woff2`)) as Font
  const [base, extended] = [fontOf('archivo-poster'), fontOf('archivo-poster-extended')]
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index)
  expect(range(0xc0, 0xde).filter((code) => !base.hasGlyphForCodePoint(code))).toEqual([])
  expect(range(0x100, 0x17f).filter((code) => !extended.hasGlyphForCodePoint(code))).toEqual([])
  expect([extended.ascent, extended.descent, extended.unitsPerEm]).toEqual([
    base.ascent,
    base.descent,
    base.unitsPerEm,
  ])
})
