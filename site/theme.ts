import type { PageKey } from '../cms/features-texts.ts'
import { type Inks, inksOf } from '../cms/venue/inks.ts'

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

/** The background or the text colour, whichever has more contrast on an accent colour. */
export const letteringOn = ({ paper, ink }: Pick<Inks, 'paper' | 'ink'>, spot: string): string =>
  contrast(paper, spot) > contrast(ink, spot) ? paper : ink

/**
 * A page's colours as custom properties: paper, ink, both spots, the text colour on each spot, and a
 * focus ring with enough contrast on paper.
 */
export function inkProperties(page: PageKey): string {
  const inks = inksOf(page)
  const { paper, ink, spotA, spotB } = inks
  return declarations({
    '--paper': paper,
    '--ink': ink,
    '--spot-a': spotA,
    '--spot-b': spotB,
    '--on-a': letteringOn(inks, spotA),
    '--on-b': letteringOn(inks, spotB),
    '--ring': [spotA, spotB].find((spot) => contrast(spot, paper) >= 3) ?? ink,
  })
}

/** The spot colour with enough contrast for small text; it is the footer's. */
export function smallPrintSpot(page: string): 'a' | 'b' {
  const { paper, ink, spotA } = inksOf(page)
  return Math.max(contrast(spotA, paper), contrast(spotA, ink)) >= 4.5 ? 'a' : 'b'
}

/** The accent colour that the footer does not use. */
export const otherSpot = (page: string): 'a' | 'b' => (smallPrintSpot(page) === 'a' ? 'b' : 'a')

/** Custom properties as the value of a style attribute. */
export const declarations = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map((each) => each.join(':'))
    .join(';')

export const isDark = (page: PageKey): boolean => inksOf(page).dark
