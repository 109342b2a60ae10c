import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { type CeremonyEffects, createCeremonies } from './ceremonies.ts'
import type { PasskeyErrorCode } from './errors.ts'

const context = { rpId: 'venue.example', origin: 'https://venue.example' }
const successReplies: Record<string, unknown> = {
  'clear-webauthn-data': {},
  'webauthn-register-options': { options: { challenge: 'c' }, userHandle: 'new' },
  'webauthn-register-verify': { verified: true, requiresLinking: true },
  'webauthn-auth-options': { options: { challenge: 'c', timeout: 60_000 } },
  'webauthn-auth-verify': { verified: true, userHandle: 'theirs', hasExistingLink: true },
}
const errorNamed = (name: string) => Object.assign(new Error(name), { name })

/** Ceremonies with a fake browser, a stored user handle and a fake server that replies with `answers`. */
function setUp({
  answers = {},
  ...overrides
}: { answers?: Record<string, unknown>; stored?: string | null } & Partial<
  CeremonyEffects['browser']
> = {}) {
  const sent: [name: string, payload: Record<string, unknown>][] = []
  const deviceCalls: string[] = []
  const { stored = null, ...instead } = overrides
  let nowMs = 0
  const ceremonies = createCeremonies({
    call: async (name, payload) => {
      sent.push([name, payload])
      const answer = { ...successReplies, ...answers }[name]
      if (answer instanceof Error) throw answer
      return answer as never
    },
    browser: {
      isSupported: () => true,
      isSecure: () => true,
      hasAuthenticator: async () => true,
      create: async () => ({ id: 'made' }) as never,
      get: async () => ({ id: 'used', response: { userHandle: 'theirs' } }) as never,
      signalUnknown: (id) => deviceCalls.push(`forget ${id}`),
      signalOnly: (handle, id) => deviceCalls.push(`keep only ${id} of ${handle}`),
      ...instead,
    },
    device: {
      handle: () => stored,
      storeRegistration: (handle) => deviceCalls.push(`made ${handle}`),
      storeSuccess: (handle) => deviceCalls.push(`used ${handle}`),
      clear: () => deviceCalls.push('wipe'),
    },
    context,
    now: () => {
      nowMs += 60_000
      return nowMs
    },
  })
  return { ceremonies, sent, deviceCalls, called: () => sent.map(([name]) => name) }
}
const errorCodeFrom = async (run: Promise<unknown>): Promise<PasskeyErrorCode> =>
  run.then(
    () => expect.unreachable(),
    (error) => error.code,
  )

test('a first registration requires linking', async () => {
  const { ceremonies, sent, deviceCalls } = setUp()
  expect(await ceremonies.register('Ada')).toEqual({
    userHandle: 'new',
    isLinked: false,
    isNew: true,
  })
  expect(sent).toEqual([
    ['webauthn-register-options', { userHandle: null, displayName: 'Ada', ...context }],
    ['webauthn-register-verify', { userHandle: 'new', attResp: { id: 'made' }, ...context }],
  ])
  expect(deviceCalls).toEqual(['made new'])
})

test('a registration first asks the server to clear the stored user handle', async () => {
  const { ceremonies, sent, deviceCalls } = setUp({ stored: 'old' })
  await ceremonies.register('Ada')
  expect(deviceCalls).toEqual(['made new'])
  expect(sent[0]).toEqual(['clear-webauthn-data', { userHandle: 'old', ...context }])
  expect(sent[1]?.[1]).toMatchObject({ userHandle: 'old' })
})

test('a registration that replaces passkeys signals that only its credential is accepted', async () => {
  const offered = { options: { challenge: 'c' }, userHandle: 'old' }
  const { ceremonies, deviceCalls } = setUp({
    stored: 'old',
    answers: { 'webauthn-register-options': offered },
  })
  await ceremonies.register('Ada')
  expect(deviceCalls).toEqual(['keep only made of old', 'made old'])
})

test('a registration of an additional passkey clears no stored data', async () => {
  const offered = { options: { challenge: 'c' }, userHandle: 'old' }
  const answers = { 'webauthn-register-options': offered }
  const { ceremonies, called, deviceCalls } = setUp({ stored: 'old', answers })
  await ceremonies.register('Ada', { isAdditional: true })
  expect(called()).toEqual(['webauthn-register-options', 'webauthn-register-verify'])
  expect(deviceCalls).toEqual(['made old'])
})

test('an allow-list authentication sends the stored user handle', async () => {
  const { ceremonies, sent, deviceCalls } = setUp({ stored: 'old' })
  expect(await ceremonies.authenticate('allow-list')).toEqual({
    userHandle: 'theirs',
    isLinked: true,
    isNew: false,
  })
  expect(sent[0]).toEqual(['webauthn-auth-options', { userHandle: 'old', ...context }])
  expect(sent[1]?.[1]).toMatchObject({ userHandle: 'old', authResp: { id: 'used' } })
  expect(deviceCalls).toEqual(['used theirs'])
})

test('a discoverable authentication takes the user handle from the response', async () => {
  const { ceremonies, sent } = setUp({ stored: 'old' })
  await ceremonies.authenticate('discoverable')
  expect(sent[0]?.[1]).toEqual({ userHandle: null, discoverable: true, ...context })
  expect(sent[1]?.[1]).toMatchObject({ userHandle: 'theirs' })
})

test.each<[string, Parameters<typeof setUp>[0], PasskeyErrorCode]>([
  [
    'no passkey is known',
    { answers: { 'webauthn-auth-options': new ApiError(404, 'no_credentials', '') } },
    'no_credentials',
  ],
  [
    'the server has no options',
    { answers: { 'webauthn-auth-options': new ApiError(400, 'bad_request', '') } },
    'auth_options_failed',
  ],
  [
    'the server is unreachable',
    { answers: { 'webauthn-auth-options': new ApiError(0, 'network', '') } },
    'server',
  ],
  [
    'the server rejects the response',
    { answers: { 'webauthn-auth-verify': new ApiError(403, 'verification_failed', '') } },
    'verification_failed',
  ],
  ['the browser does not support passkeys', { isSupported: () => false }, 'unsupported'],
  ['the page is not secure', { isSecure: () => false }, 'security'],
  ['the prompt is aborted', { get: () => Promise.reject(errorNamed('AbortError')) }, 'abort'],
  ['the prompt times out', { get: () => Promise.reject(errorNamed('NotAllowedError')) }, 'timeout'],
])('an authentication in which %s reports its error code', async (_, how, code) => {
  const { ceremonies, deviceCalls } = setUp(how)
  expect(await errorCodeFrom(ceremonies.authenticate('discoverable'))).toBe(code)
  expect(deviceCalls).toEqual([])
})

test.each<[string, Parameters<typeof setUp>[0], PasskeyErrorCode]>([
  [
    'the device has no authenticator',
    { hasAuthenticator: async () => false },
    'platform_unavailable',
  ],
  [
    'the prompt is closed',
    { create: () => Promise.reject(errorNamed('NotAllowedError')) },
    'not_allowed',
  ],
  [
    'the passkey exists already',
    { create: () => Promise.reject(errorNamed('InvalidStateError')) },
    'invalid_state',
  ],
  [
    'the server rejects the response',
    { answers: { 'webauthn-register-verify': new ApiError(403, 'verification_failed', '') } },
    'verification_failed',
  ],
])('a registration in which %s reports its error code', async (_, how, code) => {
  const { ceremonies, deviceCalls } = setUp(how)
  expect(await errorCodeFrom(ceremonies.register('Ada'))).toBe(code)
  expect(deviceCalls).toEqual([])
})

test.each(['register', 'authenticate'] as const)(
  'a ceremony (%s) that is aborted while its options are fetched opens no prompt',
  async (name) => {
    const prompt = vi.fn()
    const { ceremonies, called } = setUp({ create: prompt, get: prompt })
    const controller = new AbortController()
    const run =
      name === 'register'
        ? ceremonies.register('Ada', controller)
        : ceremonies.authenticate('discoverable', controller)
    controller.abort()
    expect(await errorCodeFrom(run)).toBe('abort')
    expect(called()).toHaveLength(1)
    expect(prompt).not.toHaveBeenCalled()
  },
)

test('a relying-party mismatch clears the stored data', async () => {
  const answer = new ApiError(400, 'rp_id_mismatch', '')
  const { ceremonies, deviceCalls } = setUp({ answers: { 'webauthn-auth-options': answer } })
  expect(await errorCodeFrom(ceremonies.authenticate('allow-list'))).toBe('rp_id_mismatch')
  expect(deviceCalls).toEqual(['wipe'])
})

test('an unknown credential is signalled to the device', async () => {
  const answer = new ApiError(400, 'no_credentials', '')
  const { ceremonies, deviceCalls } = setUp({ answers: { 'webauthn-auth-verify': answer } })
  expect(await errorCodeFrom(ceremonies.authenticate('discoverable'))).toBe('no_credentials')
  expect(deviceCalls).toEqual(['forget used'])
})
