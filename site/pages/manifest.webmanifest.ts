import type { APIRoute } from 'astro'
import { getPayload } from 'payload'
import { tags } from '../../cms/http/tags.ts'
import { inksOf } from '../../cms/venue/inks.ts'
import { findVenue } from '../../cms/venue/service.ts'
import config from '../../payload.config.ts'

const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The site as an installed app. */
export const GET: APIRoute = async ({ locals }) => {
  const { productName, tagline } = await findVenue(await getPayload({ config }))
  locals.notes.tags.add(tags.venue)
  const { paper } = inksOf('home')
  const manifest = {
    id: '/',
    name: productName,
    short_name: productName,
    description: tagline,
    lang: 'en-GB',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    categories: ['food', 'social'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'The Common Room', url: '/common-room' },
      { name: 'Beer', url: '/beer' },
      { name: 'Cafe', url: '/cafe' },
    ],
  }
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
