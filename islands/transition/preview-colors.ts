import { inksOf, nightSkyColor } from '../../cms/features/venue/look/inks.ts'

/** Colours of the overlay as custom properties. `dark`: light text on a dark background. */
export type PreviewColors = { properties: Record<string, string>; dark: boolean }

/**
 * The overlay's colours while a page of a section loads. For the home page: light text on the night sky of
 * its first picture.
 * @param section the first path segment; empty for the home page
 */
export function previewColors(section: string): PreviewColors {
  const { paper, ink, spotA, spotB, dark } = inksOf(section || 'home')
  const colors = section
    ? { paper, ink, spotA, spotB, dark }
    : { paper: nightSkyColor, ink: paper, spotA, spotB, dark: true }
  return {
    properties: {
      '--paper': colors.paper,
      '--ink': colors.ink,
      '--spot-a': colors.spotA,
      '--spot-b': colors.spotB,
    },
    dark: colors.dark,
  }
}
