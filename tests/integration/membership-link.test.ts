import { randomBytes } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LinkReply } from '../../cms/features/members/contract.ts'
import type { PendingLinkReply } from '../../cms/features/members/passkeys/contract.ts'
import { eraseMember } from '../../cms/features/members/profile/personal-data.ts'
import { lockDueDeletion } from '../../cms/features/members/queries/members.ts'
import { wrongCodeLimits } from '../../cms/features/members/rules.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { phoneOf } from '../support/passkeys.ts'
import { type Server, startServer } from '../support/server.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitForLockWaiters } from '../support/while-locked.ts'

let url: string
let server: Server
let others: Server[]
let membership: ReturnType<typeof membershipOf>
let newsletter: ReturnType<typeof newsletterOf>
const newPhone = () => phoneOf(visitorOf(server), server)
const unlinkedReply = { linked: false, isLinked: false, linkedAndActive: false, active: false }
const linkedReply = { linked: true, isLinked: true, linkedAndActive: true, active: true }
const trust = 'common-room-trust'
/** A subscriber’s new phone, with a passkey that is linked to them. */
const linkedPhone = async (email: string, phone = newPhone()) => {
  const { userHandle } = await phone.register()
  await membership.resetCodeLimits()
  const started = await phone.startLink(userHandle, email)
  expect(started.json(), started.text).toEqual({ success: true })
  const response = await phone.verifyLink(userHandle, email, await membership.codeTo(email))
  expect(response.status, response.text).toBe(200)
  return { phone, handle: userHandle, reply: response.json<LinkReply>() }
}
const subscribe = async (email: string) => {
  await newsletter.join(
    signUpRequest(email, { name: 'Ada', phone: '0114 496 0184', birthday: '7/11' }),
  )
  return email
}
const securityMails = async (email: string) =>
  (await membership.mailsTo(email))
    .filter(({ kind }) => kind === 'security')
    .map(({ subject }) => subject)

beforeAll(async () => {
  url = await makeDatabase('demo')
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

test('the profile shows the interests that a subscriber changed without signing in', async () => {
  const email = await subscribe('changed@venue.example')
  const { phone, reply } = await linkedPhone(email)
  phone.visitor.token = reply.access_token
  const chosen = async () => (await phone.visitor.get('/api/member/profile')).json().interests
  expect(await chosen()).toEqual(['Cooking Classes'])
  await membership.query(
    `update subscribers_interests set value = 'Film & Cinema'
      where parent_id = (select id from subscribers where email = $1)`,
    [email],
  )
  expect(await chosen()).toEqual(['Film & Cinema'])
})

describe('linking', () => {
  test('with a passkey and a code creates a member and signs in', async () => {
    const email = await subscribe('linked@venue.example')
    const { phone, handle, reply } = await linkedPhone(email)
    expect(reply).toMatchObject({ success: true, linked: true, user: { email } })
    phone.visitor.token = reply.access_token
    expect((await phone.visitor.get('/api/auth/user')).json()).toEqual({ user: reply.user })
    const [member] = await membership.query(
      `select name, phone, birthday_day::int, birthday_month::int,
              array(select value::text from members_interests where parent_id = m.id) as interests
         from members as m where email = $1`,
      [email],
    )
    expect(member).toEqual({
      name: 'Ada',
      phone: '0114 496 0184',
      birthday_day: 7,
      birthday_month: 11,
      interests: ['Cooking Classes'],
    })
    expect(await phone.check(handle)).toEqual(linkedReply)
    expect((await securityMails(email)).join()).toMatch(/^A new passkey at /)
    const codes = (await membership.mailsTo(email)).filter(({ kind }) => kind === 'sign_in_code')
    expect(codes[0]?.text).toContain('passkey')
  })

  test('needs a ceremony in this browser before the address is checked', async () => {
    const email = await subscribe('asked-for@venue.example')
    const { userHandle } = await newPhone().register()
    const stranger = newPhone()
    await stranger.authOptions()
    for (const handle of [userHandle, randomBytes(32).toString('base64url')]) {
      for (const address of [email, 'nobody@venue.example']) {
        const response = await stranger.startLink(handle, address)
        expect([response.status, response.json()]).toEqual([
          403,
          {
            error: 'ceremony_required',
            message: 'No device passkey found. Please try Face ID again.',
          },
        ])
      }
    }
    expect(await membership.mailsTo('nobody@venue.example')).toEqual([])
    const late = newPhone()
    const made = await late.register()
    await membership.query(`update passkey_proofs set at = at - interval '901 seconds'`)
    expect((await late.startLink(made.userHandle, email)).json()).toMatchObject({
      error: 'ceremony_required',
    })
  })

  test.each([
    ['nobody', null],
    ['somebody who has not confirmed', 'pending'],
    ['somebody who left', 'unsubscribed'],
    ['somebody whose mails come back', 'bounced'],
    ['somebody who complained', 'complained'],
  ])('to %s is refused, and no mail is sent', async (who, state) => {
    const email = `${who.replaceAll(' ', '-')}@venue.example`
    if (state) {
      await membership.query(
        `insert into subscribers (email, state) values ($1, $2::enum_subscribers_state)`,
        [email, state],
      )
    }
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const response = await phone.startLink(userHandle, email)
    expect([response.status, response.json()]).toEqual([
      403,
      { error: 'not_subscribed', message: 'That email is not an active subscriber.' },
    ])
    expect(await membership.mailsTo(email)).toEqual([])
    expect(await membership.count('members', 'email = $1', [email])).toBe(0)
  })

  test('needs a sign-in by a mailed link, or a trusted device, after too many wrong codes', async () => {
    const email = await subscribe('paused@venue.example')
    const trusted = newPhone()
    await membership.signIn(email, trusted.visitor)
    const phone = newPhone()
    const { userHandle } = await phone.register()
    await membership.resetCodeLimits()
    expect((await phone.startLink(userHandle, email)).status).toBe(200)
    const pending = await membership.codeTo(email)
    await membership.query(
      `insert into limits (key, taken, free_at)
       values ('codes wrong in 86400000', $1, now() + interval '1 day')`,
      [wrongCodeLimits.ofAllInDay],
    )
    for (const response of [
      await phone.startLink(userHandle, email),
      await phone.tryLink(userHandle, email, pending),
    ]) {
      expect([response.status, response.json()]).toMatchObject([429, { error: 'codes_paused' }])
    }
    // Signs in on the same phone by the button of a mailed link, then adds a passkey.
    const requested = await phone.visitor.call('/api/auth/code', { email })
    expect(requested.json()).toEqual({ ok: true, link: true })
    const mail = (await membership.mailsTo(email)).at(-1)
    const [, token] = /\/common-room\/sign-in\/([0-9a-f]{64})/.exec(mail?.text ?? '') ?? []
    const opened = await phone.visitor.call('/api/auth/link', { token })
    expect(opened.status, opened.text).toBe(200)
    phone.visitor.token = opened.json<LinkReply>().access_token
    const added = await phone.register()
    expect(await phone.check(added.userHandle)).toEqual(linkedReply)

    const linkedLater = await trusted.register()
    await trusted.authenticate(linkedLater.userHandle)
    const started = await trusted.startLink(linkedLater.userHandle, email)
    expect(started.status, started.text).toBe(200)
    const linked = await trusted.verifyLink(
      linkedLater.userHandle,
      email,
      await membership.codeTo(email),
    )
    expect(linked.status, linked.text).toBe(200)
    await membership.resetCodeLimits()
  })

  test('with one passkey is limited to five addresses an hour', async () => {
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const answers = []
    for (let i = 0; i < 7; i++) {
      answers.push(await phone.startLink(userHandle, `guess${i}@venue.example`))
    }
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 429, 429])
    expect(Number(answers[6]?.headers['retry-after'])).toBeGreaterThan(3500)
  })

  test('is limited, for each client, to ten addresses without a subscription in an hour', async () => {
    const email = await subscribe('eleventh@venue.example')
    const from = { headers: { 'x-forwarded-for': '203.0.113.50' } }
    const answers = []
    for (let i = 0; i < 12; i++) {
      const phone = newPhone()
      const { userHandle } = await phone.register()
      const address = i < 11 ? `nobody${i}@venue.example` : email
      const body = { userHandle, email: address }
      answers.push(await phone.visitor.call('/api/start-membership-link', body, from))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(403), 429, 429])
    const kinds = (await membership.mailsTo(email)).map(({ kind }) => kind)
    expect(kinds).not.toContain('sign_in_code')
  })

  test.each([
    ['ada@venue', 'invalid_email'],
    ['', 'invalid_email'],
    [['a@b.example'], 'invalid_email'],
  ])('to %j is refused with the form’s message', async (email, error) => {
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const response = await phone.startLink(userHandle, email as string)
    expect(response.json()).toEqual({ error, message: 'Please enter a valid email.' })
  })

  test('is refused with a wrong code, or a code for another passkey, another browser or a sign-in', async () => {
    const email = await subscribe('codes@venue.example')
    const phone = newPhone()
    const { userHandle } = await phone.register()
    const second = await phone.register()
    await phone.startLink(userHandle, email)
    const code = await membership.codeTo(email)
    const invalid = { error: 'invalid_code', message: 'Invalid or expired code. Please try again.' }
    const wrong = code === '000000' ? '000001' : '000000'
    for (const given of [wrong, '12345', null, '１２３４５６']) {
      expect((await phone.verifyLink(userHandle, email, given)).json()).toEqual(invalid)
    }
    expect((await newPhone().verifyLink(userHandle, email, code)).json()).toEqual(invalid)
    await phone.visitor.call('/api/auth/code', { email })
    const signIn = await membership.codeTo(email)
    if (signIn !== code) {
      expect((await phone.verifyLink(userHandle, email, signIn)).json()).toEqual(invalid)
      expect((await membership.verify(phone.visitor, email, code)).json()).toEqual(invalid)
    }
    expect((await phone.verifyLink(second.userHandle, email, code)).json()).toEqual(invalid)
    expect(await phone.check(userHandle)).toEqual(unlinkedReply)
    expect(
      await membership.count('passkey_handles', 'member is not null and handle = any($1)', [
        [userHandle, second.userHandle],
      ]),
    ).toBe(0)
  })

  test('needs no second ceremony for a passkey that this browser made minutes ago, and only then', async () => {
    const email = await subscribe('made-here@venue.example')
    const phone = newPhone()
    const { userHandle } = await phone.register()
    await phone.startLink(userHandle, email)
    const code = await membership.codeTo(email)
    const made = (minutes: number) =>
      membership.query(
        `update passkey_proofs set at = now() - $1 * interval '1 minute'
          where handle = (select id from passkey_handles where handle = $2)`,
        [minutes, userHandle],
      )
    // The passkey is as old as its proof.
    await made(11)
    await membership.query(
      `update passkeys set created_at = now() - interval '11 minutes'
        where handle = (select id from passkey_handles where handle = $1)`,
      [userHandle],
    )
    const late = await phone.linkMadeHere(userHandle, email, code)
    expect(late.json<PendingLinkReply>()).toMatchObject({ linked: false, options: {} })
    // An older passkey of the handle does not count as made here.
    await made(0)
    expect((await phone.linkMadeHere(userHandle, email, code)).json()).toMatchObject({
      linked: false,
    })
    await membership.query(
      `update passkeys set created_at = now()
        where handle = (select id from passkey_handles where handle = $1)`,
      [userHandle],
    )
    await made(0)
    const wrong = code === '111111' ? '222222' : '111111'
    expect((await phone.linkMadeHere(userHandle, email, wrong)).status).toBe(400)
    const linked = await phone.linkMadeHere(userHandle, email, code)
    expect(linked.json<LinkReply>(), linked.text).toMatchObject({ success: true, linked: true })
    expect(await phone.check(userHandle)).toEqual(linkedReply)
    expect(await securityMails(email)).toHaveLength(1)
    expect((await phone.linkMadeHere(userHandle, email, code)).status).toBe(400)
  })

  test('with the code of another passkey is refused, and the code stays valid', async () => {
    const email = await subscribe('two-passkeys@venue.example')
    const phone = newPhone()
    const [first, second] = [await phone.register(), await phone.register()]
    await phone.startLink(first.userHandle, email)
    const code = await membership.codeTo(email)
    expect((await phone.verifyLink(second.userHandle, email, code)).status).toBe(400)
    expect((await phone.verifyLink(first.userHandle, email, code)).status).toBe(200)
  })

  test.each([1, 3])(
    'with one code happens once for twenty concurrent requests, with %i processes',
    async (processes) => {
      const email = await subscribe(`race${processes}@venue.example`)
      const phone = newPhone()
      const { userHandle } = await phone.register()
      await phone.startLink(userHandle, email)
      const code = await membership.codeTo(email)
      const all = [server, ...others].slice(0, processes)
      const assertions: object[] = []
      for (let n = 0; n < 20; n++) {
        const body = { userHandle, email, code }
        const checked = await phone.visitor.copy().call('/api/verify-membership-link', body)
        assertions.push(phone.authenticator.get(checked.json<PendingLinkReply>().options))
      }
      const responses = await Promise.all(
        assertions.map((authResp, n) => {
          const body = { userHandle, email, code, authResp }
          const to = all[n % processes] ?? server
          return phone.visitor.copy().call('/api/verify-membership-link', body, { to })
        }),
      )
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      const ofMember = 'member = (select id from members where email = $1)'
      expect(await membership.count('member_sessions', ofMember, [email])).toBe(1)
      for (const to of all) expect(await phone.check(userHandle, to)).toEqual(unlinkedReply)
    },
  )

  test('allows several passkeys per member, and one member per passkey', async () => {
    const email = await subscribe('phones@venue.example')
    const other = await subscribe('phones-other@venue.example')
    const first = await linkedPhone(email)
    const second = await linkedPhone(email)
    expect(first.handle).not.toBe(second.handle)
    expect(await first.phone.check(first.handle)).toEqual(linkedReply)
    expect(await second.phone.check(second.handle)).toEqual(linkedReply)
    expect((await securityMails(email)).map((subject) => subject.replace(/ at .*/, ''))).toEqual([
      'A new passkey',
      'A new passkey',
      'A new device',
    ])

    await second.phone.authenticate(second.handle)
    await membership.resetCodeLimits()
    await second.phone.startLink(second.handle, other)
    const moved = await second.phone.verifyLink(
      second.handle,
      other,
      await membership.codeTo(other),
    )
    expect(moved.json()).toMatchObject({ user: { email: other } })
    expect(await membership.count('passkey_handles', 'handle = $1', [second.handle])).toBe(1)
    expect((await securityMails(email)).at(-1)).toMatch(/^A passkey was removed/)
    second.phone.visitor.token = second.reply.access_token
    expect((await second.phone.visitor.get('/api/auth/user')).status).toBe(401)
    expect(await first.phone.check(first.handle)).toEqual(linkedReply)
  })

  test('does not deadlock with the member’s due deletion', async () => {
    const email = await subscribe('leaving@venue.example')
    const { phone, handle } = await linkedPhone(email)
    await phone.authenticate(handle)
    await membership.resetCodeLimits()
    expect((await phone.startLink(handle, email)).status).toBe(200)
    const code = await membership.codeTo(email)
    const checked = await phone.tryLink(handle, email, code)
    const authResp = phone.authenticator.get(checked.json<PendingLinkReply>().options)
    const [member] = await membership.query<{ id: number }>(
      `update members set delete_at = now() + interval '1 hour' where email = $1 returning id`,
      [email],
    )
    // In the sessions of this pool it is a day later. So the deletion is due there, but not for the server's own job.
    await membership.query('create schema if not exists later')
    await membership.query(
      `create or replace function later.now() returns timestamptz stable language sql
         as $$ select pg_catalog.now() + interval '1 day' $$`,
    )
    const options = encodeURIComponent('-c search_path=later,public,pg_catalog')
    const pool = new pg.Pool({ connectionString: `${url}&options=${options}` })
    const erase = () =>
      drizzle(pool).transaction(async (tx) => {
        const db = tx as unknown as Database
        const owner = await lockDueDeletion(db, member?.id ?? 0)
        if (owner) await eraseMember(db, owner)
      })
    // While the test holds this lock, the link has locked the handle and waits for the passkey.
    const lockPasskeys = `select from passkeys where handle in (
                        select id from passkey_handles where handle = $1) for update`
    const outcome = await onDatabase(url, async (query) => {
      await query('begin')
      await query(lockPasskeys, [handle])
      const linking = phone.tryLink(handle, email, code, authResp)
      await waitForLockWaiters(url)
      const erasing = erase()
      // The deletion either skips the member or waits for the handle.
      await Promise.race([erasing, waitForLockWaiters(url, 2)])
      await query('commit')
      return Promise.all([linking, erasing])
    })
    expect(outcome[0].status, outcome[0].text).toBe(200)
    await erase()
    await pool.end()
    expect(await membership.count('members', 'email = $1', [email])).toBe(0)
    expect(await membership.count('passkey_handles', 'handle = $1', [handle])).toBe(0)
  })

  test('of an eleventh passkey is refused', async () => {
    const email = await subscribe('eleven@venue.example')
    const { visitor } = await membership.signIn(email)
    const old = phoneOf(visitor, server)
    for (let i = 0; i < 10; i++) await old.register()
    const phone = newPhone()
    const { userHandle } = await phone.register()
    await membership.resetCodeLimits()
    await phone.startLink(userHandle, email)
    const response = await phone.verifyLink(userHandle, email, await membership.codeTo(email))
    expect([response.status, response.json()]).toMatchObject([409, { error: 'too_many_passkeys' }])
    expect(await phone.check(userHandle)).toEqual(unlinkedReply)
  })
})

describe('a device', () => {
  test('learns only with its own cookie whether a handle is linked', async () => {
    const email = await subscribe('device@venue.example')
    const { phone, handle } = await linkedPhone(email)
    const device = phone.visitor.cookies.get(trust) ?? ''
    for (const to of [server, ...others]) {
      expect(await phone.check(handle, to)).toEqual(linkedReply)
      expect(await newPhone().check(handle, to)).toEqual(unlinkedReply)
      expect(await newPhone().check(randomBytes(32).toString('base64url'), to)).toEqual(
        unlinkedReply,
      )
    }

    const thief = await linkedPhone(await subscribe('thief@venue.example'))
    expect(await thief.phone.check(handle)).toEqual(unlinkedReply)
    const guess = newPhone()
    guess.visitor.cookies.set(trust, randomBytes(32).toString('base64url'))
    expect(await guess.check(handle)).toEqual(unlinkedReply)
    const [row] = await membership.query('select * from device_grants order by id limit 1')
    expect(JSON.stringify(row)).not.toContain(device)
  })

  test('is trusted for 180 days, and not for 181', async () => {
    const email = await subscribe('old-device@venue.example')
    const { phone, handle } = await linkedPhone(email)
    const age = (days: number) =>
      membership.query(
        `update device_grants
            set expires_at = expires_at - $1 * interval '1 day',
                last_used_at = last_used_at - $1 * interval '1 day'
          where member = (select id from members where email = $2)`,
        [days, email],
      )
    await age(179)
    const response = await phone.visitor.call('/api/check-membership', { userHandle: handle })
    expect(response.json()).toEqual(linkedReply)
    expect(response.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^${trust}=.*; Max-Age=15552000; HttpOnly; SameSite=Strict$`),
    )
    await age(179)
    expect(await phone.check(handle)).toEqual(linkedReply)
    await age(181)
    expect(await phone.check(handle)).toEqual(unlinkedReply)
    await phone.authenticate(handle)
    expect(await phone.check(handle)).toEqual(linkedReply)
  })

  test('learns “inactive” for an unsubscribed member, “not linked” for a suspended or deleted one', async () => {
    const email = await subscribe('states@venue.example')
    const { phone, handle } = await linkedPhone(email)
    const set = (change: string) => membership.query(`update ${change} where email = $1`, [email])
    await set(`subscribers set state = 'unsubscribed'`)
    expect(await phone.check(handle)).toEqual({ ...unlinkedReply, linked: true, isLinked: true })
    await set(`subscribers set state = 'active'`)
    expect(await phone.check(handle)).toEqual(linkedReply)
    await set(`members set suspended_at = now()`)
    expect(await phone.check(handle)).toEqual(unlinkedReply)
    await set(`members set suspended_at = null`)
    expect(await phone.check(handle)).toEqual(linkedReply)
    await membership.query('delete from members where email = $1', [email])
    expect(await phone.check(handle)).toEqual(unlinkedReply)
    expect(await membership.count('passkey_handles', 'handle = $1', [handle])).toBe(0)
  })

  test('may be shared by two members, each with their own handle', async () => {
    const phone = newPhone()
    const ada = await linkedPhone(await subscribe('share-a@venue.example'), phone)
    const device = phone.visitor.cookies.get(trust)
    const bob = await linkedPhone(await subscribe('share-b@venue.example'), phone)
    expect(phone.visitor.cookies.get(trust)).toBe(device)
    expect(await phone.check(ada.handle)).toEqual(linkedReply)
    expect(await phone.check(bob.handle)).toEqual(linkedReply)
  })

  test('with a forged id gets a new id', async () => {
    const forgedId = randomBytes(32).toString('base64url')
    const phone = newPhone()
    phone.visitor.cookies.set(trust, forgedId)
    const { handle } = await linkedPhone(await subscribe('planted@venue.example'), phone)
    expect(phone.visitor.cookies.get(trust)).not.toBe(forgedId)
    const attacker = newPhone()
    attacker.visitor.cookies.set(trust, forgedId)
    expect(await attacker.check(handle)).toEqual(unlinkedReply)
  })

  test('causes a mail if it is new, unless it is the member’s first device', async () => {
    const email = 'new-device@venue.example'
    await membership.signIn(email)
    expect(await securityMails(email)).toEqual([])
    const { visitor } = await membership.signIn(email)
    expect((await securityMails(email)).join()).toMatch(/^A new device at /)
    await membership.signIn(email, visitor)
    expect(await securityMails(email)).toHaveLength(1)
  })

  test('is one of at most twenty per member; mails about new devices are limited to five a day', async () => {
    const email = await subscribe('many-devices@venue.example')
    const { phone, handle, reply } = await linkedPhone(email)
    const { visitor } = phone
    const first = visitor.cookies.get(trust) ?? ''
    for (let i = 0; i < 25; i++) {
      visitor.cookies.delete(trust)
      await phone.authenticate(handle)
    }
    expect(await membership.count('device_grants', 'member = $1', [reply.user.id])).toBe(20)
    expect(await phone.check(handle)).toEqual(linkedReply)
    visitor.cookies.set(trust, first)
    expect(await phone.check(handle)).toEqual(unlinkedReply)
    const notices = (await securityMails(email)).filter((subject) => /^A new device/.test(subject))
    expect(notices).toHaveLength(5)
  })

  test.each([0, 65])('is refused if it checks a handle of %i bytes', async (bytes) => {
    const response = await newPhone().visitor.call('/api/check-membership', {
      userHandle: randomBytes(bytes).toString('base64url'),
    })
    expect([response.status, response.json()]).toMatchObject([400, { error: 'invalid_handle' }])
  })
})

test('auto-linking push subscriptions requires a session, and links nothing without a device', async () => {
  const stranger = await visitorOf(server).call('/api/auto-link-push-subscription')
  expect([stranger.status, stranger.json()]).toMatchObject([401, { error: 'signed_out' }])
  const { visitor } = await membership.signIn('nudged@venue.example')
  const response = await visitor.call('/api/auto-link-push-subscription', '')
  expect([response.status, response.json()]).toEqual([200, { linked: false }])
})

describe('membership calls:', () => {
  const types = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ]
  const crossSiteHeaders: Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
  ]
  const paths = [
    'auth/code',
    'auth/verify',
    'auth/refresh',
    'auth/sign-out',
    'webauthn-register-options',
    'webauthn-register-verify',
    'webauthn-auth-options',
    'webauthn-auth-verify',
    'webauthn-create-session',
    'clear-webauthn-data',
    'start-membership-link',
    'verify-membership-link',
    'check-membership',
    'auto-link-push-subscription',
    'member/profile',
    'member/email',
    'member/email/confirm',
    'member/sessions/end',
    'member/devices/forget',
    'member/passkeys/rename',
    'member/passkeys/remove',
    'member/delete',
    'member/delete/undo',
    'member-card/verify',
    'members/delete',
    'members/keep',
    'members/suspend',
    'members/let-in',
    'members/sign-out',
    'members/unlink',
  ]
  test.each(paths)(
    '%s is refused from another site with every content type, and writes nothing',
    async (path) => {
      const { visitor } = await membership.signIn(
        `cross-${path.replaceAll('/', '-')}@venue.example`,
      )
      const tables = [
        'member_codes',
        'member_sessions',
        'device_grants',
        'passkey_challenges',
        'mails',
      ]
      const state = async () => {
        const counts = await Promise.all(tables.map((table) => membership.count(table)))
        const [row] = await membership.query<{ n: number }>(
          'select sum(generation)::int as n from member_sessions',
        )
        return [...counts, row?.n ?? 0]
      }
      const before = await state()
      for (const type of types) {
        for (const headers of crossSiteHeaders) {
          const body = JSON.stringify({ email: 'cross@venue.example', userHandle: 'AA' })
          const response = await visitor.call(`/api/${path}`, body, {
            headers: { ...headers, 'content-type': type },
          })
          expect([response.status, response.json()], type).toMatchObject([
            403,
            { error: 'cross_site' },
          ])
          expect(response.headers['access-control-allow-origin']).toBeUndefined()
        }
      }
      // The deletion of expired rows may run in between.
      const after = await state()
      for (const [index, count] of after.entries())
        expect(count).toBeLessThanOrEqual(before[index] ?? 0)
      expect((await visitor.get('/api/auth/user')).status).toBe(200)
    },
  )

  test('every response is no-store and cannot be framed', async () => {
    for (const path of paths) {
      const { headers } = await visitorOf(server).call(`/api/${path}`, {})
      expect(headers['cache-control'], path).toBe('no-store')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })
})
