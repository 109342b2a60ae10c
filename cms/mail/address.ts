import { longestAddress } from './rules.ts'

// What RFC 6531 lets stand before the @ without quotes: letters of any language, digits, and these.
const localPart =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const hostName = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u
const asciiHost =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]+|[a-z]{2,63})$/
const longestLocalPart = 64

/**
 * An e-mail address in the one spelling in which it is kept: trimmed, lower case, composed (NFC),
 * its host in ASCII. Two spellings of one mailbox are one person.
 * @returns null where nobody could be written to there
 */
export function parseAddress(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > longestAddress) return null
  const [local = '', host = '', ...rest] = trimmed.normalize('NFC').toLowerCase().split('@')
  if (rest.length || new TextEncoder().encode(local).length > longestLocalPart) return null
  if (!localPart.test(local) || !hostName.test(host)) return null
  const ascii = URL.parse(`http://${host}`)?.hostname ?? ''
  const address = `${local}@${ascii}`
  return asciiHost.test(ascii) && address.length <= longestAddress ? address : null
}

/** An address as somebody who knows it recognises it, and nobody else: `a…@venue.example`. */
export function maskedAddress(address: string): string {
  const [local = '', host = ''] = address.split('@')
  const [first = ''] = local
  return `${first}…@${host}`
}
