import type { Payload } from 'payload'
import { colorPageOf } from '../../venue/look/inks.ts'
import { drawShareImage } from '../../venue/look/share-drawing.ts'
import { prepareShareText } from '../../venue/look/share-letters.ts'
import { findVenue } from '../../venue/service.ts'
import { fillInTexts } from '../placeholders.ts'
import { pageName } from '../routes.ts'
import { findPageContent } from '../service.ts'
import { shareCard } from './card.ts'
import { pageOfSharePath } from './path.ts'

/**
 * The share image of a page as a PNG, as the page is now; null if there is none.
 * @param name the last part of the image's path
 */
export async function findShareImage(payload: Payload, name: string): Promise<Buffer | null> {
  const page = pageOfSharePath(name)
  if (!page) return null
  const venue = await findVenue(payload)
  const content = await findPageContent(payload, { page, venue }, 'published', () => {})
  const title = fillInTexts(content.texts, venue).text('hero', 'title')
  const { brandText, tagline } = venue
  const key = JSON.stringify([page, title, brandText, tagline])
  return drawShareImage(payload, key, async () => {
    const brand = await prepareShareText(brandText)
    const shown = await prepareShareText(title)
    return shareCard(colorPageOf(page), {
      // If neither can be drawn, the page’s name in English is better than an empty card.
      title: shown ?? (brand ? null : await prepareShareText(pageName(page))),
      brand,
      small: await prepareShareText(tagline),
    })
  })
}
