import { LRUCache } from 'lru-cache'
import { lowerCasePath } from '../../content/routes.ts'
import { pathOf as loggedPath } from '../../http/target.ts'
import type { CollectRequest } from '../contract.ts'
import { longest } from '../rules.ts'
import { cleanOrNull, cleanTo } from './events.ts'

/**
 * Reads addresses that a browser sends: a path of the site without its query, secret parts masked, spelled as the
 * site spells it; of another site its origin and path.
 * @param options.secretPaths patterns of paths with a token; see `CallTable`
 */
export function createPathReader({
  siteUrl,
  secretPaths,
}: {
  siteUrl: string
  secretPaths: readonly RegExp[]
}): (address: string) => string {
  const known = new LRUCache<string, string>({ max: 2000 })
  const own = hostOf(siteUrl)
  const read = (address: string): string => {
    const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null
    if (url && bare(url.host) !== own) return cleanTo(longest.path, url.origin + url.pathname)
    const [path = ''] = (url?.pathname ?? address).split(/[?#]/, 1)
    const masked = loggedPath(path.startsWith('/') ? path : `/${path}`, secretPaths)
    const spelled = lowerCasePath(masked) ?? masked
    return cleanTo(longest.path, withoutSlash(spelled)) || '/'
  }
  return (address) => {
    // Far longer addresses are cut, so that the cache stays small.
    const start = address.slice(0, longest.path * 4)
    const before = known.get(start)
    if (before !== undefined) return before
    const path = read(start)
    known.set(start, path)
    return path
  }
}

const withoutSlash = (path: string): string => {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

export type Origin = {
  referrer: string | null
  source: string | null
  medium: string | null
  campaign: string | null
}

/** Where a visit came from: the campaign parameters, else the referring site; all null if it was opened directly. */
export function originOf(
  { referrer, source }: Pick<CollectRequest, 'referrer' | 'source'>,
  siteUrl: string,
): Origin {
  const url = referrer ? URL.parse(referrer.slice(0, longest.referrer * 4)) : null
  const isForeign =
    url !== null && /^https?:$/.test(url.protocol) && bare(url.host) !== hostOf(siteUrl)
  const lower = (text: string | undefined) =>
    cleanOrNull(longest.source, text)?.toLowerCase() ?? null
  return {
    referrer: isForeign ? cleanTo(longest.referrer, url.origin + url.pathname) : null,
    source: lower(source?.source) ?? (isForeign ? cleanTo(longest.source, bare(url.host)) : null),
    medium: lower(source?.medium),
    campaign: cleanOrNull(longest.source, source?.campaign),
  }
}

const bare = (host: string): string => host.replace(/^www\./, '')
const hostOf = (siteUrl: string): string => bare(new URL(siteUrl).host)
