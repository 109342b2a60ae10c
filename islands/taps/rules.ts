import { type BeerStyle, beerStyles } from '../../cms/venue/rules.ts'

/** The address of the tap list with one style shown, or with all. */
export const styleAddress = (style: BeerStyle | null): string =>
  style ? `/beer?${new URLSearchParams({ style })}` : '/beer'

/** The style an address asks for, or null where it asks for none that is known. */
export function styleInAddress(search: string): BeerStyle | null {
  const asked = new URLSearchParams(search).get('style')
  return beerStyles.find((style) => style === asked) ?? null
}
