import { BlockList, isIP } from 'node:net'

/** The name of this machine and private networks in a list of proxies, the same as in Caddy's. */
export const nearbyProxies = 'private_ranges'
const nearby = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]

/**
 * Reads the proxies that are believed when they say for whom a request is.
 * @param list addresses, networks in CIDR notation and `private_ranges`, separated by commas or spaces
 * @returns their networks; or the first entry that is none of these
 */
export function parseProxies(list: string): BlockList | { wrong: string } {
  const proxies = new BlockList()
  for (const entry of list.split(/[\s,]+/).filter(Boolean)) {
    for (const network of entry === nearbyProxies ? nearby : [entry]) {
      const [address = '', bits] = network.split('/')
      const family = isIP(address)
      const most = family === 6 ? 128 : 32
      const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
      if (!family || prefix < 0 || prefix > most) return { wrong: entry }
      proxies.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
    }
  }
  return proxies
}
