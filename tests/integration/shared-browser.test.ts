import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  AuthOptionsReply,
  PendingLinkReply,
  RegisterOptionsReply,
} from '../../cms/members/passkeys/contract.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUp } from '../support/newsletter.ts'
import { type Phone, phoneOf, siteOf } from '../support/passkeys.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeAuthenticator } from '../support/software-authenticator.ts'
import { visitorOf } from '../support/visitor.ts'

let server: Server
let room: ReturnType<typeof membershipOf>
let news: ReturnType<typeof newsletterOf>
const newPhone = () => phoneOf(visitorOf(server), server)
/** The same browser, with whatever the next person holds in their hand. */
const nextPersonAt = ({ visitor }: Phone) => {
  visitor.token = null
  return phoneOf(visitor, server)
}
const clear = (phone: Phone, userHandle: string) =>
  phone.visitor.call('/api/clear-webauthn-data', { userHandle })
const subscribe = async (email: string) => {
  await news.join(signUp(email))
  return email
}
const passkeysOf = (email: string) =>
  room.query<{ credential: string }>(
    `select credential from passkeys as p join passkey_handles as h on h.id = p.handle
       join members as m on m.id = h.member where m.email = $1 order by p.id`,
    [email],
  )
const enterWithPasskey = async (phone: Phone, handle: string) => {
  await phone.authenticate(handle)
  const answer = await phone.createSession(handle)
  expect(answer.status, answer.text).toBe(200)
  phone.visitor.token = answer.json<{ access_token: string }>().access_token
}

beforeAll(async () => {
  const url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  room = membershipOf(server, url)
  news = newsletterOf(server, url)
})
afterAll(() => server?.stop())

describe('a shared browser', () => {
  /** How somebody may have come in; each leaves their handle in the browser. */
  const waysIn: [string, (phone: Phone, email: string) => Promise<string>][] = [
    [
      'by linking',
      async (phone, email) => {
        const { userHandle } = await phone.register()
        await phone.startLink(userHandle, email)
        const answer = await phone.verifyLink(userHandle, email, await room.codeTo(email))
        expect(answer.status, answer.text).toBe(200)
        return userHandle
      },
    ],
    [
      'by code, and made a passkey',
      async (phone, email) => {
        await room.signIn(email, phone.visitor)
        return (await phone.register()).userHandle
      },
    ],
    [
      'by passkey',
      async (phone, email) => {
        await room.signIn(email, phone.visitor)
        const { userHandle } = await phone.register()
        await enterWithPasskey(phone, userHandle)
        return userHandle
      },
    ],
  ]

  test.each(waysIn)(
    'signed in %s and out again gives the next person no access',
    async (way, comeIn) => {
      const email = await subscribe(`left-${way.replace(/\W+/g, '-')}@venue.example`)
      const phone = newPhone()
      const handle = await comeIn(phone, email)
      const before = await passkeysOf(email)
      expect((await phone.visitor.call('/api/auth/sign-out')).status).toBe(200)

      const next = nextPersonAt(phone)
      expect((await clear(next, handle)).status).toBe(200)
      const made = await next.register(handle)
      expect(made).toMatchObject({ requiresLinking: true })
      expect(made.userHandle).not.toBe(handle)
      expect(await passkeysOf(email)).toEqual(before)
      expect((await next.createSession(handle)).json()).toMatchObject({
        error: 'ceremony_required',
      })
      const other = await subscribe(`next-${way.replace(/\W+/g, '-')}@venue.example`)
      expect((await next.startLink(handle, other)).json()).toMatchObject({
        error: 'ceremony_required',
      })
    },
  )

  test('shares no assertion with an earlier copy of its browser cookie', async () => {
    const email = await subscribe('copied-browser@venue.example')
    const phone = newPhone()
    await room.signIn(email, phone.visitor)
    const { userHandle } = await phone.register()
    const copied = visitorOf(server, new Map(phone.visitor.cookies))
    copied.cookies.delete('common-room-session')
    const elsewhere = phoneOf(copied, server)
    await phone.authenticate(userHandle)

    expect((await elsewhere.createSession(userHandle)).json().error).toBe('ceremony_required')
    await expect(elsewhere.register(userHandle)).resolves.not.toMatchObject({ userHandle })
    expect((await phone.createSession(userHandle)).status).toBe(200)
    expect(await passkeysOf(email)).toHaveLength(1)
  })

  test('signed out from elsewhere gives the next person no access', async () => {
    const email = await subscribe('elsewhere@venue.example')
    const phone = newPhone()
    await room.signIn(email, phone.visitor)
    const { userHandle } = await phone.register()
    const { visitor: home } = await room.signIn(email)
    expect((await home.call('/api/auth/sign-out', { everywhere: true })).status).toBe(200)
    const next = nextPersonAt(phone)
    expect((await next.register(userHandle)).userHandle).not.toBe(userHandle)
    expect(await passkeysOf(email)).toHaveLength(1)
  })

  test('does not link the previous member’s passkey to the next one', async () => {
    const stranger = newPhone()
    const { userHandle } = await stranger.register()
    const email = await subscribe('after-stranger@venue.example')
    const phone = phoneOf(stranger.visitor, server)
    await room.signIn(email, phone.visitor)
    await phone.register(userHandle)
    const own = await passkeysOf(email)
    expect(own.map(({ credential }) => credential)).toEqual(
      phone.authenticator.credentials.map(({ id }) => id),
    )
    const elsewhere = phoneOf(visitorOf(server), server, stranger.authenticator)
    const answer = await elsewhere.authOptions(null)
    const { options } = answer.json<{ options: RegisterOptionsReply['options'] }>()
    const used = await elsewhere.authVerify(null, stranger.authenticator.get(options))
    expect(used.json()).not.toMatchObject({ hasExistingLink: true })
  })
})

describe('linking in a browser with a stranger’s passkey', () => {
  const yubikey = 'cb69481e-8ff7-4039-93ec-0a2729a154a8'
  /** A tablet with a stranger's unlinked passkey, and its next person, who brings a key. */
  const sharedTablet = async (name: string) => {
    const stranger = newPhone()
    const { userHandle } = await stranger.register()
    const key = makeAuthenticator(siteOf(server.url), { aaguid: yubikey })
    const victim = phoneOf(stranger.visitor, server, key)
    const email = await subscribe(`${name}@venue.example`)
    expect((await victim.startLink(userHandle, email)).status).toBe(200)
    return { stranger, victim, userHandle, email, code: await room.codeTo(email) }
  }
  const isLinked = (userHandle: string) =>
    room.count('passkey_handles', 'handle = $1 and member is not null', [userHandle])

  test('needs an assertion after the code, and shows the passkey’s name', async () => {
    const { stranger, victim, userHandle, email, code } = await sharedTablet('asserts')
    const { options } = (await stranger.authOptions(userHandle)).json<AuthOptionsReply>()
    const early = stranger.authenticator.get(options)
    const earlier = await victim.tryLink(userHandle, email, code, early)
    expect(earlier.json()).toMatchObject({ error: 'verification_failed', details: 'challenge' })
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
    const foreign = makeAuthenticator(siteOf(server.url))
    foreign.create({ challenge: pending.challenge, user: { id: userHandle } })
    const unknown = foreign.get({ challenge: pending.challenge })
    expect((await victim.tryLink(userHandle, email, code, unknown)).json()).toMatchObject({
      error: 'no_credentials',
    })
    expect(await isLinked(userHandle)).toBe(0)
  })

  test('links the asserted passkey only; the others and their proofs are deleted', async () => {
    const { stranger, victim, userHandle, email, code } = await sharedTablet('asserted')
    // A second browser of the stranger, who has just used the passkey there.
    const away = phoneOf(visitorOf(server), server, stranger.authenticator)
    await away.authenticate(userHandle)
    const unanswered = (await away.authOptions(userHandle)).json<AuthOptionsReply>().options
    await victim.register(userHandle)
    const { options, passkeys } = (
      await victim.tryLink(userHandle, email, code)
    ).json<PendingLinkReply>()
    expect(passkeys.map(({ provider }) => provider)).toEqual(['YubiKey 5', 'iCloud Keychain'])
    const answer = await victim.tryLink(userHandle, email, code, victim.authenticator.get(options))
    expect([answer.status, answer.json()]).toMatchObject([200, { success: true, linked: true }])
    expect(await passkeysOf(email)).toEqual(
      victim.authenticator.credentials.map(({ id }) => ({ credential: id })),
    )
    const [notice] = (await room.mailsTo(email)).filter(({ kind }) => kind === 'security')
    expect(notice?.text.replace(/\s+/g, ' ')).toMatch(
      /A passkey in YubiKey 5, made on \d+ \w+ \d{4} at \d\d:\d\d, now opens/,
    )

    expect((await away.createSession(userHandle)).json()).toMatchObject({
      error: 'ceremony_required',
    })
    const late = await away.authVerify(userHandle, away.authenticator.get(unanswered))
    expect(late.json()).toMatchObject({ error: 'no_credentials' })
    expect((await away.registerOptions(userHandle)).json<RegisterOptionsReply>()).not.toMatchObject(
      { userHandle },
    )
  })

  test('again keeps the other passkeys that the member has added', async () => {
    const email = await subscribe('relinks@venue.example')
    const phone = newPhone()
    await room.signIn(email, phone.visitor)
    const { userHandle } = await phone.register()
    await phone.register(userHandle)
    await phone.visitor.call('/api/auth/sign-out')
    await phone.authenticate(userHandle)
    await room.forgetCodes()
    await phone.startLink(userHandle, email)
    const answer = await phone.verifyLink(userHandle, email, await room.codeTo(email))
    expect(answer.status, answer.text).toBe(200)
    expect(await passkeysOf(email)).toHaveLength(2)
  })
})

describe('a removed passkey', () => {
  test('gives no session with an earlier assertion, even if its handle has another passkey', async () => {
    const email = await subscribe('stolen@venue.example')
    const phone = newPhone()
    const { visitor } = await room.signIn(email, phone.visitor)
    const { userHandle } = await phone.register()
    await phone.register(userHandle)
    const thief = phoneOf(visitorOf(server), server, phone.authenticator)
    const { options } = (await thief.authOptions(userHandle)).json<{
      options: RegisterOptionsReply['options']
    }>()
    expect(
      (await thief.authVerify(userHandle, phone.authenticator.get(options))).json(),
    ).toMatchObject({ verified: true })
    const begun = (await thief.registerOptions(userHandle)).json<RegisterOptionsReply>()
    expect(begun.userHandle).toBe(userHandle)
    const inside = phoneOf(visitorOf(server), server, phone.authenticator)
    await enterWithPasskey(inside, userHandle)

    const { passkeys } = (await visitor.get('/api/member/passkeys')).json<{
      passkeys: { id: number }[]
    }>()
    expect(passkeys).toHaveLength(2)
    await visitor.call('/api/member/passkeys/remove', { id: passkeys[0]?.id })
    const made = await thief.registerVerify(userHandle, thief.authenticator.create(begun.options))
    expect(made.json()).toMatchObject({ error: 'verification_failed', details: 'challenge' })
    expect((await thief.createSession(userHandle)).json()).toMatchObject({
      error: 'ceremony_required',
    })
    expect((await phoneOf(thief.visitor, server).register(userHandle)).userHandle).not.toBe(
      userHandle,
    )
    expect((await inside.visitor.get('/api/auth/user')).status).toBe(401)
    expect((await visitor.get('/api/auth/user')).status).toBe(200)
    expect(await passkeysOf(email)).toHaveLength(1)
  })
})
