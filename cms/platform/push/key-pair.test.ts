import { expect, test } from 'vitest'
import { createKeyPair, isAuthSecret, isKeyPair, isPublicKey } from './key-pair.ts'

test('createKeyPair creates different key pairs, and the keys of a pair belong together', () => {
  const [one, other] = [createKeyPair(), createKeyPair()]
  expect(isKeyPair(one)).toBe(true)
  expect(one.publicKey).not.toBe(other.publicKey)
  expect(isKeyPair({ publicKey: one.publicKey, privateKey: other.privateKey })).toBe(false)
})

const { publicKey, privateKey } = createKeyPair()
const point = (change: (bytes: Buffer) => Buffer) =>
  change(Buffer.from(publicKey, 'base64url')).toString('base64url')

test.each([
  ['with another length', point((bytes) => bytes.subarray(0, 64))],
  [
    'in compressed form',
    point((bytes) => Buffer.concat([Buffer.from([2]), bytes.subarray(1, 33)])),
  ],
  ['with another prefix', point((bytes) => bytes.fill(5, 0, 1))],
  ['that is no point of the curve', point((bytes) => bytes.fill(1, 1))],
  ['in base64 with padding', Buffer.from(publicKey, 'base64url').toString('base64')],
  ['that is empty', ''],
])('a public key %s is refused', (_, key) => expect(isPublicKey(key)).toBe(false))

test.each([
  ['zero', 'A'.repeat(43)],
  ['of another length', privateKey.slice(0, 40)],
  ['beyond the order of the curve', '_'.repeat(42)],
  ['that is empty', ''],
])('a private key %s is refused', (_, key) =>
  expect(isKeyPair({ publicKey, privateKey: key })).toBe(false),
)

test('an authentication secret has 16 bytes', () => {
  expect(isAuthSecret('a'.repeat(22))).toBe(true)
  for (const wrong of ['a'.repeat(21), 'a'.repeat(23), '', `${'a'.repeat(21)}=`]) {
    expect(isAuthSecret(wrong)).toBe(false)
  }
})
