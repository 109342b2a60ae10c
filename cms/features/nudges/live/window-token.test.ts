import { expect, test } from 'vitest'
import { createToken } from '../../../platform/crypto/tokens.ts'
import { seenRequest } from '../contract.ts'
import { isWindowToken } from '../rules.ts'
import { createWindowToken, nudgeOfWindowToken } from './window-token.ts'

test('each window has its own token for a nudge', () => {
  const tokens = [createWindowToken(7), createWindowToken(7)]
  expect(tokens.map(nudgeOfWindowToken)).toEqual([7, 7])
  expect(new Set(tokens).size).toBe(2)
})

test('a window’s token is valid in a report, and browsers distinguish it from a delivery’s token', () => {
  const token = createWindowToken(2 ** 31 - 1)
  expect(seenRequest.safeParse({ token, event: 'shown' }).success).toBe(true)
  expect([isWindowToken(token), isWindowToken(createToken())]).toEqual([true, false])
})

const [nudge, random, signature] = createWindowToken(7).split('.')
test.each([
  ['of a delivery', createToken()],
  ['of another nudge', `8.${random}.${signature}`],
  ['of another window', `${nudge}.${random}x.${signature}`],
  ['with another signature', `${nudge}.${random}.${createToken()}`],
  ['without a signature', `${nudge}.${random}`],
  ['with an additional part', `${nudge}.${random}.${signature}.x`],
  ['that is empty', ''],
  ['that consists of dots', '...'],
])('a token %s is not accepted as a window’s token', (_, token) =>
  expect(nudgeOfWindowToken(token)).toBeNull(),
)
