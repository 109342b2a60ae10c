import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Font } from 'fontkit'
import { inCapitals } from './letter-widths.ts'

const folder = path.resolve('site/fonts/share')
// The first file that has a character draws it. Files are read when a text needs them.
const files = [
  'archivo-latin',
  'archivo-latin-ext',
  'archivo-vietnamese',
  'fira-greek',
  'fira-cyrillic',
  'fira-greek-ext',
  'fira-cyrillic-ext',
] as const
type File = (typeof files)[number]

const fonts = new Map<File, Promise<Font>>()
function loadFont(file: File): Promise<Font> {
  const known = fonts.get(file)
  if (known) return known
  const loading = (async () => {
    // Loaded when the first image is drawn, because most starts of the program draw none.
    const { create } = await import('fontkit')
    return create(await readFile(path.join(folder, `${file}.ttf`))) as Font
  })()
  fonts.set(file, loading)
  return loading
}

/** A text that can be drawn, in the capitals of the poster, with the font of each letter. */
export type ShareText = { text: string; fonts: ReadonlyMap<string, Font> }

/** Signs may be left out if no font has them, such as emoji. Letters, figures and accents may not. */
const isSign = (letter: string) => /[^\p{L}\p{N}\p{M}]|[\ufe0f\u20e3]/u.test(letter)

/**
 * Prepares a text for share images. Line breaks stay.
 * @returns null if a letter or figure of the text is in no font, or if there is none: then no part of the text may be
 *   drawn, because a part could mean something else
 */
export async function prepareShareText(text: string): Promise<ShareText | null> {
  // Greek capitals have no accents. The rule for Greek changes no other script.
  const capitals = inCapitals(text.normalize('NFC').toLocaleUpperCase('el'))
  const byLetter = new Map<string, Font>()
  let drawn = ''
  for (const letter of capitals) {
    const font = byLetter.get(letter) ?? (await findFont(letter))
    if (font) byLetter.set(letter, font)
    if (font || letter === '\n') drawn += letter
    else if (isSign(letter)) drawn += ' '
    else return null
  }
  if (!/[\p{L}\p{N}]/u.test(drawn)) return null
  const lines = drawn.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return { text: lines.filter(Boolean).join('\n'), fonts: byLetter }
}

/** The same for a text that can always be drawn. @throws Error if it cannot */
export async function requireShareText(text: string): Promise<ShareText> {
  const prepared = await prepareShareText(text)
  if (!prepared) throw new Error(`No font can draw “${text}”`)
  return prepared
}

async function findFont(letter: string): Promise<Font | null> {
  const code = letter.codePointAt(0) ?? 0
  for (const file of files) {
    const font = await loadFont(file)
    if (font.hasGlyphForCodePoint(code)) return font
  }
  return null
}

type Run = { font: Font; letters: string }

/** The letters of a line of a text, in runs of one font. */
function runsOf({ fonts: byLetter }: ShareText, line: string): Run[] {
  const runs: Run[] = []
  for (const letter of line) {
    const font = byLetter.get(letter)
    const last = runs.at(-1)
    if (!font) continue
    if (last?.font === font) last.letters += letter
    else runs.push({ font, letters: letter })
  }
  return runs
}

const tracking = -0.012

/** The width of a line of a text, in the unit of `size`. */
export const shareTextWidth = (text: ShareText, line: string, size: number): number =>
  runsOf(text, line).reduce((sum, { font, letters }) => {
    const { positions } = font.layout(letters)
    const advances = positions.reduce((total, { xAdvance }) => total + xAdvance, 0)
    return sum + (advances / font.unitsPerEm) * size + positions.length * size * tracking
  }, 0)

/** A line of a text as SVG paths, with its baseline at `y`. */
export function drawShareText(
  text: ShareText,
  line: string,
  { size, x, y, fill }: { size: number; x: number; y: number; fill: string },
): string {
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  const paths: string[] = []
  let left = x
  for (const { font, letters } of runsOf(text, line)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(letters)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const at = `translate(${round(left + xOffset * scale)} ${round(y - yOffset * scale)})`
      paths.push(
        `<path transform="${at} scale(${round(scale)} ${-round(scale)})" d="${glyph.path.toSVG()}"/>`,
      )
      left += xAdvance * scale + size * tracking
    }
  }
  return `<g fill="${fill}">${paths.join('')}</g>`
}
