import type { APIRoute } from 'astro'
import { findListedSlugs } from '../../cms/features/events/public.ts'
import { eventPath } from '../../cms/features/events/rules.ts'
import { eventsTag } from '../../cms/features/events/tags.ts'
import { publicPages } from '../../cms/features/pages.ts'
import { dateTimePaths } from '../../cms/features/venue/rules.ts'
import { findVenue } from '../../cms/features/venue/service.ts'
import { venueTags } from '../../cms/features/venue/tags.ts'
import { env } from '../../cms/platform/runtime/env.ts'
import { findPayload } from '../open-page.ts'

const unlisted = new Set(['/offline', '/secretkitchens'])

export const GET: APIRoute = async ({ locals }) => {
  const payload = await findPayload()
  const { productName } = await findVenue(payload)
  const slugs = await findListedSlugs(payload)
  locals.notes.tags.add(venueTags.venue).add(eventsTag)
  const paths = Object.keys(publicPages).filter((path) => !unlisted.has(path))
  const urls = [...paths, dateTimePaths(productName).path, ...slugs.map(eventPath)].map(
    (path) => `  <url><loc>${new URL(path, env().SITE_URL)}</loc></url>`,
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
