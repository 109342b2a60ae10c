import { expect, test, vi } from 'vitest'
import { pseudonymOf } from './pseudonym.ts'

test('a client gets one pseudonym a day, which does not contain its address', () => {
  vi.stubEnv('SECRET', 'x'.repeat(32))
  const nameOf = (client: string, at: string) =>
    pseudonymOf({ headers: new Headers({ 'x-common-room-client': client }) }, new Date(at))
  const name = nameOf('203.0.113.9', '2026-11-22T00:00:00Z')
  expect(name).toMatch(/^[0-9a-f]{12}$/)
  expect(nameOf('203.0.113.9', '2026-11-22T23:59:59Z')).toBe(name)
  expect(nameOf('203.0.113.9', '2026-11-23T00:00:00Z')).not.toBe(name)
  expect(nameOf('203.0.113.8', '2026-11-22T00:00:00Z')).not.toBe(name)
  expect(pseudonymOf({ headers: new Headers() }, new Date())).toBe('')
})
