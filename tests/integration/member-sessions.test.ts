import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionReply } from '../../cms/features/members/contract.ts'
import {
  fingerprintKey,
  secretFingerprint,
} from '../../cms/platform/database/secret-fingerprint.ts'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, secret, startServer } from '../support/server.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'

let server: Server
let others: Server[]
let membership: ReturnType<typeof membershipOf>
let databaseUrl: string
const cookie = 'common-room-session'
const refresh = (visitor: Visitor, to = server) => visitor.call('/api/auth/refresh', {}, { to })
const statusOfUser = async (visitor: Visitor, to = server) => {
  const { status } = await visitor.get('/api/auth/user', { to })
  return status
}
/** A copy of the visitor that sends only the cookie, as a page request does. */
const copyWithoutToken = (visitor: Visitor) => {
  const page = visitor.copy()
  page.token = null
  return page
}
/** Makes the rotation and first use of a session's cookie older. */
const letTimePass = (session: string, by: string) =>
  membership.query(
    `update member_sessions
        set rotated_at = rotated_at - $2::interval, presented_at = presented_at - $2::interval
      where id = $1`,
    [session, by],
  )
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const sessionOf = (token: string): string => claimsOf(token).session_id

/** Another process of the same site. */
const startSecondProcess = () => startServer({ DATABASE_URL: databaseUrl, SITE_URL: server.url })

beforeAll(async () => {
  databaseUrl = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: databaseUrl })
  others = await Promise.all([1, 2].map(startSecondProcess))
  membership = membershipOf(server, databaseUrl)
})
afterAll(async () => {
  for (const each of [server, ...(others ?? [])]) await each?.stop()
})

describe('a session', () => {
  test('has an HttpOnly cookie, valid in every process', async () => {
    const visitor = visitorOf(server)
    await visitor.call('/api/auth/code', { email: 'ada@venue.example' })
    const code = await membership.codeTo('ada@venue.example')
    const response = await membership.verify(visitor, 'ada@venue.example', code)
    const lines = response.headers['set-cookie'] ?? []
    const line = lines.find((each) => each.startsWith(`${cookie}=`))
    expect(line).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    expect(response.headers['cache-control']).toBe('no-store')
    for (const to of [server, ...others]) {
      expect(await statusOfUser(copyWithoutToken(visitor), to)).toBe(200)
      visitor.token = response.json<SessionReply>().access_token
      expect(await statusOfUser(visitor, to)).toBe(200)
    }
    expect(await statusOfUser(visitorOf(server))).toBe(401)
  })

  test('is stored as a hash only', async () => {
    const { visitor, access_token } = await membership.signIn('kept@venue.example')
    const [row] = await membership.query('select * from member_sessions where id = $1', [
      sessionOf(access_token),
    ])
    const [key = ''] = visitor.cookies.get(cookie)?.split('.') ?? []
    expect(JSON.stringify(row)).not.toContain(key)
    const guess = visitorOf(server)
    guess.cookies.set(cookie, `${key}.0.${'a'.repeat(43)}`)
    expect(await statusOfUser(guess)).toBe(401)
    const signature = createHmac('sha256', secret).update(`${key}.0`).digest('base64url')
    guess.cookies.set(cookie, `${key}.0.${signature}`)
    expect(await statusOfUser(guess)).toBe(401)
  })

  test('rotates its cookie and token when it is renewed', async () => {
    const { visitor, access_token } = await membership.signIn('renewed@venue.example')
    const before = visitor.cookies.get(cookie)
    const response = await refresh(visitor)
    expect(response.status, response.text).toBe(200)
    expect(visitor.cookies.get(cookie)).not.toBe(before)
    const reply = response.json<SessionReply>()
    expect(reply.user.email).toBe('renewed@venue.example')
    expect(sessionOf(reply.access_token)).toBe(sessionOf(access_token))
    expect(await statusOfUser(copyWithoutToken(visitor))).toBe(200)
  })

  test.each([1, 3])(
    'that twenty tabs renew at once gets one new cookie, with %i processes',
    async (processes) => {
      const { visitor, access_token } = await membership.signIn(`tabs${processes}@venue.example`)
      const all = [server, ...others].slice(0, processes)
      const tabs = Array.from({ length: 20 }, () => visitor.copy())
      const responses = await Promise.all(tabs.map((tab, n) => refresh(tab, all[n % processes])))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(tabs.map(({ cookies }) => cookies.get(cookie))).size).toBe(1)
      expect(await membership.count('member_sessions', 'id = $1', [sessionOf(access_token)])).toBe(
        1,
      )
      const [row] = await membership.query('select generation from member_sessions where id = $1', [
        sessionOf(access_token),
      ])
      expect(row?.generation).toBe(1)
      for (const tab of tabs) expect(await statusOfUser(copyWithoutToken(tab))).toBe(200)
    },
  )

  test('ends if a replaced cookie is sent ten seconds after the first use of its successor', async () => {
    const { visitor, access_token } = await membership.signIn('copied@venue.example')
    const thief = visitor.copy()
    await refresh(visitor)
    expect(await statusOfUser(visitor)).toBe(200)
    await letTimePass(sessionOf(access_token), '9 seconds')
    const grace = thief.copy()
    expect((await refresh(grace)).status).toBe(200)
    expect(grace.cookies.get(cookie)).toBe(visitor.cookies.get(cookie))

    await letTimePass(sessionOf(access_token), '1 second')
    expect(await statusOfUser(copyWithoutToken(thief))).toBe(401)
    expect(await statusOfUser(copyWithoutToken(visitor))).toBe(200)
    const stolen = await refresh(thief, others[0])
    expect([stolen.status, stolen.json()]).toMatchObject([401, { error: 'signed_out' }])
    expect(thief.cookies.has(cookie)).toBe(false)
    expect((await refresh(visitor)).status).toBe(401)
    expect(await statusOfUser(visitor)).toBe(401)
  })

  test('that a thief renewed ends when its owner returns', async () => {
    const { visitor } = await membership.signIn('robbed@venue.example')
    const thief = visitor.copy()
    await refresh(thief)
    expect(await statusOfUser(copyWithoutToken(thief))).toBe(200)
    await letTimePass(sessionOf(thief.token ?? ''), '11 seconds')
    expect((await refresh(visitor)).status).toBe(401)
    expect((await refresh(thief)).status).toBe(401)
  })

  test.each([
    ['first', 0],
    ['second', 1],
  ])(
    'that both a thief (%s to renew) and the owner have renewed ends when a replaced cookie is used',
    async (_, turn) => {
      const email = `hidden${turn}@venue.example`
      const { visitor, access_token } = await membership.signIn(email)
      const thief = copyWithoutToken(visitor)
      const owner = copyWithoutToken(visitor)
      const oldCopy = thief.copy()
      for (const each of turn ? [owner, thief] : [thief, owner]) {
        expect((await refresh(each)).status).toBe(200)
        await letTimePass(sessionOf(access_token), '30 seconds')
      }
      const [last, lost] = turn ? [thief, owner] : [owner, thief]
      last.token = lost.token = null
      // Once the newest cookie is used, the one that it replaced is invalid.
      expect([await statusOfUser(last), await statusOfUser(lost)]).toEqual([200, 401])
      await letTimePass(sessionOf(access_token), '11 seconds')
      expect(await statusOfUser(oldCopy)).toBe(401)
      expect((await refresh(lost)).status).toBe(401)
      expect((await refresh(last)).status).toBe(401)
      expect(await statusOfUser(visitor)).toBe(401)
    },
  )

  test('can be renewed again, by all its tabs, if the renewal response was lost', async () => {
    const { visitor, access_token } = await membership.signIn('lost@venue.example')
    await refresh(visitor.copy())
    await letTimePass(sessionOf(access_token), '30 seconds')
    expect(await statusOfUser(copyWithoutToken(visitor))).toBe(200)
    const tab = visitor.copy()
    expect((await refresh(visitor)).status).toBe(200)
    // The tab with the new cookie renews again before the tab with the old cookie does.
    expect((await refresh(visitor.copy(), others[0])).status).toBe(200)
    expect((await refresh(tab, others[0])).status).toBe(200)
    expect(tab.cookies.get(cookie)).toBe(visitor.cookies.get(cookie))
    await letTimePass(sessionOf(access_token), '11 seconds')
    expect((await refresh(visitor)).status).toBe(200)
    expect((await refresh(tab)).status).toBe(200)
    expect(tab.cookies.get(cookie)).toBe(visitor.cookies.get(cookie))
  })

  test('expires after thirty days without use, and after 180 days in any case', async () => {
    const { visitor, access_token } = await membership.signIn('idle@venue.example')
    const session = sessionOf(access_token)
    await membership.query(
      `update member_sessions set created_at = now() - interval '179 days' where id = $1`,
      [session],
    )
    expect((await refresh(visitor)).status).toBe(200)
    const [row] = await membership.query<{ days: number }>(
      `select extract(epoch from expires_at - now()) / 86400 as days from member_sessions where id = $1`,
      [session],
    )
    expect(Number(row?.days)).toBeGreaterThan(0.9)
    expect(Number(row?.days)).toBeLessThanOrEqual(1)
    await membership.query(`update member_sessions set expires_at = now() where id = $1`, [session])
    expect(await statusOfUser(visitor)).toBe(401)
    expect(await statusOfUser(copyWithoutToken(visitor))).toBe(401)
    expect((await refresh(visitor)).status).toBe(401)
  })
})

test('signing in again ends only the previous session of the browser', async () => {
  const email = 'again@venue.example'
  const { visitor } = await membership.signIn(email)
  const before = visitor.copy()
  const otherBrowser = await membership.signIn(email)
  await membership.signIn(email, visitor)
  expect(await statusOfUser(before)).toBe(401)
  expect(await statusOfUser(visitor)).toBe(200)
  expect(await statusOfUser(otherBrowser.visitor)).toBe(200)
})

describe('signing out', () => {
  test('ends the session and its token at once, in every process', async () => {
    const { visitor } = await membership.signIn('out@venue.example')
    const copy = visitor.copy()
    const response = await visitor.call('/api/auth/sign-out')
    expect([response.status, response.json()]).toEqual([200, { ok: true }])
    expect(visitor.cookies.has(cookie)).toBe(false)
    for (const to of [server, ...others]) {
      expect(await statusOfUser(copy, to)).toBe(401)
      expect(await statusOfUser(copyWithoutToken(copy), to)).toBe(401)
      expect((await refresh(copy.copy(), to)).status).toBe(401)
    }
  })

  test('works with an invalid token, without a body, and twice', async () => {
    const { visitor } = await membership.signIn('late@venue.example')
    visitor.token = 'a.b.c'
    const copy = copyWithoutToken(visitor)
    expect((await visitor.call('/api/auth/sign-out', '')).status).toBe(200)
    expect(await statusOfUser(copy)).toBe(401)
    expect((await visitor.call('/api/auth/sign-out', '')).status).toBe(200)
  })

  test.each([
    ['a call', 'application/json', '{}'],
    ['a form', 'application/x-www-form-urlencoded', ''],
  ])('by %s with a replaced cookie also ends the session', async (_, type, body) => {
    const { visitor, access_token } = await membership.signIn(`behind${body.length}@venue.example`)
    const thief = visitor.copy()
    await refresh(thief)
    expect(await statusOfUser(copyWithoutToken(thief))).toBe(200)
    await letTimePass(sessionOf(access_token), '20 minutes')
    const owner = copyWithoutToken(visitor)
    const headers = { 'content-type': type }
    expect((await owner.call('/api/auth/sign-out', body, { headers })).status).toBeLessThan(400)
    expect(await statusOfUser(copyWithoutToken(thief))).toBe(401)
    expect((await refresh(thief)).status).toBe(401)
  })

  test('everywhere ends all sessions of the member, and no others', async () => {
    const email = 'everywhere@venue.example'
    const phone = await membership.signIn(email)
    const desk = await membership.signIn(email)
    const other = await membership.signIn('other@venue.example')
    expect((await phone.visitor.call('/api/auth/sign-out', { everywhere: true })).status).toBe(200)
    expect(await statusOfUser(desk.visitor)).toBe(401)
    expect(await statusOfUser(other.visitor)).toBe(200)
  })

  test.each(['deleted', 'suspended'])('happens at once if the member is %s', async (how) => {
    const email = `${how}@venue.example`
    const { visitor } = await membership.signIn(email)
    const change =
      how === 'deleted'
        ? 'delete from members where email = $1'
        : 'update members set suspended_at = now() where email = $1'
    await membership.query(change, [email])
    for (const to of [server, ...others]) {
      expect(await statusOfUser(visitor, to)).toBe(401)
      expect(await statusOfUser(copyWithoutToken(visitor), to)).toBe(401)
    }
    expect((await refresh(visitor)).status).toBe(401)
    if (how === 'deleted') return
    await membership.resetCodeLimits()
    await visitor.call('/api/auth/code', { email })
    const again = await membership.verify(visitor, email, await membership.codeTo(email))
    expect([again.status, again.json()]).toMatchObject([403, { error: 'suspended' }])
  })
})

describe('a token', () => {
  const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const keysOf = async () =>
    (await server.get('/.well-known/jwks.json')).json<{ keys: { kid: string; d?: string }[] }>()
      .keys
  const answerTo = (token: string) =>
    server.get('/api/auth/user', { authorization: `Bearer ${token}` })

  test('is verified with the public keys, which contain no private part', async () => {
    const response = await server.get('/.well-known/jwks.json')
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toContain('json')
    const headReply = await server.send('/.well-known/jwks.json', { method: 'HEAD' })
    expect([headReply.status, headReply.text]).toEqual([200, ''])
    const keys = await keysOf()
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
      expect(key.d).toBeUndefined()
    }
    const { access_token } = await membership.signIn('verified@venue.example')
    const [head = '', body = '', signature = ''] = access_token.split('.')
    const { kid, alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
    expect(alg).toBe('ES256')
    const jwk = keys.find((each) => each.kid === kid)
    const key = await crypto.subtle.importKey(
      'jwk',
      jwk as JsonWebKey,
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    )
    const isRight = await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      Buffer.from(signature, 'base64url'),
      Buffer.from(`${head}.${body}`),
    )
    expect(isRight).toBe(true)
    const [stored] = await membership.query('select private_key from signing_keys where kid = $1', [
      kid,
    ])
    expect(stored?.private_key).not.toContain('"d"')
  })

  test('that this site did not sign is refused with the error invalid_signature', async () => {
    const { access_token } = await membership.signIn('forged@venue.example')
    const [head = '', body = '', signature = ''] = access_token.split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const claims = claimsOf(access_token)
    const [jwk] = await keysOf()
    const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString()
    const withHmac = (secretKey: string, kid = header.kid) => {
      const signed = `${encoded({ alg: 'HS256', kid, typ: 'JWT' })}.${body}`
      return `${signed}.${createHmac('sha256', secretKey).update(signed).digest('base64url')}`
    }
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const withOwnKey = (changes: Record<string, unknown>) => {
      const signed = `${encoded({ ...header, ...changes })}.${body}`
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
    }
    const forged = {
      'another claim': `${head}.${encoded({ ...claims, sub: '1' })}.${signature}`,
      'no signature': `${head}.${body}.`,
      'alg none': `${encoded({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'alg None with a kid': `${encoded({ alg: 'None', kid: header.kid })}.${body}.`,
      'HS256 with the public key': withHmac(pem),
      'HS256 with the public key as JSON': withHmac(JSON.stringify(jwk)),
      'a key of one’s own under our kid': withOwnKey({}),
      'a foreign kid': withOwnKey({ kid: 'foreign' }),
      'a key in the token itself': withOwnKey({ jwk: publicKey.export({ format: 'jwk' }) }),
      'no kid': withOwnKey({ kid: undefined }),
      rubbish: 'not.a.token',
    }
    for (const [what, token] of Object.entries(forged)) {
      const response = await answerTo(token)
      expect([response.status, response.json()], what).toEqual([
        401,
        { error: 'invalid_signature', message: 'Invalid JWT signature' },
      ])
      expect(response.headers['cache-control']).toBe('no-store')
    }
    expect((await answerTo(access_token)).status).toBe(200)
  })
})

describe('a new signing key', () => {
  const kidsOf = async (to: Server) =>
    (await to.get('/.well-known/jwks.json'))
      .json<{ keys: { kid: string }[] }>()
      .keys.map(({ kid }) => kid)
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
  const countKeys = () => membership.count('signing_keys')

  test('is created after a month, published before it signs, and keeps sessions valid', async () => {
    const { visitor, access_token } = await membership.signIn('rotated@venue.example')
    const old = kidOf(access_token)
    expect(await countKeys()).toBe(1)
    await membership.query(`update signing_keys set created_at = now() - interval '31 days',
                             signs_from = now() - interval '31 days'`)
    // A server that starts creates the next key if it is missing. Two servers that start concurrently create only one.
    const fresh = await Promise.all([1, 2].map(startSecondProcess))
    try {
      await expect.poll(countKeys).toBe(2)
      const [next] = fresh
      if (!next) throw new Error('No server was started.')
      const early = (await refresh(visitor, next)).json<SessionReply>()
      expect(kidOf(early.access_token)).toBe(old)
      await expect.poll(() => kidsOf(next), { timeout: 65_000, interval: 2000 }).toHaveLength(2)

      await membership.query(`update signing_keys set signs_from = now() where kid <> $1`, [old])
      const lateServer = await startSecondProcess()
      fresh.push(lateServer)
      await membership.query('update member_sessions set rotated_at = null')
      const signed = (await refresh(visitor, lateServer)).json<SessionReply>()
      expect(kidOf(signed.access_token)).not.toBe(old)
      for (const token of [access_token, early.access_token, signed.access_token]) {
        visitor.token = token
        // The first server loaded its keys before the new one existed. It looks the new key up by its id.
        for (const to of [server, lateServer]) expect(await statusOfUser(visitor, to)).toBe(200)
      }

      await membership.query(
        `update signing_keys set signs_from = now() - interval '21 minutes' where kid <> $1`,
        [old],
      )
      fresh.push(await startSecondProcess())
      await expect.poll(countKeys).toBe(1)
      visitor.token = signed.access_token
      expect(await statusOfUser(visitor)).toBe(200)
    } finally {
      for (const each of fresh) await each.stop()
    }
  })

  test('is created if the existing key was encrypted with another secret', async () => {
    const before = await countKeys()
    const otherSecret = 'another secret that is long enough for tests'
    const accept = (accepted: string) =>
      membership.query('update payload_kv set data = $1 where key = $2', [
        { fingerprint: secretFingerprint(accepted) },
        fingerprintKey,
      ])
    await accept(otherSecret)
    const other = await startServer({
      DATABASE_URL: databaseUrl,
      SITE_URL: server.url,
      SECRET: otherSecret,
    })
    try {
      const visitor = visitorOf(other)
      await visitor.call('/api/auth/code', { email: 'resecret@venue.example' })
      const code = await membership.codeTo('resecret@venue.example')
      const response = await membership.verify(visitor, 'resecret@venue.example', code)
      visitor.token = response.json<SessionReply>().access_token
      expect(await statusOfUser(visitor, other)).toBe(200)
      expect(await countKeys()).toBe(before + 1)
    } finally {
      await other.stop()
      await accept(secret)
    }
  })
})

test('over https the cookies are host-only and Secure', async () => {
  const secure = await startServer({
    DATABASE_URL: databaseUrl,
    SITE_URL: 'https://venue.example',
  })
  try {
    const visitor = visitorOf(secure)
    const email = 'secure@venue.example'
    const requested = await visitor.call('/api/auth/code', { email })
    const response = await membership.verify(visitor, email, await membership.codeTo(email))
    expect(response.status, response.text).toBe(200)
    const lines = [requested, response].flatMap(({ headers }) => headers['set-cookie'] ?? [])
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual([
      '__Host-common-room-browser',
      '__Host-common-room-session',
      '__Host-common-room-trust',
    ])
    for (const line of lines) expect(line).toMatch(/; Path=\/; .*HttpOnly; .*; Secure$/)
    expect((await membership.mailsTo(email))[0]?.text.split('\n').at(-1)).toContain(
      '@venue.example #',
    )
    visitor.token = null
    expect(await statusOfUser(visitor, secure)).toBe(200)
  } finally {
    await secure.stop()
  }
})
