import { addressUpTo } from '../cms/media/picture.ts'
import type { Venue } from '../cms/venue/contract.ts'
import { inksOf, night } from '../cms/venue/inks.ts'
import { heroPaths } from '../cms/venue/rules.ts'
import type { Preview } from '../islands/transition/overlay.ts'

const home = inksOf('home')
/** Colours of the overlay before the home page, taken from its picture of the night. */
export const nightInks: Preview['inks'] = {
  '--paper': night,
  '--ink': home.paper,
  '--spot-a': home.spotA,
  '--spot-b': home.spotB,
}

/** The overlay's preview of each section, by first path segment. */
export const previewsOf = ({ heroImages }: Pick<Venue, 'heroImages'>): Record<string, Preview> =>
  Object.fromEntries(
    heroPaths.map((path) => {
      if (path === '/') return ['', { image: null, inks: nightInks, dark: true }]
      const section = path.slice(1)
      const [picture] = heroImages[path] ?? []
      const { paper, ink, spotA, spotB, dark } = inksOf(section)
      const inks = { '--paper': paper, '--ink': ink, '--spot-a': spotA, '--spot-b': spotB }
      return [section, { image: picture ? addressUpTo(picture) : null, inks, dark }]
    }),
  )
