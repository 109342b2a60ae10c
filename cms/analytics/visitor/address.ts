import { isIPv4, isIPv6 } from 'node:net'

/**
 * The beginning of an address as a number: all 32 bits of an IPv4 address, the first 48 bits of an IPv6 address. A
 * network of `clientBlock` counts as its first address.
 * @returns null if the text is not an address
 */
export function addressNumber(client: string): { version: 4 | 6; value: number } | null {
  const [address = ''] = client.split('/', 1)
  if (isIPv4(address)) {
    return { version: 4, value: join(address.split('.').map(Number), 256) }
  }
  if (!isIPv6(address)) return null
  const [head = '', tail = ''] = address.split('::')
  const before = groups(head)
  const after = groups(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return { version: 6, value: join([...before, ...zeros, ...after].slice(0, 3), 65_536) }
}

const groups = (part: string) =>
  part
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16))

const join = (digits: readonly number[], base: number) =>
  digits.reduce((value, digit) => value * base + digit, 0)
