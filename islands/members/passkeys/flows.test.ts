import { expect, test } from 'vitest'
import type { Attempt } from './attempts.ts'
import { PasskeyError, type PasskeyErrorCode } from './errors.ts'
import { presentOrMakePasskey, registerOrAuthenticate } from './flows.ts'

type Outcome = PasskeyErrorCode | 'works'

/** A fake device whose attempts and registrations have the given outcomes, in order. */
function device(order: Attempt[], outcomes: Outcome[]) {
  const done: string[] = []
  const next = (what: string) => async () => {
    done.push(what)
    const outcome = outcomes.shift() ?? 'unknown'
    if (outcome !== 'works') throw new PasskeyError(outcome)
    return { userHandle: what, isLinked: true, isNew: what === 'register' }
  }
  return {
    done,
    effects: {
      attempts: () => order,
      authenticate: (attempt: Attempt) => next(attempt)(),
      register: next('register'),
      onFailure: (code: PasskeyErrorCode) => done.push(`say ${code}`),
    },
  }
}
const codeOf = (error: unknown) => (error as PasskeyError).code

test.each<[string, Attempt[], Outcome[], string[]]>([
  ['a passkey that is there is used', ['allow-list', 'discoverable'], ['works'], ['allow-list']],
  [
    'one that the server does not know leads to whatever the device has',
    ['allow-list', 'discoverable'],
    ['no_credentials', 'works'],
    ['allow-list', 'discoverable'],
  ],
  [
    'Safari is asked for whatever it has, then for those of the handle, then again',
    ['discoverable', 'allow-list', 'discoverable'],
    ['verification_failed', 'auth_options_failed', 'works'],
    ['discoverable', 'allow-list', 'discoverable'],
  ],
  ['without a handle a synced passkey is used', ['discoverable'], ['works'], ['discoverable']],
  [
    'without a handle the first passkey is made if none answers',
    ['discoverable'],
    ['not_allowed', 'works'],
    ['discoverable', 'say no_user_handle', 'register'],
  ],
  [
    'one that the server has deleted is replaced',
    ['discoverable'],
    ['no_credentials', 'works'],
    ['discoverable', 'say no_credentials', 'register'],
  ],
  [
    'when none is known, one is made',
    ['allow-list', 'discoverable'],
    ['no_credentials', 'no_credentials', 'works'],
    ['allow-list', 'discoverable', 'say no_credentials', 'register'],
  ],
  [
    'when none is known and nobody chooses another, one is made',
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
  const { effects, done } = device(order, outcomes)
  await presentOrMakePasskey(effects)
  expect(done).toEqual(expected)
})

test.each<[PasskeyErrorCode]>([
  ['not_allowed'],
  ['abort'],
  ['timeout'],
  ['server'],
  ['rp_id_mismatch'],
])('after %s there is no other attempt', async (code) => {
  const { effects, done } = device(['allow-list', 'discoverable'], [code])
  expect(codeOf(await presentOrMakePasskey(effects).catch((error) => error))).toBe(code)
  expect(done).toEqual(['allow-list'])
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
])('a registration that fails with %s says why', async (code) => {
  const { effects, done } = device([], [code])
  expect(codeOf(await registerOrAuthenticate(effects).catch((error) => error))).toBe(code)
  expect(done).toEqual(['register'])
})
