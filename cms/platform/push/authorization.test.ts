import { afterEach, expect, test, vi } from 'vitest'
import { verifyVapid } from '../../../tests/support/push-decryption.ts'
import { authorizationFor } from './authorization.ts'
import { createKeyPair } from './key-pair.ts'

afterEach(() => vi.useRealTimers())

const vapid = { ...createKeyPair(), subject: 'https://venue.example' }
const origin = 'https://push.example'
const hour = 60 * 60_000

test('an authorization is signed for one push service and reused for six hours', () => {
  vi.useFakeTimers({ now: new Date('2026-05-01T18:05:00Z') })
  const first = authorizationFor(vapid, origin)
  expect(verifyVapid(first, origin, new Date())).toEqual({
    aud: origin,
    exp: Date.now() / 1000 + 12 * 60 * 60,
    sub: 'https://venue.example',
    publicKey: vapid.publicKey,
  })
  expect(authorizationFor(vapid, 'https://other.example')).not.toBe(first)
  vi.advanceTimersByTime(5.9 * hour)
  expect(authorizationFor(vapid, origin)).toBe(first)
  vi.advanceTimersByTime(0.2 * hour)
  const second = authorizationFor(vapid, origin)
  expect(second).not.toBe(first)
  expect(() => verifyVapid(second, origin, new Date())).not.toThrow()
})

test('an authorization is signed again for another key, and after the clock was set back', () => {
  vi.useFakeTimers({ now: new Date('2026-05-01T18:05:00Z') })
  const first = authorizationFor(vapid, origin)
  expect(authorizationFor({ ...createKeyPair(), subject: vapid.subject }, origin)).not.toBe(first)
  vi.setSystemTime(new Date('2026-04-01T18:05:00Z'))
  const second = authorizationFor(vapid, origin)
  expect(() => verifyVapid(second, origin, new Date())).not.toThrow()
})
