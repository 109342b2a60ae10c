const maxLength = 2000

/** Whether a letter may link to an address: an http(s) URL, `mailto:`, `tel:`, or a path of the site. */
export function isLinkAddress(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > maxLength) return false
  if (/[\s\p{Cc}\p{Cf}\p{Co}\\]/u.test(address)) return false
  if (address.startsWith('/')) return !address.startsWith('//')
  if (/^tel:/i.test(address)) return /^tel:\+?[\d().-]{3,40}$/i.test(address)
  if (/^mailto:/i.test(address)) return /^mailto:[^@?,;]+@[^@?,;]+(\?[^?]*)?$/i.test(address)
  if (beginsTwice(address)) return false
  const url = URL.parse(address)
  // User information (`name:password@`) before the host can make a URL look as if it led to another host.
  return /^https?:\/\/[^/]/i.test(address) && url !== null && !url.username && !url.password
}

/**
 * Whether an address has two schemes, e.g. after somebody pasted an address into a field that begins with
 * `https://`.
 */
export const beginsTwice = (address: string): boolean =>
  /^https?:\/\/([a-z][a-z\d+.-]*:\/\/|mailto:|tel:)/i.test(address)

/** Whether an address leads to a page, so that clicks on the link can be counted. */
export const isPage = (address: string): boolean => !/^(mailto|tel):/i.test(address)

/** The address as an absolute URL: a path gets the site's origin. */
export const toAbsolute = (address: string, siteUrl: string): string =>
  address.startsWith('/') ? siteUrl + address : address
