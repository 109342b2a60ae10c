import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6, type Socket } from 'node:net'
import { env } from '../../runtime/env.ts'

/**
 * The client of a request, as limits identify it: an IPv4 address, or the /64 network of an IPv6 address. A
 * provider usually gives each customer a whole /64. X-Forwarded-For is trusted only from `TRUSTED_PROXIES`. If
 * the header lists several addresses, only the entries that these proxies added are trusted.
 */
export function clientBlock(
  req: Pick<IncomingMessage, 'headers'> & { socket?: Socket },
  trusted = env().TRUSTED_PROXIES,
): string {
  const hops = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(bare)
  let address = bare(req.socket?.remoteAddress ?? '')
  while (isIP(address) && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
    const before = hops.pop()
    if (!before || !isIP(before)) break
    address = before
  }
  return isIPv6(address) ? `${firstGroups(address).join(':')}::/64` : address
}

const bare = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

// The groups of the first 64 bits, with `::` expanded.
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...gap, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
}
