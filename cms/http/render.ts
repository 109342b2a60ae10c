import { STATUS_CODES } from 'node:http'
import type { Encoding } from './encoding.ts'
import type { RenderedPage } from './page-cache.ts'
import type { PageContext } from './parts.ts'
import { type Representation, represent } from './representation.ts'
import { visitor } from './viewer.ts'

/** Renders a path of the site. Pages read `locals.page` and write `locals.notes`. */
export type RenderSite = (request: Request, locals: App.Locals) => Promise<Response>

const longestMs = 15 * 60 * 1000
// A CDN caches a page for a minute, or until its tags are purged.
const cdnSeconds = 60

/**
 * Renders pages into complete responses.
 * @param options.siteUrl the origin of the rendered request
 * @param options.headers headers of every response
 * @param options.policy the Content-Security-Policy of pages; null for none
 */
export function createRenderer(
  render: RenderSite,
  options: { siteUrl: string; headers: Record<string, string>; policy: string | null },
) {
  const headers = {
    ...options.headers,
    ...(options.policy && { 'content-security-policy': options.policy }),
  }
  const run = async (path: string, locals: App.Locals) => {
    const request = new Request(new URL(path, options.siteUrl), {
      headers: { accept: 'text/html' },
    })
    const response = await render(request, locals)
    const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
    return {
      status: response.status,
      own: ownHeaders(response.headers),
      type: type === 'text/html' ? 'text/html; charset=utf-8' : type,
      body: afterFirstPaint(Buffer.from(await response.arrayBuffer())),
    }
  }

  return {
    /**
     * Renders a page.
     * @param only the only content coding to compress to, for a page that is not cached
     * @throws Error if the page returned a status of 500 or more
     */
    page: async (
      path: string,
      query: string,
      page: PageContext,
      only?: Encoding,
    ): Promise<RenderedPage> => {
      const notes = { tags: new Set<string>(), maxAgeMs: longestMs }
      const { status, type, body, own } = await run(path + query, { page, notes, failure: null })
      if (status >= 500) throw new Error(`The page ${path} could not be rendered.`)
      const maxAgeMs = page.staff || page.member ? 0 : notes.maxAgeMs
      const tags = [...notes.tags]
      const caching = maxAgeMs > 0 ? sharedCaching(maxAgeMs, tags) : privateCaching
      const representation = await represent(
        status,
        { ...headers, ...own, 'content-type': type, ...caching },
        body,
        { only },
      )
      return { tags, maxAgeMs, representation }
    },

    /** Renders the error page. */
    failure: async (status: 500 | 503, brand: string): Promise<Representation> => {
      const { type, body } = await run('/500', {
        page: { secretKitchens: false, nearest: null, member: null, ...visitor },
        notes: { tags: new Set(), maxAgeMs: 0 },
        failure: { status, text: STATUS_CODES[status] ?? '', brand },
      })
      const retry: Record<string, string> = status === 503 ? { 'retry-after': '5' } : {}
      return represent(
        status,
        { ...headers, 'content-type': type, ...privateCaching, ...retry },
        body,
      )
    },
  }
}

// Delays the site's modules until the first paint; `islands/lib/after-paint.ts` loads them.
function afterFirstPaint(html: Buffer): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (let at = html.indexOf(module); at >= 0; at = html.indexOf(module, from)) {
    parts.push(html.subarray(from, at), waiting)
    from = at + module.length
  }
  return from ? Buffer.concat([...parts, html.subarray(from)]) : html
}
const module = Buffer.from('<script type="module" src="/_astro/')
const waiting = Buffer.from('<script type="module" data-src="/_astro/')

// Headers that a page may set itself.
function ownHeaders(headers: Headers): Record<string, string> {
  const names = ['referrer-policy', 'x-robots-tag']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

const privateCaching = { 'cache-control': 'private, no-store' }

function sharedCaching(maxAgeMs: number, tags: string[]): Record<string, string> {
  const seconds = Math.min(cdnSeconds, Math.ceil(maxAgeMs / 1000))
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'cdn-cache-control': `public, max-age=${seconds}, stale-while-revalidate=60, stale-if-error=86400`,
    'cache-tag': tags.join(','),
  }
}
