import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionReply } from '../../cms/features/members/contract.ts'
import type {
  AuthOptionsReply,
  AuthVerifyReply,
  RegisterOptionsReply,
} from '../../cms/features/members/passkeys/contract.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { type Phone, phoneOf, relyingPartyOf } from '../support/passkeys.ts'
import type { Reply } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeAuthenticator, type Override } from '../support/software-authenticator.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { visitorOf } from '../support/visitor.ts'

let server: Server
let others: Server[]
let membership: ReturnType<typeof membershipOf>
let newsletter: ReturnType<typeof newsletterOf>
const newPhone = () => phoneOf(visitorOf(server), server)
const countPasskeys = (handle: string) =>
  membership.count('passkeys as p join passkey_handles as h on h.id = p.handle', 'h.handle = $1', [
    handle,
  ])
const optionsFor = async (phone: Phone, handle: string | null) =>
  (await phone.authOptions(handle)).json<AuthOptionsReply>().options
const expectError = (response: Reply, error: string, details?: string) => {
  expect(response.status, response.text).toBeGreaterThanOrEqual(400)
  expect(response.json()).toMatchObject({ error, ...(details && { verified: false, details }) })
  expect(response.text).not.toMatch(/Unexpected|Failed query|at .*\.js/)
}
/** A member who subscribes and has linked a passkey. */
const makeMember = async (email: string, phone = newPhone()) => {
  await newsletter.join(signUpRequest(email))
  const { userHandle } = await phone.register()
  expect((await phone.startLink(userHandle, email)).status).toBe(200)
  const response = await phone.verifyLink(userHandle, email, await membership.codeTo(email))
  expect(response.status, response.text).toBe(200)
  await phone.visitor.call('/api/auth/sign-out')
  return { phone, handle: userHandle, email }
}

beforeAll(async () => {
  const url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  others = await Promise.all(
    [1, 2].map(() => startServer({ DATABASE_URL: url, SITE_URL: server.url })),
  )
  membership = membershipOf(server, url)
  newsletter = newsletterOf(server, url)
})
afterAll(async () => {
  for (const each of [server, ...(others ?? [])]) await each?.stop()
})

describe('making a passkey', () => {
  test('has the required options, and stores the authenticator’s data', async () => {
    const phone = newPhone()
    const begun = await phone.registerOptions()
    expect(begun.status, begun.text).toBe(200)
    const { options, userHandle } = begun.json<RegisterOptionsReply>()
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { id: userHandle, displayName: 'Ada' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 5 * 60_000,
      hints: ['client-device'],
    })
    expect(Buffer.from(userHandle, 'base64url')).toHaveLength(32)
    const response = await phone.registerVerify(userHandle, phone.authenticator.create(options))
    expect(response.json()).toEqual({ verified: true, userHandle, requiresLinking: true })
    const [row] = await membership.query(
      `select p.* from passkeys as p join passkey_handles as h on h.id = p.handle
        where h.handle = $1`,
      [userHandle],
    )
    expect(row).toMatchObject({
      counter: '0',
      transports: ['internal', 'hybrid'],
      aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd',
      is_multi_device: true,
      is_backed_up: true,
      rp_id: 'localhost',
    })
    const used = await phone.authenticate(userHandle, { isBackedUp: false })
    expect(used).toEqual({ verified: true, userHandle, hasExistingLink: false })
    const [after] = await membership.query(
      'select is_backed_up, last_used_at from passkeys where id = $1',
      [row?.id],
    )
    expect(after).toMatchObject({ is_backed_up: false, last_used_at: expect.any(Date) })
  })

  test.each([
    [0, 400],
    [1, 200],
    [64, 200],
    [65, 400],
  ])('under a handle of %i bytes is answered with %i', async (bytes, status) => {
    const handle = randomBytes(bytes).toString('base64url')
    const response = await newPhone().registerOptions(handle)
    expect(response.status).toBe(status)
    if (status === 200) expect(response.json()).toMatchObject({ userHandle: handle })
    else expect(response.json()).toMatchObject({ error: 'invalid_handle' })
  })

  test.each(['=', 'AA==', 'no handle', 7, [], {}])(
    'under the handle %j is refused',
    async (handle) => {
      expect((await newPhone().registerOptions(handle as string)).status).toBe(400)
    },
  )

  test('under a foreign handle gets a new handle without access', async () => {
    const { handle } = await makeMember('victim@venue.example')
    const thief = newPhone()
    const begun = (await thief.registerOptions(handle)).json<RegisterOptionsReply>()
    expect(begun.userHandle).not.toBe(handle)
    const made = thief.authenticator.create({ ...begun.options, user: { id: handle } })
    expectError(await thief.registerVerify(handle, made), 'verification_failed', 'handle')
    const { userHandle } = await thief.register(handle)
    expect(userHandle).not.toBe(handle)
    expect(await thief.authenticate(userHandle)).toMatchObject({ hasExistingLink: false })
    expect(await countPasskeys(handle)).toBe(1)
    expectError(await thief.createSession(handle), 'ceremony_required')
    expectError(await thief.createSession(userHandle), 'not_linked')
  })

  test('under a handle that another browser took in the meantime is refused', async () => {
    const handle = randomBytes(2).toString('base64url')
    const [one, other] = [newPhone(), newPhone()]
    const first = (await one.registerOptions(handle)).json<RegisterOptionsReply>()
    const second = (await other.registerOptions(handle)).json<RegisterOptionsReply>()
    expect([first.userHandle, second.userHandle]).toEqual([handle, handle])
    const responses = await Promise.all([
      one.registerVerify(handle, one.authenticator.create(first.options)),
      other.registerVerify(handle, other.authenticator.create(second.options), {}, others[0]),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await countPasskeys(handle)).toBe(1)
  })

  test('under a handle that was linked to another member in the meantime is refused', async () => {
    const { visitor } = await membership.signIn('loses@venue.example')
    const phone = phoneOf(visitor, server)
    const { userHandle } = await phone.register()
    const { options } = (await phone.registerOptions(userHandle)).json<RegisterOptionsReply>()
    const { user } = await membership.signIn('takes@venue.example')
    await membership.query('update passkey_handles set member = $2 where handle = $1', [
      userHandle,
      user.id,
    ])
    const response = await phone.registerVerify(userHandle, phone.authenticator.create(options))
    expectError(response, 'verification_failed', 'handle')
    expect(await countPasskeys(userHandle)).toBe(1)
  })

  test('with a credential that exists already is refused', async () => {
    const phone = newPhone()
    await phone.register()
    const [{ id } = { id: '' }] = phone.authenticator.credentials
    const other = newPhone()
    const { options, userHandle } = (await other.registerOptions()).json<RegisterOptionsReply>()
    const again = other.authenticator.create(options, {}, id)
    const response = await other.registerVerify(userHandle, again)
    expectError(response, 'invalid_state')
    expect(response.json().message).toBe(
      'This passkey is already registered. Try signing in instead.',
    )
  })

  test('with one credential stores it once for three concurrent requests', async () => {
    const id = randomBytes(32).toString('base64url')
    const responses = await Promise.all(
      [server, ...others].map(async (to) => {
        const phone = newPhone()
        const { options, userHandle } = (await phone.registerOptions()).json<RegisterOptionsReply>()
        const made = phone.authenticator.create(options, {}, id)
        return phone.registerVerify(userHandle, made, {}, to)
      }),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await membership.count('passkeys', 'credential = $1', [id])).toBe(1)
  })

  test('excludes existing passkeys, and links the new one to the signed-in member', async () => {
    const email = 'signed-in@venue.example'
    await newsletter.join(signUpRequest(email))
    const { visitor, user } = await membership.signIn(email)
    const phone = phoneOf(visitor, server)
    expect(await phone.register()).toMatchObject({ requiresLinking: false })
    const { options } = (await phone.registerOptions()).json<RegisterOptionsReply>()
    expect(options.excludeCredentials?.map(({ id }) => id)).toEqual(
      phone.authenticator.credentials.map(({ id }) => id),
    )
    expect(options.user.name).toBe(email)
    expect(await membership.count('passkey_handles', 'member = $1', [user.id])).toBe(1)
    const mails = await membership.mailsTo(email)
    const texts = mails.filter(({ kind }) => kind === 'security').map(({ text }) => text)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('iCloud Keychain')
  })

  test('is refused if the member signed out meanwhile', async () => {
    const { visitor } = await membership.signIn('gone@venue.example')
    const phone = phoneOf(visitor, server)
    const { options, userHandle } = (await phone.registerOptions()).json<RegisterOptionsReply>()
    await visitor.copy().call('/api/auth/sign-out')
    const response = await phone.registerVerify(userHandle, phone.authenticator.create(options))
    expect(response.json()).toMatchObject({ error: 'signed_out' })
    visitor.token = null
    visitor.cookies.delete('common-room-session')
    const again = await phone.registerVerify(userHandle, phone.authenticator.create(options))
    expectError(again, 'verification_failed', 'challenge')
    expect(await countPasskeys(userHandle)).toBe(0)
  })

  test('an eleventh time is refused, also concurrently', async () => {
    const { visitor, user } = await membership.signIn('many@venue.example')
    const phone = phoneOf(visitor, server)
    for (let i = 0; i < 9; i++) await phone.register()
    const tabs = [phone, phoneOf(visitor.copy(), server)]
    const begun = await Promise.all(
      tabs.map(async (tab) => (await tab.registerOptions()).json<RegisterOptionsReply>()),
    )
    const responses = await Promise.all(
      begun.map(({ options, userHandle }, n) => {
        const tab = tabs[n] as Phone
        return tab.registerVerify(userHandle, tab.authenticator.create(options), {}, others[n])
      }),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = responses.find(({ status }) => status === 409) as Reply
    expectError(refused, 'too_many_passkeys')
    expectError(await phone.registerOptions(), 'too_many_passkeys')
    const ofMember = 'handle in (select id from passkey_handles where member = $1)'
    expect(await membership.count('passkeys', ofMember, [user.id])).toBe(10)
  })
})

describe('an authenticator response', () => {
  const changes: [string, Override, string][] = [
    ['from another origin', { origin: 'https://evil.example' }, 'origin'],
    ['from a cross-origin frame', { crossOrigin: true }, 'origin'],
    ['from a frame with another top-level origin', { topOrigin: 'https://evil.example' }, 'origin'],
    ['for another relying party', { rpId: 'evil.example' }, 'response'],
    ['without user verification', { isVerified: false }, 'response'],
    ['without user presence', { isPresent: false }, 'response'],
    [
      'with a challenge that the server did not create',
      { challenge: randomBytes(32).toString('base64url') },
      'challenge',
    ],
    ['with an unknown ceremony type', { type: 'webauthn.something' }, 'response'],
    ['with contradictory backup flags', { isMultiDevice: false, isBackedUp: true }, 'response'],
  ]

  test.each(changes)('%s is refused', async (_, change, details) => {
    const phone = newPhone()
    const { options, userHandle } = (await phone.registerOptions()).json<RegisterOptionsReply>()
    const made = phone.authenticator.create(options, change)
    const { origin } = change
    const response = await phone.registerVerify(userHandle, made)
    expectError(response, 'verification_failed', details)
    // The response is refused even if the request names the same wrong origin.
    if (origin)
      expectError(await phone.registerVerify(userHandle, made, { origin }), 'rp_context_changed')
    expect(await countPasskeys(userHandle)).toBe(0)
  })

  test.each([
    ['apple', true],
    ['packed', true],
    ['packed', false],
    ['tpm', true],
    ['android-key', true],
    ['android-safetynet', false],
    ['fido-u2f', true],
    ['something', false],
  ])(
    'with an unrequested attestation of %s is refused (certificate: %s)',
    async (format, hasCertificate) => {
      const phone = newPhone()
      const { options, userHandle } = (await phone.registerOptions()).json<RegisterOptionsReply>()
      const attestation = {
        format,
        ...(hasCertificate && { certificate: new Uint8Array(randomBytes(64)) }),
      }
      const made = phone.authenticator.create(options, { attestation })
      expectError(await phone.registerVerify(userHandle, made), 'verification_failed', 'response')
      expect(await countPasskeys(userHandle)).toBe(0)
    },
  )

  test.each<[string, Override, string]>([
    ...changes,
    ['with an invalid signature', { isForged: true }, 'response'],
    ['for another handle', { userHandle: randomBytes(32).toString('base64url') }, 'handle'],
    ['as a passkey that can no longer be backed up', { isMultiDevice: false }, 'response'],
  ])('%s gives no session', async (_, change, details) => {
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const response = await phone.authVerify(
      userHandle,
      phone.authenticator.get(await optionsFor(phone, userHandle), change),
    )
    expectError(response, 'verification_failed', details)
    expectError(await phone.createSession(userHandle), 'ceremony_required')
  })

  test('is refused for another relying party', async () => {
    const phone = newPhone()
    for (const [claimed, error] of [
      [{ rpId: 'evil.example' }, 'rp_id_mismatch'],
      [{ rpId: 'www.localhost' }, 'rp_id_mismatch'],
      [{ origin: 'https://evil.example' }, 'rp_context_changed'],
      [{ origin: `${server.url}.evil.example` }, 'rp_context_changed'],
    ] as const) {
      expectError(await phone.registerOptions(null, claimed), error)
      expectError(await phone.authOptions(null, claimed), error)
      expectError(
        await phone.authVerify(null, phone.authenticator.credentials, claimed),
        'bad_request',
      )
    }
    const { userHandle } = await phone.register()
    const asserted = phone.authenticator.get(await optionsFor(phone, userHandle))
    const claimed = { rpId: 'evil.example', origin: 'https://evil.example' }
    expectError(await phone.authVerify(userHandle, asserted, claimed), 'rp_id_mismatch')
  })

  test.each([
    { id: 'x' },
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    { id: 'x', rawId: 'x', type: 'other', response: { clientDataJSON: 'e30' } },
    null,
    [],
    'text',
  ])('is refused if it is %j', async (authResp) => {
    const phone = newPhone()
    expect((await phone.authVerify(null, authResp as object)).status).toBe(400)
    expect((await phone.registerVerify('AA', authResp as object)).status).toBe(400)
  })

  test('is refused if its parts are malformed', async () => {
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const right = phone.authenticator.get(await optionsFor(phone, userHandle))
    for (const [part, details] of [
      ['clientDataJSON', 'response'],
      ['authenticatorData', 'response'],
      ['signature', 'response'],
    ] as const) {
      const options = await optionsFor(phone, userHandle)
      const next = phone.authenticator.get(options)
      const response = { ...next.response, [part]: randomBytes(20).toString('base64url') }
      expectError(
        await phone.authVerify(userHandle, { ...next, response }),
        'verification_failed',
        details,
      )
    }
    expect((await phone.authVerify(userHandle, right)).status).toBe(200)
  })
})

describe('a challenge', () => {
  test('is accepted once if twenty concurrent responses contain it', async () => {
    for (const processes of [[server], [server, ...others]]) {
      const { phone, handle } = await makeMember(`replay${processes.length}@venue.example`)
      const asserted = phone.authenticator.get(await optionsFor(phone, handle))
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          const tab = phoneOf(phone.visitor.copy(), server, phone.authenticator)
          return tab.authVerify(handle, asserted, {}, processes[n % processes.length])
        }),
      )
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const response of responses.filter(({ status }) => status !== 200)) {
        expectError(response, 'verification_failed', 'challenge')
      }
      expectError(await phone.authVerify(handle, asserted), 'verification_failed', 'challenge')
    }
  })

  test('is deleted after a wrong response', async () => {
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const options = await optionsFor(phone, userHandle)
    const wrong = phone.authenticator.get(options, { isVerified: false })
    expectError(await phone.authVerify(userHandle, wrong), 'verification_failed', 'response')
    const right = phone.authenticator.get(options)
    expectError(await phone.authVerify(userHandle, right), 'verification_failed', 'challenge')
  })

  test('expires after five minutes', async () => {
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const age = (seconds: number) =>
      membership.query(
        `update passkey_challenges set expires_at = expires_at - $1 * interval '1 second'`,
        [seconds],
      )
    const asserted = phone.authenticator.get(await optionsFor(phone, userHandle))
    await age(301)
    expectError(await phone.authVerify(userHandle, asserted), 'verification_failed', 'challenge')
    const next = phone.authenticator.get(await optionsFor(phone, userHandle))
    await age(290)
    expect((await phone.authVerify(userHandle, next)).status).toBe(200)
  })

  test('of one ceremony is not valid for the other', async () => {
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const forRegistration = (await phone.registerOptions()).json<RegisterOptionsReply>()
    const asserted = phone.authenticator.get(forRegistration.options)
    expectError(await phone.authVerify(userHandle, asserted), 'verification_failed', 'challenge')
    const forUse = await optionsFor(phone, userHandle)
    const made = phone.authenticator.create({ ...forUse, user: { id: forRegistration.userHandle } })
    const response = await phone.registerVerify(forRegistration.userHandle, made)
    expectError(response, 'verification_failed', 'challenge')
  })

  test('of one browser is not valid in another', async () => {
    const { phone, handle } = await makeMember('browsers@venue.example')
    const asserted = phone.authenticator.get(await optionsFor(phone, handle))
    const thief = newPhone()
    await thief.authOptions()
    expectError(await thief.authVerify(handle, asserted), 'verification_failed', 'challenge')
    const cookieless = newPhone()
    expectError(await cookieless.authVerify(handle, asserted), 'verification_failed', 'challenge')
    expect((await phone.authVerify(handle, asserted)).status).toBe(200)
  })
})

describe('a passkey', () => {
  test('is requested by its handle, or chosen by the user', async () => {
    const { phone, handle } = await makeMember('asked@venue.example')
    const named = await optionsFor(phone, handle)
    expect(named).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ transports: ['internal', 'hybrid'] }],
    })
    const chosen = (
      await phone.authOptions(handle, { discoverable: true })
    ).json<AuthOptionsReply>().options
    expect(chosen.allowCredentials ?? []).toEqual([])
    const response = await phone.authVerify(null, phone.authenticator.get(chosen))
    expect(response.json<AuthVerifyReply>()).toEqual({
      verified: true,
      userHandle: handle,
      hasExistingLink: true,
    })
  })

  test.each([
    ['no_user_handle', null],
    ['no_credentials', randomBytes(32).toString('base64url')],
  ])('that is unknown is refused with %s', async (error, handle) => {
    const response = await newPhone().authOptions(handle, { discoverable: false })
    expectError(response, error)
    expect(response.json().message).toBe('No passkey saved yet. We’ll create one now.')
  })

  test('that was deleted on the server is refused with no_credentials', async () => {
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const options = await optionsFor(phone, null)
    await membership.query('delete from passkey_handles where handle = $1', [userHandle])
    expectError(await phone.authVerify(null, phone.authenticator.get(options)), 'no_credentials')
  })

  test('of another relying party has to be registered again', async () => {
    const { phone, handle } = await makeMember('moved@venue.example')
    await membership.query(
      `update passkeys set rp_id = 'old.example' where handle =
      (select id from passkey_handles where handle = $1)`,
      [handle],
    )
    expectError(await phone.authOptions(handle), 'rp_id_mismatch')
  })

  test('of one member with the handle of another is refused', async () => {
    const ada = await makeMember('ada-a@venue.example')
    const bob = await makeMember('bob-b@venue.example')
    const options = await optionsFor(ada.phone, bob.handle)
    const asserted = ada.phone.authenticator.get({ challenge: options.challenge })
    for (const handle of [bob.handle, ada.handle, null]) {
      expectError(await ada.phone.authVerify(handle, asserted), 'verification_failed')
    }
    const chosen = await optionsFor(ada.phone, null)
    const withoutHandle = ada.phone.authenticator.get(chosen, { userHandle: null })
    expectError(
      await ada.phone.authVerify(bob.handle, withoutHandle),
      'verification_failed',
      'handle',
    )
    const withWrongHandle = ada.phone.authenticator.get(await optionsFor(ada.phone, null), {
      userHandle: bob.handle,
    })
    expectError(await ada.phone.authVerify(null, withWrongHandle), 'verification_failed', 'handle')
    for (const handle of [ada.handle, bob.handle]) {
      expectError(await ada.phone.createSession(handle), 'ceremony_required')
    }
  })

  test('whose counter does not increase is refused as cloned', async () => {
    const authenticator = makeAuthenticator(relyingPartyOf(server.url), { hasCounter: true })
    const phone = phoneOf(visitorOf(server), server, authenticator)
    const { userHandle } = await phone.register()
    await phone.authenticate(userHandle, { counter: 7 })
    for (const counter of [7, 6, 1, 0]) {
      const asserted = authenticator.get(await optionsFor(phone, userHandle), { counter })
      expectError(await phone.authVerify(userHandle, asserted), 'verification_failed', 'response')
    }
    await phone.authenticate(userHandle, { counter: 4_294_967_295 })
    expect(await membership.count('passkeys', 'counter = 4294967295')).toBe(1)
  })
})

describe('a session', () => {
  test('is created once after an assertion, for the linked member', async () => {
    const { phone, handle, email } = await makeMember('opened@venue.example')
    expectError(await phone.createSession(handle, email), 'ceremony_required')
    expect(await phone.authenticate(handle)).toMatchObject({ hasExistingLink: true })
    expectError(await phone.createSession(handle, 'other@venue.example'), 'not_linked')
    const response = await phone.createSession(handle, ` ${email.toUpperCase()}`, others[0])
    expect(response.status, response.text).toBe(200)
    const { user, access_token } = response.json<SessionReply>()
    expect(user.email).toBe(email)
    phone.visitor.token = access_token
    expect((await phone.visitor.get('/api/auth/user')).json()).toEqual({ user })
    expectError(await phone.createSession(handle, email), 'ceremony_required')
  })

  test('is created once for twenty concurrent requests with one assertion', async () => {
    const { phone, handle, email } = await makeMember('spent@venue.example')
    await phone.authenticate(handle)
    const before = await membership.count('member_sessions')
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const tab = phoneOf(phone.visitor.copy(), server, phone.authenticator)
        return tab.createSession(handle, email, [server, ...others][n % 3])
      }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await membership.count('member_sessions')) - before).toBe(1)
  })

  test('needs a recent assertion in this browser', async () => {
    const { phone, handle, email } = await makeMember('stale@venue.example')
    const thief = newPhone()
    await thief.authOptions()
    await phone.authenticate(handle)
    expectError(await thief.createSession(handle, email), 'ceremony_required')
    await membership.query(`update passkey_proofs set at = at - interval '301 seconds'`)
    expectError(await phone.createSession(handle, email), 'ceremony_required')
    await phone.authenticate(handle)
    expect((await phone.createSession(handle, email)).status).toBe(200)

    const fresh = newPhone()
    const made = await fresh.register()
    expectError(await fresh.createSession(made.userHandle), 'ceremony_required')
  })

  test('is not created for unsubscribed or suspended members', async () => {
    const { phone, handle, email } = await makeMember('left@venue.example')
    await phone.authenticate(handle)
    await membership.query(`update subscribers set state = 'unsubscribed' where email = $1`, [
      email,
    ])
    const response = await phone.createSession(handle, email)
    expectError(response, 'not_subscribed')
    expect(response.json().message).toBe('That email is not an active subscriber.')
    await membership.query(`update subscribers set state = 'active' where email = $1`, [email])
    await membership.query(`update members set suspended_at = now() where email = $1`, [email])
    expectError(await phone.createSession(handle, email), 'suspended')
    const asserted = phone.authenticator.get(await optionsFor(phone, handle))
    expectError(await phone.authVerify(handle, asserted), 'suspended')
  })
})

test('a session is not created or renewed for domains that may not sign in', async () => {
  const { phone, handle, email } = await makeMember('domain@venue.example')
  const { visitor } = await membership.signIn(email)
  const { admin } = await makeStaff(server)
  const allow = (email_domains: string[]) =>
    server.send('/api/globals/membership', jsonRequest('POST', { email_domains }, admin))
  const isAllowed = async () =>
    (await visitorOf(server).call('/api/is_email_domain_allowed', { email })).json<unknown>()
  try {
    await allow(['elsewhere.example'])
    await expect.poll(isAllowed).toBe(false)
    await phone.authenticate(handle)
    expectError(await phone.createSession(handle), 'access_denied')
    expectError(await visitor.call('/api/auth/refresh', {}), 'signed_out')
    expect((await visitor.get('/api/auth/user')).status).toBe(401)
  } finally {
    await allow([])
  }
  await expect.poll(isAllowed).toBe(true)
  await phone.authenticate(handle)
  expect((await phone.createSession(handle)).status).toBe(200)
})

describe('clearing passkeys', () => {
  const clear = (phone: Phone, userHandle: string) =>
    phone.visitor.call('/api/clear-webauthn-data', { userHandle })

  test('by a stranger returns success, and changes no row', async () => {
    const { phone, handle } = await makeMember('cleared@venue.example')
    const rows = () =>
      membership.query(
        `select h.*, p.* from passkey_handles as h join passkeys as p on p.handle = h.id
          where h.handle = $1`,
        [handle],
      )
    const before = await rows()
    const stranger = newPhone()
    const signedIn = phoneOf((await membership.signIn('stranger@venue.example')).visitor, server)
    for (const each of [stranger, signedIn]) {
      const response = await clear(each, handle)
      const unknown = await clear(each, randomBytes(32).toString('base64url'))
      expect([response.status, response.json()]).toEqual([200, { success: true }])
      expect(Object.keys(response.headers)).toEqual(Object.keys(unknown.headers))
      await each.register(handle)
    }
    stranger.visitor.token = 'a.b.c'
    for (const any of [handle, 'AAAA']) expect((await clear(stranger, any)).status).toBe(401)
    expect(await rows()).toEqual(before)
    expect(await phone.authenticate(handle)).toMatchObject({ hasExistingLink: true })
  })

  test('by the member removes the old passkey only after the new one has been verified', async () => {
    const email = 'replaced@venue.example'
    const { phone, handle } = await makeMember(email)
    await phone.authenticate(handle)
    const otherBrowser = phoneOf(phone.visitor.copy(), server, phone.authenticator)
    expect((await otherBrowser.createSession(handle)).status).toBe(200)
    const userStatus = async () => (await otherBrowser.visitor.get('/api/auth/user')).status
    await phone.authenticate(handle)
    const [old] = phone.authenticator.credentials
    expect((await clear(phone, handle)).status).toBe(200)
    const begun = (await phone.registerOptions(handle)).json<RegisterOptionsReply>()
    expect(begun.userHandle).toBe(handle)
    expect(begun.options.excludeCredentials).toEqual([])
    const wrong = phone.authenticator.create(begun.options, { isVerified: false })
    expectError(await phone.registerVerify(handle, wrong), 'verification_failed')
    expect(await countPasskeys(handle)).toBe(1)
    expect(await membership.count('passkeys', 'credential = $1', [old?.id])).toBe(1)
    expect(await userStatus()).toBe(200)

    expect(await phone.register(handle)).toMatchObject({ requiresLinking: false })
    expect(await countPasskeys(handle)).toBe(1)
    expect(await membership.count('passkeys', 'credential = $1', [old?.id])).toBe(0)
    expect(await userStatus()).toBe(401)
    const texts = (await membership.mailsTo(email)).map(({ subject }) =>
      subject.replace(/ at .*/, ''),
    )
    expect(texts.slice(-2)).toEqual(['A new passkey', 'A passkey was removed'])
    // The clear request applied to one registration only. The next registration adds a passkey.
    await phone.authenticate(handle)
    await phone.register(handle)
    expect(await countPasskeys(handle)).toBe(2)
  })

  test.each([0, 65])('under a handle of %i bytes is refused', async (bytes) => {
    const handle = randomBytes(bytes).toString('base64url')
    expect((await clear(newPhone(), handle)).status).toBe(400)
  })
})
