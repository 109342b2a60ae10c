import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  AuthOptionsReply,
  PendingLinkReply,
  RegisterOptionsReply,
} from '../../cms/features/members/passkeys/contract.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { type Phone, phoneOf, relyingPartyOf } from '../support/passkeys.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeAuthenticator } from '../support/software-authenticator.ts'
import { visitorOf } from '../support/visitor.ts'

let server: Server
let membership: ReturnType<typeof membershipOf>
let newsletter: ReturnType<typeof newsletterOf>
const newPhone = () => phoneOf(visitorOf(server), server)
/** The same browser after signing out, with the next person's authenticator. */
const nextPersonAt = ({ visitor }: Phone) => {
  visitor.token = null
  return phoneOf(visitor, server)
}
const clear = (phone: Phone, userHandle: string) =>
  phone.visitor.call('/api/clear-webauthn-data', { userHandle })
const subscribe = async (email: string) => {
  await newsletter.join(signUpRequest(email))
  return email
}
const passkeysOf = (email: string) =>
  membership.query<{ credential: string }>(
    `select credential from passkeys as p join passkey_handles as h on h.id = p.handle
       join members as m on m.id = h.member where m.email = $1 order by p.id`,
    [email],
  )
const enterWithPasskey = async (phone: Phone, handle: string) => {
  await phone.authenticate(handle)
  const response = await phone.createSession(handle)
  expect(response.status, response.text).toBe(200)
  phone.visitor.token = response.json<{ access_token: string }>().access_token
}

beforeAll(async () => {
  const url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  membership = membershipOf(server, url)
  newsletter = newsletterOf(server, url)
})
afterAll(() => server?.stop())

describe('a shared browser', () => {
  /** Ways to sign in. Each returns the handle of the member's passkeys, which stays in the browser. */
  const signInMethods: [string, (phone: Phone, email: string) => Promise<string>][] = [
    [
      'by linking',
      async (phone, email) => {
        const { userHandle } = await phone.register()
        await phone.startLink(userHandle, email)
        const response = await phone.verifyLink(userHandle, email, await membership.codeTo(email))
        expect(response.status, response.text).toBe(200)
        return userHandle
      },
    ],
    [
      'by code, then registering a passkey',
      async (phone, email) => {
        await membership.signIn(email, phone.visitor)
        return (await phone.register()).userHandle
      },
    ],
    [
      'by passkey',
      async (phone, email) => {
        await membership.signIn(email, phone.visitor)
        const { userHandle } = await phone.register()
        await enterWithPasskey(phone, userHandle)
        return userHandle
      },
    ],
  ]

  test.each(signInMethods)(
    'gives the next person no access after a sign-in %s and a sign-out',
    async (method, signIn) => {
      const email = await subscribe(`left-${method.replace(/\W+/g, '-')}@venue.example`)
      const phone = newPhone()
      const handle = await signIn(phone, email)
      const before = await passkeysOf(email)
      expect((await phone.visitor.call('/api/auth/sign-out')).status).toBe(200)

      const next = nextPersonAt(phone)
      expect((await clear(next, handle)).status).toBe(200)
      const registered = await next.register(handle)
      expect(registered).toMatchObject({ requiresLinking: true })
      expect(registered.userHandle).not.toBe(handle)
      expect(await passkeysOf(email)).toEqual(before)
      expect((await next.createSession(handle)).json()).toMatchObject({
        error: 'ceremony_required',
      })
      const other = await subscribe(`next-${method.replace(/\W+/g, '-')}@venue.example`)
      expect((await next.startLink(handle, other)).json()).toMatchObject({
        error: 'ceremony_required',
      })
    },
  )

  test('makes an assertion that another browser with a copy of its cookie cannot use', async () => {
    const email = await subscribe('copied-browser@venue.example')
    const phone = newPhone()
    await membership.signIn(email, phone.visitor)
    const { userHandle } = await phone.register()
    const cookieCopy = visitorOf(server, new Map(phone.visitor.cookies))
    cookieCopy.cookies.delete('common-room-session')
    const elsewhere = phoneOf(cookieCopy, server)
    await phone.authenticate(userHandle)

    expect((await elsewhere.createSession(userHandle)).json().error).toBe('ceremony_required')
    await expect(elsewhere.register(userHandle)).resolves.not.toMatchObject({ userHandle })
    expect((await phone.createSession(userHandle)).status).toBe(200)
    expect(await passkeysOf(email)).toHaveLength(1)
  })

  test('gives the next person no access after the member signed out on another device', async () => {
    const email = await subscribe('elsewhere@venue.example')
    const phone = newPhone()
    await membership.signIn(email, phone.visitor)
    const { userHandle } = await phone.register()
    const { visitor: otherDevice } = await membership.signIn(email)
    expect((await otherDevice.call('/api/auth/sign-out', { everywhere: true })).status).toBe(200)
    const next = nextPersonAt(phone)
    expect((await next.register(userHandle)).userHandle).not.toBe(userHandle)
    expect(await passkeysOf(email)).toHaveLength(1)
  })

  test('does not link a stranger’s passkey to the member who signs in next', async () => {
    const stranger = newPhone()
    const { userHandle } = await stranger.register()
    const email = await subscribe('after-stranger@venue.example')
    const phone = phoneOf(stranger.visitor, server)
    await membership.signIn(email, phone.visitor)
    await phone.register(userHandle)
    const linked = await passkeysOf(email)
    expect(linked.map(({ credential }) => credential)).toEqual(
      phone.authenticator.credentials.map(({ id }) => id),
    )
    const elsewhere = phoneOf(visitorOf(server), server, stranger.authenticator)
    const response = await elsewhere.authOptions(null)
    const { options } = response.json<{ options: RegisterOptionsReply['options'] }>()
    const reply = await elsewhere.authVerify(null, stranger.authenticator.get(options))
    expect(reply.json()).not.toMatchObject({ hasExistingLink: true })
  })
})

describe('linking in a browser with a stranger’s passkey', () => {
  const yubikey = 'cb69481e-8ff7-4039-93ec-0a2729a154a8'
  /** A tablet with a stranger's unlinked passkey. Its next user, the victim, has a security key. */
  const sharedTablet = async (name: string) => {
    const stranger = newPhone()
    const { userHandle } = await stranger.register()
    const key = makeAuthenticator(relyingPartyOf(server.url), { aaguid: yubikey })
    const victim = phoneOf(stranger.visitor, server, key)
    const email = await subscribe(`${name}@venue.example`)
    expect((await victim.startLink(userHandle, email)).status).toBe(200)
    return { stranger, victim, userHandle, email, code: await membership.codeTo(email) }
  }
  const countLinked = (userHandle: string) =>
    membership.count('passkey_handles', 'handle = $1 and member is not null', [userHandle])

  test('needs an assertion after the code, and shows the passkey’s name', async () => {
    const { stranger, victim, userHandle, email, code } = await sharedTablet('asserts')
    const { options } = (await stranger.authOptions(userHandle)).json<AuthOptionsReply>()
    const earlyAssertion = stranger.authenticator.get(options)
    const earlyReply = await victim.tryLink(userHandle, email, code, earlyAssertion)
    expect(earlyReply.json()).toMatchObject({ error: 'verification_failed', details: 'challenge' })
    await stranger.authenticate(userHandle)

    const wrong = code === '000000' ? '000001' : '000000'
    expect((await victim.tryLink(userHandle, email, wrong)).json()).toMatchObject({
      error: 'invalid_code',
    })
    const checked = await victim.tryLink(userHandle, email, code)
    expect([checked.status, checked.json()]).toEqual([
      200,
      {
        success: false,
        linked: false,
        options: expect.objectContaining({ userVerification: 'required' }),
        passkeys: [
          { provider: 'iCloud Keychain', created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
        ],
      },
    ])
    expect(checked.headers['set-cookie']).toBeUndefined()
    const pending = checked.json<PendingLinkReply>().options
    const foreign = makeAuthenticator(relyingPartyOf(server.url))
    foreign.create({ challenge: pending.challenge, user: { id: userHandle } })
    const unknown = foreign.get({ challenge: pending.challenge })
    expect((await victim.tryLink(userHandle, email, code, unknown)).json()).toMatchObject({
      error: 'no_credentials',
    })
    expect(await countLinked(userHandle)).toBe(0)
  })

  test('links the asserted passkey only; the others and their proofs are deleted', async () => {
    const { stranger, victim, userHandle, email, code } = await sharedTablet('asserted')
    // The stranger's second browser, with a fresh assertion.
    const secondBrowser = phoneOf(visitorOf(server), server, stranger.authenticator)
    await secondBrowser.authenticate(userHandle)
    const pendingOptions = (await secondBrowser.authOptions(userHandle)).json<AuthOptionsReply>()
      .options
    await victim.register(userHandle)
    const { options, passkeys } = (
      await victim.tryLink(userHandle, email, code)
    ).json<PendingLinkReply>()
    expect(passkeys.map(({ provider }) => provider)).toEqual(['YubiKey 5', 'iCloud Keychain'])
    const response = await victim.tryLink(
      userHandle,
      email,
      code,
      victim.authenticator.get(options),
    )
    expect([response.status, response.json()]).toMatchObject([200, { success: true, linked: true }])
    expect(await passkeysOf(email)).toEqual(
      victim.authenticator.credentials.map(({ id }) => ({ credential: id })),
    )
    const [notice] = (await membership.mailsTo(email)).filter(({ kind }) => kind === 'security')
    expect(notice?.text.replace(/\s+/g, ' ')).toMatch(
      /A passkey saved in YubiKey 5, created on \w+ \d+ \w+, [\w.]+, now opens/,
    )

    expect((await secondBrowser.createSession(userHandle)).json()).toMatchObject({
      error: 'ceremony_required',
    })
    const lateReply = await secondBrowser.authVerify(
      userHandle,
      secondBrowser.authenticator.get(pendingOptions),
    )
    expect(lateReply.json()).toMatchObject({ error: 'no_credentials' })
    expect(
      (await secondBrowser.registerOptions(userHandle)).json<RegisterOptionsReply>(),
    ).not.toMatchObject({ userHandle })
  })

  test('keeps all passkeys of a handle that is linked to the member already', async () => {
    const email = await subscribe('relinks@venue.example')
    const phone = newPhone()
    await membership.signIn(email, phone.visitor)
    const { userHandle } = await phone.register()
    await phone.register(userHandle)
    await phone.visitor.call('/api/auth/sign-out')
    await phone.authenticate(userHandle)
    await membership.resetCodeLimits()
    await phone.startLink(userHandle, email)
    const response = await phone.verifyLink(userHandle, email, await membership.codeTo(email))
    expect(response.status, response.text).toBe(200)
    expect(await passkeysOf(email)).toHaveLength(2)
  })
})

describe('a removed passkey', () => {
  test('gives no session with an earlier assertion, even if its handle has another passkey', async () => {
    const email = await subscribe('stolen@venue.example')
    const phone = newPhone()
    const { visitor } = await membership.signIn(email, phone.visitor)
    const { userHandle } = await phone.register()
    await phone.register(userHandle)
    const thief = phoneOf(visitorOf(server), server, phone.authenticator)
    const { options } = (await thief.authOptions(userHandle)).json<{
      options: RegisterOptionsReply['options']
    }>()
    expect(
      (await thief.authVerify(userHandle, phone.authenticator.get(options))).json(),
    ).toMatchObject({ verified: true })
    const registration = (await thief.registerOptions(userHandle)).json<RegisterOptionsReply>()
    expect(registration.userHandle).toBe(userHandle)
    const signedIn = phoneOf(visitorOf(server), server, phone.authenticator)
    await enterWithPasskey(signedIn, userHandle)

    const { passkeys } = (await visitor.get('/api/member/passkeys')).json<{
      passkeys: { id: number }[]
    }>()
    expect(passkeys).toHaveLength(2)
    await visitor.call('/api/member/passkeys/remove', { id: passkeys[0]?.id })
    const registered = await thief.registerVerify(
      userHandle,
      thief.authenticator.create(registration.options),
    )
    expect(registered.json()).toMatchObject({ error: 'verification_failed', details: 'challenge' })
    expect((await thief.createSession(userHandle)).json()).toMatchObject({
      error: 'ceremony_required',
    })
    expect((await phoneOf(thief.visitor, server).register(userHandle)).userHandle).not.toBe(
      userHandle,
    )
    expect((await signedIn.visitor.get('/api/auth/user')).status).toBe(401)
    expect((await visitor.get('/api/auth/user')).status).toBe(200)
    expect(await passkeysOf(email)).toHaveLength(1)
  })
})
