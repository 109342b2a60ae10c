const longest = 2000

/**
 * Whether a letter may lead to an address: a page of the web, a mail, a telephone number, or a path of
 * our own.
 */
export function isAddress(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > longest) return false
  if (/[\s\p{Cc}\p{Cf}\p{Co}\\]/u.test(address)) return false
  if (address.startsWith('/')) return !address.startsWith('//')
  if (/^tel:/i.test(address)) return /^tel:\+?[\d().-]{3,40}$/i.test(address)
  if (/^mailto:/i.test(address)) return /^mailto:[^@?,;]+@[^@?,;]+(\?[^?]*)?$/i.test(address)
  if (beginsTwice(address)) return false
  const url = URL.parse(address)
  // A name before the host is there to make one look like another.
  return /^https?:\/\/[^/]/i.test(address) && url !== null && !url.username && !url.password
}

/** Whether a whole address stands behind the beginning of one, as where it was pasted behind it. */
export const beginsTwice = (address: string): boolean =>
  /^https?:\/\/([a-z][a-z\d+.-]*:\/\/|mailto:|tel:)/i.test(address)

/** Whether an address is a page: what can be counted when it is opened. */
export const isPage = (address: string): boolean => !/^(mailto|tel):/i.test(address)

/** An address as it stands outside our own pages. */
export const absolute = (address: string, siteUrl: string): string =>
  address.startsWith('/') ? siteUrl + address : address
