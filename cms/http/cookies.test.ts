import { expect, test } from 'vitest'
import { audienceOf, hasCookie } from './cookies.ts'

test.each([
  [undefined, 'shared'],
  ['', 'shared'],
  ['theme=dark', 'shared'],
  ['common-room-installed=1', 'shared'],
  ['x=payload-token=y', 'shared'],
  ['payload-token=x', 'personal'],
  ['theme=dark; common-room-session=x', 'personal'],
  ['common-room-edit=1', 'edit'],
  ['payload-token=x; common-room-edit=1', 'edit'],
])('the cookies %j speak for an audience that is %s', (header, audience) => {
  expect(audienceOf(header)).toBe(audience)
})

test('a cookie is found by its whole name', () => {
  expect(hasCookie('a=1; bb=2', 'bb')).toBe(true)
  expect(hasCookie('a=1; bb=2', 'b')).toBe(false)
  expect(hasCookie(undefined, 'b')).toBe(false)
})
