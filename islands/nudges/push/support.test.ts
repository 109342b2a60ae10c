import { expect, test } from 'vitest'
import { findSupport, isIosBrowser } from './support.ts'

const facts = { hasPush: true, permission: 'default', isIos: false, isInstalled: false } as const

test.each([
  ['not asked yet', {}, 'ready'],
  ['allowed', { permission: 'granted' }, 'ready'],
  ['refused', { permission: 'denied' }, 'blocked'],
  ['without the Push API', { hasPush: false }, 'unsupported'],
  ['on an iPhone', { hasPush: false, isIos: true }, 'install'],
  ['on an iPhone, in the installed app', { isIos: true, isInstalled: true }, 'ready'],
  [
    'in the installed app of an old iPhone',
    { hasPush: false, isIos: true, isInstalled: true },
    'unsupported',
  ],
] as const)('a browser (%s) has the push support “%s”', (_, change, expected) => {
  expect(findSupport({ ...facts, ...change })).toBe(expected)
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, false],
])('%s with %i touch points runs on iOS: %s', (userAgent, maxTouchPoints, expected) => {
  expect(isIosBrowser({ userAgent, maxTouchPoints })).toBe(expected)
})
