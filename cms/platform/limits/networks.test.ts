import { expect, test } from 'vitest'
import { networksOf, providerNetworkOf } from './networks.ts'

test.each([
  ['203.0.113.9', ['203.0.113.9', '203.0.113/24'], [1, 8]],
  [
    '2001:db8:0:1ff::/64',
    ['2001:db8:0:1ff::/64', '20010db8000001/56', '20010db80000/48'],
    [1, 2, 8],
  ],
  ['2001:db8:0:0::/64', ['2001:db8:0:0::/64', '20010db8000000/56', '20010db80000/48'], [1, 2, 8]],
  ['', [''], [1]],
])('attempts of %j count in the networks %j', (client, names, shares) => {
  const networks = networksOf(client)
  expect(networks.map(({ name }) => name)).toEqual(
    names.map((name) => name.replace(/^0+(?=[1-9a-f])/, '')),
  )
  expect(networks.map(({ multiple }) => multiple)).toEqual(shares)
})

test.each([
  ['203.0.113.9', '203.0/16'],
  ['2001:db8:0:1ff::/64', '2001:db8/32'],
  ['', ''],
])('%j belongs to the provider network %j', (client, network) => {
  expect(providerNetworkOf(client)).toBe(network)
})
