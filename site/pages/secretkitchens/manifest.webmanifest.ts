import type { APIRoute } from 'astro'
import { inksOf } from '../../../cms/features/venue/look/inks.ts'
import { secretRoot } from '../../../cms/platform/http/rules.ts'
import { openPage } from '../../open-page.ts'

const icon = (name: string, size: number, purpose: string) => ({
  src: `${secretRoot}/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The secret kitchens as an app of their own. */
export const GET: APIRoute = async ({ locals }) => {
  const page = await openPage(locals, 'secretkitchens')
  const { paper } = inksOf('secretkitchens')
  const name = page.text('meta', 'title')
  const manifest = {
    id: secretRoot,
    name,
    short_name: name,
    description: page.text('meta', 'description'),
    lang: 'en-GB',
    start_url: secretRoot,
    scope: secretRoot,
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    categories: ['food'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
  }
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
