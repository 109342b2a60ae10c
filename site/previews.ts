import { addressUpTo } from '../cms/media/picture.ts'
import type { Venue } from '../cms/venue/contract.ts'
import { heroPaths } from '../cms/venue/rules.ts'

/** The picture of each section on the overlay, by first path segment; null for the home page. */
export const previewsOf = ({
  heroImages,
}: Pick<Venue, 'heroImages'>): Record<string, string | null> =>
  Object.fromEntries(
    heroPaths.map((path) => {
      const [picture] = (path !== '/' && heroImages[path]) || []
      return [path.slice(1), picture ? addressUpTo(picture) : null]
    }),
  )
