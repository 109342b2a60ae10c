import { describe, expect, test } from 'vitest'
import { parseBirthday } from '../../platform/http/texts/field-rules.ts'
import {
  birthdayOf,
  hasSameTopics,
  interests,
  isJoining,
  missingFields,
  splitTopics,
  withKnownTopics,
} from './rules.ts'

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('there are thirteen interests', () => expect(new Set(interests).size).toBe(13))

test('missing fields are listed in the order of the form', () => {
  expect(missingFields(form({}))).toEqual(['name', 'email', 'consent'])
  expect(missingFields(form({ name: ' ', email: 'ada@venue.example', consent: 'on' }))).toEqual([
    'name',
  ])
  expect(missingFields(form({ name: 'Ada', email: 'a', consent: 'on' }))).toEqual([])
})

test('a birthday needs both a day and a month', () => {
  expect(birthdayOf(form({ birthday_day: '7', birthday_month: '11' }))).toBe('7/11')
  expect(birthdayOf(form({ birthday_day: '7', birthday_month: '' }))).toBeNull()
  expect(birthdayOf(form({ birthday_month: '11' }))).toBeNull()
})

test.each([
  ['7/11', { day: 7, month: 11 }],
  ['29/2', { day: 29, month: 2 }],
  ['31/12', { day: 31, month: 12 }],
  ['32/1', null],
  ['30/2', null],
  ['31/4', null],
  ['0/1', null],
  ['1/13', null],
  ['1/0', null],
  ['-1/1', null],
  ['7/11/1980', null],
  ['7 November', null],
])('the birthday %s is parsed as %j', (text, expected) =>
  expect(parseBirthday(text)).toEqual(expected),
)

test('a first confirmation, and a confirmation after a long absence, count as joining', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000)
  expect(isJoining({ state: 'pending', leftAt: null }, now)).toBe(true)
  expect(isJoining({ state: 'unsubscribed', leftAt: ago(31) }, now)).toBe(true)
  expect(isJoining({ state: 'unsubscribed', leftAt: ago(0) }, now)).toBe(false)
  expect(isJoining({ state: 'bounced', leftAt: ago(29) }, now)).toBe(false)
  expect(isJoining({ state: 'active', leftAt: null }, now)).toBe(false)
})

describe('names of topics', () => {
  const own = ['Brewery releases', 'Quiz night']

  test('are split into interests and the venue’s own topics, in the order of the lists', () => {
    const names = [
      'Quiz night',
      'Film & Cinema',
      'Brewery releases',
      'Cooking Classes',
      'Quiz night',
    ]
    expect(splitTopics(names, own)).toEqual({
      interests: ['Cooking Classes', 'Film & Cinema'],
      ownTopics: own,
    })
    expect(splitTopics([], own)).toEqual({ interests: [], ownTopics: [] })
  })

  test.each(['Golf', 'film & cinema', '', '__proto__', 'Quiz night '])(
    'that are unknown are refused: %j',
    (name) => expect(splitTopics(['Film & Cinema', name], own)).toBeNull(),
  )

  test('that the venue no longer has are left out', () => {
    const chosen = { interests: ['Cooking Classes' as const], ownTopics: ['Gone', 'Quiz night'] }
    expect(withKnownTopics(chosen, own)).toEqual({ ...chosen, ownTopics: ['Quiz night'] })
    expect(withKnownTopics(chosen, [])).toEqual({ ...chosen, ownTopics: [] })
  })

  test('are the same in any order', () => {
    const topics = (...ownTopics: string[]) => ({
      interests: ['Film & Cinema' as const],
      ownTopics,
    })
    expect(hasSameTopics(topics('a', 'b'), topics('b', 'a'))).toBe(true)
    expect(hasSameTopics(topics('a'), topics('a', 'b'))).toBe(false)
    expect(hasSameTopics(topics('a', 'b'), topics('a', 'c'))).toBe(false)
  })
})
