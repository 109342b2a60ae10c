import { measureType } from '../cms/venue/letter-widths.ts'

// As in `.poster`.
const tracking = -0.012
const wordSpacing = 0.05
const widthOf = (text: string) => {
  const spaces = text.split(/[ \u00a0]/).length - 1
  return Math.ceil(measureType(text, 1, tracking) * 1000 + spaces * wordSpacing * 1000 + 12) / 1000
}

/**
 * Widths in em of a text in the poster face, as custom properties: `--line` the longest line, `--word`
 * the longest word, `--all` the text on one line. Layouts divide their width by one of them.
 */
export function letteringWidths(text: string): string {
  const lines = text.split('\n')
  const words = text.split(/[ \n]+/).filter(Boolean)
  const widest = (parts: string[]) => Math.max(1, ...parts.map(widthOf))
  return `--line:${widest(lines)};--word:${widest(words)};--all:${widest([lines.join(' ')])}`
}

/** Whether a text has glyphs below the baseline or above the capitals, which need more line height. */
export const reachesOver = (text: string): boolean => /[,;()@qÀ-ÖØ-Þß-öø-ÿ]/i.test(text)
