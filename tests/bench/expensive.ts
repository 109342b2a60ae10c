import { globSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { memberPages, publicPages } from '../../cms/features/pages.ts'
import type { RequestOptions } from '../support/request.ts'
import type { ServerProcess } from '../support/server.ts'
import { sessionHeaders } from '../support/staff.ts'
import { median } from './load.ts'

/** A request that anybody can send, and the processor time that it took, in ms. */
export type MeasuredRequest = RequestOptions & { path: string; status: number; ms: number }
type Candidate = RequestOptions & { path: string }

const rounds = 5
const maxMs = 10_000

/**
 * Finds the requests without a session that take the most processor time. Tries every kind of path,
 * including paths that do not exist, with queries, bodies and headers that may be slow. Sends each request
 * a few times with small variations, so that caches do not answer it.
 * @param server a server without a limit for clients (`CLIENT_BUDGET=0`)
 * @param session a staff session, with which the collections are listed
 * @returns all requests, most expensive first
 */
export async function findExpensive(
  server: ServerProcess,
  session: string,
): Promise<MeasuredRequest[]> {
  const access = await server.get('/api/access', sessionHeaders(session))
  const { collections } = access.json<{ collections: Record<string, unknown> }>()
  const found: MeasuredRequest[] = []
  for (const candidate of candidates(Object.keys(collections))) {
    const times: number[] = []
    let status = 0
    for (let n = 0; n < rounds; n++) {
      const { path, ...options } = withNextNumber(candidate)
      const before = processorMs(server)
      const response = await Promise.race([server.send(path, options), sleep(maxMs, null)])
      if (!response) break
      status = response.status
      times.push(processorMs(server) - before)
    }
    // A stream of events has no end, so it is left out.
    if (times.length < rounds) continue
    found.push({ ...candidate, status, ms: median(times.slice(1)) })
  }
  return found.sort((one, other) => other.ms - one.ms)
}

let serial = 0
/** A copy of the request with the next number in place of each `{n}`. */
function withNextNumber({ path, body, headers, ...options }: Candidate): Candidate {
  const number = `${++serial}`
  const fill = (text: string) => text.replaceAll('{n}', number)
  const filled = Object.entries(headers ?? {}).map(([name, value]) => [name, fill(String(value))])
  return {
    ...options,
    path: fill(path),
    headers: Object.fromEntries(filled),
    ...(body !== undefined && { body: fill(String(body)) }),
  }
}

/** Processor time that all threads of the server have used. */
function processorMs({ child }: ServerProcess): number {
  const threads = readdirSync(`/proc/${child.pid}/task`)
  const times = threads.map((thread) => {
    try {
      const stat = readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, 'utf8')
      return Number(stat.split(' ')[0]) / 1e6
    } catch {
      // The thread ended in the meantime.
      return 0
    }
  })
  return times.reduce((sum, time) => sum + time, 0)
}

function candidates(collections: string[]): Candidate[] {
  return [...pages(), ...adminPages(), ...lists(collections), ...logins(), ...calls(), ...others()]
}

const brotli = { 'accept-encoding': 'br' }

function pages(): Candidate[] {
  const inventedPaths = [
    '/letters/x{n}',
    '/unsubscribe/{n}',
    '/unsubscribe/{n}?done={n}',
    '/subscribe?problem={n}',
    '/subscribe/confirm/{n}',
    '/common-room/sign-in?problem=sent&x={n}',
    '/admin/first/{n}',
    '/admin/first?name={n}',
    '/go/{n}',
    '/media/0123456789abcdef/{n}.avif',
    `/no-such-page-${'abcdefghij'.repeat(5)}{n}`,
    `/${'no/such/'.repeat(500)}{n}`,
    `/a${'/'.repeat(15_000)}{n}`,
    `/a${'%2f'.repeat(5000)}{n}`,
    `/a${'%2525'.repeat(3000)}{n}`,
    `/cms/${'a/../'.repeat(3000)}{n}`,
    '/NO-SUCH-{n}',
    '/%E0%A4%A{n}',
    '/secretkitchens?{n}',
    '/sitemap.xml?{n}',
    '/manage-event/{n}',
  ]
  const cookies = ['common-room-session={n}', 'payload-token={n}', 'common-room-edit=edit']
  const known = [...Object.keys(publicPages), ...Object.keys(memberPages), '/beer?style=IPA']
  return [...inventedPaths, ...known].flatMap((path) => [
    { path, headers: brotli },
    { path, headers: { 'accept-encoding': 'gzip' } },
    ...cookies.map((cookie) => ({ path, headers: { ...brotli, cookie } })),
  ])
}

function adminPages(): Candidate[] {
  const paths = [
    '/cms',
    '/cms/login',
    '/cms/login?redirect=/cms/x{n}',
    '/cms/forgot',
    '/cms/reset/{n}',
    '/cms/logout',
    '/cms/create-first-user',
    '/cms/no-such-{n}',
    '/cms/collections/users/{n}',
    '/cms/collections/cms_content?limit=1000&search={n}',
    '/cms/globals/venue',
    '/_next/image?url=%2Fshare%2Fhome.png&w=3840&q=75&{n}',
    '/_next/no-such-{n}',
    '/_next/static/chunks/no-such-{n}.js',
  ]
  const kinds: RequestOptions[] = [
    { headers: brotli },
    { headers: { ...brotli, rsc: '1' } },
    { headers: { ...brotli, cookie: 'payload-token={n}' } },
    {
      method: 'POST',
      headers: { 'next-action': '{n}', 'content-type': 'text/plain' },
      body: JSON.stringify([['x'.repeat(60_000)]]),
    },
  ]
  return paths.flatMap((path) => kinds.map((kind) => ({ path, ...kind })))
}

function lists(slugs: string[]): Candidate[] {
  const words = Array.from({ length: 150 }, (_, n) => `where[or][${n}][id][not_equals]={n}${n}`)
  const nested = `where${'[and][0]'.repeat(40)}[id][exists]=true`
  const queries = [
    'limit=0&depth=3',
    'limit=100&depth=3&sort=-updatedAt,id&{n}',
    words.join('&'),
    nested,
    'where[id][like]={n}&limit=0',
    'joins={n}&populate[users][x]=true&select[x]=true',
  ]
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return slugs.flatMap((slug) => [
    ...queries.map((query) => ({ path: `/api/${slug}?${query}` })),
    {
      path: `/api/${slug}`,
      method: 'POST',
      headers: { ...form, 'x-payload-http-method-override': 'GET' },
      body: words.join('&'),
    },
    { path: `/api/${slug}/count` },
    { path: `/api/${slug}/{n}?depth=3` },
    { path: `/api/${slug}/versions` },
  ])
}

const json = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.{n}' }

function logins(): Candidate[] {
  const login = { email: 'nobody{n}@venue.example', password: 'x'.repeat(200) }
  return [
    ['/api/users/login', login],
    ['/api/users/forgot-password', login],
    ['/api/users/reset-password', { token: '{n}', password: 'x'.repeat(200) }],
    ['/api/users/first-register', login],
    ['/api/users/unlock', login],
    ['/api/users/refresh-token', {}],
    ['/api/users/logout', {}],
  ].map(([path, body]) => ({
    path: String(path),
    method: 'POST',
    headers: { ...json, 'x-forwarded-for': nextAddress() },
    body: JSON.stringify(body),
  }))
}

// Each request has its own client address, because a rate limit per client would hide the cost.
let client = 0
const nextAddress = () => `198.51.${100 + Math.floor(++client / 250)}.${client % 250}`

function calls(): Candidate[] {
  const bodies = [
    '{}',
    JSON.stringify({
      email: 'nobody{n}@venue.example',
      userHandle: 'handle{n}',
      token: '123456',
      ...{ rpId: 'localhost', origin: 'http://localhost', type: 'email', name: 'Nobody' },
      attResp: {},
      authResp: {},
      interests: ['x'],
      consent: true,
      website: '',
    }),
    JSON.stringify({ email: 'a'.repeat(60_000) }),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  ]
  return globSync('cms/**/calls.ts').flatMap((file) => {
    const declared = readFileSync(file, 'utf8').matchAll(/method: '(\w+)',\s+path: '([^']+)'/g)
    return [...declared].flatMap(([, method = '', path = '']) => {
      const to = `/api${path.replace(/:\w+/g, '{n}')}`
      if (method === 'get') return [{ path: to }]
      return bodies.map((body) => ({
        path: to,
        method: method.toUpperCase(),
        headers: { ...json, 'x-forwarded-for': nextAddress() },
        body,
      }))
    })
  })
}

function others(): Candidate[] {
  const cookie = Array.from({ length: 300 }, (_, n) => `a${n}={n}`).join('; ')
  return [
    { path: '/x{n}', headers: { cookie } },
    { path: '/x{n}', headers: { 'accept-encoding': 'a{n};q=0.1,'.repeat(500) } },
    { path: `/x{n}?${'a=b&'.repeat(1500)}` },
    { path: '/api/globals/venue?depth=3&{n}' },
    { path: '/api/access' },
    { path: '/api/{n}' },
    { path: '/api/users/me' },
    { path: '/api/users/init' },
    { path: '/.well-known/jwks.json' },
  ]
}
