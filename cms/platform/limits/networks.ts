/** A network of a client. `multiple` is the network's limit as a multiple of one client's limit. */
type Network = { name: string; multiple: number }

// Many providers assign a /56 to one customer, and many hosting companies a /48 to one account.
const widerIpv6Networks = [
  { bits: 56, multiple: 2 },
  { bits: 48, multiple: 8 },
]
const widerIpv4Network = { bits: 24, multiple: 8 }

/**
 * The networks in which the attempts of a client count, the narrowest first. A client with many addresses
 * in one network gets only a small multiple of one client's limit.
 * @param client an IPv4 address, or an IPv6 network as `clientBlock` writes it: `2001:db8:0:1ff::/64`
 */
export function networksOf(client: string): Network[] {
  const own = { name: client, multiple: 1 }
  if (client.endsWith('::/64')) {
    const groups = client.slice(0, -'::/64'.length).split(':')
    const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group || '0'}`), 0n)
    const wider = widerIpv6Networks.map(({ bits, multiple }) => {
      const prefix = value >> BigInt(64 - bits)
      return { name: `${prefix.toString(16)}/${bits}`, multiple }
    })
    return [own, ...wider]
  }
  const groups = client.split('.')
  if (groups.length !== 4) return [own]
  const { bits, multiple } = widerIpv4Network
  return [own, { name: `${groups.slice(0, 3).join('.')}/${bits}`, multiple }]
}

/**
 * The network of a client's provider or hosting company, a /16 of IPv4 or a /32 of IPv6. An attacker
 * gets many addresses in one such network cheaply, but not in several.
 * @param client as for `networksOf`
 */
export function providerNetworkOf(client: string): string {
  const [separator, bits] = client.endsWith('::/64') ? [':', 32] : ['.', 16]
  const groups = client.split(separator)
  return groups.length < 4 ? client : `${groups.slice(0, 2).join(separator)}/${bits}`
}
