import { describe, expect, test } from 'vitest'
import type { Audience } from '../rules.ts'
import {
  type DeviceFacts,
  existingTopics,
  isInAudience,
  type MemberFacts,
  slotsOf,
  whyLetter,
  whyText,
} from './audience.ts'

const beer = ['Beer & Brewing Events']
const films = ['Film & Cinema']
const nothing: MemberFacts = { topics: [], areas: [], time_slots: [], beer_styles: [] }
const stranger: DeviceFacts = { member: null, topics: null, time_slots: null, memberFacts: null }
const memberWith = (facts: Partial<MemberFacts>, own: Partial<DeviceFacts> = {}): DeviceFacts => ({
  ...stranger,
  member: 7,
  memberFacts: { ...nothing, ...facts },
  ...own,
})
const audience = (parts: Partial<Audience>): Audience => ({
  audience: 'chosen',
  person: null,
  interests: [],
  own_topics: [],
  areas: [],
  time_slots: [],
  beer_styles: [],
  ...parts,
})

describe('topics', () => {
  test.each<[string, DeviceFacts, boolean]>([
    ['a device without a choice', stranger, true],
    ['a device on which beer was chosen', { ...stranger, topics: beer }, true],
    ['a device on which films were chosen', { ...stranger, topics: films }, false],
    ['a device on which an own topic was chosen', { ...stranger, topics: ['Releases'] }, true],
    ['a device on which nothing was ticked', { ...stranger, topics: [] }, false],
    ['a member who likes beer', memberWith({ topics: beer }), true],
    ['a member who likes films', memberWith({ topics: films }), false],
    [
      'a member who likes beer but chose films on this device',
      memberWith({ topics: beer }, { topics: films }),
      false,
    ],
  ])('decide whether a nudge about beer and releases reaches %s', (_, device, isIn) => {
    const about = audience({ interests: beer, own_topics: ['Releases'] })
    expect(isInAudience(about, device)).toBe(isIn)
  })
})

test.each<[string[] | null, string[] | null]>([
  [null, null],
  [[], []],
  [
    ['Quiz', ...beer],
    ['Quiz', ...beer],
  ],
  [['Renamed', ...beer], beer],
  [['Renamed'], null],
])('of the chosen topics %j, those that still exist are %j', (chosen, existing) => {
  expect(existingTopics(chosen, ['Quiz'])).toEqual(existing)
})

describe('an audience of people who like Saison or Stout and come in the evening', () => {
  const saison = audience({ beer_styles: ['Saison', 'Stout'], time_slots: ['Evening'] })
  test.each<[string, DeviceFacts, boolean]>([
    ['a stranger', stranger, false],
    ['a member who said nothing', memberWith({}), false],
    ['both', memberWith({ beer_styles: ['Saison'], time_slots: ['Evening', 'Morning'] }), true],
    ['only the beer', memberWith({ beer_styles: ['Saison'] }), false],
    ['only the evening', memberWith({ time_slots: ['Evening'] }), false],
    [
      'the beer, and the evening on the device',
      memberWith({ beer_styles: ['Stout'], time_slots: ['Morning'] }, { time_slots: ['Evening'] }),
      true,
    ],
    [
      'both, but the morning on the device',
      memberWith({ beer_styles: ['Stout'], time_slots: ['Evening'] }, { time_slots: ['Morning'] }),
      false,
    ],
  ])('includes a device only if both choices match: %s', (_, device, isIn) => {
    expect(isInAudience(saison, device)).toBe(isIn)
  })
})

test('an audience of rooms includes a member who chose at least one of these rooms', () => {
  const cafe = audience({ areas: ['Cafe', 'Kitchens'] })
  expect(isInAudience(cafe, memberWith({ areas: ['Kitchens'] }))).toBe(true)
  expect(isInAudience(cafe, memberWith({ areas: ['Beer Hall'] }))).toBe(false)
})

test('“everyone” includes all devices, “members” only members’ devices, “person” only one member’s devices', () => {
  const nothingTicked = { ...stranger, topics: [] }
  expect(isInAudience(audience({ audience: 'everyone' }), nothingTicked)).toBe(true)
  expect(isInAudience(audience({ audience: 'members' }), nothingTicked)).toBe(false)
  expect(isInAudience(audience({ audience: 'members' }), memberWith({}))).toBe(true)
  const seven = audience({ audience: 'person', person: 7 })
  expect(isInAudience(seven, memberWith({}))).toBe(true)
  expect(isInAudience(seven, memberWith({}, { member: 8 }))).toBe(false)
  // The member was deleted.
  expect(isInAudience({ ...seven, person: null }, stranger)).toBe(false)
})

test('time slots chosen on the device override those of the profile', () => {
  expect(slotsOf(memberWith({ time_slots: ['Evening'] }))).toEqual(['Evening'])
  expect(slotsOf(memberWith({ time_slots: ['Evening'] }, { time_slots: [] }))).toEqual([])
  expect(slotsOf(stranger)).toEqual([])
})

describe('people are told why they got', () => {
  test.each<[Partial<Audience>, DeviceFacts, RegExp]>([
    [{ audience: 'everyone' }, stranger, /everybody/],
    [{ audience: 'members' }, memberWith({}), /members/],
    [{ audience: 'person', person: 7 }, memberWith({}), /you alone/],
    [{ interests: beer }, memberWith({ topics: beer }), /interested in Beer & Brewing/],
    [{ interests: beer }, stranger, /about Beer & Brewing.*haven’t told/],
    [
      { time_slots: ['Evening'], beer_styles: ['Saison', 'Stout'] },
      memberWith({ time_slots: ['Evening'], beer_styles: ['Saison', 'IPA'] }),
      /^You prefer these times: evening\. You like Saison\.$/,
    ],
    // The member changed their areas after the nudge was sent.
    [{ areas: ['Cafe'] }, memberWith({}), /told us then/],
  ])('a nudge for the audience %j', (parts, device, sentence) => {
    expect(whyText(audience(parts), device)).toMatch(sentence)
  })

  test('a letter', () => {
    expect(whyLetter([], beer)).toMatch(/everybody/)
    expect(whyLetter([...beer, ...films], films)).toBe('You’re interested in Film & Cinema.')
    expect(whyLetter(beer, films)).toMatch(/had chosen then/)
  })
})
