import { type BeerStyle, beerStyles } from '../../cms/venue/rules.ts'

/** The words of the tap list, by their keys among the page's texts. */
export const tapWords = [
  'filter_label',
  'filter_all',
  'filter_empty',
  'tap_label',
  'half_label',
  'pint_label',
  'abv_label',
  'vegan_label',
  'gluten_free_label',
  'next_title',
  'next_body',
  'empty',
  'count_one',
  'count_many',
] as const
export type TapLabels = Record<(typeof tapWords)[number], string>

/** The address of the tap list with one style shown, or with all. */
export const styleAddress = (style: BeerStyle | null): string =>
  style ? `/beer?${new URLSearchParams({ style })}` : '/beer'

/** The style an address asks for, or null where it asks for none that is known. */
export function styleInAddress(search: string): BeerStyle | null {
  const asked = new URLSearchParams(search).get('style')
  return beerStyles.find((style) => style === asked) ?? null
}
