import { LRUCache } from 'lru-cache'
import { loggedPath } from '../../../platform/http/server/target.ts'
import { lowerCasePath } from '../../content/routes.ts'
import type { CollectRequest } from '../contract.ts'
import { copyStart } from '../copy-start.ts'
import { maxLengths, otherName, unknownPage } from '../rules.ts'
import { cleanOrNull, cleanTo } from './events.ts'
import { maskPersonal } from './personal.ts'

/**
 * Reads URLs and paths that a browser sends. The result for a page of the site is its path as the site spells it,
 * without the query, with secret parts masked. The result for another path of the site, which may contain anything, is
 * `unknownPage`. The result for another site is its origin.
 * @param options.tokenPaths patterns of paths with a token; see `CallTable`
 * @param options.findPath the path of the page to which a decoded path leads; null if there is none
 */
export function createPathReader({
  siteUrl,
  tokenPaths: secretPaths,
  findPath,
}: {
  siteUrl: string
  tokenPaths: readonly RegExp[]
  findPath: (path: string) => string | null
}): (urlOrPath: string) => string {
  const cache = new LRUCache<string, string>({ max: 2000 })
  const ownHost = hostOf(siteUrl)
  const read = (urlOrPath: string): string => {
    const url = /^https?:\/\//i.test(urlOrPath) ? URL.parse(urlOrPath) : null
    if (url && withoutWww(url.host) !== ownHost)
      return cleanTo(maxLengths.path, maskPersonal(url.origin))
    const [path = ''] = (url?.pathname ?? urlOrPath).split(/[?#]/, 1)
    const masked = decodeOrKeep(loggedPath(path.startsWith('/') ? path : `/${path}`, secretPaths))
    const spelled = withoutSlash(lowerCasePath(masked) ?? masked)
    const found = findPath(spelled)
    return found === null ? unknownPage : cleanTo(maxLengths.path, maskPersonal(found)) || '/'
  }
  return (urlOrPath) => {
    // Texts much longer than a path are cut, so that the cache stays small.
    const start = copyStart(urlOrPath, maxLengths.path * 4)
    const cached = cache.get(start)
    if (cached !== undefined) return cached
    const path = read(start)
    cache.set(start, path)
    return path
  }
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
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

/**
 * Where a visit came from: the campaign parameters, or else the referring site. All are null if the site was opened
 * directly. Only the origin of the referrer is kept.
 */
export function originOf(
  { referrer, source }: Pick<CollectRequest, 'referrer' | 'source'>,
  siteUrl: string,
): Origin {
  const url = referrer ? URL.parse(referrer.slice(0, maxLengths.referrer * 4)) : null
  const isForeign =
    url !== null && /^https?:$/.test(url.protocol) && withoutWww(url.host) !== hostOf(siteUrl)
  const host = isForeign ? campaignName(withoutWww(url.hostname)) : null
  return {
    referrer:
      host !== null && host !== otherName && isForeign
        ? copyStart(url.origin, maxLengths.referrer)
        : null,
    source: campaignName(source?.source) ?? host,
    medium: campaignName(source?.medium),
    campaign: campaignName(source?.campaign),
  }
}

// Letters and digits of every script, emoji, spaces and the punctuation of names. No name is a URL.
const plainName =
  /^(?!.*\/\/)(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic} ._\-–—+&'’!,:;()|/%#·]|\u200d|\ufe0f)+$/u

/**
 * Cleans a campaign parameter for storing; null if it is empty. Different spellings of a name are stored as one: in
 * lower case, composed, with single spaces, and without the escapes that some newsletter services write twice.
 * Everything that is not a name becomes `other`.
 */
function campaignName(text: string | undefined): string | null {
  const given = cleanOrNull(maxLengths.source * 4, text)
  if (given === null) return null
  const name = withoutEscapes(given).normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  const isPlain = name.length <= maxLengths.source && plainName.test(name)
  return isPlain && maskPersonal(name) === name ? name : otherName
}

const withoutEscapes = (text: string): string =>
  /%[0-9a-f]{2}/i.test(text) ? decodeOrKeep(text.replaceAll('+', ' ')) : text

const withoutWww = (host: string): string => host.replace(/^www\./, '')
const hostOf = (siteUrl: string): string => withoutWww(new URL(siteUrl).host)
