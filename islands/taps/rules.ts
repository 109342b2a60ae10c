/** Keys of the tap list's texts. */
export const tapTexts = [
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
export type TapLabels = Record<(typeof tapTexts)[number], string>

/** The URL of the tap list, filtered by a style. */
export const styleAddress = (style: string | null): string =>
  style ? `/beer?${new URLSearchParams({ style })}` : '/beer'

/** The style in a URL's query; null if it is missing or not in `styles`. */
export function styleInAddress(search: string, styles: readonly string[]): string | null {
  const value = new URLSearchParams(search).get('style')
  return styles.find((style) => style === value) ?? null
}
