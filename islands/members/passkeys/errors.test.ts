import { expect, test } from 'vitest'
import { passkeyErrors } from '../../../cms/features/members/passkeys/rules.ts'
import { passkeyErrorOfCall, passkeyErrorOfCeremony } from './errors.ts'

const thrown = (name: string, code?: string) => Object.assign(new Error('x'), { name, code })
const quick = { waitedMs: 900, timeoutMs: 60_000 }

test.each([
  ['NotAllowedError', 'not_allowed', 'Biometric prompt was closed or timed out. Please try again.'],
  [
    'SecurityError',
    'security',
    'Security error. Make sure you are on this site over HTTPS (avoid Private Browsing).',
  ],
  [
    'InvalidStateError',
    'invalid_state',
    'This passkey is already registered. Try signing in instead.',
  ],
  ['TimeoutError', 'timeout', 'Timed out waiting for Face ID / Passkey. Please try again.'],
  ['AbortError', 'abort', 'Authentication was cancelled. Please try again.'],
  ['ConstraintError', 'platform_unavailable', 'No built-in authenticator found on this device.'],
  ['NotSupportedError', 'unsupported', 'Passkeys are not supported in this browser.'],
  ['UnknownError', 'unknown', 'Biometric unlock failed. You can try again or use email.'],
  ['TypeError', 'unknown', 'Biometric unlock failed. You can try again or use email.'],
])('the browser’s error %s has the code %s', (name, code, message) => {
  expect(passkeyErrorOfCeremony(thrown(name), quick)).toMatchObject({ code, message })
})

test('a cancellation after the timeout has the code “timeout”', () => {
  const error = thrown('NotAllowedError')
  expect(passkeyErrorOfCeremony(error, { waitedMs: 60_000, timeoutMs: 60_000 }).code).toBe(
    'timeout',
  )
  expect(passkeyErrorOfCeremony(error, { waitedMs: 60_000, timeoutMs: undefined }).code).toBe(
    'not_allowed',
  )
})

test('a security error because of the relying party has the code “rp_id_mismatch”', () => {
  const error = thrown('SecurityError', 'ERROR_INVALID_RP_ID')
  expect(passkeyErrorOfCeremony(error, quick).code).toBe('rp_id_mismatch')
})

test('a thrown value that is not an error has the code “unknown”', () => {
  expect(passkeyErrorOfCeremony('gone', quick).code).toBe('unknown')
})

test.each([
  [{ status: 404, code: 'no_credentials' }, 'no_credentials', passkeyErrors.no_credentials],
  [{ status: 400, code: 'rp_id_mismatch' }, 'rp_id_mismatch', passkeyErrors.rp_id_mismatch],
  [{ status: 0, code: 'network' }, 'server', passkeyErrors.server],
  [{ status: 503, code: 'unavailable' }, 'server', passkeyErrors.server],
  [{ status: 429, code: 'too_often' }, 'default', 'Later.'],
  [{ status: 403, code: 'suspended' }, 'default', 'Later.'],
  [{ status: 400, code: 'bad_request' }, 'auth_options_failed', passkeyErrors.auth_options_failed],
])('a call answered with %j fails with the code %s', (answer, code, message) => {
  const error = { ...answer, message: 'Later.' }
  expect(passkeyErrorOfCall(error, 'auth_options_failed')).toMatchObject({ code, message })
})
