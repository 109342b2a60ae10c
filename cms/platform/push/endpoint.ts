import { isIP } from 'node:net'

const maxLength = 2000
/**
 * Top-level domains that are not part of the public DNS: those of RFC 6761, 6762 (section 3 and appendix G), 7686, 8375
 * and 9476, ICANN's `internal`, domains that ICANN never delegates, and domains that clusters use. `example` is not
 * listed: no host exists below it, so nothing can be reached.
 */
const privateNames =
  /\.(localhost|test|invalid|local|internal|intranet|private|corp|home|lan|mail|onion|alt|arpa|localdomain|svc)$/

/**
 * Parses the endpoint of a subscription. Its host is not looked up here; see `createPublicLookup`.
 * @param localServices origins that are accepted even if they are private or without TLS
 * @returns the endpoint in the form to be stored; null if it is not an https URL with a public host name
 */
export function parseEndpoint(text: string, localServices: readonly string[]): URL | null {
  if (text.length > maxLength) return null
  const url = URL.parse(text)
  if (!url || url.username || url.password) return null
  // Two URLs that differ only in the fragment are the same endpoint.
  url.hash = ''
  if (url.href.length > maxLength) return null
  if (localServices.includes(url.origin)) return url
  return url.protocol === 'https:' && !url.port && isPublicName(url.hostname) ? url : null
}

// `URL` has already written addresses like 2130706433 and 0x7f.1 as 127.0.0.1.
function isPublicName(name: string): boolean {
  if (isIP(name) || name.startsWith('[')) return false
  return name.includes('.') && !name.endsWith('.') && !privateNames.test(name)
}
