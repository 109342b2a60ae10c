import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// The networks of IANA's registries of special-purpose addresses, and those of multicast.
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
// Addresses in 2002::/16 (6to4) and 2001::/32 (Teredo, part of 2001::/23) have an IPv4 address embedded in them.
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

/** A host name resolves to no address, or to one that is not public. */
export class PrivateAddressError extends Error {}

/**
 * Queries the DNS for a host's addresses. `dns.lookup` would block one of the process's few threads until the DNS
 * answers, and anybody can name hosts whose DNS never answers.
 * @param servers the DNS servers to query; the system's own by default
 * @throws the error of the DNS
 */
export async function resolveHost(
  hostname: string,
  servers?: readonly string[],
): Promise<LookupAddress[]> {
  // Each call creates a resolver, because a resolver reads the system's settings only once.
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = found.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  )
  const [failed] = found.filter(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected' && !addresses.length) throw failed.reason
  return addresses
}

/**
 * Creates a `lookup` for outgoing connections. It fails with `PrivateAddressError` if any address of the host is
 * not public. The connection is made to the addresses that were checked, so a later change in the DNS has no
 * effect.
 */
export const createPublicLookup =
  (resolve: (hostname: string) => Promise<LookupAddress[]> = resolveHost): LookupFunction =>
  (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
          return callback(new PrivateAddressError(`${hostname} has no public address.`), '', 0)
        }
        if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
