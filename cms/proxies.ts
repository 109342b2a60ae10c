import { BlockList, isIP } from 'node:net'

/** In a list of proxies, this name stands for this machine and all private networks. Caddy uses the same name. */
export const privateRangesName = 'private_ranges'
const privateRanges = [
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
    for (const network of entry === privateRangesName ? privateRanges : [entry]) {
      const [address = '', bits] = network.split('/')
      const family = isIP(address)
      const maxPrefix = family === 6 ? 128 : 32
      const prefix = bits === undefined ? maxPrefix : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
      if (!family || prefix < 0 || prefix > maxPrefix) return { wrong: entry }
      proxies.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
    }
  }
  return proxies
}
