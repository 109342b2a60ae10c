import type { APIRoute } from 'astro'
import { env } from '../../cms/platform/runtime/env.ts'

export const GET: APIRoute = () => {
  const text = `User-agent: *
Disallow: /api
Disallow: /cms
Disallow: /admin

Sitemap: ${env().SITE_URL}/sitemap.xml
`
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
