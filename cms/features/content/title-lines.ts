/** The maximum width of a line, in em. Wider lines are broken. */
const widestLine = 7.5
/** A title is long if it would be wider than this on one line, in em. */
const maxShortWidth = 10
/** The approximate maximum number of lines. Titles that need more lines get wider lines, in a smaller font. */
const maxLines = 5
/** There is no room beside the last line if it is wider than this fraction of the widest line. */
const maxOpenFraction = 0.66

export type TitleLines = {
  lines: string[]
  /**
   * Widths in em, as custom properties: `--line` of the widest line, `--word` of the widest word, `--all` of
   * the whole text on one line, or of the widest line if the title is long. Layouts divide their width by one
   * of these to get the font size.
   */
  widths: Record<'--line' | '--word' | '--all', number>
  /** The title is too long for one line. */
  isLong: boolean
  /** There is no room beside the last line. */
  isFull: boolean
}

/**
 * The lines of a title in the poster font. A line of the text that is too wide is broken at spaces into lines
 * of about the same width.
 * @param widthOf width in em of a text on one line
 */
export function titleLines(text: string, widthOf: (text: string) => number): TitleLines {
  const widest = (parts: string[]) => Math.max(1, ...parts.map(widthOf))
  const given = text.split('\n')
  const all = widest([given.join(' ')])
  const maxWidth = Math.max(widestLine, all / maxLines)
  const lines = given.flatMap((line) => breakLine(line, maxWidth, widthOf))
  const line = widest(lines)
  const isLong = all > maxShortWidth
  return {
    lines,
    widths: {
      '--line': line,
      '--word': widest(text.split(/[ \n]+/).filter(Boolean)),
      '--all': isLong ? line : all,
    },
    isLong,
    isFull: widthOf(lines.at(-1) ?? '') > line * maxOpenFraction,
  }
}

function breakLine(line: string, maxWidth: number, widthOf: (text: string) => number): string[] {
  const count = Math.ceil(widthOf(line) / maxWidth)
  if (count < 2) return [line]
  const words = line.split(' ').filter(Boolean)
  // Finds the narrowest width for which the words fit into `count` lines.
  for (let width = widthOf(line) / count; width < maxWidth; width *= 1.04) {
    const lines = fillLines(words, width, widthOf)
    if (lines.length <= count) return lines
  }
  return fillLines(words, maxWidth, widthOf)
}

function fillLines(words: string[], width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= width)
      lines.splice(-1, 1, `${last} ${word}`)
    else lines.push(word)
  }
  return lines
}

/** Whether a text has glyphs below the baseline or above the capitals, which need more line height. */
export const hasTallGlyphs = (text: string): boolean =>
  /[,;()@qßðøþæđħŋłдцщ]|\p{M}/iu.test(text.normalize('NFD'))
