import { describe, expect, test } from 'vitest'
import { countedNetworksOf } from './networks.ts'
import type { Origin } from './paths.ts'
import { createSourceLimit, ownCampaignOf } from './sources.ts'

const originOf = (fields: Partial<Origin>): Origin => ({
  referrer: null,
  source: null,
  medium: null,
  campaign: null,
  ...fields,
})
const letter = originOf({ source: 'letter', medium: 'email', campaign: 'letter-7' })

/** @returns a function that applies a new limit to the origin of a visit, and returns the source to store */
function limitedSource() {
  const limit = createSourceLimit()
  return (
    client: string,
    origin: Partial<Origin>,
    { day = '2026-11-23', isOwn = false, isBot = false } = {},
  ) => limit(originOf(origin), { ...countedNetworksOf(client), day, isOwn, isBot }).source
}
/** Sends invented sources. @returns how many of them are stored under their names */
const sendInvented = (
  sourceOf: ReturnType<typeof limitedSource>,
  client: string,
  count: number,
): number =>
  Array.from({ length: count }, (_, n) =>
    sourceOf(client, { source: `made-up-${client}-${n}` }),
  ).filter((source) => source !== 'other').length

describe('new sources of a day', () => {
  test('are limited per network', () => {
    const sourceOf = limitedSource()
    expect(sendInvented(sourceOf, '203.0.113.7', 700)).toBe(10)
    expect(sendInvented(sourceOf, '203.0.113.8', 10)).toBe(0)
    expect(sourceOf('203.0.113.7', { source: 'made-up-203.0.113.7-1' })).not.toBe('other')
    expect(sourceOf('198.51.100.1', { source: 'friends' })).toBe('friends')
    expect(sourceOf('203.0.113.7', { source: 'friends' })).toBe('friends')
  })
  test('are limited per IPv6 network', () => {
    const sourceOf = limitedSource()
    expect(sendInvented(sourceOf, '2001:db8:1:1::/64', 10)).toBe(10)
    expect(sendInvented(sourceOf, '2001:db8:1:2ff::/64', 10)).toBe(0)
    expect(sendInvented(sourceOf, '2001:db8:2:1::/64', 10)).toBe(10)
  })
  test('are limited per provider', () => {
    const sourceOf = limitedSource()
    const made = Array.from({ length: 8 }, (_, n) => sendInvented(sourceOf, `203.0.${n}.1`, 20))
    expect(made).toEqual([10, 10, 10, 10, 10, 0, 0, 0])
  })
  test('are limited for all clients together', () => {
    const sourceOf = limitedSource()
    for (let n = 0; n < 60; n++) sendInvented(sourceOf, `10.${n}.0.1`, 10)
    expect(sourceOf('203.0.113.7', { source: 'friends' })).toBe('other')
    expect(sourceOf('203.0.113.7', { source: 'friends' }, { day: '2026-11-24' })).toBe('friends')
  })
  test('are never stored as “other” if they are the venue’s own campaigns or known sites', () => {
    const sourceOf = limitedSource()
    for (let n = 0; n < 60; n++) sendInvented(sourceOf, `10.${n}.0.1`, 10)
    const client = '10.0.0.1'
    expect(sourceOf(client, letter, { isOwn: true })).toBe('letter')
    expect(sourceOf(client, letter)).toBe('other')
    for (const source of ['google.com', 'google.de', 'google.co.uk', 'l.facebook.com', 't.co']) {
      expect(sourceOf(client, { source })).toBe(source)
    }
    expect(sourceOf(client, {})).toBe(null)
  })
  test('do not include sources that bots send', () => {
    const sourceOf = limitedSource()
    expect(sourceOf('203.0.113.7', { source: 'friends' }, { isBot: true })).toBe('other')
    expect(sourceOf('203.0.113.7', { source: 't.co', medium: 'x' }, { isBot: true })).toBe('t.co')
    expect(sendInvented(sourceOf, '203.0.113.7', 10)).toBe(10)
  })
  test('from a known site keep its name, but lose campaigns beyond the limit', () => {
    const limit = createSourceLimit()
    const from = {
      ...countedNetworksOf('203.0.113.7'),
      day: '2026-11-23',
      isOwn: false,
      isBot: false,
    }
    const origins = Array.from({ length: 11 }, (_, n) =>
      limit(originOf({ source: 'google.com', campaign: `made-up-${n}` }), from),
    )
    expect(origins.at(9)).toMatchObject({ source: 'google.com', campaign: 'made-up-9' })
    expect(origins.at(10)).toMatchObject({ source: 'google.com', campaign: null })
  })
})

test.each([
  [letter, { kind: 'letter', id: 7 }],
  [originOf({ source: 'nudge', medium: 'push', campaign: 'nudge-12' }), { kind: 'nudge', id: 12 }],
  [{ ...letter, source: 'nudge' }, null],
  [{ ...letter, medium: 'push' }, null],
  [{ ...letter, campaign: 'letter-07' }, null],
  [{ ...letter, campaign: 'letter-1234567890' }, null],
  [originOf({}), null],
])('the campaign of the origin %j is recognised as %j', (origin, expected) => {
  expect(ownCampaignOf(origin)).toEqual(expected)
})
