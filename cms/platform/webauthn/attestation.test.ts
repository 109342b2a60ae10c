import { isoCBOR } from '@simplewebauthn/server/helpers'
import { expect, test } from 'vitest'
import { isUnattested } from './attestation.ts'

const certificate: [string, Uint8Array[]] = ['x5c', [new Uint8Array(64)]]
const encoded = (format: string, statement: [string, Uint8Array | Uint8Array[]][] = []) => {
  const object = new Map<string, string | Uint8Array | Map<string, Uint8Array | Uint8Array[]>>([
    ['fmt', format],
    ['attStmt', new Map(statement)],
    ['authData', new Uint8Array(37)],
  ])
  return Buffer.from(isoCBOR.encode(object)).toString('base64url')
}

test.each([
  ['none', [], true],
  ['packed', [['sig', new Uint8Array(64)]], true],
  ['packed', [certificate], false],
  ['packed', [['sig', new Uint8Array(64)], certificate], false],
  ['apple', [certificate], false],
  ['android-key', [certificate], false],
  ['android-safetynet', [], false],
  ['tpm', [certificate], false],
  ['fido-u2f', [certificate], false],
  ['something', [], false],
] as [string, [string, Uint8Array | Uint8Array[]][], boolean][])(
  'an attestation is accepted only if its format is none, or packed without a certificate (%s)',
  (format, statement, isAccepted) =>
    expect(isUnattested(encoded(format, statement))).toBe(isAccepted),
)

test.each(['', 'AA', '____', Buffer.from('{}').toString('base64url')])(
  'the attestation object %j is refused',
  (text) => {
    expect(isUnattested(text)).toBe(false)
  },
)
