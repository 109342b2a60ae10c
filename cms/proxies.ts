import { BlockList, isIP } from 'node:net'

/** Stands for this machine and all private networks in a list of proxies, as in Caddy's configuration. */
export const nearbyProxies = 'private_ranges'
const nearby = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]

/**
 * Parses the list of trusted proxies. Only their forwarding headers are used to find a client's address.
 * @param list addresses, networks in CIDR notation and `private_ranges`, separated by commas or spaces
 * @returns the networks of the proxies; or the first invalid entry
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
