import { expect, test } from 'vitest'
import { recentRegistrationMs } from '../../../cms/features/members/passkeys/rules.ts'
import {
  attemptsOf,
  isMissingPasskey,
  isWebKit,
  isWorthAnotherAttempt,
  prefersDiscoverable,
  shouldAuthenticate,
} from './attempts.ts'

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = `${mac.replace('605.1.15', '537.36')} Chrome/144.0.0.0 Safari/537.36`
const safari = `${mac} Version/26.0 Safari/605.1.15`
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15'

test.each([
  ['Safari on a Mac', safari, 0, true],
  ['Safari on an iPhone', `${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`, 5, true],
  ['Chrome on an iPhone', `${iPhone} CriOS/144.0 Mobile/15E148 Safari/604.1`, 5, true],
  ['Safari on an iPad', safari, 5, true],
  ['Chrome on a Mac', chrome, 0, false],
  ['Edge on a Mac', `${chrome} Edg/144.0`, 0, false],
  ['Firefox on a Mac', 'Mozilla/5.0 (Macintosh; rv:140.0) Gecko/20100101 Firefox/140.0', 0, false],
  [
    'Chrome on a phone',
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0 Mobile Safari/537.36',
    5,
    false,
  ],
])('isSafari() returns the right answer for %s', (_, userAgent, maxTouchPoints, expected) => {
  expect(isWebKit({ userAgent, maxTouchPoints })).toBe(expected)
})

test.each([
  [null, false],
  [0, true],
  [recentRegistrationMs - 1, true],
  [recentRegistrationMs, false],
])(
  'outside Safari, %s ms after a registration, a discoverable authentication is preferred: %s',
  (ago, expected) => {
    const browser = { userAgent: chrome, maxTouchPoints: 0 }
    const nowMs = 1e12
    const registeredAtMs = ago === null ? null : nowMs - ago
    expect(prefersDiscoverable(browser, { registeredAtMs, nowMs })).toBe(expected)
  },
)

test('Safari always prefers a discoverable authentication', () => {
  const browser = { userAgent: safari, maxTouchPoints: 0 }
  expect(prefersDiscoverable(browser, { registeredAtMs: null, nowMs: 1e12 })).toBe(true)
})

test.each([
  [true, true, ['discoverable', 'allow-list', 'discoverable']],
  [false, true, ['allow-list', 'discoverable']],
  [true, false, ['discoverable']],
  [false, false, ['discoverable']],
] as const)(
  'the order of attempts is right (discoverable ones preferred: %s, handle stored: %s)',
  (preferred, handle, order) => {
    expect(attemptsOf({ isDiscoverablePreferred: preferred, hasHandle: handle })).toEqual(order)
  },
)

const predicates = { isWorthAnotherAttempt, isMissingPasskey, shouldAuthenticate }

test.each([
  ['no_credentials', ['isWorthAnotherAttempt', 'isMissingPasskey']],
  ['auth_options_failed', ['isWorthAnotherAttempt', 'isMissingPasskey']],
  ['no_user_handle', ['isMissingPasskey']],
  ['verification_failed', ['isWorthAnotherAttempt', 'shouldAuthenticate']],
  ['unknown', ['isWorthAnotherAttempt', 'shouldAuthenticate']],
  ['not_allowed', []],
  ['abort', []],
  ['timeout', []],
  ['server', []],
  ['unsupported', []],
  ['rp_id_mismatch', []],
] as const)('for the error %s, only these predicates are true: %j', (code, expected) => {
  const matching = Object.entries(predicates).filter(([, isTrue]) => isTrue(code))
  expect(matching.map(([name]) => name)).toEqual(expected)
})
