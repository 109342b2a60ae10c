import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberPages } from '../../cms/features/members/pages.ts'
import type { PasskeysReply } from '../../cms/features/members/passkeys/contract.ts'
import type {
  CardReply,
  DevicesReply,
  EmailConfirmReply,
  Profile,
} from '../../cms/features/members/profile/contract.ts'
import { leaveToken } from '../../cms/features/newsletter/subscribing/tokens.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { phoneOf, relyingPartyOf } from '../support/passkeys.ts'
import { type Server, secret, startServer } from '../support/server.ts'
import { makeAuthenticator } from '../support/software-authenticator.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'
import { whileLocked } from '../support/while-locked.ts'

let server: Server
let databaseUrl: string
let membership: ReturnType<typeof membershipOf>
let newsletter: ReturnType<typeof newsletterOf>
let staff: Awaited<ReturnType<typeof makeStaff>>
const signInMember = async (email: string) => (await membership.signIn(email)).visitor
const profileOf = async (visitor: Visitor) =>
  (await visitor.get('/api/member/profile')).json<Profile>()
const change = (visitor: Visitor, request: object) => visitor.call('/api/member/profile', request)
const noticesTo = async (email: string) =>
  (await membership.mailsTo(email))
    .filter(({ kind }) => kind === 'security')
    .map(({ text }) => text)

/** Joins the wrapped lines of a mail. */
const joinLines = (text: string) => text.replace(/\s+/g, ' ')

beforeAll(async () => {
  databaseUrl = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: databaseUrl })
  membership = membershipOf(server, databaseUrl)
  newsletter = newsletterOf(server, databaseUrl)
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

test.each([
  ['GET', 'profile'],
  ['POST', 'profile'],
  ['POST', 'email'],
  ['POST', 'email/confirm'],
  ['GET', 'devices'],
  ['POST', 'sessions/end'],
  ['POST', 'devices/forget'],
  ['GET', 'passkeys'],
  ['POST', 'passkeys/rename'],
  ['POST', 'passkeys/remove'],
  ['GET', 'consents'],
  ['GET', 'download'],
  ['POST', 'delete'],
  ['POST', 'delete/undo'],
  ['GET', 'card'],
])('%s %s is for members only, not for staff', async (method, path) => {
  for (const authorization of ['', `JWT ${staff.admin}`, 'Bearer a.b.c']) {
    const response = await visitorOf(server).call(
      `/api/member/${path}`,
      method === 'GET' ? '' : '[]',
      {
        method,
        headers: { authorization, cookie: `payload-token=${staff.admin}` },
      },
    )
    expect(response.status, response.text).toBe(401)
    expect(response.headers['cache-control']).toBe('no-store')
  }
})

test('the pages of members are for members only, and are neither cached nor indexed', async () => {
  const member = await signInMember('pages@venue.example')
  for (const path of Object.keys(memberPages)) {
    const stranger = await visitorOf(server).get(path)
    expect(stranger.status, path).toBe(302)
    expect(stranger.headers.location).toBe(`/common-room?${new URLSearchParams({ back: path })}`)
    const { status, headers } = await member.get(path)
    expect(status, path).toBe(200)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-robots-tag']).toContain('noindex')
  }
})

describe('a profile', () => {
  test('is read and changed by its member', async () => {
    const visitor = await signInMember('plain@venue.example')
    expect(await profileOf(visitor)).toEqual({
      id: expect.any(Number),
      email: 'plain@venue.example',
      name: null,
      phone: null,
      birthday: null,
      interests: [],
      favourite_areas: [],
      time_slots: [],
      beer_styles: [],
      member_since: expect.stringMatching(/^\d{4}-.*Z$/),
      subscription: null,
      delete_at: null,
      analytics_consent: false,
    })
    const request = {
      name: ' Ada\nLovelace ',
      phone: '0114 496 0184',
      birthday: '29/2',
      interests: ['Film & Cinema', 'Cooking Classes', 'Film & Cinema'],
      favourite_areas: ['Cafe', 'Beer Hall'],
      time_slots: ['Late Night', 'Morning'],
      beer_styles: ['Stout', 'IPA'],
    }
    const response = await change(visitor, request)
    expect(response.status, response.text).toBe(200)
    const changed = {
      name: 'Ada Lovelace',
      phone: '0114 496 0184',
      birthday: '29/2',
      interests: ['Cooking Classes', 'Film & Cinema'],
      favourite_areas: ['Beer Hall', 'Cafe'],
      time_slots: ['Morning', 'Late Night'],
      beer_styles: ['IPA', 'Stout'],
    }
    expect(response.json()).toMatchObject(changed)
    await change(visitor, { name: 'Ada' })
    expect(await profileOf(visitor)).toMatchObject({ ...changed, name: 'Ada' })
    await change(visitor, { name: '', phone: null, birthday: '', time_slots: [] })
    expect(await profileOf(visitor)).toMatchObject({
      ...changed,
      name: null,
      phone: null,
      birthday: null,
      time_slots: [],
    })
  })

  test.each<[string, object, string]>([
    ['the thirtieth of February', { birthday: '30/2' }, 'no such day'],
    ['a phone number without digits', { phone: 'call me' }, 'phone number'],
    ['an unknown area', { favourite_areas: ['Cellar'] }, 'areas is not on the list'],
    [
      'a time slot named `__proto__`',
      { time_slots: ['__proto__'] },
      'time slots is not on the list',
    ],
    ['beer styles as a text', { beer_styles: 'IPA' }, 'must be a list'],
    ['interests as null', { interests: null }, 'must be a list'],
    ['a name as a list', { name: ['Ada'] }, 'must be a text'],
    ['a name that is too long', { name: 'a'.repeat(121) }, 'at most 120'],
  ])('is not changed by %s', async (_, request, why) => {
    const visitor = await signInMember('refused@venue.example')
    const before = await profileOf(visitor)
    const response = await change(visitor, { name: 'Eve', ...request })
    expect([response.status, response.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringContaining(why),
    ])
    expect(await profileOf(visitor)).toEqual(before)
  })

  test('cannot be changed for another member or in other fields', async () => {
    const visitor = await signInMember('more@venue.example')
    const { id } = await profileOf(visitor)
    await change(visitor, {
      id: 1,
      email: 'x@y.example',
      suspended_at: null,
      delete_at: '2020-01-01',
    })
    expect(await profileOf(visitor)).toMatchObject({
      id,
      email: 'more@venue.example',
      delete_at: null,
    })
  })

  test('changes the newsletter subscription too, and the change is recorded as a consent', async () => {
    const email = 'reader@venue.example'
    await newsletter.join(
      signUpRequest(email, { interests: ['Cooking Classes'], phone: '0114 496 0184' }),
    )
    const visitor = await signInMember(email)
    expect(await profileOf(visitor)).toMatchObject({
      name: 'Ada',
      phone: '0114 496 0184',
      interests: ['Cooking Classes'],
      subscription: 'active',
    })
    await change(visitor, { phone: null, interests: ['Film & Cinema'] })
    expect(await newsletter.subscriber(email)).toMatchObject({
      phone: null,
      interests: ['Film & Cinema'],
    })
    await change(visitor, { interests: [] })
    expect(await newsletter.subscriber(email)).toMatchObject({ state: 'active', interests: [] })
    expect(await profileOf(visitor)).toMatchObject({ interests: [], subscription: 'active' })
    await membership.query(`update limits set taken = 30 where key like 'newsletter changes of %'`)
    expect((await change(visitor, { interests: ['Cooking Classes'] })).status).toBe(429)
    const response = await visitor.get('/api/member/consents')
    expect(response.json()).toMatchObject({
      consents: [
        { kind: 'changed', how: 'profile', interests: [] },
        { kind: 'changed', how: 'profile', interests: ['Film & Cinema'] },
        { kind: 'given', how: 'form', wording: expect.stringContaining('privacy policy') },
      ],
    })
  })

  test('is not blocked by the rate limit of a letter’s link', async () => {
    const email = 'forwarded@venue.example'
    await newsletter.join(signUpRequest(email))
    const { id = 0 } = (await newsletter.subscriber(email)) ?? {}
    const link = `/unsubscribe/${leaveToken({ subscriber: id, mail: 7 }, secret)}`
    const locations: (string | undefined)[] = []
    for (let turn = 0; turn < 31; turn++) {
      const { headers } = await newsletter.post(link, { action: turn % 2 ? 'resume' : 'pause' })
      locations.push(headers.location)
    }
    expect(locations.at(-1)).toContain('problem=too_many_requests')
    const request = { name: 'Grace', interests: ['Film & Cinema'] }
    const response = await change(await signInMember(email), request)
    expect(response.status, response.text).toBe(200)
    expect(await newsletter.subscriber(email)).toMatchObject(request)
  })
})

describe('a new address', () => {
  const start = (visitor: Visitor, email: string) => visitor.call('/api/member/email', { email })
  const confirm = (visitor: Visitor, email: string, old_code: string, new_code: string) =>
    visitor.call('/api/member/email/confirm', { email, old_code, new_code })
  const details = { phone: '0114 496 0184', birthday: '29/2' }
  const emptyDetails = {
    name: null,
    phone: null,
    birthday_day: null,
    birthday_month: null,
    interests: [],
  }

  test('that is confirmed during sign-ins with the old address causes no error', async () => {
    for (let round = 0; round < 8; round++) {
      const [from, to] = [`from${round}@venue.example`, `to${round}@venue.example`]
      const visitor = await signInMember(from)
      // Trusted devices, each with codes of its own.
      const others = [await signInMember(from), await signInMember(from), await signInMember(from)]
      expect((await start(visitor, to)).status).toBe(200)
      const [old, fresh] = [await membership.codeTo(from), await membership.codeTo(to)]
      await membership.resetCodeLimits()
      const signIns: { other: Visitor; code: string }[] = []
      for (const other of others) {
        expect((await other.call('/api/auth/code', { email: from })).status).toBe(200)
        signIns.push({ other, code: await membership.codeTo(from) })
      }
      await membership.resetCodeLimits()
      const responses = await Promise.all([
        ...signIns.map(({ other, code }) => membership.verify(other.copy(), from, code)),
        ...others.map((other) => other.copy().call('/api/auth/code', { email: from })),
        confirm(visitor, to, old, fresh),
        start(visitor.copy(), to),
      ])
      const failed = responses.filter(({ status }) => status >= 500)
      expect(failed.map(({ text }) => text)).toEqual([])
    }
    const [{ deadlocks } = { deadlocks: 0 }] = await membership.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    expect(deadlocks).toBe(0)
  })

  test('needs codes from both addresses, and keeps the subscription and sessions', async () => {
    const [from, to] = ['moves@venue.example', 'moved@venue.example']
    await newsletter.join(signUpRequest(from))
    const visitor = await signInMember(from)
    const other = await signInMember(from)
    await phoneOf(visitor, server).register()
    await membership.query(
      `insert into mails (key, kind, priority, to_address, subject, state, subscriber)
       select 'waits ' || id, 'letter', 100, email, 'A letter', 'held', id
         from subscribers where email = $1`,
      [from],
    )
    expect((await start(visitor, ` ${to.toUpperCase()}`)).json()).toEqual({ ok: true })
    const [old, fresh] = [await membership.codeTo(from), await membership.codeTo(to)]
    expect((await membership.mailsTo(to)).at(-1)?.text).not.toContain(from)
    const response = await confirm(visitor, to, old, fresh)
    expect(response.status, response.text).toBe(200)
    const { user, access_token, letters } = response.json<EmailConfirmReply>()
    expect([user.email, letters]).toEqual([to, 'followed'])
    visitor.token = access_token
    expect(await profileOf(visitor)).toMatchObject({ email: to, subscription: 'active' })
    expect((await other.get('/api/auth/user')).json()).toEqual({ user })
    expect(await newsletter.subscriber(from)).toBeUndefined()
    const account = (await membership.mailsTo(from)).filter(({ kind }) =>
      ['sign_in_code', 'security'].includes(kind),
    )
    expect(account).toHaveLength(1)
    const notice = joinLines(account[0]?.text ?? '')
    expect(notice).toContain(
      `we’ll write to ${to} and not to this address. Your letters will go there too`,
    )
    expect(notice).toContain('Tell us straight away: hello@')
    expect(notice).not.toContain('/common-room/member')
    const consents = (await visitor.get('/api/member/consents')).json<{ consents: unknown[] }>()
    expect(consents.consents[0]).toMatchObject({ kind: 'changed', how: 'new address' })
    expect((await membership.mailsTo(to)).map(({ subject }) => subject)).toContain('A letter')
    expect((await membership.mailsTo(from)).map(({ subject }) => subject)).not.toContain('A letter')
    const again = await membership.signIn(from)
    expect(again.user).not.toEqual(user)
  })

  test.each([
    ['active', 'joined', 'Our letters were going there already'],
    ['unsubscribed', 'ended', 'Your letters have stopped'],
  ])(
    'that has a subscription in state %s keeps it, and the subscription of the old address ends',
    async (state, letters, words) => {
      const [from, to] = [`from-${state}@venue.example`, `to-${state}@venue.example`]
      for (const each of [from, to]) await newsletter.join(signUpRequest(each, details))
      await membership.query(`update subscribers set state = $2 where email = $1`, [to, state])
      const visitor = await signInMember(from)
      await start(visitor, to)
      const response = await confirm(
        visitor,
        to,
        await membership.codeTo(from),
        await membership.codeTo(to),
      )
      expect([response.status, response.json()]).toMatchObject([200, { letters }])
      expect(await newsletter.subscriber(to)).toMatchObject({ state, name: 'Ada' })
      expect(await newsletter.subscriber(from)).toMatchObject({
        state: 'unsubscribed',
        ...emptyDetails,
      })
      const [withdrawn] = await membership.query(
        `select kind::text, how from consents where subscriber_id =
         (select id from subscribers where email = $1) order by id desc`,
        [from],
      )
      expect(withdrawn).toEqual({ kind: 'withdrawn', how: 'new address' })
      expect(joinLines((await noticesTo(from)).at(-1) ?? '')).toContain(words)
    },
  )

  test('of an unsubscribed member clears the details in the subscription of the old address', async () => {
    const [from, to] = ['had-left@venue.example', 'had-left-new@venue.example']
    await newsletter.join(signUpRequest(from, details))
    await membership.query(`update subscribers set state = 'unsubscribed' where email = $1`, [from])
    const visitor = await signInMember(from)
    await start(visitor, to)
    const response = await confirm(
      visitor,
      to,
      await membership.codeTo(from),
      await membership.codeTo(to),
    )
    expect([response.status, response.json()]).toMatchObject([200, { letters: 'none' }])
    expect(await newsletter.subscriber(from)).toMatchObject({
      state: 'unsubscribed',
      ...emptyDetails,
    })
  })

  test('that signs up concurrently gets the member’s subscription in place of its own', async () => {
    const [from, to] = ['before-form@venue.example', 'form@venue.example']
    await newsletter.join(signUpRequest(from))
    const visitor = await signInMember(from)
    await start(visitor, to)
    const codes = [await membership.codeTo(from), await membership.codeTo(to)] as const
    const response = await whileLocked(
      databaseUrl,
      async (query) => {
        await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`subscriber ${to}`])
        await query(`insert into subscribers (email, state) values ($1, 'pending')`, [to])
      },
      () => confirm(visitor, to, ...codes),
    )
    expect([response.status, response.json()]).toMatchObject([200, { letters: 'followed' }])
    expect(await newsletter.subscriber(to)).toMatchObject({ state: 'active', name: 'Ada' })
  })

  test('is refused if another one was confirmed first; an earlier notice that is not sent yet is kept', async () => {
    const from = 'torn@venue.example'
    const [one, other] = [await signInMember(from), await signInMember(from)]
    await membership.query(
      `insert into mails (key, kind, to_address, subject, state, next_at)
       values ('late notice', 'security', $1, 'Late', 'deferred', now() + interval '1 hour')`,
      [from],
    )
    const changes: Parameters<typeof confirm>[] = []
    for (const [visitor, to] of [
      [one, 'torn-one@venue.example'],
      [other, 'torn-other@venue.example'],
    ] as const) {
      await membership.resetCodeLimits()
      expect((await start(visitor, to)).status).toBe(200)
      changes.push([visitor, to, await membership.codeTo(from), await membership.codeTo(to)])
    }
    const responses = await whileLocked(
      databaseUrl,
      (query) => query('select from members where email = $1 for update', [from]),
      () => Promise.all(changes.map((move) => confirm(...move))),
      2,
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const moved = responses.find(({ status }) => status === 200)?.json<EmailConfirmReply>()
    expect(await membership.count('members', 'email = $1', [moved?.user.email])).toBe(1)
    const notices = (await membership.mailsTo(from)).filter(({ kind }) => kind === 'security')
    expect(notices.map(({ subject }) => subject.replace(/ at .*/, ''))).toEqual([
      'Late',
      'A new address',
    ])
    expect(joinLines(notices.at(-1)?.text ?? '')).toContain(`we’ll write to ${moved?.user.email}`)
  })

  test('gets no code if either address is rate limited', async () => {
    const visitor = await signInMember('soon@venue.example')
    expect((await start(visitor, 'soon-one@venue.example')).status).toBe(200)
    const response = await start(visitor, 'soon-two@venue.example')
    expect(response.json()).toMatchObject({ error: 'too_soon' })
    expect(await membership.mailsTo('soon-two@venue.example')).toEqual([])
  })

  test('needs both codes, and a correct code that is sent with a wrong one stays valid', async () => {
    const [from, to] = ['both@venue.example', 'both-new@venue.example']
    const visitor = await signInMember(from)
    await membership.resetCodeLimits()
    await start(visitor, to)
    const [old, fresh] = [await membership.codeTo(from), await membership.codeTo(to)]
    const wrong = [old, fresh].includes('000000') ? '111111' : '000000'
    const invalid = { error: 'invalid_code', message: 'Invalid or expired code. Please try again.' }
    for (const [one, two] of [
      [old, wrong],
      [wrong, fresh],
      [fresh, old],
    ] as const) {
      if (one === two) continue
      expect((await confirm(visitor, to, one, two)).json()).toEqual(invalid)
    }
    expect((await confirm(visitor, 'third@venue.example', old, fresh)).json()).toEqual(invalid)
    expect((await confirm(visitor, to, old, 'six')).json()).toEqual(invalid)
    const thief = await signInMember('thief@venue.example')
    expect((await confirm(thief, to, old, fresh)).json()).toEqual(invalid)
    expect((await confirm(visitor, to, old, fresh)).status).toBe(200)
    expect((await confirm(visitor, to, old, fresh)).json()).toEqual(invalid)
  })

  test('that is taken is refused only after both codes are entered', async () => {
    const [from, to] = ['wants@venue.example', 'has@venue.example']
    await membership.signIn(to)
    const visitor = await signInMember(from)
    await membership.resetCodeLimits()
    expect((await start(visitor, to)).json()).toEqual({ ok: true })
    const response = await confirm(
      visitor,
      to,
      await membership.codeTo(from),
      await membership.codeTo(to),
    )
    expect([response.status, response.json()]).toMatchObject([409, { error: 'conflict' }])
    expect(await profileOf(visitor)).toMatchObject({ email: from })
  })

  test('that is unchanged or invalid is refused', async () => {
    const visitor = await signInMember('same@venue.example')
    expect((await start(visitor, 'same@venue.example')).status).toBe(400)
    expect((await start(visitor, 'same@venue')).json()).toMatchObject({ error: 'invalid_email' })
  })
})

describe('passkeys', () => {
  test('are listed without keys and can be renamed and removed; the member gets a notice of a removal', async () => {
    const email = 'cards@venue.example'
    await newsletter.join(signUpRequest(email))
    const visitor = await signInMember(email)
    const phone = phoneOf(visitor, server)
    const { userHandle } = await phone.register()
    const key = makeAuthenticator(relyingPartyOf(server.url), {
      aaguid: 'cb69481e-8ff7-4039-93ec-0a2729a154a8',
    })
    await phoneOf(visitor, server, key).register(null, { isMultiDevice: false })
    const list = async () => (await visitor.get('/api/member/passkeys')).json<PasskeysReply>()
    const { passkeys, accepted, most } = await list()
    expect(most).toBe(10)
    expect(passkeys).toMatchObject([
      { name: 'YubiKey 5', provider: 'YubiKey 5', kind: 'this device only', last_used_at: null },
      { name: 'iCloud Keychain', kind: 'synced' },
    ])
    expect(accepted).toHaveLength(2)
    expect(accepted[1]).toEqual({
      rpId: 'localhost',
      userHandle,
      credentials: phone.authenticator.credentials.map(({ id }) => id),
    })
    expect(JSON.stringify(await list())).not.toMatch(/public_key|counter/)

    const [yubikey, icloud] = passkeys
    const rename = (by: Visitor, name: string) =>
      by.call('/api/member/passkeys/rename', { id: icloud?.id, name })
    expect((await rename(visitor, ' My\nphone ')).json<PasskeysReply>().passkeys[1]).toMatchObject({
      name: 'My phone',
      provider: 'iCloud Keychain',
    })
    expect((await rename(visitor, ' ')).status).toBe(400)

    const stranger = await signInMember('cards-stranger@venue.example')
    expect((await rename(stranger, 'Mine')).status).toBe(404)
    const remove = (by: Visitor, id?: number) => by.call('/api/member/passkeys/remove', { id })
    expect((await remove(stranger, icloud?.id)).status).toBe(404)

    await phone.authenticate(userHandle)
    const opened = visitorOf(server, new Map(visitor.cookies))
    opened.cookies.delete('common-room-session')
    expect((await phoneOf(opened, server).createSession(userHandle)).status).toBe(200)
    expect((await remove(visitor, icloud?.id)).json<PasskeysReply>().passkeys).toHaveLength(1)
    expect((await opened.get('/api/auth/user')).status).toBe(401)
    expect((await visitor.get('/api/auth/user')).status).toBe(200)
    expect((await noticesTo(email)).at(-1)).toContain('A passkey (My phone) no longer opens')
    expect((await phone.authOptions(userHandle)).json()).toMatchObject({ error: 'no_credentials' })
    expect((await remove(visitor, yubikey?.id)).json<PasskeysReply>().passkeys).toEqual([])
    expect((await remove(visitor, yubikey?.id)).status).toBe(404)
  })
})

describe('devices and sessions', () => {
  test('are listed with names, and can be ended singly', async () => {
    const email = 'devices@venue.example'
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1'
    const desk = await signInMember(email)
    const phone = visitorOf(server)
    await membership.resetCodeLimits()
    await phone.call('/api/auth/code', { email })
    const code = await membership.codeTo(email)
    const request = { email, token: code, type: 'email' }
    await phone.call('/api/auth/verify', request, { headers: { 'user-agent': agent } })
    const list = async (by: Visitor) => (await by.get('/api/member/devices')).json<DevicesReply>()
    const { sessions, devices } = await list(desk)
    expect(sessions).toMatchObject([
      { device: 'Safari on iPhone', method: 'code', current: false },
      { device: 'An unknown device', current: true },
    ])
    expect(devices).toMatchObject([
      { device: 'Safari on iPhone', current: false },
      { device: 'An unknown device', current: true },
    ])
    const days = Date.parse(devices[0]?.expires_at ?? '') - Date.now()
    expect(Math.round(days / 86_400_000)).toBe(180)
    expect(joinLines((await noticesTo(email)).at(-1) ?? '')).toContain('Safari on iPhone')

    const end = (by: Visitor, id?: string) => by.call('/api/member/sessions/end', { id })
    const stranger = await signInMember('devices-stranger@venue.example')
    expect((await end(stranger, sessions[0]?.id)).status).toBe(404)
    expect((await end(desk, 'x')).status).toBe(400)
    expect((await end(desk, sessions[0]?.id)).json<DevicesReply>().sessions).toHaveLength(1)
    expect((await phone.get('/api/auth/user')).status).toBe(401)

    const forget = (by: Visitor, id?: number) => by.call('/api/member/devices/forget', { id })
    expect((await forget(stranger, devices[0]?.id)).status).toBe(404)
    expect((await forget(desk, devices[0]?.id)).json<DevicesReply>().devices).toHaveLength(1)
  })

  test('that were forgotten no longer learn that a handle is linked', async () => {
    const email = 'forgotten@venue.example'
    await newsletter.join(signUpRequest(email))
    const visitor = await signInMember(email)
    const phone = phoneOf(visitor, server)
    const { userHandle } = await phone.register()
    expect(await phone.check(userHandle)).toMatchObject({ linkedAndActive: true })
    const { devices } = (await visitor.get('/api/member/devices')).json<DevicesReply>()
    await visitor.call('/api/member/devices/forget', { id: devices[0]?.id })
    expect(await phone.check(userHandle)).toMatchObject({ linked: false })
  })
})

describe('the download of personal data', () => {
  test('has JSON and CSV, without secrets', async () => {
    const email = 'all@venue.example'
    await newsletter.join(signUpRequest(email))
    const visitor = await signInMember(email)
    await phoneOf(visitor, server).register()
    await change(visitor, { name: '=HYPERLINK("https://evil.example")' })
    const response = await visitor.get('/api/member/download?format=json')
    expect(response.headers['content-disposition']).toBe('attachment; filename="common-room.json"')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toMatchObject({
      profile: {
        email,
        source: 'emailed code',
        last_seen_at: expect.stringMatching(/^\d{4}-/),
      },
      subscription: {
        email,
        state: 'active',
        interests: ['Cooking Classes'],
        joined_at: expect.stringMatching(/^\d{4}-/),
      },
      consents: [{ kind: 'given' }],
      passkeys: [{ provider: 'iCloud Keychain' }],
      sessions: [{ method: 'code', user_agent: expect.any(String) }],
      devices: [{ device: 'An unknown device', user_agent: expect.any(String) }],
      mails: expect.arrayContaining([expect.objectContaining({ subject: 'A code' })]),
    })
    // The download names its columns, so columns that are added later are not included.
    expect(Object.keys(response.json<{ subscription: object }>().subscription).sort()).toEqual([
      'birthday_day',
      'birthday_month',
      'confirmed_at',
      'created_at',
      'email',
      'interests',
      'joined_at',
      'left_at',
      'name',
      'own_topics',
      'paused_until',
      'phone',
      'soft_bounces',
      'source',
      'state',
      'stopped_because',
      'updated_at',
    ])
    const code = await membership.codeTo(email)
    const table = await visitor.get('/api/member/download?format=csv')
    expect(table.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(table.text).toContain(`Profile,,Email,${email}`)
    expect(table.text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    for (const { text } of [response, table]) {
      expect(text).not.toMatch(/public_key|credential|device_grants|generation/)
      expect(text).not.toContain(code)
      for (const cookie of visitor.cookies.values()) expect(text).not.toContain(cookie)
    }
    expect((await visitor.get('/api/member/download?format=xml')).status).toBe(400)
  })

  test('is limited to ten an hour', async () => {
    const visitor = await signInMember('often@venue.example')
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => visitor.get('/api/member/download')),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('the deletion of an account', () => {
  const requestDeletion = async (visitor: Visitor, path = 'delete') =>
    (await visitor.call(`/api/member/${path}`, '')).json<{ delete_at: string | null }>()

  test('happens after seven days, and can be cancelled until then', async () => {
    const email = 'stays@venue.example'
    const visitor = await signInMember(email)
    const { delete_at } = await requestDeletion(visitor)
    const days = (Date.parse(delete_at ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days * 1000) / 1000).toBe(7)
    expect((await noticesTo(email)).at(-1)).toContain('change your mind')
    await membership.query(
      `update members set delete_at = delete_at - interval '1 day' where email = $1`,
      [email],
    )
    const again = await requestDeletion(visitor)
    expect(Date.parse(delete_at ?? '') - Date.parse(again.delete_at ?? '')).toBe(86_400_000)
    expect(await noticesTo(email)).toHaveLength(1)
    expect(await profileOf(visitor)).toMatchObject({ delete_at: again.delete_at })
    expect(await requestDeletion(visitor, 'delete/undo')).toEqual({ delete_at: null })
    expect(await profileOf(visitor)).toMatchObject({ delete_at: null })
    for (let i = 0; i < 2; i++) {
      await requestDeletion(visitor)
      await requestDeletion(visitor, 'delete/undo')
    }
    expect(await requestDeletion(visitor)).toMatchObject({ error: 'too_often' })
    expect(await noticesTo(email)).toHaveLength(3)
  })

  test('deletes all data of the member, and none of others', async () => {
    const email = 'leaves@venue.example'
    await newsletter.join(signUpRequest(email))
    const visitor = await signInMember(email)
    const phone = phoneOf(visitor, server)
    const { userHandle } = await phone.register()
    const { user } = await membership.signIn('remains@venue.example')
    const { id } = await profileOf(visitor)
    await requestDeletion(visitor)
    await membership.query('update members set delete_at = now() where id = $1', [id])
    // A server carries out due deletions when it starts.
    const others = await Promise.all(
      [1, 2].map(() => startServer({ DATABASE_URL: databaseUrl, SITE_URL: server.url })),
    )
    try {
      await expect.poll(() => membership.count('members', 'id = $1', [id])).toBe(0)
    } finally {
      for (const each of others) await each.stop()
    }
    for (const [table, where] of [
      ['subscribers', 'email = $1'],
      ['mails', 'to_address = $1'],
      ['member_codes', 'email = $1'],
    ] as const) {
      expect(await membership.count(table, where, [email]), table).toBe(0)
    }
    for (const table of ['member_sessions', 'device_grants', 'passkey_handles']) {
      expect(await membership.count(table, 'member = $1', [id]), table).toBe(0)
    }
    expect(
      await membership.count(
        'passkeys as p',
        `not exists
      (select from passkey_handles where id = p.handle)`,
      ),
    ).toBe(0)
    expect((await visitor.get('/api/auth/user')).status).toBe(401)
    expect(await phone.check(userHandle)).toMatchObject({ linked: false })
    expect(await membership.count('members', 'id = $1', [user.id])).toBe(1)
    const dump = await membership.query<{ text: string }>(
      `select string_agg(a::text, '') as text from audit as a`,
    )
    expect(dump[0]?.text ?? '').not.toContain(email)
  })
})

describe('a membership card', () => {
  const cardOf = async (visitor: Visitor) =>
    (await visitor.get('/api/member/card')).json<CardReply>()
  const scan = async (token: unknown, session = staff.editor) =>
    server.send('/api/member-card/verify', jsonRequest('POST', { token }, session))

  test('identifies its member to staff for half a minute', async () => {
    const email = 'card@venue.example'
    await newsletter.join(signUpRequest(email))
    const visitor = await signInMember(email)
    const card = await cardOf(visitor)
    expect(card.expires_at - Date.now()).toBeLessThanOrEqual(30_000)
    expect(card.expires_at - Date.now()).toBeGreaterThan(15_000)
    expect(card.token.length).toBeLessThan(60)
    const { id, member_since } = await profileOf(visitor)
    expect((await scan(card.token)).json()).toEqual({
      valid: true,
      member: { id, name: 'Ada', since: member_since, subscribed: true },
    })
    expect((await scan(card.token, '')).status).toBe(401)
    expect((await visitor.call('/api/member-card/verify', { token: card.token })).status).toBe(401)
  })

  test('that is changed, or whose member is suspended or deleted, is invalid', async () => {
    const email = 'no-card@venue.example'
    const visitor = await signInMember(email)
    const { token } = await cardOf(visitor)
    const [id = '', until = '', signature = ''] = token.split('.')
    const why = async (given: string) => (await scan(given)).json()
    const unknown = { valid: false, why: 'unknown' }
    expect(await why(`${Number(id) + 1}.${until}.${signature}`)).toEqual(unknown)
    expect(
      await why(`${id}.${(Number.parseInt(until, 36) + 60_000).toString(36)}.${signature}`),
    ).toEqual(unknown)
    expect(await why('')).toEqual(unknown)
    expect((await scan(null)).status).toBe(400)
    await membership.query('update members set suspended_at = now() where email = $1', [email])
    expect(await why(token)).toEqual({ valid: false, why: 'suspended' })
    await membership.query('delete from members where email = $1', [email])
    expect(await why(token)).toEqual(unknown)
  })
})
