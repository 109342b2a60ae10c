import { measureType } from '../cms/venue/letter-widths.ts'

// As `.poster` sets them.
const tracking = -0.012
const wordSpacing = 0.05
const widthOf = (text: string) => {
  const spaces = text.split(/[ \u00a0]/).length - 1
  return Math.ceil(measureType(text, 1, tracking) * 1000 + spaces * wordSpacing * 1000 + 12) / 1000
}

/**
 * Widths in em of a text's longest line and longest word in poster letters, as custom properties:
 * a composition fits whatever words stand there to its measure.
 */
export function letteringWidths(text: string): string {
  const lines = text.split('\n')
  const words = text.split(/[ \n]+/).filter(Boolean)
  const widest = (parts: string[]) => Math.max(1, ...parts.map(widthOf))
  return `--line:${widest(lines)};--word:${widest(words)};--all:${widest([lines.join(' ')])}`
}

/** Whether a text has marks below the line or above the capitals, which the line beside it needs room for. */
export const reachesOver = (text: string): boolean => /[,;()@qÀ-ÖØ-Þß-öø-ÿ]/i.test(text)
