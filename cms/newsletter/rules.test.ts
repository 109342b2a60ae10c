import { expect, test } from 'vitest'
import { birthdayOf, getsLetters, interests, missingFields, parseBirthday } from './rules.ts'

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('there are thirteen interests', () => expect(new Set(interests).size).toBe(13))

test('what is missing is named in the order of the form', () => {
  expect(missingFields(form({}))).toEqual(['name', 'email', 'consent'])
  expect(missingFields(form({ name: ' ', email: 'ada@venue.example', consent: 'on' }))).toEqual([
    'name',
  ])
  expect(missingFields(form({ name: 'Ada', email: 'a', consent: 'on' }))).toEqual([])
})

test('a birthday is sent only with both its day and its month', () => {
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
])('%s is a birthday: %j', (text, expected) => expect(parseBirthday(text)).toEqual(expected))

test('letters go to those who confirmed and are not on a pause', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const until = (text: string) => new Date(text)
  expect(getsLetters({ state: 'active', pausedUntil: null }, now)).toBe(true)
  expect(getsLetters({ state: 'active', pausedUntil: until('2026-11-22') }, now)).toBe(false)
  expect(getsLetters({ state: 'active', pausedUntil: until('2026-11-20') }, now)).toBe(true)
  for (const state of ['pending', 'unsubscribed', 'bounced', 'complained'] as const) {
    expect(getsLetters({ state, pausedUntil: null }, now)).toBe(false)
  }
})
