import { titleLines } from '../cms/features/content/title-lines.ts'
import { measureTextWidth } from '../cms/features/venue/look/letter-widths.ts'

// Letter and word spacing of `.poster`, in em.
const tracking = -0.012
const wordSpacing = 0.05
const widthOf = (text: string) => {
  const spaces = text.split(/[ \u00a0]/).length - 1
  return (
    Math.ceil(measureTextWidth(text, 1, tracking) * 1000 + spaces * wordSpacing * 1000 + 12) / 1000
  )
}

/** The lines of a title in the poster face, with the classes and style of its element. */
export function lettering(text: string) {
  const { lines, widths, isLong, isFull } = titleLines(text, widthOf)
  return { lines, class: [isLong && 'long', isFull && 'full'], style: styleOf(widths) }
}

/** The widths of a text that keeps its lines: `--line`, `--word` and `--all` of `titleLines`. */
export function letteringWidths(text: string): string {
  const lines = text.split('\n')
  const words = text.split(/[ \n]+/).filter(Boolean)
  const widest = (parts: string[]) => Math.max(1, ...parts.map(widthOf))
  return styleOf({
    '--line': widest(lines),
    '--word': widest(words),
    '--all': widest([lines.join(' ')]),
  })
}

const styleOf = (widths: Record<string, number>): string =>
  Object.entries(widths)
    .map(([name, width]) => `${name}:${width}`)
    .join(';')
