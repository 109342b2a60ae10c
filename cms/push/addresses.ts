import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// IANA's registries of special-purpose addresses, and multicast.
const specialIpv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
// 2002::/16 and 2001::/32 contain IPv4 addresses.
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function networks(list: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const found = new BlockList()
  for (const network of list) {
    const [address = '', bits] = network.split('/')
    found.addSubnet(address, Number(bits), family)
  }
  return found
}
const refusedIpv4 = networks(specialIpv4, 'ipv4')
const refusedIpv6 = networks(specialIpv6, 'ipv6')
const globalIpv6 = networks(['2000::/3'], 'ipv6')

/**
 * Whether an IP address belongs to a host of the public internet. IPv4-mapped, translated (64:ff9b::/96),
 * unique local and link-local addresses of IPv6 don't.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !refusedIpv4.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6')
}

/** A host name resolves to an address that is not public. */
export class PrivateAddressError extends Error {}

type Resolve = (
  hostname: string,
  options: { all: true; family?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Creates a `lookup` for outgoing connections. It fails with `PrivateAddressError` if any address of the host is
 * not public. The connection is made to the addresses that were checked, so a later change in the DNS has no
 * effect.
 */
export const createPublicLookup =
  (resolve: Resolve = lookup as Resolve): LookupFunction =>
  (hostname, options, callback) => {
    const family = typeof options.family === 'number' ? options.family : 0
    resolve(hostname, { all: true, family }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) return callback(error, '', 0)
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new PrivateAddressError(`${hostname} has no public address.`), '', 0)
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
