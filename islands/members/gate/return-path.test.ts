import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each([
  ['', '/common-room/main'],
  ['?back=/profile', '/profile'],
  ['?back=%2Fprofile%3Ftab%3Dpasskeys', '/profile?tab=passkeys'],
  ['?back=/common-room/member/profile', '/common-room/member/profile'],
  ['?back=/common-good/message', '/common-good/message'],
  ['?back=/calendar/members-supper', '/calendar/members-supper'],
  ['?back=/calendar', '/common-room/main'],
  ['?back=/calendar/reservation/1-1-f', '/common-room/main'],
  ['?back=/common-good', '/common-room/main'],
  ['?back=/common-room', '/common-room/main'],
  ['?back=/cafe', '/common-room/main'],
  ['?back=//evil.example/common-room/main', '/common-room/main'],
  ['?back=https://evil.example', '/common-room/main'],
  ['?back=/\\evil.example', '/common-room/main'],
  ['?back=/profiles', '/common-room/main'],
  ['?back=/common-room//evil.example', '/common-room/main'],
  ['?back=javascript:alert(1)', '/common-room/main'],
])('the gate with the query “%s” leads to %s', (search, expected) => {
  expect(returnPath(search)).toBe(expected)
})

test('the part of a page that somebody wanted is opened after the sign-in, unlike parts of the gate', () => {
  const back = '?back=/common-room/member'
  expect(returnPath(back, '#evenings')).toBe('/common-room/member#evenings')
  expect(returnPath(back, '#joining')).toBe('/common-room/member')
  expect(returnPath('', '#evenings')).toBe('/common-room/main')
})
