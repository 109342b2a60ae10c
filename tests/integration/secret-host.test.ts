import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionReply } from '../../cms/features/members/contract.ts'
import type { AuthOptionsReply } from '../../cms/features/members/passkeys/contract.ts'
import type { ClaimReply } from '../../cms/features/secret-kitchens/contract.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { phoneOf } from '../support/passkeys.ts'
import { exchange, type RequestOptions } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import type { makeAuthenticator, Override } from '../support/software-authenticator.ts'
import { makeStaff, sessionHeaders } from '../support/staff.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'

const [main, secret, foreign] = ['venue.example', 'secret.venue.example', 'kitchens.example']
const root = '/secretkitchens'
let server: Server
/** The same site with secret kitchens at another domain. */
let apart: Server
let membership: ReturnType<typeof membershipOf>
let newsletter: ReturnType<typeof newsletterOf>

/** A browser's view of one of the hosts. */
const at = (host: string, of: Server = server): Pick<Server, 'send' | 'get'> => ({
  get: (path, headers = {}) => of.get(path, { host, ...headers }),
  send: (path: string, { headers, ...options }: RequestOptions) =>
    of.send(path, { ...options, headers: { host, ...headers } }),
})
const on = (host: string, path: string, headers: Record<string, string> = {}) =>
  at(host).send(path, { headers })
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
})
const nameOfSession = '__Host-common-room-session'

/** A member with a passkey that was made on the main host. */
async function makeMember(email: string) {
  await newsletter.join(signUpRequest(email))
  const phone = phoneOf(visitorOf(at(main)), server)
  const { userHandle } = await phone.register()
  await phone.startLink(userHandle, email)
  const linked = await phone.verifyLink(userHandle, email, await membership.codeTo(email))
  expect(linked.status, linked.text).toBe(200)
  return { phone, userHandle, email }
}

/** Uses a passkey at the secret kitchens, as their sign-in page does. */
async function presentPasskey(
  browser: Visitor,
  authenticator: ReturnType<typeof makeAuthenticator>,
  origin = `https://${secret}`,
  change: Override = { origin },
) {
  const context = { rpId: main, origin }
  const begun = await browser.call(`${root}/api/webauthn-auth-options`, {
    ...context,
    discoverable: true,
  })
  if (begun.status !== 200) return begun
  const authResp = authenticator.get(begun.json<AuthOptionsReply>().options, change)
  return browser.call(`${root}/api/webauthn-auth-verify`, { ...context, authResp })
}

beforeAll(async () => {
  const url = await makeDatabase('demo')
  const settings = {
    DATABASE_URL: url,
    SITE_URL: `https://${main}`,
    PREVIEW_HOSTS: 'preview.example',
  }
  server = await startServer({ ...settings, SECRET_KITCHENS_HOST: secret })
  apart = await startServer({ ...settings, SECRET_KITCHENS_HOST: foreign })
  membership = membershipOf(at(main), url)
  newsletter = newsletterOf(at(main), url)
})
afterAll(() => Promise.all([server?.stop(), apart?.stop()]))

describe('the host rule', () => {
  test.each([
    '/',
    '/cafe',
    '/secretkitchenadmin',
    '/secretkitchensmenu',
    '/cms',
    '/cms/login',
    '/admin',
    '/_next/static/chunks/main.js',
    '/api/venue',
    '/api/users/login',
    '/api/secretkitchens',
    '/common-room/sign-in',
    '/sw.js',
    '/favicon.ico',
    '/manifest.webmanifest',
    '/sitemap.xml',
    '/offline',
    '/icons/icon-192.png',
    '/share/home.png',
    '/.well-known/jwks.json',
    '/.well-known/webauthn',
    '/healthz',
    '/secretkitchens/../cafe',
    '/secretkitchens/%2e%2e/cms',
    '//cafe',
  ])('redirects %s to the secret kitchens', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await at(secret).send(path, { method })
      expect([status, headers.location], method).toEqual([302, root])
    }
  })

  test.each([
    'SECRET.Venue.Example',
    'secret.venue.example:443',
    'secret.venue.example:8080',
    'secret.venue.example.',
    'secret.venue.example.:443',
  ])('holds for the host spelled as %s', async (host) => {
    expect((await on(host, '/cms')).headers.location).toBe(root)
    expect((await on(host, root)).status).toBe(200)
    expect((await on(host, '/api/venue')).status).toBe(302)
  })

  test.each(['evil.example', 'secret.venue.example.evil.example', 'xsecret.venue.example', main])(
    'does not show the secret kitchens on %s',
    async (host) => {
      expect((await on(host, root)).status).toBe(403)
      for (const path of ['sign-in', 'offline', 'manifest.webmanifest', 'sw.js', 'robots.txt']) {
        expect((await on(host, `${root}/${path}`)).status, path).toBe(404)
      }
      expect((await on(host, `${root}/api/auth/user`)).status).toBe(404)
    },
  )

  test.each(['x-forwarded-host', 'x-host', 'forwarded', 'x-original-url', 'x-rewrite-url'])(
    'depends on no %s header',
    async (name) => {
      const forged = { [name]: name === 'forwarded' ? `host=${secret}` : secret }
      expect((await on(main, root, forged)).status).toBe(403)
      const real = { [name]: name === 'forwarded' ? `host=${main}` : main }
      expect((await on(secret, '/cafe', real)).headers.location).toBe(root)
    },
  )

  test('takes the host from the Host header, also if the target of the request names another one', async () => {
    const ask = async (target: string, host: string) =>
      exchange(server.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(await ask(`http://${main}/cms`, secret)).toMatch(
      /^HTTP\/1.1 302 .*\nlocation: \/secret/s,
    )
    expect(await ask(`http://${main}/sw.js`, secret)).toMatch(/^HTTP\/1.1 302 /)
    expect(await ask(`http://${secret}${root}`, main)).toMatch(/^HTTP\/1.1 403 /)
    expect(await ask(`http://${secret}${root}/sw.js`, main)).toMatch(/^HTTP\/1.1 404 /)
    expect(await ask(`http://evil.example${root}`, secret)).toMatch(/^HTTP\/1.1 200 /)
  })

  test('makes only the calls that features declare for the secret kitchens, at their path', async () => {
    expect((await on(secret, `${root}/api/auth/user`)).json()).toMatchObject({
      error: 'signed_out',
    })
    for (const path of ['users/me', 'users/login', 'venue', 'member/profile', 'auth', 'x', '']) {
      const { status, text } = await on(secret, `${root}/api/${path}`)
      expect(status, path + text).toBe(404)
    }
    const override = { 'x-http-method-override': 'GET', 'content-type': 'application/json' }
    const read = { method: 'POST', body: '{}', headers: override }
    expect((await at(secret).send(`${root}/api/users`, read)).status).toBe(404)
    expect((await on(secret, `${root}/api/auth/user/`)).status).toBe(401)
  })

  test('keeps the spelling of tokens', async () => {
    const { headers, status } = await on(secret, '/SecretKitchens/Claim/AbC')
    expect([status, headers.location]).toEqual([301, `${root}/claim/AbC`])
  })
})

describe('a drop', () => {
  let drop: number
  let token: string
  let signedIn: Visitor
  const query = <Row extends Record<string, unknown>>(text: string) =>
    onDatabase(server.databaseUrl, (run) => run<Row>(text))

  beforeAll(async () => {
    const { visitor } = await membership.signIn('claims@secret.example', visitorOf(at(main)))
    // The host of the secret kitchens has sessions of its own.
    const browser = visitorOf(at(secret))
    await membership.resetCodeLimits()
    await browser.call(`${root}/api/auth/code`, { email: 'claims@secret.example' })
    const code = await membership.codeTo('claims@secret.example')
    await browser.call(`${root}/api/auth/verify`, '', form({ token: code, back: root }))
    const [row] = await query<{ id: number }>(
      `update secret_drops set announced_at = now() + interval '1 hour' where slug = 'kettle-broth' returning id`,
    )
    drop = row?.id ?? 0
    const claimed = await browser.call(`${root}/api/secret-kitchens/claim`, { drop, portions: 1 })
    const reply = claimed.json<Extract<ClaimReply, { result: 'claimed' }>>()
    token = reply.claim.token
    signedIn = visitor
  })

  test('has its page, its claims and its calls on the host of the secret kitchens', async () => {
    expect((await on(secret, `${root}/kettle-broth`)).text).toContain('Kettle broth')
    expect((await on(secret, `${root}/claim/${token}`)).text).toContain('Say when you collect it')
    const mine = await on(secret, `${root}/api/secret-kitchens/mine?drop=${drop}`)
    expect(mine.json()).toMatchObject({ state: 'open', is_member: false })
  })

  test.each([main, 'evil.example', 'localhost', `www.${secret}`])(
    'has none of them on %s, also for a member',
    async (host) => {
      const cookie = `${nameOfSession}=${signedIn.cookies.get(nameOfSession)}`
      expect((await on(host, root, { cookie })).text).toContain('Access Restricted')
      for (const path of ['kettle-broth', 'Kettle-Broth', `claim/${token}`, 'claim', 'nothing']) {
        const { status, text } = await on(host, `${root}/${path}`, { cookie, accept: 'text/html' })
        expect([path, status === 301 || status === 404]).toEqual([path, true])
        expect(text).not.toMatch(/kettle|when you collect/i)
      }
      const calls: [name: string, body: object | null][] = [
        [`mine?drop=${drop}`, null],
        [`MINE?drop=${drop}`, null],
        [`mine/?drop=${drop}`, null],
        ['claim', { drop, portions: 1 }],
        ['bell', { drop, on: true }],
        ['cancel', { token }],
        ['take', { token, key: newFormKey(), slot: '18:00', payment: 'bar' }],
      ]
      for (const [name, body] of calls) {
        const sent: RequestOptions = body
          ? { method: 'POST', body: JSON.stringify(body) }
          : { method: 'GET' }
        const headers = { cookie, 'content-type': 'application/json' }
        const send = async (path: string) =>
          (await at(host).send(path, { ...sent, headers })).status
        expect([name, await send(`/api/secret-kitchens/${name}`)]).toEqual([name, 404])
        // What is below the root is a page that is not there, and pages accept no forms.
        const below = await send(`${root}/api/secret-kitchens/${name}`)
        expect([name, below]).toEqual([name, body ? 405 : 404])
      }
      // Payload answers such a POST as a GET.
      const override = { 'x-http-method-override': 'GET', cookie, origin: `https://${host}` }
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const read = { method: 'POST', body: `drop=${drop}`, headers: { ...override, ...type } }
      expect((await at(host).send('/api/secret-kitchens/mine', read)).text).not.toContain(
        'opens_at',
      )
      expect((await at(host).send('/api/secret-kitchens/claim', {})).status).toBe(404)
    },
  )

  test('is as it was after that', async () => {
    expect(
      await query(`select r.status, (select count(*)::int from secret_drop_bells) as bells
                     from reservations as r where r.kind = 'drop'`),
    ).toEqual([{ status: 'held', bells: 0 }])
  })
})

describe('each host has its own', () => {
  test('canonical, manifest, robots and worker', async () => {
    const page = await on(secret, root)
    expect(page.text).toContain(`<link rel="canonical" href="https://${secret}${root}"`)
    expect(page.headers['x-robots-tag']).toBe('noindex')
    const [, manifestPath = ''] = /<link rel="manifest" href="([^"]+)"/.exec(page.text) ?? []
    const manifest = await on(secret, manifestPath)
    expect(manifest.json()).toMatchObject({ id: root, scope: root, start_url: root })
    const shown = manifest.json<{ icons: { src: string }[] }>().icons.map(({ src }) => src)
    const linked = [...page.text.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)]
    for (const icon of [...shown, ...linked.map(([, href = '']) => href)]) {
      expect(icon.startsWith(`${root}/`)).toBe(true)
      expect((await on(secret, icon)).status, icon).toBe(200)
    }
    expect((await on(secret, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    expect((await on(secret, `${root}/sw.js`)).headers['service-worker-allowed']).toBe(root)

    const home = await on(main, '/')
    expect(home.text).toContain(`<link rel="canonical" href="https://${main}/"`)
    expect((await on(main, '/manifest.webmanifest')).json()).toMatchObject({ id: '/', scope: '/' })
    expect((await on(main, '/robots.txt')).text).toContain(`Sitemap: https://${main}/sitemap.xml`)
    expect((await on(main, '/sw.js')).headers['service-worker-allowed']).toBeUndefined()
    for (const path of ['/', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest']) {
      expect((await on(main, path)).text, path).not.toContain('secret')
    }
  })

  test('page that says that there is nothing, and caches do not mix them', async () => {
    for (const host of [secret, main, 'evil.example', secret, main]) {
      const { status, text } = await on(host, `${root}/nothing`)
      expect([host, status, text.includes('Cold')]).toEqual([host, 404, host === secret])
      const home = await on(host, root)
      expect([host, home.text.includes('Access Restricted')]).toEqual([host, host !== secret])
    }
  })

  test('links of a page of the secret kitchens stay below their path or name the main host', async () => {
    for (const path of [root, `${root}/sign-in`, `${root}/offline`, `${root}/nothing`]) {
      const { text } = await on(secret, path)
      const to = [...text.matchAll(/\b(?:href|src|action|data-src)="([^"]*)"/g)].map(
        ([, x = '']) => x,
      )
      const others = to.filter(
        (each) =>
          !new RegExp(`^(${root}(/|\\?|$)|/_astro/|/media/|#|$|mailto:|https://${main})`).test(
            each,
          ) &&
          each !== `https://${secret}${path}` &&
          !each.startsWith(`https://${secret}${root}`),
      )
      expect(others, path).toEqual([])
    }
  })
})

describe('a passkey of the main host', () => {
  test('signs in at the secret kitchens, in a session of its own', async () => {
    const { phone, userHandle, email } = await makeMember('ada@secret.example')
    const browser = visitorOf(at(secret))
    const used = await presentPasskey(browser, phone.authenticator)
    expect(used.json(), used.text).toMatchObject({ verified: true, hasExistingLink: true })
    const opened = await browser.call(`${root}/api/webauthn-create-session`, { userHandle })
    expect(opened.status, opened.text).toBe(200)
    browser.token = opened.json<SessionReply>().access_token
    expect((await browser.get(`${root}/api/auth/user`)).json()).toMatchObject({ user: { email } })
    const page = await browser.get(`${root}/sign-in`)
    expect(page.text).toContain(email)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(
      await membership.count(
        'member_sessions as s join members as m on m.id = s.member',
        'm.email = $1',
        [email],
      ),
    ).toBe(2)
    // Signing out of one host leaves the other.
    expect((await browser.call(`${root}/api/auth/sign-out`)).status).toBe(200)
    expect((await phone.visitor.get('/api/auth/user')).json()).toMatchObject({ user: { email } })
    expect((await browser.get(`${root}/api/auth/user`)).status).toBe(401)
  })

  test.each([
    ['of the main host', `https://${main}`],
    ['of another host', 'https://evil.example'],
    ['of another subdomain', `https://other.${main}`],
    ['without encryption', `http://${secret}`],
    ['of another port', `https://${secret}:8443`],
  ])('is refused there if it was used on a page %s', async (_, origin) => {
    const { phone } = await makeMember(`origin-${encodeURIComponent(origin).length}@secret.example`)
    const browser = visitorOf(at(secret))
    const claimed = await presentPasskey(browser, phone.authenticator, origin)
    expect(claimed.json()).toMatchObject({ error: 'rp_context_changed' })
    const signed = await presentPasskey(browser, phone.authenticator, `https://${secret}`, {
      origin,
    })
    expect(signed.json()).toMatchObject({ error: 'verification_failed' })
  })

  test('is refused on the main host if it was used on a page of the secret kitchens', async () => {
    const { phone } = await makeMember('other-way@secret.example')
    const { options } = (await phone.authOptions(null)).json<AuthOptionsReply>()
    const authResp = phone.authenticator.get(options, { origin: `https://${secret}` })
    expect((await phone.authVerify(null, authResp)).json()).toMatchObject({
      error: 'verification_failed',
    })
    const claimed = await phone.authOptions(null, { origin: `https://${secret}` })
    expect(claimed.json()).toMatchObject({ error: 'rp_context_changed' })
  })

  test('is not made on the host of the secret kitchens', async () => {
    const { status } = await visitorOf(at(secret)).call(`${root}/api/webauthn-register-options`, {
      rpId: main,
      origin: `https://${secret}`,
    })
    expect(status).toBe(404)
  })

  test('is usable on another domain, which the main host names, and no other', async () => {
    const related = await at(main, apart).send('/.well-known/webauthn', {})
    expect(related.headers['content-type']).toBe('application/json')
    expect(related.json()).toEqual({ origins: [`https://${foreign}`] })
    // A subdomain needs no permission.
    expect((await on(main, '/.well-known/webauthn')).json()).toEqual({ origins: [] })
    expect((await at(foreign, apart).send('/.well-known/webauthn', {})).status).toBe(302)

    const { phone, userHandle } = await makeMember('related@secret.example')
    const browser = visitorOf(at(foreign, apart))
    const used = await presentPasskey(browser, phone.authenticator, `https://${foreign}`)
    expect(used.json(), used.text).toMatchObject({ verified: true })
    const opened = await browser.call(`${root}/api/webauthn-create-session`, { userHandle })
    expect(opened.status, opened.text).toBe(200)
    for (const origin of [`https://${secret}`, 'https://evil.example', `https://${main}`]) {
      const refused = await presentPasskey(browser, phone.authenticator, `https://${foreign}`, {
        origin,
      })
      expect(refused.json(), origin).toMatchObject({ error: 'verification_failed' })
    }
  })
})

describe('a session', () => {
  test('of one host is none on the other, whoever sends its cookie or its token there', async () => {
    const { visitor } = await membership.signIn('both@secret.example', visitorOf(at(main)))
    const cookie = `${nameOfSession}=${visitor.cookies.get(nameOfSession)}`
    const bearer = { authorization: `Bearer ${visitor.token}` }
    expect((await on(main, '/api/auth/user', { cookie })).status).toBe(200)
    expect((await on(secret, `${root}/api/auth/user`, { cookie })).json()).toMatchObject({
      error: 'signed_out',
    })
    expect((await on(secret, `${root}/api/auth/user`, bearer)).json()).toMatchObject({
      error: 'invalid_signature',
    })
    expect((await on(secret, `${root}/sign-in`, { cookie })).text).not.toContain('both@secret')
    const renewed = await at(secret).send(`${root}/api/auth/refresh`, {
      method: 'POST',
      headers: { cookie },
    })
    expect(renewed.status).toBe(401)
    // The session itself is unharmed.
    expect((await on(main, '/api/auth/user', { cookie })).status).toBe(200)
  })

  test('opens with a code without scripts, and leads back to the page that wanted it', async () => {
    const email = 'plain@secret.example'
    const browser = visitorOf(at(secret))
    const back = `${root}/ash-beetroot`
    const send = (path: string, fields: Record<string, string>) =>
      browser.call(path, '', form({ ...fields, back }))
    const requested = await send(`${root}/api/auth/code`, { email })
    expect([requested.status, requested.headers.location]).toEqual([
      303,
      `${root}/sign-in?done=sent&back=${encodeURIComponent(back)}#code`,
    ])
    const wrong = await send(`${root}/api/auth/verify`, { token: '000000' })
    expect(wrong.headers.location).toContain(`${root}/sign-in?problem=invalid_code&form=code`)
    const page = await browser.get(String(wrong.headers.location).split('#')[0] ?? '')
    expect(page.text).toContain('Invalid or expired code.')
    expect(page.text).toContain(`name="back" value="${back}"`)
    const token = await membership.codeTo(email)
    const opened = await send(`${root}/api/auth/verify`, {
      token: `${token.slice(0, 3)} ${token.slice(3)}`,
    })
    expect(opened.headers.location).toBe(back)
    // Signed in here, so the cookie means nothing on the main host.
    const cookie = `${nameOfSession}=${browser.cookies.get(nameOfSession)}`
    expect((await browser.get(`${root}/api/auth/user`)).status).toBe(200)
    expect((await on(main, '/api/auth/user', { cookie })).status).toBe(401)
    expect((await on(main, '/common-room/main', { cookie })).status).toBe(302)
    const left = await send(`${root}/api/auth/sign-out`, {})
    expect(left.headers.location).toContain(`${root}/sign-in?done=signed_out`)
    expect(browser.cookies.has(nameOfSession)).toBe(false)
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/cafe',
    '/secretkitchens/../cms',
    '/secretkitchens?x=//e',
  ])('does not lead back to %s', async (back) => {
    const browser = visitorOf(at(secret))
    const sent = await browser.call(`${root}/api/auth/verify`, '', form({ token: '000000', back }))
    expect(sent.headers.location).toMatch(/^\/common-room\/sign-in\?problem=/)
    const page = await on(secret, `${root}/sign-in?${new URLSearchParams({ back })}`)
    expect(page.text).toContain(`name="back" value="${root}"`)
  })

  test('of staff opens nothing there', async () => {
    const { admin } = await makeStaff(server)
    const headers = sessionHeaders(admin)
    for (const path of ['/cms', '/secretkitchenadmin', '/api/users/me']) {
      expect((await on(secret, path, headers)).headers.location, path).toBe(root)
    }
    expect((await on(secret, `${root}/api/users/me`, headers)).status).toBe(404)
  })
})

test('the kitchen’s admin is on the main host and on preview hosts, and on no other', async () => {
  const headers = sessionHeaders((await makeStaff(server)).kitchen)
  const paths = ['/secretkitchenadmin', '/admin/secret-kitchens', '/cms/secret-kitchens']
  const board = '/api/secret-kitchen-list/board'
  const statuses = (host: string) =>
    Promise.all([...paths, board].map(async (path) => (await on(host, path, headers)).status))
  for (const host of [main, 'preview.example']) {
    expect([host, await statuses(host)]).toEqual([host, [302, 302, 200, 200]])
  }
  for (const host of ['evil.example', 'localhost', `other.${main}`]) {
    expect([host, await statuses(host)]).toEqual([host, [404, 404, 404, 404]])
  }
})

describe('requests between the hosts', () => {
  const body = { body: '{"email":"csrf@secret.example"}', method: 'POST' }
  const type = { 'content-type': 'application/json' }
  test.each<[host: string, path: string, headers: Record<string, string>, status: number]>([
    [secret, `${root}/api/auth/code`, { origin: `https://${main}` }, 403],
    [
      secret,
      `${root}/api/auth/code`,
      { origin: `https://${main}`, 'sec-fetch-site': 'same-site' },
      403,
    ],
    [secret, `${root}/api/auth/code`, { origin: `http://${secret}` }, 403],
    [secret, `${root}/api/auth/code`, { origin: `https://${secret}:8443` }, 403],
    [secret, `${root}/api/auth/code`, { origin: 'https://evil.example' }, 403],
    [secret, `${root}/api/auth/code`, { origin: `https://${secret}` }, 200],
    [main, '/api/auth/code', { origin: `https://${secret}` }, 403],
    [main, '/api/auth/code', { origin: `https://${secret}`, 'sec-fetch-site': 'same-site' }, 403],
    ['preview.example', '/api/auth/code', { origin: `https://${secret}` }, 403],
    ['evil.example', '/api/auth/code', { origin: 'https://evil.example' }, 403],
    ['evil.example', '/api/auth/code', { origin: `https://${secret}` }, 403],
  ])('to %s%s with %o have the status %i', async (host, path, headers, status) => {
    await membership.resetCodeLimits()
    const sent = await at(host).send(path, { ...body, headers: { ...type, ...headers } })
    expect(sent.status, sent.text).toBe(status)
  })
})
