import { door } from '../content/share/card.ts'
import { inksOf } from '../venue/look/inks.ts'
import { box, disc, move } from '../venue/look/shapes.ts'
import { drawShareText, type ShareText, shareTextWidth } from '../venue/look/share-letters.ts'

/** The size of the picture, in pixels. */
export const pictureSize = { width: 1080, height: 1350 } as const

const edge = 72
const room = pictureSize.width - 2 * edge
/** The height of a capital, in em. */
const capital = 0.686

type Figure = { value: ShareText | null; label: ShareText | null }
export type YearDrawing = {
  year: ShareText | null
  /** The member’s name; null if it is left out, or no font has its letters. */
  name: ShareText | null
  brand: ShareText | null
  figures: readonly Figure[]
  /** Dots by area and time slot, 0 to 1; none if attendance is not kept. */
  rows: readonly { label: ShareText | null; cells: readonly number[] }[]
  /** Shown if there are no figures. */
  none: ShareText | null
}

const widthOf = (text: ShareText, line: string) => shareTextWidth(text, line, 100) / 100

/** The size at which a line fits into a width, in pixels. */
const fitted = (text: ShareText, line: string, most: number, width: number): number =>
  Math.min(most, width / Math.max(0.01, widthOf(text, line)))

/** The width of each letter of a text on its own. */
function letterWidths(text: ShareText, line: string): ReadonlyMap<string, number> {
  return new Map([...new Set(line)].map((letter) => [letter, widthOf(text, letter)]))
}

/** Splits a long word, so that a name without spaces does not become one tiny line. */
function wordsOf(line: string, widths: ReadonlyMap<string, number>, widest: number): string[] {
  return line.split(' ').flatMap((word) => {
    const parts: string[] = []
    let part = ''
    let width = 0
    for (const letter of word) {
      const more = widths.get(letter) ?? 0
      if (part && width + more > widest) {
        parts.push(part)
        part = ''
        width = 0
      }
      part += letter
      width += more
    }
    return [...parts, part]
  })
}

const mostNameLines = 3
/** In px. Longer words are split only if they do not fit at this size. */
const wholeWordSize = 64

/** The lines of a name, and the largest size at which all of them fit. */
export function nameLines(text: ShareText): { lines: string[]; size: number } {
  const whole = text.text.replaceAll('\n', ' ')
  const widest = Math.max(...whole.split(' ').map((word) => widthOf(text, word)))
  const biggest = Math.min(132, Math.max(wholeWordSize, Math.floor(room / widest)))
  const widths = letterWidths(text, whole)
  for (let size = biggest; ; size -= 4) {
    const lineWidth = room / size
    const lines: string[] = []
    const fits = (word: string) => widthOf(text, word) <= lineWidth
    const words = whole.split(' ')
    for (const word of words.every(fits) ? words : wordsOf(whole, widths, lineWidth)) {
      const last = lines.at(-1)
      if (last !== undefined && fits(`${last} ${word}`)) {
        lines.splice(-1, 1, `${last} ${word}`)
      } else lines.push(word)
    }
    if (lines.length <= mostNameLines || size <= 24) {
      return { lines: lines.slice(0, mostNameLines), size }
    }
  }
}

/** The picture of a member’s year, as an SVG of paths: no text in it can be anything else. */
export function drawYear({ year, name, brand, figures, rows, none }: YearDrawing): string {
  const { paper, ink, spotA } = inksOf('common-room')
  const parts: string[] = []
  const put = (text: ShareText | null, line: string, at: Parameters<typeof drawShareText>[2]) => {
    if (text && line) parts.push(drawShareText(text, line, at))
  }
  const { width, height } = pictureSize
  parts.push(box(0, 0, width, height, paper), box(0, 0, width, 24, spotA))
  parts.push(move(edge - 6, 68, door(spotA, paper), 0.9))
  if (brand) {
    const size = fitted(brand, brand.text, 40, room - 76)
    put(brand, brand.text, { size, x: edge + 64, y: 112, fill: ink })
  }
  let top = 176
  if (year) {
    const size = fitted(year, year.text, 460, room)
    put(year, year.text, { size, x: edge - size * 0.02, y: top + size * capital, fill: ink })
    top += size * capital + 44
  }
  if (name) {
    const { lines, size } = nameLines(name)
    for (const line of lines) {
      put(name, line, { size, x: edge, y: top + size * capital, fill: spotA })
      top += size * 0.9
    }
    top += 34
  }
  parts.push(box(edge, top, room, 6, ink))
  top += 54
  const bottom = height - edge
  const hasRows = rows.some(({ cells }) => cells.some((cell) => cell > 0))
  // Without dots and with one figure at most, the door fills what is left.
  const hasDoor = !hasRows && figures.length < 2
  const side = hasRows || (hasDoor && figures.length) ? room * 0.46 : room
  if (!figures.length) {
    if (none) {
      const size = fitted(none, none.text, 90, side)
      put(none, none.text, { size, x: edge, y: top + size * capital, fill: ink })
      top += size
    }
  } else {
    const columns = hasRows || figures.length < 3 ? 1 : 2
    const lineCount = Math.ceil(figures.length / columns)
    const step = Math.min(hasRows ? 190 : 330, (bottom - top) / lineCount)
    for (const [index, { value, label }] of figures.entries()) {
      const x = edge + (index % columns) * (side / columns)
      const y = top + Math.floor(index / columns) * step
      const wide = side / columns - 24
      const size = value ? fitted(value, value.text, step * 0.82, wide) : 0
      put(value, value?.text ?? '', { size, x, y: y + size * capital, fill: ink })
      const small = label ? fitted(label, label.text, Math.min(34, step * 0.2), wide) : 0
      const under = y + size * capital + small * 1.25
      put(label, label?.text ?? '', { size: small, x, y: under, fill: spotA })
    }
  }
  if (hasDoor) {
    const scale = Math.min(9, (bottom - top) / 63, (room * 0.5) / 46)
    parts.push(move(edge + room - 55 * scale, bottom - 63 * scale, door(spotA, paper), scale))
  }
  if (hasRows) {
    const left = edge + room * 0.52
    const space = edge + room - left
    const step = Math.min(110, (bottom - top) / rows.length)
    for (const [row, { label, cells }] of rows.entries()) {
      const y = top + row * step
      const size = label ? fitted(label, label.text, step * 0.28, space) : 0
      put(label, label?.text ?? '', { size, x: left, y: y + size * capital, fill: ink })
      for (const [index, cell] of cells.entries()) {
        const x = left + (index + 0.5) * (space / cells.length)
        const largest = Math.min(space / cells.length, step - size) / 2 - 6
        // The area of a dot is the number, as in halftone; an empty cell is a small dot.
        const radius = cell > 0 ? Math.max(5, largest * Math.sqrt(cell)) : 3
        parts.push(disc(x, y + size + (step - size) / 2, radius, cell > 0 ? spotA : ink))
      }
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${parts.join('')}</svg>`
}
