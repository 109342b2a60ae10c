import { expect, test } from 'vitest'
import { createEventLimit } from './event-limit.ts'
import { countedNetworksOf } from './networks.ts'

/** @returns how many of 10 requests are stored; each has 10 new events */
function countStoredRequests(
  limit: ReturnType<typeof createEventLimit>,
  client: string,
  day: string,
) {
  const from = { ...countedNetworksOf(client), day }
  return Array.from({ length: 10 }, () => {
    const isStored = limit.hasRoom(from)
    if (isStored) limit.add(from, 10)
    return isStored
  }).filter(Boolean).length
}

test('the events of a day are limited per network and, with a higher limit, per provider', () => {
  const limit = createEventLimit({ ofClient: 50, ofNetwork: 50, ofProvider: 80 })
  expect(countStoredRequests(limit, '203.0.113.7', '2026-11-22')).toBe(5)
  expect(countStoredRequests(limit, '203.0.113.8', '2026-11-22')).toBe(0)
  expect(countStoredRequests(limit, '203.0.7.1', '2026-11-22')).toBe(3)
  expect(countStoredRequests(limit, '198.51.100.1', '2026-11-22')).toBe(5)
  expect(countStoredRequests(limit, '2001:db8:1:1::/64', '2026-11-22')).toBe(5)
  expect(countStoredRequests(limit, '2001:db8:1:ffff::/64', '2026-11-22')).toBe(0)
  expect(countStoredRequests(limit, '203.0.113.7', '2026-11-23')).toBe(5)
  expect(countStoredRequests(limit, '203.0.113.7', '2026-11-22')).toBe(0)
})

test('one client cannot use up the limit of its network', () => {
  const limit = createEventLimit({ ofClient: 20, ofNetwork: 50, ofProvider: 80 })
  expect(countStoredRequests(limit, '203.0.113.7', '2026-11-22')).toBe(2)
  expect(countStoredRequests(limit, '203.0.113.8', '2026-11-22')).toBe(2)
})
