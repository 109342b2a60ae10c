import { expect, test } from 'vitest'
import {
  addressHash,
  leaveToken,
  notificationsUrl,
  readLeaveToken,
  unsubscribeHeaders,
} from './tokens.ts'

const secret = 'a secret that is long enough for tests'
const link = { subscriber: 12, mail: 345 }

test('a leave token can be read back', () => {
  const token = leaveToken(link, secret)
  expect(readLeaveToken(token, secret)).toEqual(link)
  expect(token).toBe(token.toLowerCase())
})

test('a changed token is invalid', () => {
  const token = leaveToken(link, secret)
  const invalidTokens = [
    token.replace('12-', '13-'),
    token.replace('-345-', '-346-'),
    token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    token.slice(0, -1),
    `${token}0`,
    token.toUpperCase(),
    `0${token}`,
    leaveToken(link, `${secret}.`),
    '12-345-',
    '',
    '__proto__',
  ]
  for (const invalid of invalidTokens) expect(readLeaveToken(invalid, secret), invalid).toBeNull()
})

test('the headers of a letter follow RFC 8058', () => {
  const env = { SITE_URL: 'https://venue.example', SECRET: secret }
  expect(unsubscribeHeaders(link, env)).toEqual({
    'List-Unsubscribe': `<https://venue.example/unsubscribe/${leaveToken(link, secret)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('the link to the notifications page contains the leave token', () => {
  const url = notificationsUrl(link, { SITE_URL: 'https://venue.example', SECRET: secret })
  expect(url).toBe(`https://venue.example/notifications/${leaveToken(link, secret)}`)
})

test('an address hash depends on the secret', () => {
  const hash = addressHash('ada@venue.example', secret)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(addressHash('ada@venue.example', `${secret}.`)).not.toBe(hash)
})
