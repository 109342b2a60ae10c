import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffPasskeysReply } from '../../cms/platform/staff/contract.ts'
import { disableAdvisoryLocks, makeDatabase, onDatabase } from '../support/database.ts'
import { phoneOf, relyingPartyOf } from '../support/passkeys.ts'
import { request } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  type Authenticator,
  makeAuthenticator,
  type Override,
} from '../support/software-authenticator.ts'
import { createStaffSession, insertStaff, password, type Role } from '../support/staff.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let url: string
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))

const sameOrigin = { headers: { 'sec-fetch-site': 'same-origin' } }
const post = (visitor: Visitor, path: string, body: object = {}) =>
  visitor.call(`/api/users/${path}`, body, sameOrigin)
const userOf = async (visitor: Visitor) =>
  (await visitor.get('/api/users/me', sameOrigin)).json<{ user: { email: string } | null }>().user
const newAuthenticator = (hasCounter = false) =>
  makeAuthenticator(relyingPartyOf(server.url), { hasCounter })

type Options = { options: Parameters<Authenticator['create']>[0] & { user: { id: string } } }
const byPassword = { current_password: password }

/** A signed-in staff account with its authenticator. */
async function makeAccount(email: string, { role = 'editor' as Role, hasCounter = false } = {}) {
  const [id = 0] = await insertStaff(url, [{ name: email.split('@')[0] ?? '', role, email }])
  const visitor = visitorOf(server)
  visitor.cookies.set('payload-token', await createStaffSession(url, email))
  return { id, email, visitor, authenticator: newAuthenticator(hasCounter) }
}
type StaffAccount = Awaited<ReturnType<typeof makeAccount>>

async function beginAdding({ visitor }: StaffAccount, proof: object = byPassword) {
  const response = await post(visitor, 'passkeys/register-options', proof)
  expect(response.status, response.text).toBe(200)
  return response.json<Options>().options
}
async function add(account: StaffAccount, name: string, proof?: object) {
  const options = await beginAdding(account, proof)
  const attestation = account.authenticator.create(options)
  const body = { name, user_handle: options.user.id, attestation }
  const response = await post(account.visitor, 'passkeys/register', body)
  expect(response.status, response.text).toBe(200)
  return response.json<StaffPasskeysReply>()
}
const optionsOf = async (visitor: Visitor, path: 'sign-in' | 'confirm') =>
  (await post(visitor, `passkeys/${path}-options`)).json<Options>().options
const signInWith = async (
  visitor: Visitor,
  authenticator: Authenticator,
  change: Override = {},
) => {
  const assertion = authenticator.get(await optionsOf(visitor, 'sign-in'), change)
  return post(visitor, 'passkeys/sign-in', { assertion })
}
const proofOf = async ({ visitor, authenticator }: StaffAccount) => ({
  assertion: authenticator.get(await optionsOf(visitor, 'confirm')),
})
const listOf = async ({ visitor }: StaffAccount, path = 'passkeys') =>
  (await visitor.get(`/api/users/${path}`, sameOrigin)).json<StaffPasskeysReply>()
const mailsTo = async (email: string) =>
  (
    await query<{ subject: string; text: string }>(
      `select subject, text from mails where to_address = $1 and kind = 'staff_security' order by id`,
      [email],
    )
  ).map(({ subject, text }) => `${subject}\n${text}`.replace(/\s+/g, ' '))
const auditOf = (id: number) =>
  query<{ action: string; by_name: string; details: unknown }>(
    `select action, by_name, details from audit
      where of_collection = 'users' and document = $1 order by id`,
    [String(id)],
  )

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
})
afterAll(() => server?.stop())

describe('a passkey of staff', () => {
  test('is added with the password, and opens the same kind of session as the password', async () => {
    const grace = await makeAccount('grace@venue.example')
    expect(await beginAdding(grace)).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'grace@venue.example (staff)', displayName: 'grace' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { passkeys } = await add(grace, ' My phone ')
    expect(passkeys).toEqual([
      {
        id: expect.any(Number),
        name: 'My phone',
        provider: 'iCloud Keychain',
        kind: 'synced',
        created_at: expect.any(String),
        last_used_at: null,
      },
    ])
    expect(await mailsTo(grace.email)).toEqual([expect.stringContaining('“My phone” now opens')])

    const otherBrowser = visitorOf(server)
    expect(await optionsOf(otherBrowser, 'sign-in')).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
    })
    const response = await signInWith(otherBrowser, grace.authenticator)
    expect(response.status, response.text).toBe(200)
    expect(response.json()).toEqual({
      user: { id: grace.id, name: 'grace', email: grace.email, role: 'editor' },
    })
    const [cookie] = response.headers['set-cookie'] ?? []
    expect(cookie).toMatch(
      /^payload-token=[\w.-]{87}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax/,
    )
    expect(await userOf(otherBrowser)).toMatchObject({ email: grace.email })
    expect((await listOf(grace)).passkeys[0]?.last_used_at).toEqual(expect.any(String))
    expect(await auditOf(grace.id)).toEqual([
      { action: 'passkey_added', by_name: 'grace', details: { passkey: 'My phone' } },
      { action: 'signed_in', by_name: 'grace', details: { passkey: 'My phone' } },
    ])
    const [credential] = grace.authenticator.credentials
    expect(await beginAdding(grace)).toMatchObject({
      user: { id: credential?.userHandle },
      excludeCredentials: [{ id: credential?.id }],
    })
  })

  test('needs a proof to be added, renamed or removed; each change is mailed and recorded', async () => {
    const hedy = await makeAccount('hedy@venue.example')
    for (const [proof, status] of [
      [{}, 400],
      [{ current_password: 'wrong' }, 403],
      [{ assertion: {} }, 400],
    ] as const) {
      expect((await post(hedy.visitor, 'passkeys/register-options', proof)).status).toBe(status)
    }
    expect((await post(visitorOf(server), 'passkeys/register-options', byPassword)).status).toBe(
      401,
    )
    const [first] = (await add(hedy, 'Phone')).passkeys
    const [second] = (await add(hedy, 'Key', await proofOf(hedy))).passkeys
    const other = visitorOf(server)
    expect((await signInWith(other, hedy.authenticator)).status).toBe(200)

    const rename = (proof: object) =>
      post(hedy.visitor, 'passkeys/rename', { id: first?.id, name: 'Old phone', ...proof })
    const remove = (id: number | undefined, proof: object) =>
      post(hedy.visitor, 'passkeys/remove', { id, ...proof })
    expect([(await rename({})).status, (await remove(first?.id, {})).status]).toEqual([400, 400])
    expect((await rename(await proofOf(hedy))).status).toBe(200)
    expect(await userOf(other)).not.toBeNull()
    const left = await remove(first?.id, byPassword)
    expect(left.json<StaffPasskeysReply>().passkeys).toMatchObject([
      { id: second?.id, name: 'Key' },
    ])
    // Somebody may be signed in on the lost phone, so all other sessions end.
    expect([await userOf(other), await userOf(hedy.visitor)]).toEqual([
      null,
      expect.objectContaining({ email: hedy.email }),
    ])
    expect((await remove(first?.id, byPassword)).status).toBe(404)
    expect(await mailsTo(hedy.email)).toEqual([
      expect.stringContaining('“Phone” now opens'),
      expect.stringContaining('“Key” now opens'),
      expect.stringContaining('is now called “Old phone”'),
      expect.stringContaining('“Old phone” no longer opens'),
    ])
    expect((await auditOf(hedy.id)).map(({ action }) => action)).toEqual([
      'passkey_added',
      'passkey_added',
      'signed_in',
      'passkey_renamed',
      'passkey_removed',
    ])
  })

  test('is accepted instead of the current password; each assertion is valid once', async () => {
    const joan = await makeAccount('joan@venue.example')
    await add(joan, 'Phone')
    const newPassword = 'another long password'
    const proof = await proofOf(joan)
    const change = () => post(joan.visitor, 'change-password', { ...proof, password: newPassword })
    const responses = await Promise.all([change(), change(), change()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    const moved = { ...(await proofOf(joan)), email: 'joan.2@venue.example' }
    expect((await post(joan.visitor, 'change-email', moved)).status).toBe(200)
    expect(await userOf(joan.visitor)).toMatchObject({ email: 'joan.2@venue.example' })
    const login = { email: 'joan.2@venue.example', password: newPassword }
    expect((await post(visitorOf(server), 'login', login)).status).toBe(200)
    // Both notices go to the address that the account had at the time of the request.
    expect((await mailsTo(joan.email)).slice(1)).toEqual([
      expect.stringContaining('Your password was changed'),
      expect.stringContaining('joan.2@venue.example'),
    ])
  })

  test('confirms changes only for its own account and in the session that requested the options', async () => {
    const mary = await makeAccount('mary@venue.example')
    const eve = await makeAccount('eve@venue.example')
    await add(mary, 'Phone')
    await add(eve, 'Phone')
    const change = (visitor: Visitor, assertion: object) =>
      post(visitor, 'change-password', { assertion, password: 'another long password' })
    const maryElsewhere = visitorOf(server)
    maryElsewhere.cookies.set('payload-token', await createStaffSession(url, mary.email))
    const confirm = await optionsOf(mary.visitor, 'confirm')
    const signIn = await optionsOf(mary.visitor, 'sign-in')
    const { authenticator } = mary
    const refused = [
      await change(maryElsewhere, authenticator.get(confirm)),
      await change(eve.visitor, authenticator.get(await optionsOf(mary.visitor, 'confirm'))),
      await change(mary.visitor, authenticator.get(signIn)),
      await change(
        mary.visitor,
        eve.authenticator.get({
          ...(await optionsOf(mary.visitor, 'confirm')),
          allowCredentials: [],
        }),
      ),
      await post(mary.visitor, 'passkeys/sign-in', {
        assertion: authenticator.get(await optionsOf(mary.visitor, 'confirm')),
      }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await change(mary.visitor, authenticator.get(confirm))).status).toBe(200)
    // A registration is valid only in the session and for the handle that it was started with.
    const options = await beginAdding(eve)
    const body = { name: 'x', attestation: eve.authenticator.create(options) }
    const registered = [
      await post(eve.visitor, 'passkeys/register', { ...body, user_handle: 'A'.repeat(43) }),
      await post(mary.visitor, 'passkeys/register', { ...body, user_handle: options.user.id }),
    ]
    expect(registered.map(({ status }) => status)).toEqual([403, 403])
  })

  test('is invalid after it or its account was deleted', async () => {
    const deleted = await makeAccount('gone@venue.example')
    await add(deleted, 'Phone')
    const stale = await makeAccount('stale@venue.example')
    const [passkey] = (await add(stale, 'Phone')).passkeys
    const visitor = visitorOf(server)
    const options = await optionsOf(visitor, 'sign-in')
    await post(stale.visitor, 'passkeys/remove', { id: passkey?.id, ...byPassword })
    await query('delete from users where id = $1', [deleted.id])
    const responses = [
      await signInWith(visitorOf(server), deleted.authenticator),
      await post(visitor, 'passkeys/sign-in', { assertion: stale.authenticator.get(options) }),
    ]
    for (const response of responses) {
      expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined])
      expect(response.json()).toMatchObject({
        message: expect.stringContaining('nobody on the staff'),
      })
    }
  })

  test('is not valid for members, and a member’s passkey is not valid for staff', async () => {
    const both = await makeAccount('both@venue.example')
    await add(both, 'Phone')
    const phone = phoneOf(visitorOf(server), server, both.authenticator)
    const begun = (await phone.authOptions(null)).json<Options>()
    const asMember = await phone.authVerify(null, both.authenticator.get(begun.options))
    // With the error `no_credentials`, browsers would delete the passkey.
    expect(asMember.json()).toMatchObject({ error: 'staff_passkey' })
    const member = phoneOf(visitorOf(server), server)
    await member.register()
    expect((await signInWith(member.visitor, member.authenticator)).status).toBe(403)
  })
})

describe('two concurrent registrations of a tenth passkey', () => {
  let full: StaffAccount
  /** @returns the statuses of both replies, sorted */
  async function race(to: Server): Promise<number[]> {
    const options = [await beginAdding(full), await beginAdding(full)]
    const responses = await Promise.all(
      options.map((each) =>
        full.visitor.call(
          '/api/users/passkeys/register',
          {
            name: 'Last',
            user_handle: each.user.id,
            attestation: full.authenticator.create(each),
          },
          { ...sameOrigin, to },
        ),
      ),
    )
    return responses.map(({ status }) => status).sort()
  }
  beforeAll(async () => {
    full = await makeAccount('full@venue.example')
    await add(full, 'First')
    await query(
      `insert into staff_passkeys ("user", user_handle, name, credential, public_key, counter,
                                   transports, aaguid, is_multi_device, is_backed_up)
       select "user", user_handle, 'n' || n, 'credential-' || n, public_key, 0, '[]', aaguid, true, true
         from staff_passkeys, generate_series(2, 9) as n where "user" = $1`,
      [full.id],
    )
  })

  test('add one passkey', async () => {
    expect(await race(server)).toEqual([200, 409])
    expect((await post(full.visitor, 'passkeys/register-options', byPassword)).status).toBe(409)
  })

  test('add two passkeys without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const unlocked = await startServer({
      DATABASE_URL: await disableAdvisoryLocks(url),
      DEMO: '0',
      SITE_URL: server.url,
    })
    try {
      await waitUntil(
        async () => {
          await query(`delete from staff_passkeys where "user" = $1 and name = 'Last'`, [full.id])
          return race(unlocked)
        },
        ([, second]) => second === 200,
      )
    } finally {
      await unlocked.stop()
    }
  })
})

describe('a sign-in with a passkey is refused', () => {
  let owner: StaffAccount
  const failures = async () => {
    const { text } = await request(server.metricsPort, '/metrics')
    return Number(/security_events_total\{kind="staff_sign_in_failed"\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  beforeAll(async () => {
    owner = await makeAccount('owner@venue.example', { hasCounter: true })
    await add(owner, 'Phone')
  })

  test('for responses of another site, authenticator or browser, and for used or expired ones; each refusal is counted as a security event', async () => {
    const before = await failures()
    const { authenticator } = owner
    const changes: [Override, string][] = [
      [{ origin: 'https://evil.example' }, 'origin'],
      [{ crossOrigin: true }, 'origin'],
      [{ rpId: 'evil.example' }, 'response'],
      [{ isVerified: false }, 'response'],
      [{ isForged: true }, 'response'],
      [{ type: 'webauthn.create' }, 'response'],
      [{ isMultiDevice: false, isBackedUp: false }, 'response'],
      [{ userHandle: 'A'.repeat(43) }, 'handle'],
      [{ challenge: 'A'.repeat(43) }, 'challenge'],
      [{ counter: 1 }, 'response'],
    ]
    expect((await signInWith(visitorOf(server), authenticator)).status).toBe(200)
    for (const [change, details] of changes) {
      const answer = await signInWith(visitorOf(server), authenticator, change)
      expect(answer.status, JSON.stringify(change)).toBe(403)
      expect(answer.json(), JSON.stringify(change)).toMatchObject({ error: 'forbidden', details })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const [one, other] = [visitorOf(server), visitorOf(server)]
    const options = await optionsOf(one, 'sign-in')
    await optionsOf(other, 'sign-in')
    const assertion = authenticator.get(options)
    const twice = [
      await post(other, 'passkeys/sign-in', { assertion }),
      ...(await Promise.all([1, 2, 3].map(() => post(one, 'passkeys/sign-in', { assertion })))),
    ]
    expect(twice[0]?.status).toBe(403)
    expect(twice.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = authenticator.get(await optionsOf(one, 'sign-in'))
    await query(`update staff_challenges set expires_at = now()`)
    expect((await post(one, 'passkeys/sign-in', { assertion: late })).status).toBe(403)
    expect(await failures()).toBe(before + changes.length + 4)
  })

  test('after too many attempts of one client', async () => {
    const visitor = visitorOf(server)
    await optionsOf(visitor, 'sign-in')
    await query(`update limits set taken = 300 where key like 'staff ceremonies%'`)
    const response = await post(visitor, 'passkeys/sign-in-options')
    expect([response.status, Number(response.headers['retry-after']) > 0]).toEqual([429, true])
    await query(`delete from limits where key like 'staff ceremonies%'`)
  })
})

describe('an admin', () => {
  test('sees a colleague’s passkeys and removes them, which signs the colleague out', async () => {
    const admin = await makeAccount('head@venue.example', { role: 'admin' })
    const colleague = await makeAccount('lost@venue.example')
    const editor = await makeAccount('nosy@venue.example')
    const [passkey] = (await add(colleague, 'Lost phone')).passkeys
    const path = `passkeys?user=${colleague.id}`
    expect((await listOf(admin, path)).passkeys).toMatchObject([{ name: 'Lost phone' }])
    expect((await editor.visitor.get(`/api/users/${path}`, sameOrigin)).status).toBe(403)
    const target = { user: colleague.id, id: passkey?.id }
    expect((await post(editor.visitor, 'passkeys/revoke', target)).status).toBe(403)
    expect(
      (await post(admin.visitor, 'passkeys/remove', { ...target, ...byPassword })).status,
    ).toBe(404)
    const [adminPasskey] = (await add(admin, 'Own')).passkeys
    const ownTarget = { user: admin.id, id: adminPasskey?.id }
    expect((await post(admin.visitor, 'passkeys/revoke', ownTarget)).status).toBe(403)

    await query(`update staff_sessions set proved_at = null where "user" = $1`, [admin.id])
    expect((await post(admin.visitor, 'passkeys/revoke', target)).json()).toMatchObject({
      error: 'proof_required',
    })
    expect((await post(admin.visitor, 'confirm', await proofOf(admin))).status).toBe(200)
    const response = await post(admin.visitor, 'passkeys/revoke', target)
    expect(response.json()).toMatchObject({ passkeys: [] })
    expect(await userOf(colleague.visitor)).toBeNull()
    expect((await signInWith(visitorOf(server), colleague.authenticator)).status).toBe(403)
    expect((await mailsTo(colleague.email)).at(-1)).toContain(
      'head removed the passkey “Lost phone”',
    )
    expect((await auditOf(colleague.id)).at(-1)).toEqual({
      action: 'passkey_removed',
      by_name: 'head',
      details: { passkey: 'Lost phone' },
    })
    expect((await post(admin.visitor, 'passkeys/revoke', target)).status).toBe(404)
  })
})
