import { type Inks, inksOf } from './inks.ts'

/** Relative luminance of `#rrggbb`. Source: WCAG 2.2, definition of relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours, 1 to 21. Source: WCAG 2.2, definition of contrast ratio. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The background or the text colour: the one with more contrast on an accent colour. */
export const textColorOn = ({ paper, ink }: Pick<Inks, 'paper' | 'ink'>, spot: string): string =>
  contrast(paper, spot) > contrast(ink, spot) ? paper : ink

/** Which accent colour of a page has enough contrast for small text. */
export function smallTextAccent(page: string): 'a' | 'b' {
  const { paper, ink, spotA } = inksOf(page)
  return Math.max(contrast(spotA, paper), contrast(spotA, ink)) >= 4.5 ? 'a' : 'b'
}
