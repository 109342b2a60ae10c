import { expect, test } from 'vitest'
import { createEventLimit } from './event-limit.ts'
import { countingNetworksOf } from './networks.ts'

/** @returns how many of 10 requests with 10 events are stored */
const requestsOf = (mayStore: ReturnType<typeof createEventLimit>, client: string, day: string) =>
  Array.from({ length: 10 }, () => mayStore(10, { ...countingNetworksOf(client), day })).filter(
    Boolean,
  ).length

test('a network stores only so many events in a day, and its provider some more', () => {
  const mayStore = createEventLimit({ ofNetwork: 50, ofProvider: 80 })
  expect(requestsOf(mayStore, '203.0.113.7', '2026-11-22')).toBe(5)
  expect(requestsOf(mayStore, '203.0.113.8', '2026-11-22')).toBe(0)
  expect(requestsOf(mayStore, '203.0.7.1', '2026-11-22')).toBe(3)
  expect(requestsOf(mayStore, '198.51.100.1', '2026-11-22')).toBe(5)
  expect(requestsOf(mayStore, '2001:db8:1:1::/64', '2026-11-22')).toBe(5)
  expect(requestsOf(mayStore, '2001:db8:1:ffff::/64', '2026-11-22')).toBe(0)
  expect(requestsOf(mayStore, '203.0.113.7', '2026-11-23')).toBe(5)
  expect(requestsOf(mayStore, '203.0.113.7', '2026-11-22')).toBe(0)
})
