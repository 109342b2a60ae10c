import { describe, expect, test } from 'vitest'
import {
  canDo,
  type DeviceFacts,
  isCapped,
  isInAudience,
  linkKind,
  longest,
  parseNudgeLink,
  personOf,
  quietMinutesLeft,
  whyText,
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
    `/${'x'.repeat(longest.link)}`,
    // Each letter becomes six characters.
    `/${'é'.repeat(longest.link / 5)}`,
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
    ['javascript:alert(1)', 'inert'],
    ['data:text/html,x', 'inert'],
    ['httpx://evil.example', 'inert'],
    ['beer', 'inert'],
    ['', 'inert'],
  ])('%j is opened as %s', (url, kind) => {
    expect(linkKind(url)).toBe(kind)
  })
})

describe('quiet hours', () => {
  const night = { from: 22 * 60, to: 8 * 60 }
  test.each([
    [null, 0, 0],
    [night, 21 * 60 + 59, 0],
    [night, 22 * 60, 600],
    [night, 0, 480],
    [night, 7 * 60 + 59, 1],
    [night, 8 * 60, 0],
    [{ from: 60, to: 120 }, 90, 30],
    [{ from: 60, to: 60 }, 60, 0],
  ])('%j at minute %i are left for %i minutes', (quiet, now, left) => {
    expect(quietMinutesLeft(quiet, now)).toBe(left)
  })
})

test.each([
  [{ day: 1, week: 4 }, false],
  [{ day: 2, week: 2 }, true],
  [{ day: 0, week: 5 }, true],
])('a person with %j nudges is capped: %s', (count, capped) => {
  expect(isCapped(count)).toBe(capped)
})

describe('the audience of a nudge on beer', () => {
  const beer = ['Beer & Brewing Events']
  const nudge = { audience: 'interests', interests: beer } as const
  const stranger: DeviceFacts = { member: null, topics: null, memberInterests: [] }
  test.each<[string, Partial<DeviceFacts>, boolean]>([
    ['a device without a choice', {}, true],
    ['a device on which beer was chosen', { topics: beer }, true],
    ['a device on which films were chosen', { topics: ['Film & Cinema'] }, false],
    ['a device on which nothing was ticked', { topics: [] }, false],
    ['a member who likes beer', { member: 7, memberInterests: beer }, true],
    ['a member who likes films', { member: 7, memberInterests: ['Film & Cinema'] }, false],
    [
      'a member who likes beer but chose films on this device',
      { member: 7, topics: ['Film & Cinema'], memberInterests: beer },
      false,
    ],
  ])('%s', (_, facts, isIn) => {
    expect(isInAudience(nudge, { ...stranger, ...facts })).toBe(isIn)
  })

  test('everyone includes all devices, and members only those of members', () => {
    const everyone = { audience: 'everyone', interests: [] } as const
    const members = { audience: 'members', interests: [] } as const
    const noTopics = { ...stranger, topics: [] }
    expect(isInAudience(everyone, noTopics)).toBe(true)
    expect(isInAudience(members, noTopics)).toBe(false)
    expect(isInAudience(members, { ...noTopics, member: 7 })).toBe(true)
  })

  test('people are told why they got it', () => {
    expect(whyText(nudge, beer)).toContain('interested in Beer & Brewing Events')
    expect(whyText(nudge, [])).toContain('about Beer & Brewing Events')
    expect(whyText({ audience: 'members', interests: [] }, [])).toContain('members')
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
