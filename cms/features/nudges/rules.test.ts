import { describe, expect, test } from 'vitest'
import {
  type Audience,
  canDo,
  findMissingField,
  isCapped,
  isSmallReach,
  linkKind,
  maxLengths,
  parseNudgeLink,
  personOf,
  visitsUntil,
} from './rules.ts'

describe('the link of a nudge', () => {
  test.each([
    ['/beer', '/beer'],
    [' /beer?today#taps ', '/beer?today#taps'],
    ['/café', '/caf%C3%A9'],
    ['https://tickets.example/a b'.replace(' ', '%20'), 'https://tickets.example/a%20b'],
    ['HTTPS://Tickets.Example', 'https://tickets.example/'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(parseNudgeLink(typed)).toBe(stored)
  })

  test.each([
    '',
    'beer',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://tickets.example',
    'httpx://tickets.example',
    'https://ada:secret@tickets.example',
    'https://',
    `/${'x'.repeat(maxLengths.link)}`,
    // Each é is encoded as six characters.
    `/${'é'.repeat(maxLengths.link / 5)}`,
  ])('%j is refused', (typed) => {
    expect(parseNudgeLink(typed)).toBeNull()
  })

  test.each([
    ['https://tickets.example', 'tab'],
    ['http://tickets.example', 'tab'],
    ['/beer', 'path'],
    ['/', 'path'],
    ['//evil.example', 'inert'],
    ['/\\evil.example', 'inert'],
    ['/\t/evil.example', 'inert'],
    ['javascript:alert(1)', 'inert'],
    ['data:text/html,x', 'inert'],
    ['httpx://evil.example', 'inert'],
    ['beer', 'inert'],
    ['', 'inert'],
  ])('%j is of kind %s', (url, kind) => {
    expect(linkKind(url)).toBe(kind)
  })
})

test.each<[number[], number, boolean]>([
  [[], 0, false],
  [[-1], 0, false],
  [[-1, -2], 0, true],
  [[-1, -24], 0, false],
  [[-30, -50, -80, -100], 0, false],
  [[-30, -50, -80, -100, -120], 0, true],
  // One was sent yesterday and one is due tomorrow, so no period of 24 hours has more than two.
  [[-20, 20], 0, false],
  [[-10, 10], 0, true],
  [[-10, 20], 0, false],
  [[10, 20], 0, true],
  // When the new nudge is due, the oldest one is more than a day old.
  [[-20, -1], 20, false],
  [[-20, -1], 3, true],
])(
  'with nudges at the hours %j, another nudge at hour %i exceeds the limit: %s',
  (hours, at, capped) => {
    const hour = 60 * 60_000
    const times = hours.map((each) => each * hour)
    expect(isCapped(times, at * hour)).toBe(capped)
  },
)

describe('an audience', () => {
  const empty: Audience = {
    audience: 'everyone',
    person: null,
    interests: [],
    own_topics: [],
    areas: [],
    time_slots: [],
    beer_styles: [],
  }
  test.each<[string, Partial<Audience>, string | null]>([
    ['everyone', {}, null],
    ['chosen by nothing', { audience: 'chosen' }, 'interests'],
    ['chosen by one list', { audience: 'chosen', beer_styles: ['Saison'] }, null],
    ['one person without a member', { audience: 'person' }, 'person'],
    ['one person', { audience: 'person', person: 7 }, null],
  ])('“%s” is incomplete without the field (null: it is complete): %s', (_, audience, field) => {
    expect(findMissingField({ ...empty, ...audience })?.field ?? null).toBe(field)
  })
})

test('all devices of a member count as one person', () => {
  expect(personOf(1, 7)).toBe(personOf(2, 7))
  expect(personOf(1, null)).not.toBe(personOf(2, null))
})

test('a nudge is sent once, and can be stopped while it is being sent', () => {
  expect(canDo('send', 'draft')).toBe(true)
  expect(canDo('send', 'sent')).toBe(false)
  expect(canDo('send', 'sending')).toBe(false)
  expect(canDo('cancel', 'sending')).toBe(true)
  expect(canDo('cancel', 'sent')).toBe(false)
})

test.each([
  ['a day after the last hand-over', false, '2026-11-21T20:00:00Z', '2026-11-22T20:00:00.000Z'],
  [
    'a day after it was sent, if the last hand-over is not known',
    false,
    null,
    '2026-11-22T18:00:00.000Z',
  ],
  [
    'a day after the last time slot can begin, if the last hand-over is not known',
    true,
    null,
    '2026-11-23T19:00:00.000Z',
  ],
])('visits that a nudge caused count until %s', (_, inSlot, last, until) => {
  const at = visitsUntil({ inSlot }, new Date('2026-11-21T18:00:00Z'), last ? new Date(last) : null)
  expect(at.toISOString()).toBe(until)
})

test.each([
  ['person', 9, 0, true],
  ['everyone', 4, 0, true],
  ['everyone', 2, 3, false],
  ['chosen', 0, 4, true],
  ['chosen', 0, 0, false],
] as const)(
  'the visits of a nudge for “%s” that reached %i people and %i windows are hidden: %s',
  (audience, people, windows, isSmall) =>
    expect(isSmallReach(audience, { people, windows })).toBe(isSmall),
)
