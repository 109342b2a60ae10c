import { afterEach, expect, test, vi } from 'vitest'
import { checkFirstAdminToken, firstAdminToken } from './first-admin.ts'

const secret = 's'.repeat(32)
afterEach(() => {
  vi.useRealTimers()
})

test('a link for the first admin is valid for a day, and a new link is valid after that', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) })
  const first = firstAdminToken(secret)
  expect(first).toMatch(/^[\w-]+$/)
  vi.setSystemTime(Date.UTC(2026, 10, 22, 23, 59))
  expect(checkFirstAdminToken(first, secret)).toBe('valid')
  vi.setSystemTime(Date.UTC(2026, 10, 23))
  expect(checkFirstAdminToken(first, secret)).toBe('expired')
  expect(checkFirstAdminToken(firstAdminToken(secret), secret)).toBe('valid')
})

test('a link cannot be created or extended without the secret', () => {
  const [, signature = ''] = firstAdminToken(secret).split('-')
  const later = (Date.now() + 9e9).toString(36)
  for (const forged of ['', '-', `${later}-${signature}`, firstAdminToken('t'.repeat(32))]) {
    expect(checkFirstAdminToken(forged, secret)).toBe('wrong')
  }
})
