import { STATUS_CODES } from 'node:http'
import { needsOf, type PageNeeds } from '../../ui/page-needs.ts'
import type { PageContext } from '../parts.ts'
import type { Encoding } from '../server/encoding.ts'
import { type PagePolicy, permissionsPolicy } from '../server/security-headers.ts'
import type { createPageAssets, Styles } from './page-assets.ts'
import type { RenderedPage } from './page-cache.ts'
import { type Representation, represent } from './representation.ts'
import { publicViewer } from './viewer.ts'

/** The header of requests by the site's client navigation (`astro.config.mjs`), which needs no inline styles. */
export const clientNavigationHeader = 'x-client-navigation'

/** Renders a path of the site. Pages read `locals.page` and write `locals.notes`. */
export type RenderSite = (request: Request, locals: App.Locals) => Promise<Response>

const defaultMaxAgeMs = 15 * 60 * 1000
// A CDN caches a page for a minute, or until its tags are purged.
const cdnSeconds = 60

/**
 * Renders pages into complete responses.
 * @param options.siteUrl the origin of the rendered request
 * @param options.headers headers of every response
 * @param options.policy the Content-Security-Policy of pages; null for none
 * @param options.pageNeeds the pages with headers of their own
 * @param options.connectAssets connects a rendered page with the files of the build
 */
export function createRenderer(
  render: RenderSite,
  options: {
    siteUrl: string
    headers: Record<string, string>
    policy: PagePolicy | null
    pageNeeds: readonly PageNeeds[]
    connectAssets: ReturnType<typeof createPageAssets>
  },
) {
  const run = async (path: string, query: string, locals: App.Locals, styles: Styles) => {
    const request = new Request(new URL(path + query, options.siteUrl), {
      headers: { accept: 'text/html' },
    })
    const response = await render(request, locals)
    const { capabilities, sources } = needsOf(options.pageNeeds, path) ?? {}
    const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
    const { html, hashes } = options.connectAssets(delayModules(await response.text()), styles)
    return {
      status: response.status,
      headers: {
        ...options.headers,
        ...(capabilities && { 'permissions-policy': permissionsPolicy(capabilities) }),
        ...(options.policy && { 'content-security-policy': options.policy(hashes, sources) }),
        ...ownHeaders(response.headers),
        'content-type': type === 'text/html' ? 'text/html; charset=utf-8' : type,
      },
      body: Buffer.from(html),
    }
  }

  return {
    /**
     * Renders a page.
     * @param styles whether the page contains its style sheets or links to them
     * @param only the only content coding to compress to, for a page that is not cached
     * @returns the page; `maxAgeMs` says how long this process may cache it in memory
     * @throws Error if the page returned a status of 500 or more
     */
    page: async (
      path: string,
      query: string,
      page: PageContext,
      styles: Styles,
      only?: Encoding,
    ): Promise<RenderedPage> => {
      const notes = { tags: new Set<string>(), maxAgeMs: defaultMaxAgeMs, isPrivate: false }
      const { status, headers, body } = await run(
        path,
        query,
        { page, notes, failure: null },
        styles,
      )
      // The message does not contain the path, because the path may contain a token. The log line of the request
      // has the redacted path.
      if (status >= 500) throw new Error('A page could not be rendered.')
      const maxAgeMs = page.staff || page.member ? 0 : notes.maxAgeMs
      const tags = [...notes.tags]
      const isShared = maxAgeMs > 0 && !notes.isPrivate
      const caching = isShared ? sharedCaching(maxAgeMs, tags, styles) : privateCaching
      const representation = await represent(status, { ...headers, ...caching }, body, {
        only,
        isKept: maxAgeMs > 0,
      })
      return { tags, maxAgeMs, representation }
    },

    /** Renders the error page. */
    failure: async (status: 500 | 503, brand: string): Promise<Representation> => {
      const locals: App.Locals = {
        page: { secretKitchens: false, nearest: null, member: null, sentTo: null, ...publicViewer },
        notes: { tags: new Set(), maxAgeMs: 0, isPrivate: true },
        failure: { status, text: STATUS_CODES[status] ?? '', brand },
      }
      const { headers, body } = await run('/500', '', locals, 'inline')
      const retry: Record<string, string> = status === 503 ? { 'retry-after': '5' } : {}
      return represent(status, { ...headers, ...privateCaching, ...retry }, body)
    },
  }
}

// Delays the site's modules until the first paint; `islands/lib/after-paint.ts` loads them.
const delayModules = (html: string): string =>
  html.replaceAll('<script type="module" src="/_astro/', '<script type="module" data-src="/_astro/')

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

function sharedCaching(maxAgeMs: number, tags: string[], styles: Styles): Record<string, string> {
  const seconds = Math.min(cdnSeconds, Math.ceil(maxAgeMs / 1000))
  return {
    'cache-control': 'public,max-age=0,must-revalidate',
    vary: clientNavigationHeader,
    'cdn-cache-control':
      styles === 'inline'
        ? `max-age=${seconds},stale-while-revalidate=60,stale-if-error=86400`
        : 'no-store',
    'cache-tag': tags.join(','),
  }
}
