import { maxAddressLength } from './rules.ts'

// RFC 6531: the unquoted local part.
const localPart =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const hostName = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u
const asciiHost =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]+|[a-z]{2,63})$/
const maxLocalPartLength = 64

/**
 * Normalises an e-mail address: trimmed, lower case, composed (NFC), host in ASCII.
 * @returns null if it is not valid
 */
export function parseAddress(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > maxAddressLength) return null
  const [local = '', host = '', ...rest] = trimmed.normalize('NFC').toLowerCase().split('@')
  if (rest.length || new TextEncoder().encode(local).length > maxLocalPartLength) return null
  if (!localPart.test(local) || !hostName.test(host)) return null
  const ascii = URL.parse(`http://${host}`)?.hostname ?? ''
  const address = `${local}@${ascii}`
  return asciiHost.test(ascii) && address.length <= maxAddressLength ? address : null
}

/** Mail providers. All hosts of a provider have the same mailboxes and ignore the `ignored` characters before the @. */
const providers: { hosts: [string, ...string[]]; ignored?: RegExp }[] = [
  { hosts: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { hosts: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
  { hosts: ['icloud.com', 'me.com', 'mac.com'] },
  {
    hosts: ['yandex.com', 'yandex.ru', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.ua'],
    ignored: /[.-]/g,
  },
]
// Subdomain addressing: mail to any address at `ada.fastmail.com` goes to the mailbox of ada@fastmail.com.
const fastmail = /^([^.]+)\.(fastmail\.(?:com|fm))$/

// Yahoo's disposable addresses: ada-shop@yahoo.com. Other Yahoo addresses have no hyphen.
const yahoo = /^(?:(?:my)?yahoo(?:\.[a-z]{2,3}){1,2}|(?:ymail|rocketmail)\.com)$/

/**
 * The mailbox of an address, used for rate limits only. Tags are removed (`ada+x@`, at Fastmail also `x@ada.`, at Yahoo
 * also `ada-x@`). Other spellings of an address that the provider accepts are made equal (`a.da@googlemail.com` becomes
 * `ada@gmail.com`). All addresses of a mailbox share one limit. If a mail server does not support tags, several
 * mailboxes may share a limit.
 * @param address from `parseAddress`
 */
export function mailboxOf(address: string): string {
  const [local = '', host = ''] = address.split('@')
  const [, user, domain] = fastmail.exec(host) ?? []
  if (user) return `${user}@${domain}`
  const untagged = local.replace(yahoo.test(host) ? /(?<=.)[+-].*/ : /(?<=.)\+.*/, '')
  const provider = providers.find(({ hosts }) => hosts.includes(host))
  if (!provider) return `${untagged}@${host}`
  const { hosts, ignored } = provider
  return `${ignored ? untagged.replace(ignored, '') : untagged}@${hosts[0]}`
}

/** An address shortened so that only those who know it recognise it: `a…@venue.example`. */
export function maskedAddress(address: string): string {
  const [local = '', host = ''] = address.split('@')
  const [first = ''] = local
  return `${first}…@${host}`
}
