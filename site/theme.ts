import type { PageKey } from '../cms/features/texts.ts'
import { contrast, smallTextAccent, textColorOn } from '../cms/features/venue/look/contrast.ts'
import { type ColorPage, type Inks, inksOf } from '../cms/features/venue/look/inks.ts'

/**
 * The colour of focus rings and of the mark of the current page. It is the first spot colour with a contrast
 * of at least 3:1 on the ground. If there is none, it is the ground's text colour. Source: WCAG 2.2, 1.4.11.
 */
const markOn = ({ paper, ink, spotA, spotB }: Inks, ground: string): string =>
  [spotA, spotB].find((spot) => contrast(spot, ground) >= 3) ?? textColorOn({ paper, ink }, ground)

/**
 * A page's colours as custom properties: paper, ink, both spots, the text colour on each spot, and the
 * colour of rings and marks on paper (`--ring`) and on ink (`--on-ink`).
 */
export function inkProperties(page: PageKey | ColorPage): string {
  const inks = inksOf(page)
  const { paper, ink, spotA, spotB } = inks
  return declarations({
    '--paper': paper,
    '--ink': ink,
    '--spot-a': spotA,
    '--spot-b': spotB,
    '--on-a': textColorOn(inks, spotA),
    '--on-b': textColorOn(inks, spotB),
    '--ring': markOn(inks, paper),
    '--on-ink': markOn(inks, ink),
  })
}

/** The spot colour that the footer does not use. The footer uses `smallTextAccent`. */
export const otherSpot = (page: string): 'a' | 'b' => (smallTextAccent(page) === 'a' ? 'b' : 'a')

/** Custom properties as the value of a style attribute. */
export const declarations = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map((each) => each.join(':'))
    .join(';')

export const isDark = (page: PageKey | ColorPage): boolean => inksOf(page).dark
