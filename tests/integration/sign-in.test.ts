import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { newClientAddress, visitorOf } from '../support/visitor.ts'

let server: Server
let others: Server[]
let url: string
let membership: ReturnType<typeof membershipOf>
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')
const invalid = { error: 'invalid_code', message: 'Invalid or expired code. Please try again.' }

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  others = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url })))
  membership = membershipOf(server, url)
})
afterAll(async () => {
  for (const each of [server, ...(others ?? [])]) await each?.stop()
})

describe('a code', () => {
  test('is mailed with the highest priority, and signs in', async () => {
    const email = 'new@venue.example'
    const visitor = visitorOf(server)
    const requested = await visitor.call('/api/auth/code', { email })
    expect([requested.status, requested.json()]).toEqual([200, { ok: true }])
    const [mail, ...more] = await membership.mailsTo(email)
    expect(more).toEqual([])
    const code = await membership.codeTo(email)
    expect(mail).toMatchObject({ kind: 'sign_in_code', priority: 0 })
    expect(mail?.subject).toMatch(/^\d{6} is your code for /)
    expect(mail?.text.split('\n').at(-1)).toBe(`@localhost #${code}`)
    expect(mail?.html).toContain(code)

    const response = await membership.verify(visitor, email, code)
    expect(response.status, response.text).toBe(200)
    const { user, access_token, expires_at } = response.json<{
      user: { id: number; email: string }
      access_token: string
      expires_at: number
    }>()
    expect(user).toEqual({ id: expect.any(Number), email })
    expect(expires_at * 1000 - Date.now()).toBeGreaterThan(14 * 60_000)
    expect(expires_at * 1000 - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    visitor.token = access_token
    expect((await visitor.get('/api/auth/user')).json()).toEqual({ user })
    expect(await membership.count('members', 'email = $1', [email])).toBe(1)
  })

  test('is stored as an HMAC only', async () => {
    const email = 'sealed@venue.example'
    await visitorOf(server).call('/api/auth/code', { email })
    const code = await membership.codeTo(email)
    const [row] = await membership.query('select * from member_codes where email = $1', [email])
    expect(JSON.stringify(row)).not.toContain(code)
    expect(row?.seal).toMatch(/^[\w-]{43}$/)
  })

  test('is not mailed twice within a minute if one browser requests it again, in any process', async () => {
    const email = 'twice@venue.example'
    const visitor = visitorOf(server)
    expect((await visitor.call('/api/auth/code', { email })).status).toBe(200)
    for (const to of [server, ...others]) {
      const spelled = { email: ` ${email.toUpperCase()}` }
      const again = await visitor.call('/api/auth/code', spelled, { to })
      expect(again.status).toBe(429)
      expect(again.json()).toMatchObject({ error: 'too_soon' })
      expect(Number(again.headers['retry-after'])).toBeGreaterThan(50)
      expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    expect(await membership.mailsTo(email)).toHaveLength(1)
  })

  test('requested in three processes at once is mailed once', async () => {
    const email = 'at-once@venue.example'
    const visitor = visitorOf(server)
    await visitor.call('/api/auth/code', { email: 'before@venue.example' })
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const to = [server, ...others][n % 3] ?? server
        return visitor.copy().call('/api/auth/code', { email }, { to })
      }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await membership.mailsTo(email)).toHaveLength(1)
  })

  test('that is requested again stays the same, is valid for ten more minutes, and keeps its count of failed attempts', async () => {
    const email = 'again@venue.example'
    const visitor = visitorOf(server)
    const request = async () => {
      await membership.resetCodeLimits()
      await membership.query(`update member_codes set expires_at = now() + interval '5 minutes'`)
      expect((await visitor.call('/api/auth/code', { email })).status).toBe(200)
      return membership.codeTo(email)
    }
    const first = await request()
    for (let n = 0; n < 4; n++) await membership.verify(visitor, email, wrongCode(first))
    expect(await request()).toBe(first)
    expect(
      await membership.count(
        'member_codes',
        `email = $1 and expires_at > now() + interval '9 min'`,
        [email],
      ),
    ).toBe(1)
    await membership.verify(visitor, email, wrongCode(first))
    expect((await membership.verify(visitor, email, first)).json()).toEqual(invalid)
    const salts = () => membership.query('select salt from member_codes where email = $1', [email])
    const before = await salts()
    const second = await request()
    expect(await salts()).not.toEqual(before)
    expect((await membership.verify(visitor, email, second)).status).toBe(200)
    expect((await membership.verify(visitor, email, second)).json()).toEqual(invalid)
  })

  test('requested by a stranger does not replace the code of a trusted device', async () => {
    const email = 'own@venue.example'
    const { visitor } = await membership.signIn(email)
    await membership.resetCodeLimits()
    const stranger = visitorOf(server)
    expect((await stranger.call('/api/auth/code', { email })).status).toBe(200)
    expect((await visitor.call('/api/auth/code', { email })).status).toBe(200)
    const newestCode = await membership.codeTo(email)
    await membership.resetCodeLimits()
    expect((await stranger.call('/api/auth/code', { email })).status).toBe(200)
    expect((await membership.verify(visitor, email, newestCode)).status).toBe(200)
  })

  test('that is entered without an email address is checked for the address that the browser used last', async () => {
    const [first, email] = ['earlier@venue.example', 'last@venue.example']
    const visitor = visitorOf(server)
    const verify = (by: typeof visitor, token: string) =>
      by.call('/api/auth/verify', { email: null, token, type: 'email' })
    await visitor.call('/api/auth/code', { email: first })
    await visitor.call('/api/auth/code', { email })
    const code = await membership.codeTo(email)
    const elsewhere = visitorOf(server)
    await elsewhere.call('/api/auth/code', { email: 'other@venue.example' })
    for (const by of [visitorOf(server), elsewhere]) {
      expect((await verify(by, code)).json()).toEqual(invalid)
    }
    expect((await verify(visitor, wrongCode(code))).json()).toEqual(invalid)
    const response = await verify(visitor, code)
    expect(response.json()).toMatchObject({ user: { email } })
    // Once the newer code is used, the code for the earlier address is accepted.
    expect((await verify(visitor, await membership.codeTo(first))).json()).toMatchObject({
      user: { email: first },
    })
  })

  test.each([1, 3])(
    'is refused after five failed attempts even if right, with %i processes',
    async (processes) => {
      const email = `tries${processes}@venue.example`
      const visitor = visitorOf(server)
      await visitor.call('/api/auth/code', { email })
      const code = await membership.codeTo(email)
      const all = [server, ...others].slice(0, processes)
      for (let i = 0; i < 6; i++) {
        const response = await membership.verify(
          visitor,
          email,
          wrongCode(code),
          all[i % processes],
        )
        expect([response.status, response.json()]).toEqual([400, invalid])
      }
      for (const to of all) {
        expect((await membership.verify(visitor, email, code, to)).json()).toEqual(invalid)
      }
      expect(await membership.count('members', 'email = $1', [email])).toBe(0)
    },
  )

  test('guessed many times concurrently in three processes is compared five times', async () => {
    const email = 'guessed@venue.example'
    const visitor = visitorOf(server)
    await visitor.call('/api/auth/code', { email })
    const code = await membership.codeTo(email)
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        membership.verify(visitor.copy(), email, wrongCode(code), [server, ...others][n % 3]),
      ),
    )
    const [row] = await membership.query('select tries from member_codes where email = $1', [email])
    expect(row?.tries).toBe(5)
    expect((await membership.verify(visitor, email, code)).json()).toEqual(invalid)
  })

  test('creates one session for concurrent requests in several processes', async () => {
    for (const processes of [[server], [server, ...others]]) {
      const email = `once${processes.length}@venue.example`
      const visitor = visitorOf(server)
      await visitor.call('/api/auth/code', { email })
      const code = await membership.codeTo(email)
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const tab = visitor.copy()
          const body = { email, token: code, type: 'email' }
          const headers = { 'x-forwarded-for': newClientAddress() }
          const to = processes[index % processes.length]
          return tab.call('/api/auth/verify', body, { headers, ...(to && { to }) })
        }),
      )
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(49)
      const ofMember = 'member = (select id from members where email = $1)'
      expect(await membership.count('member_sessions', ofMember, [email])).toBe(1)
      expect((await membership.verify(visitor, email, code)).json()).toEqual(invalid)
    }
  })

  test('that has expired, or was requested by another browser, is refused', async () => {
    const email = 'old@venue.example'
    const visitor = visitorOf(server)
    await visitor.call('/api/auth/code', { email })
    const code = await membership.codeTo(email)
    const other = visitorOf(server)
    expect((await membership.verify(other, email, code)).json()).toEqual(invalid)
    await membership.resetCodeLimits()
    await other.call('/api/auth/code', { email: 'another@venue.example' })
    expect((await membership.verify(other, email, code)).json()).toEqual(invalid)
    const age = (by: string) =>
      membership.query(
        `update member_codes set expires_at = expires_at - $2::interval where email = $1`,
        [email, by],
      )
    await age('10 minutes')
    expect((await membership.verify(visitor, email, code)).json()).toEqual(invalid)
    await age('-10 minutes')
    expect((await membership.verify(visitor, email, code)).status).toBe(200)
  })

  test('of one browser is not used up by failed attempts in another', async () => {
    const email = 'mine@venue.example'
    const visitor = visitorOf(server)
    await visitor.call('/api/auth/code', { email })
    const code = await membership.codeTo(email)
    const stranger = visitorOf(server)
    await stranger.call('/api/auth/code', { email: 'theirs@venue.example' })
    for (let i = 0; i < 6; i++) await membership.verify(stranger, email, wrongCode(code))
    expect((await membership.verify(visitor, email, code)).status).toBe(200)
  })

  test.each<[string, unknown]>([
    ['too short', '12345'],
    ['too long', '1234567'],
    ['in full-width digits', '１２３４５６'],
    ['a number', 123456],
    ['a list', ['123456']],
    ['an object', { length: 6 }],
    ['null', null],
    ['nothing', undefined],
  ])('that is %s is refused', async (_, token) => {
    const visitor = visitorOf(server)
    const response = await membership.verify(visitor, 'shapes@venue.example', token)
    expect([response.status, response.json()]).toEqual([400, invalid])
  })
})

describe('an email address', () => {
  test('is the same in all its spellings', async () => {
    const visitor = visitorOf(server)
    expect((await visitor.call('/api/auth/code', { email: ' A@X.COM ' })).status).toBe(200)
    const response = await membership.verify(visitor, 'a@x.com', await membership.codeTo('a@x.com'))
    expect(response.json()).toMatchObject({ user: { email: 'a@x.com' } })
    const other = await membership.signIn('A@x.com '.trim().toLowerCase())
    expect(other.user.id).toBe(response.json<{ user: { id: number } }>().user.id)
  })

  test('that only looks similar is a different address', async () => {
    const lookalike = '\u0430@x.com'
    await visitorOf(server).call('/api/auth/code', { email: lookalike })
    expect(await membership.mailsTo(lookalike)).toHaveLength(1)
    const { user } = await membership.signIn('a@x.com')
    const otherMember = await membership.signIn(lookalike)
    expect(otherMember.user.id).not.toBe(user.id)
  })

  test.each<[unknown]>([
    ['ada@venue'],
    ['a@b.example, c@d.example'],
    [['a@b.example']],
    [null],
    [7],
  ])('%j is refused', async (email) => {
    const response = await visitorOf(server).call('/api/auth/code', { email })
    expect([response.status, response.json()]).toEqual([
      400,
      { error: 'invalid_email', message: 'Please enter a valid email.' },
    ])
  })

  test('that is unknown gets the same response as a known one, and causes the same work', async () => {
    const known = 'known@venue.example'
    const unknown = 'nobody@venue.example'
    await membership.signIn(known)
    const mailsBefore = new Map<string, number>()
    for (const email of [known, unknown]) {
      mailsBefore.set(email, (await membership.mailsTo(email)).length)
    }
    const outcomes = []
    for (const email of [known, unknown]) {
      await membership.resetCodeLimits()
      const response = await visitorOf(server).call('/api/auth/code', { email })
      const mails = (await membership.mailsTo(email)).length - (mailsBefore.get(email) ?? 0)
      const [counted] = await membership.query(
        `select count(*)::int as keys, sum(taken)::int as taken from limits where key like 'codes%'`,
      )
      const { status, text, headers } = response
      outcomes.push({ status, text, headers: Object.keys(headers).sort(), mails, counted })
    }
    expect(outcomes[0]).toMatchObject({ status: 200, mails: 1 })
    expect(outcomes[0]).toEqual(outcomes[1])
  })
})

describe('thirty attempts at codes in five minutes', () => {
  const statusesFrom = async (count: number, headers: (n: number) => Record<string, string>) => {
    const responses = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        visitorOf(server).call(
          '/api/auth/verify',
          { email: `flood@venue.example`, token: '123456', type: 'email' },
          { headers: headers(n), to: [server, ...others][n % 3] ?? server },
        ),
      ),
    )
    return responses.map(({ status }) => status)
  }
  const refused = (statuses: number[]) => statuses.filter((status) => status === 429).length

  test('are the limit of a client, counted in three processes together', async () => {
    const from = () => ({ 'x-forwarded-for': '203.0.113.9' })
    expect(refused(await statusesFrom(33, from))).toBe(3)
    const response = await visitorOf(server).call(
      '/api/auth/verify',
      { email: 'more@venue.example', token: '123456', type: 'email' },
      { headers: from() },
    )
    expect(response.status).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(240)
    expect(await membership.count('limits', `key like '%203.0.113.9%'`)).toBe(0)
    await membership.query(
      `update limits set free_at = now() - interval '1 s' where key like 'codes tried from %'`,
    )
    expect(refused(await statusesFrom(30, from))).toBe(0)
  })

  test('are also the limit of a client that sends invented IP addresses and hosts', async () => {
    const forged = (n: number) => ({
      'x-forwarded-for': `192.0.2.${n}, 203.0.113.10`,
      forwarded: `for=192.0.2.${n}`,
      'x-real-ip': `192.0.2.${n}`,
      'x-common-room-client': `192.0.2.${n}`,
      host: `host${n}.example`,
    })
    expect(refused(await statusesFrom(33, forged))).toBe(3)
  })

  test('are shared by the addresses of one IPv6 /64 network', async () => {
    const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:7:7::${n.toString(16)}` })
    expect(refused(await statusesFrom(33, from))).toBe(3)
  })

  test.each([
    [
      'twice for an IPv6 /56 network',
      (n: number) => `2001:db8:8:${(0x100 + n).toString(16)}::1`,
      60,
    ],
    ['eight times for an IPv4 /24 network', (n: number) => `192.0.2.${n % 250}`, 240],
  ])('are allowed %s', async (_, from, allowed) => {
    const statuses = await statusesFrom(allowed + 5, (n) => ({ 'x-forwarded-for': from(n) }))
    expect(refused(statuses)).toBe(5)
  })
})

describe('allowed email domains', () => {
  test('are enforced in every process', async () => {
    const { admin, publisher } = await makeStaff(server)
    const other = await startServer({ DATABASE_URL: url })
    const allow = (domains: string[], session = admin) =>
      server.send(
        '/api/globals/membership',
        jsonRequest('POST', { email_domains: domains }, session),
      )
    const isAllowed = async (email: string, to = server) =>
      (await visitorOf(to).call('/api/is_email_domain_allowed', { email })).json<unknown>()
    try {
      expect(await isAllowed('ada@anywhere.example')).toBe(true)
      const { visitor } = await membership.signIn('in@anywhere.example')
      const late = visitorOf(server)
      await late.call('/api/auth/code', { email: 'late@anywhere.example' })
      const code = await membership.codeTo('late@anywhere.example')
      expect((await allow(['venue.example'], publisher)).status).toBe(403)
      expect((await allow(['not a domain'])).status).toBe(400)
      expect((await allow([' Venue.EXAMPLE', '@b\u00fccher.example'])).status).toBe(200)
      await expect.poll(() => isAllowed('ada@anywhere.example', other)).toBe(false)
      expect(await isAllowed('ada@venue.example', other)).toBe(true)
      expect(await isAllowed('ada@xn--bcher-kva.example')).toBe(true)
      expect(await isAllowed('ada@sub.venue.example')).toBe(false)
      const refused = await visitorOf(server).call('/api/auth/code', {
        email: 'a@anywhere.example',
      })
      expect([refused.status, refused.json()]).toEqual([
        403,
        { error: 'access_denied', message: 'This email address is not authorized.' },
      ])
      expect(await membership.mailsTo('a@anywhere.example')).toEqual([])
      // Existing sessions and codes end as well.
      expect((await membership.verify(late, 'late@anywhere.example', code)).json()).toMatchObject({
        error: 'access_denied',
      })
      expect((await visitor.get('/api/auth/user')).status).toBe(401)
      visitor.token = null
      expect((await visitor.get('/common-room/member')).status).toBe(302)
    } finally {
      await allow([])
      await other.stop()
    }
  })

  test('cannot be read or changed by strangers', async () => {
    for (const method of ['GET', 'POST']) {
      const options = method === 'GET' ? {} : jsonRequest('POST', { email_domains: [] })
      expect((await server.send('/api/globals/membership', options)).status).toBe(403)
    }
  })
})
