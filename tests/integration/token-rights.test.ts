import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commonGoodCalls } from '../../cms/features/common-good/calls.ts'
import { creditCalls } from '../../cms/features/credit/calls.ts'
import { ledgerCalls } from '../../cms/features/ledger/calls.ts'
import { members } from '../../cms/features/members/feature.ts'
import type { RegisterOptionsReply } from '../../cms/features/members/passkeys/contract.ts'
import { momentCalls } from '../../cms/features/moments/calls.ts'
import { nudgeCalls } from '../../cms/features/nudges/calls.ts'
import { paymentCalls } from '../../cms/features/payments/calls.ts'
import { tillCalls } from '../../cms/features/till/calls.ts'
import type { Call } from '../../cms/platform/http/call.ts'
import { topUpAt } from '../support/credit.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { phoneOf } from '../support/passkeys.ts'
import type { Reply } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { stripeKeys } from '../support/stripe.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'

let database: string
let server: Server
let other: Server
let membership: ReturnType<typeof membershipOf>
let newsletter: ReturnType<typeof newsletterOf>

beforeAll(async () => {
  database = await makeDatabase('demo')
  // No server listens at this address.
  const cards = { ...stripeKeys, STRIPE_API: 'http://127.0.0.1:9' }
  server = await startServer({ DATABASE_URL: database, ...cards })
  other = await startServer({ DATABASE_URL: database, SITE_URL: server.url })
  membership = membershipOf(server, database)
  newsletter = newsletterOf(server, database)
})
afterAll(async () => {
  for (const each of [server, other]) await each?.stop()
})
beforeEach(() => membership.resetCodeLimits())

const handle = randomBytes(32).toString('base64url')
const outcome = ({ status, text }: Reply): string | number =>
  status < 400 ? status : (JSON.parse(text) as { error: string }).error
const proofLeft = async (visitor: Visitor) =>
  (await visitor.get('/api/member/proof')).json<{ proof_left_ms: number }>().proof_left_ms
/** Sets the age of the member's last proof. */
const setProofAge = (email: string, seconds = 301) =>
  membership.query(
    `update member_sessions set proved_at = now() - $2 * interval '1 second'
      where member = (select id from members where email = $1)`,
    [email, seconds],
  )

/** Another client that has stolen the token from the local storage. */
const thiefOf = ({ token }: Visitor): Visitor => Object.assign(visitorOf(server), { token })
const withoutToken = (visitor: Visitor): Visitor => Object.assign(visitor.copy(), { token: null })

type Row = {
  call: string
  body?: object
  /** What the member is topped up with before. */
  creditCents?: number
  /** The status, or the error of the reply, with the token only. Default: `cookie_required`. */
  token?: string | number
  /** The status or error with the cookie, with or without the token. */
  cookie: string | number
  /** The error with the cookie more than five minutes after the last proof. Default: as for `cookie`. */
  stale?: string
}
const id = 2_000_000_000
const response = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }
const attResp = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response }
const context = () => ({ rpId: 'localhost', origin: server.url })
const rows: Row[] = [
  { call: 'GET /auth/user', token: 200, cookie: 200 },
  { call: 'POST /auto-link-push-subscription', cookie: 200 },
  { call: 'GET /member/profile', cookie: 200 },
  { call: 'POST /member/profile', body: { name: 'Eve' }, cookie: 200 },
  { call: 'GET /member/devices', cookie: 200 },
  { call: 'POST /member/sessions/end', body: { id: randomUUID() }, cookie: 'not_found' },
  { call: 'POST /member/devices/forget', body: { id }, cookie: 'not_found' },
  { call: 'GET /member/passkeys', cookie: 200 },
  { call: 'POST /member/passkeys/rename', body: { id, name: 'Eve' }, cookie: 'not_found' },
  {
    call: 'POST /member/passkeys/remove',
    body: { id },
    cookie: 'not_found',
    stale: 'proof_required',
  },
  { call: 'GET /member/consents', cookie: 200 },
  { call: 'GET /member/card', cookie: 200 },
  { call: 'GET /member/download', cookie: 200, stale: 'proof_required' },
  {
    call: 'POST /member/email',
    body: { email: 'eve@venue.example' },
    cookie: 200,
    stale: 'proof_required',
  },
  {
    call: 'POST /member/email/confirm',
    body: { email: 'eve@venue.example', old_code: '000000', new_code: '000000' },
    cookie: 'invalid_code',
  },
  { call: 'POST /member/delete', cookie: 200, stale: 'proof_required' },
  { call: 'POST /member/delete/undo', cookie: 200 },
  { call: 'GET /member/proof', cookie: 200 },
  {
    call: 'POST /member/proof/passkey',
    body: { userHandle: handle },
    cookie: 'ceremony_required',
  },
  { call: 'POST /member/proof/code', cookie: 200 },
  { call: 'POST /member/proof/verify', body: { code: '000000' }, cookie: 'invalid_code' },
  {
    call: 'POST /webauthn-register-options',
    cookie: 200,
    stale: 'proof_required',
  },
  {
    call: 'POST /webauthn-register-verify',
    body: { userHandle: handle, attResp },
    cookie: 'verification_failed',
  },
  { call: 'POST /clear-webauthn-data', body: { userHandle: handle }, cookie: 200 },
  { call: 'GET /push/state', cookie: 200 },
  { call: 'POST /push/subscribe', cookie: 'bad_request' },
  { call: 'POST /push/email-topics', body: { topics: [] }, cookie: 'not_found' },
  { call: 'POST /push/devices/:id/remove', cookie: 'not_found' },
  {
    call: 'POST /payments/checkout',
    body: { key: '0'.repeat(24), amount: 500 },
    cookie: 'service_unavailable',
  },
  { call: 'GET /credit/statement', cookie: 200 },
  {
    call: 'POST /credit/gift',
    body: { key: '0'.repeat(24), amount: 500 },
    cookie: 'insufficient_funds',
  },
  { call: 'POST /credit/round-up', body: { on: true }, cookie: 200 },
  { call: 'GET /credit/news', cookie: 200 },
  {
    call: 'POST /credit/news',
    body: { top_up: 'nudge', payment: 'mail', send: 'none', claim: 'nudge' },
    cookie: 200,
  },
  {
    call: 'POST /credit/sends',
    body: { key: '0'.repeat(24), amount: 500, email: 'friend@venue.example' },
    creditCents: 500,
    cookie: 200,
    stale: 'proof_required',
  },
  { call: 'POST /credit/sends/take-back', body: { id }, cookie: 'not_found' },
  { call: 'POST /credit/claim', body: { id }, cookie: 'not_found' },
  { call: 'POST /common-good/message', body: { text: 'Hello' }, cookie: 'no_contribution' },
  { call: 'POST /credit/report', body: { transfer: id, text: 'x' }, cookie: 'not_found' },
  { call: 'POST /moments/upload', cookie: 'no_file' },
  {
    call: 'POST /moments/edit',
    body: { moment: id, area: 'Cafe', audience: 'members' },
    cookie: 'not_found',
  },
  { call: 'POST /moments/remove', body: { moment: id }, cookie: 200 },
  {
    call: 'POST /moments/react',
    body: { moment: id, kind: 'love', on: true },
    cookie: 'not_found',
  },
  { call: 'GET /moments/files/:moment/:file', cookie: 'not_found' },
  { call: 'GET /moments/download/:moment', cookie: 'not_found' },
]

describe('the calls of members', () => {
  /** Calls that need no member session: they are made before signing in, or by staff. */
  const withoutSession = [
    'POST /auth/code',
    'POST /auth/verify',
    'POST /auth/link',
    'POST /auth/refresh',
    'POST /auth/sign-out',
    'GET /auth/keys',
    'GET /webauthn-related-origins',
    'POST /is_email_domain_allowed',
    'POST /webauthn-auth-options',
    'POST /webauthn-auth-verify',
    'POST /webauthn-create-session',
    'POST /start-membership-link',
    'POST /verify-membership-link',
    'POST /check-membership',
    'POST /member-card/verify',
    // A device is identified by its own cookie.
    'GET /push/device',
    'GET /push/key',
    'POST /push/unsubscribe',
    'POST /push/test',
    'POST /push/settings',
    'POST /nudge/seen',
    // The reply of this call does not end.
    'GET /nudge/live',
    // The messages of this call are signed.
    'POST /payments/stripe',
    // Calls about data that everybody sees.
    'POST /get-common-good-totals',
    'POST /common-good/message/report',
    'POST /moments/take-down',
    'POST /moments/report',
    'GET /moments/public/:moment/:file',
  ]
  const namesOf = (calls: readonly Call[]) =>
    calls.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const ofMembers = rows.map(({ call }) => call)
  const ofStaff = [
    ...momentCalls,
    ...ledgerCalls,
    ...tillCalls,
    ...commonGoodCalls,
    ...paymentCalls,
  ]
  const byStaff = namesOf(ofStaff).filter(
    (each) => !withoutSession.includes(each) && !ofMembers.includes(each),
  )

  test('are all listed in the table of this test', () => {
    const all = namesOf([
      ...(members.calls ?? []),
      ...[nudgeCalls, paymentCalls, creditCalls, commonGoodCalls, momentCalls].flat(),
    ]).filter((each) => !byStaff.includes(each))
    expect(rows.map(({ call }) => call).sort()).toEqual(
      all.filter((each) => !withoutSession.includes(each)).sort(),
    )
  })

  test('do not include the calls by which staff handle money, which are refused', async () => {
    const { visitor } = await membership.signIn('not-staff@venue.example')
    expect(byStaff.length).toBeGreaterThan(15)
    for (const each of byStaff) {
      const [method = '', path] = each.split(' ')
      for (const by of [visitor.copy(), withoutToken(visitor), thiefOf(visitor)]) {
        const { status } = await by.call(`/api${path}`, method === 'GET' ? '' : '{}', { method })
        expect([each, status]).toEqual([each, 401])
      }
    }
  })

  test.each(rows)(
    '$call: token, cookie, both, mismatch and stale proof each have the listed result',
    async (row) => {
      const { call, token = 'cookie_required', cookie, stale = cookie, creditCents } = row
      const email = `${call.replace(/\W+/g, '-').toLowerCase()}@venue.example`
      const { visitor } = await membership.signIn(email)
      if (creditCents) await topUpAt(database, email, creditCents)
      const elsewhere = await membership.signIn(email)
      const mismatch = Object.assign(visitor.copy(), { token: elsewhere.visitor.token })
      const [method = '', path] = call.split(' ')
      const make = async (by: Visitor) => {
        await membership.resetCodeLimits()
        const body = JSON.stringify({ ...context(), ...row.body })
        const response = await by.call(
          `/api${path?.replace(/:(id|moment)/, String(id)).replace(':file', '480-avif')}`,
          method === 'GET' ? '' : body,
          { method },
        )
        return outcome(response)
      }
      const got: Record<string, string | number> = {
        'token alone': await make(thiefOf(visitor)),
        mismatch: await make(mismatch),
        'cookie alone': await make(withoutToken(visitor)),
        both: await make(visitor.copy()),
      }
      await setProofAge(email)
      got['stale proof'] = await make(visitor.copy())
      expect(got).toEqual({
        'token alone': token,
        mismatch: 'session_mismatch',
        'cookie alone': cookie,
        both: cookie,
        'stale proof': stale,
      })
    },
  )
})

describe('a stolen access token', () => {
  test('cannot end a session and is invalid after sign-out', async () => {
    const email = 'robbed@venue.example'
    const { visitor } = await membership.signIn(email)
    const thief = thiefOf(visitor)
    await thief.call('/api/auth/sign-out', { everywhere: true })
    expect((await visitor.get('/api/auth/user')).status).toBe(200)
    await visitor.call('/api/auth/sign-out', { everywhere: true })
    expect((await thief.get('/api/auth/user')).status).toBe(401)
  })

  test('with another session’s cookie cannot register a passkey', async () => {
    const { visitor, user } = await membership.signIn('beside@venue.example')
    const thief = phoneOf((await membership.signIn('beside-thief@venue.example')).visitor, server)
    thief.visitor.token = visitor.token
    const begun = await thief.registerOptions()
    expect([begun.status, outcome(begun)]).toEqual([401, 'session_mismatch'])
    expect(await membership.count('passkey_handles', 'member = $1', [user.id])).toBe(0)
  })
})

describe('a proof', () => {
  const signedInWithPasskey = async (name: string) => {
    const email = `${name}@venue.example`
    await newsletter.join(signUpRequest(email))
    const { visitor } = await membership.signIn(email)
    const phone = phoneOf(visitor, server)
    const { userHandle } = await phone.register()
    await setProofAge(email)
    return { email, visitor, phone, userHandle }
  }
  const download = async (visitor: Visitor) => outcome(await visitor.get('/api/member/download'))
  const proveByCode = (visitor: Visitor, code: string, to = server) =>
    visitor.call('/api/member/proof/verify', { code }, { to })

  test('by passkey is valid for five minutes in its session', async () => {
    const { email, visitor, phone, userHandle } = await signedInWithPasskey('by-passkey')
    const elsewhere = (await membership.signIn(email)).visitor
    await setProofAge(email)
    expect(await proofLeft(visitor)).toBe(0)
    await phone.authenticate(userHandle)
    await membership.query(`update passkey_proofs set at = at - interval '4 minutes'`)
    const response = await visitor.call('/api/member/proof/passkey', { userHandle })
    expect(response.json<{ proof_left_ms: number }>().proof_left_ms).toBeLessThanOrEqual(60_000)
    expect(await download(visitor)).toBe(200)
    expect(await download(elsewhere)).toBe('proof_required')

    await setProofAge(email)
    await phone.authenticate(userHandle)
    await membership.query(`update passkey_proofs set at = at - interval '301 seconds'`)
    const late = await visitor.call('/api/member/proof/passkey', { userHandle })
    expect(outcome(late)).toBe('ceremony_required')
  })

  test('of another browser or another member’s passkey is invalid', async () => {
    const ada = await signedInWithPasskey('prover')
    const bob = await signedInWithPasskey('not-the-prover')
    await ada.phone.authenticate(ada.userHandle)
    const stolen = await bob.visitor.call('/api/member/proof/passkey', {
      userHandle: ada.userHandle,
    })
    expect(outcome(stolen)).toBe('not_linked')
    const otherBrowser = phoneOf(
      (await membership.signIn(ada.email)).visitor,
      server,
      ada.phone.authenticator,
    )
    await setProofAge(ada.email)
    const foreign = await otherBrowser.visitor.call('/api/member/proof/passkey', {
      userHandle: ada.userHandle,
    })
    expect(outcome(foreign)).toBe('ceremony_required')
  })

  test('by one assertion, sent ten times at once, confirms or opens one session', async () => {
    const { visitor, phone, userHandle } = await signedInWithPasskey('assertion-race')
    await phone.authenticate(userHandle)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const path = n % 2 ? 'webauthn-create-session' : 'member/proof/passkey'
        const to = n % 3 ? server : other
        return visitor.copy().call(`/api/${path}`, { userHandle }, { to })
      }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('by code, sent ten times at once, is accepted once, and not from another session', async () => {
    const email = 'by-code@venue.example'
    const { visitor } = await membership.signIn(email)
    await setProofAge(email)
    expect((await visitor.call('/api/member/proof/code')).status).toBe(200)
    const [mail] = (await membership.mailsTo(email)).slice(-1)
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      'download your data from Common People, change how you sign in, or close your account',
    )
    const code = await membership.codeTo(email)
    const thief = (await membership.signIn(email)).visitor
    await setProofAge(email)
    thief.cookies.set('common-room-browser', visitor.cookies.get('common-room-browser') ?? '')
    expect(outcome(await proveByCode(thief, code))).toBe('invalid_code')
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        proveByCode(visitor.copy(), code, n % 2 ? server : other),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await download(visitor)).toBe(200)
    expect(await download(thief)).toBe('proof_required')
  })

  test('that has expired does not permit saving a passkey, even if the registration began before it expired', async () => {
    const { email, phone, userHandle } = await signedInWithPasskey('slow-prompt')
    expect((await phone.proveByPasskey(userHandle)).status).toBe(200)
    const { options, userHandle: next } = (
      await phone.registerOptions()
    ).json<RegisterOptionsReply>()
    await setProofAge(email)
    const response = await phone.registerVerify(next, phone.authenticator.create(options))
    expect(outcome(response)).toBe('proof_required')
    expect(await membership.count('passkey_handles', 'handle = $1', [next])).toBe(0)
  })

  test('by an assertion without a session permits adding a passkey to a linked handle for five minutes', async () => {
    const { phone, visitor, userHandle } = await signedInWithPasskey('signed-out')
    await visitor.call('/api/auth/sign-out')
    visitor.token = null
    const findOptions = async () =>
      (await phone.registerOptions(userHandle)).json<RegisterOptionsReply>()
    await phone.authenticate(userHandle)
    const begun = await findOptions()
    expect(begun.userHandle).toBe(userHandle)
    await membership.query(`update passkey_proofs set at = at - interval '301 seconds'`)
    expect((await findOptions()).userHandle).not.toBe(userHandle)
    const late = await phone.registerVerify(userHandle, phone.authenticator.create(begun.options))
    expect(outcome(late)).toBe('ceremony_required')
  })

  test('without JavaScript is given as a code in a form, and the next page links to the download', async () => {
    const email = 'without-scripts@venue.example'
    const { visitor } = await membership.signIn(email)
    await setProofAge(email)
    visitor.token = null
    const follow = { headers: { accept: 'text/html,application/xhtml+xml' } }
    const link = '/api/member/download?format=json'
    const { headers } = await visitor.get(link, follow)
    expect(headers.location).toBe('/common-room/member/confirm')
    const page = await visitor.get('/common-room/member/confirm')
    expect(page.text).toContain('action="/api/member/proof/code"')
    expect(page.text).toContain('action="/api/member/proof/verify"')
    const form = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: server.url }
      return (await visitor.call(`/api/member/proof/${path}`, body, { headers })).headers.location
    }
    expect(await form('code', '')).toBe('/common-room/member/confirm?done=sent#code')
    expect(await form('verify', 'code=x')).toContain('problem=invalid_code&form=code#code')
    const code = await membership.codeTo(email)
    const done = await form('verify', `code=${code.slice(0, 3)}+${code.slice(3)}`)
    expect(done).toBe('/common-room/member/confirm?done=confirmed')
    expect((await visitor.get(done ?? '')).text).toContain(`href="${link}"`)
    expect((await visitor.get(link, follow)).headers['content-disposition']).toContain('attachment')
  })
})
