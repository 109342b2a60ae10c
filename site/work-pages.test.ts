import { expect, test } from 'vitest'
import { heroPaths } from '../cms/features/venue/rules.ts'
import { isWorkPage } from './work-pages.ts'

test.each([
  ['/manage-event/1-abc/guests', true],
  ['/manage-event', true],
  ['/check-in/door/1-abc', true],
  ['/check-in', false],
  ['/calendar/reservation/1-1-abc', true],
  ['/subscribe/confirm/abc', true],
  ['/common-room/claim/abc', true],
  ['/common-room/member/ledger', true],
  ['/common-room/member', false],
  ['/common-room/claims', false],
  ['/subscribe', false],
  ['/calendar/quiz', false],
])('somebody works or decides on %s: %s', (path, isWork) => {
  expect(isWorkPage(path)).toBe(isWork)
})

test('nudges and the intro are shown on the pages of the rooms', () => {
  expect(['/', ...heroPaths].filter(isWorkPage)).toEqual([])
})
