import type { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { nearbyProxies, parseProxies } from '../proxies.ts'
import { clientBlock } from './client-address.ts'

const block = (remoteAddress: string | undefined, forwarded?: string, list = nearbyProxies) =>
  clientBlock(
    { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as never,
    parseProxies(list) as BlockList,
  )

describe('a request is counted for', () => {
  test.each([
    ['whoever is connected', '203.0.113.9', undefined, '203.0.113.9'],
    ['whoever is connected, whatever they claim', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['whom the proxy on this machine names', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['whom the proxy in the private network names', '172.18.0.3', '203.0.113.9', '203.0.113.9'],
    ['the last whom the proxy named', '::1', '10.0.0.1, 198.51.100.7', '198.51.100.7'],
    ['whom two proxies name', '::ffff:10.0.0.2', '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    ['somebody near, where nobody else is named', '127.0.0.1', undefined, '127.0.0.1'],
    ['the proxy, where it says what is no address', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['a network of IPv6', '2001:db8::1', undefined, '2001:db8:0:0::/64'],
    ['the same network of IPv6', '2001:0db8:0:0:ffff::2', undefined, '2001:db8:0:0::/64'],
    ['nobody in particular', undefined, undefined, ''],
  ])('%s', (_, remote, forwarded, expected) => expect(block(remote, forwarded)).toBe(expected))
})

test.each([
  ['private_ranges', '198.51.100.7'],
  ['private_ranges, 198.51.100.0/24', '203.0.113.9'],
  ['127.0.0.1 198.51.100.7', '203.0.113.9'],
  ['198.51.100.0/24', '127.0.0.1'],
])('of a client, a CDN and a proxy here, where %s is trusted, %s is counted', (list, counted) => {
  expect(block('127.0.0.1', '203.0.113.9, 198.51.100.7', list)).toBe(counted)
})
