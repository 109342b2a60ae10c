import { expect, test } from 'vitest'
import { isSecretName, withoutSecretNames } from './secret-names.ts'

test.each([
  'password',
  'hash',
  'salt',
  'resetPasswordToken',
  'resetPasswordExpiration',
  'loginAttempts',
  'lockUntil',
  'apiKey',
  'api_key',
  'access_token',
  'token_hash',
  'webhookSecret',
  'private_key',
  'sealed',
])('%s is a secret name', (name) => expect(isSecretName(name)).toBe(true))

test.each(['content_key', 'key', 'title', 'name', 'slug', 'tokens_sold_at', 'basalt', 'passkeys'])(
  '%s is no secret name',
  (name) => expect(isSecretName(name)).toBe(false),
)

test('entries with a secret name are removed at every depth', () => {
  const details = {
    name: { before: 'A', after: 'B' },
    'rows: One: apiKey': { before: 'k', after: null },
    after: { list: [{ token: 't', kept: 1 }] },
  }
  expect(withoutSecretNames(details)).toEqual({
    name: { before: 'A', after: 'B' },
    after: { list: [{ kept: 1 }] },
  })
})
