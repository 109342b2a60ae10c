import { hexHmac, isEqualHmac } from '../../../platform/crypto/hmac.ts'

/** A link in a letter, identified by its place among the letter's links. All readers have the same links. */
export type TrackedLink = { letter: number; place: number }

/** The URL that a mail uses for a link. It counts the click and redirects to the link's target. */
export function trackedUrl(
  { letter, place }: TrackedLink,
  { SITE_URL, SECRET }: { SITE_URL: string; SECRET: string },
): string {
  const name = `${letter}-${place}`
  return `${SITE_URL}/go/${name}-${hexHmac(name, hmacOptions(SECRET))}`
}

/** The link that a path names; null if the path has another form or its HMAC is not valid. */
export function readTrackedPath(pathname: string, secret: string): TrackedLink | null {
  const [, name = '', hmac = ''] = /^\/go\/(\d{1,9}-\d{1,4})-([0-9a-f]{12})$/.exec(pathname) ?? []
  if (!name || !isEqualHmac(hmac, hexHmac(name, hmacOptions(secret)))) return null
  const [letter = 0, place = 0] = name.split('-').map(Number)
  return { letter, place }
}

/**
 * A link's target. If it is a page of this site, it gets the campaign parameters that analytics reads, except those that
 * the letter's author has set.
 */
export function campaignUrl(target: URL, { letter }: TrackedLink, siteUrl: string): string {
  if (target.origin !== new URL(siteUrl).origin) return target.href
  const url = new URL(target)
  const own = { source: 'letter', medium: 'email', campaign: `letter-${letter}` }
  for (const [name, value] of Object.entries(own)) {
    if (!url.searchParams.get(`utm_${name}`)?.trim()) url.searchParams.set(`utm_${name}`, value)
  }
  return url.href
}

const hmacOptions = (secret: string) => ({ purpose: 'link in a letter', secret, length: 12 })
