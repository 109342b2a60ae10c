import { addressUpTo } from '../cms/media/picture.ts'
import type { Venue } from '../cms/venue/contract.ts'
import { inksOf, night } from '../cms/venue/inks.ts'
import { heroPaths } from '../cms/venue/rules.ts'
import type { Preview } from '../islands/transition/overlay.ts'

const home = inksOf('home')
/** On the way home the sheet is printed on the night of its picture. */
export const nightInks: Preview['inks'] = {
  '--paper': night,
  '--ink': home.paper,
  '--spot-a': home.spotA,
  '--spot-b': home.spotB,
}

/** What the overlay shows on the way to each section, by the first segment of its path. */
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
