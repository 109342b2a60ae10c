/** How wide a title may be on one line, in em, before it is broken into several. */
const widestLine = 7.5
/** A title on one line that is wider, in em, is long. */
const longFrom = 10
/** The approximate maximum number of lines; longer titles get a smaller font. */
const maxLines = 5
/** A last line wider than this part of the widest one leaves no room beside it. */
const fullFrom = 0.66

export type TitleLines = {
  lines: string[]
  /**
   * Widths in em, as custom properties: `--line` the longest line, `--word` the longest word, `--all`
   * the text on one line, or the longest line of a long one. Layouts divide their width by one of them.
   */
  widths: Record<'--line' | '--word' | '--all', number>
  /** The title is too long for one line. */
  isLong: boolean
  /** The last line leaves no room beside it. */
  isFull: boolean
}

/**
 * The lines of a title in the poster face. Lines of the text that are too wide are broken at spaces
 * into lines of about the same width.
 * @param widthOf width in em of a text on one line
 */
export function titleLines(text: string, widthOf: (text: string) => number): TitleLines {
  const widest = (parts: string[]) => Math.max(1, ...parts.map(widthOf))
  const written = text.split('\n')
  const all = widest([written.join(' ')])
  const most = Math.max(widestLine, all / maxLines)
  const lines = written.flatMap((line) => broken(line, most, widthOf))
  const line = widest(lines)
  const isLong = all > longFrom
  return {
    lines,
    widths: {
      '--line': line,
      '--word': widest(text.split(/[ \n]+/).filter(Boolean)),
      '--all': isLong ? line : all,
    },
    isLong,
    isFull: widthOf(lines.at(-1) ?? '') > line * fullFrom,
  }
}

function broken(line: string, most: number, widthOf: (text: string) => number): string[] {
  const count = Math.ceil(widthOf(line) / most)
  if (count < 2) return [line]
  const words = line.split(' ').filter(Boolean)
  // The narrowest lines that are not more than needed.
  for (let width = widthOf(line) / count; width < most; width *= 1.04) {
    const lines = filled(words, width, widthOf)
    if (lines.length <= count) return lines
  }
  return filled(words, most, widthOf)
}

function filled(words: string[], width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= width)
      lines.splice(-1, 1, `${last} ${word}`)
    else lines.push(word)
  }
  return lines
}
