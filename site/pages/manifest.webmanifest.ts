import type { APIRoute } from 'astro'
import { inksOf } from '../../cms/features/venue/look/inks.ts'
import { openPage } from '../open-page.ts'

const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

export const GET: APIRoute = async ({ locals }) => {
  const { venue, global: globalText } = await openPage(locals, 'home')
  const { productName, tagline } = venue
  const shortcut = (area: string, url: string) => ({ name: globalText('areas', area), url })
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
      shortcut('common_room', '/common-room'),
      shortcut('beer_hall', '/beer'),
      shortcut('cafe', '/cafe'),
    ],
  }
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
