import { expect, test } from 'vitest'
import { audienceOf, cookieValue, hasCookie, secretCookie } from './cookies.ts'

test.each([
  [undefined, 'shared'],
  ['', 'shared'],
  ['theme=dark', 'shared'],
  ['common-room-installed=1', 'shared'],
  ['x=payload-token=y', 'shared'],
  ['payload-token=x', 'staff'],
  ['theme=dark; common-room-session=x', 'personal'],
  ['__Host-common-room-session=x', 'personal'],
  ['common-room-edit=edit', 'personal'],
  ['payload-token=x; common-room-edit=edit', 'staff'],
  ['common-room-session=x; payload-token=x', 'staff'],
])('the audience of the cookies %j is %s', (header, audience) => {
  expect(audienceOf(header)).toBe(audience)
})

test('a cookie is found by its full name', () => {
  expect(hasCookie('a=1; bb=2', 'bb')).toBe(true)
  expect(hasCookie('a=1; bb=2', 'b')).toBe(false)
  expect(hasCookie(undefined, 'b')).toBe(false)
})

test.each([
  ['a=1; bb=2', 'bb', '2'],
  ['bb=', 'bb', ''],
  ['a=1', 'bb', null],
  ['x=bb=3', 'bb', null],
  ['x= bb=3', 'bb', null],
  ['abb=1; bb=2', 'bb', '2'],
  ['bb =1; bb=2', 'bb', '2'],
  [';\t bb= 2 \t; bb=3', 'bb', ' 2'],
  [' bb=2=;', 'bb', '2='],
  ['bb;bb=1', 'bb', '1'],
  ['', 'bb', null],
  [undefined, 'bb', null],
])('in %j the value of %s is %j', (header, name, value) =>
  expect(cookieValue(header, name)).toBe(value),
)

test.each([
  [
    { value: 'x', maxAgeMs: 1999, sameSite: 'Strict' },
    false,
    'a=x; Path=/; Max-Age=1; HttpOnly; SameSite=Strict',
  ],
  [
    { value: 'x', maxAgeMs: 60_000, sameSite: 'Lax' },
    true,
    '__Host-a=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  ],
  [null, true, '__Host-a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure'],
] as const)(
  'for the cookie %j (https: %s), the Set-Cookie header is %j',
  (cookie, https, header) => {
    expect(secretCookie('a', cookie, https)).toBe(header)
  },
)
