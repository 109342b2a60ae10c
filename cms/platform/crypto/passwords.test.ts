import { pbkdf2 } from 'node:crypto'
import { expect, test, vi } from 'vitest'

vi.mock('node:crypto', async (load) => {
  const actual = await load<typeof import('node:crypto')>()
  return { ...actual, pbkdf2: vi.fn(actual.pbkdf2) }
})

// Another test file in the same process may have loaded the module with the actual `pbkdf2`.
vi.resetModules()
const { hashPassword, verifyPassword } = await import('./passwords.ts')

test('a password check takes as much hashing for an unknown account as for a wrong password', async () => {
  const stored = await hashPassword('the right password')
  const workFor = async (account: Parameters<typeof verifyPassword>[1]) => {
    vi.mocked(pbkdf2).mockClear()
    expect(await verifyPassword('a wrong password', account, { isStranger: true })).toBe(false)
    return vi.mocked(pbkdf2).mock.calls.map(([, , ...work]) => work.slice(0, 3))
  }
  const known = await workFor(stored)
  expect(known).toEqual([[600_000, 32, 'sha256']])
  expect(await workFor(null)).toEqual(known)
  // An invited account has no password yet.
  expect(await workFor({ salt: null, hash: null })).toEqual(known)
  expect(await verifyPassword('the right password', stored, { isStranger: false })).toBe(true)
})

test('many password checks by strangers do not block the check of a known person', async () => {
  const attempt = (isStranger: boolean) => verifyPassword('a wrong password', null, { isStranger })
  const strangers = Promise.allSettled(Array.from({ length: 8 }, () => attempt(true)))
  await expect(attempt(false)).resolves.toBe(false)
  const refused = (await strangers).filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'unavailable' } }])
})
