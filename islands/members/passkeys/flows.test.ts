import { expect, test } from 'vitest'
import type { Attempt } from './attempts.ts'
import { PasskeyError, type PasskeyErrorCode } from './errors.ts'
import { presentOrMakePasskey, registerOrAuthenticate } from './flows.ts'

type Outcome = PasskeyErrorCode | 'works'

/** A fake device whose attempts and registrations have the given outcomes, in order. */
function device(order: Attempt[], outcomes: Outcome[]) {
  const calls: string[] = []
  const next = (what: string) => async () => {
    calls.push(what)
    const outcome = outcomes.shift() ?? 'unknown'
    if (outcome !== 'works') throw new PasskeyError(outcome)
    return { userHandle: what, isLinked: true, isNew: what === 'register' }
  }
  return {
    calls,
    effects: {
      attempts: () => order,
      authenticate: (attempt: Attempt) => next(attempt)(),
      register: next('register'),
      onFailure: (code: PasskeyErrorCode) => calls.push(`say ${code}`),
    },
  }
}
const codeOf = (error: unknown) => (error as PasskeyError).code

test.each<[string, Attempt[], Outcome[], string[]]>([
  ['an available passkey is used', ['allow-list', 'discoverable'], ['works'], ['allow-list']],
  [
    'after an allow-list attempt without credentials, any passkey of the device is used',
    ['allow-list', 'discoverable'],
    ['no_credentials', 'works'],
    ['allow-list', 'discoverable'],
  ],
  [
    'in Safari the attempts are discoverable, allow-list, discoverable',
    ['discoverable', 'allow-list', 'discoverable'],
    ['verification_failed', 'auth_options_failed', 'works'],
    ['discoverable', 'allow-list', 'discoverable'],
  ],
  ['without a handle a synced passkey is used', ['discoverable'], ['works'], ['discoverable']],
  [
    'without a handle the first passkey is made if the prompt fails',
    ['discoverable'],
    ['not_allowed', 'works'],
    ['discoverable', 'say no_user_handle', 'register'],
  ],
  [
    'a passkey that the server has deleted is replaced by a new one',
    ['discoverable'],
    ['no_credentials', 'works'],
    ['discoverable', 'say no_credentials', 'register'],
  ],
  [
    'if no attempt finds a passkey, a passkey is made',
    ['allow-list', 'discoverable'],
    ['no_credentials', 'no_credentials', 'works'],
    ['allow-list', 'discoverable', 'say no_credentials', 'register'],
  ],
  [
    'if the server knows no passkey and the prompt is closed, a passkey is made',
    ['allow-list', 'discoverable'],
    ['no_credentials', 'not_allowed', 'works'],
    ['allow-list', 'discoverable', 'say no_credentials', 'register'],
  ],
  [
    'a registration that fails for an unknown reason leads to an authentication',
    ['discoverable'],
    ['not_allowed', 'unknown', 'works'],
    ['discoverable', 'say no_user_handle', 'register', 'discoverable'],
  ],
])('%s', async (_, order, outcomes, expected) => {
  const { effects, calls } = device(order, outcomes)
  await presentOrMakePasskey(effects)
  expect(calls).toEqual(expected)
})

test.each<[PasskeyErrorCode]>([
  ['not_allowed'],
  ['abort'],
  ['timeout'],
  ['server'],
  ['rp_id_mismatch'],
])('after the error %s there is no other attempt', async (code) => {
  const { effects, calls } = device(['allow-list', 'discoverable'], [code])
  expect(codeOf(await presentOrMakePasskey(effects).catch((error) => error))).toBe(code)
  expect(calls).toEqual(['allow-list'])
})

test('when every attempt fails, the last error is thrown', async () => {
  const { effects } = device(['allow-list', 'discoverable'], ['unknown', 'verification_failed'])
  const error = await presentOrMakePasskey(effects).catch((each) => each)
  expect(codeOf(error)).toBe('verification_failed')
})

test.each<[PasskeyErrorCode]>([
  ['invalid_state'],
  ['not_allowed'],
  ['platform_unavailable'],
  ['server'],
])('a registration that fails with %s throws that code', async (code) => {
  const { effects, calls } = device([], [code])
  expect(codeOf(await registerOrAuthenticate(effects).catch((error) => error))).toBe(code)
  expect(calls).toEqual(['register'])
})
