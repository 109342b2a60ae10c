import { isIPv4, isIPv6 } from 'node:net'

/**
 * The beginning of an IP address as a number: all 32 bits of an IPv4 address, the first 48 bits of an IPv6 address.
 * @param client the IP address or network as `clientBlock` returns it; a network counts as its first address
 * @returns null if the text is not an IP address
 */
export function addressNumber(client: string): { version: 4 | 6; value: number } | null {
  const [address = ''] = client.split('/', 1)
  if (isIPv4(address)) {
    return { version: 4, value: numberOf(address.split('.').map(Number), 256) }
  }
  if (!isIPv6(address)) return null
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0)
  return { version: 6, value: numberOf([...first, ...zeros, ...last].slice(0, 3), 65_536) }
}

const groupsOf = (part: string) =>
  part
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16))

const numberOf = (digits: readonly number[], base: number) =>
  digits.reduce((value, digit) => value * base + digit, 0)
