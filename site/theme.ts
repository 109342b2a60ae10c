import type { PageKey } from '../cms/features-texts.ts'
import { contrast, letteringOn, smallPrintSpot } from '../cms/venue/contrast.ts'
import { inksOf } from '../cms/venue/inks.ts'

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

/** The accent colour that the footer does not use; the footer's is `smallPrintSpot`. */
export const otherSpot = (page: string): 'a' | 'b' => (smallPrintSpot(page) === 'a' ? 'b' : 'a')

/** Custom properties as the value of a style attribute. */
export const declarations = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map((each) => each.join(':'))
    .join(';')

export const isDark = (page: PageKey): boolean => inksOf(page).dark
