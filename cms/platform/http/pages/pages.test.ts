import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { resolvePage } from '../../../features/content/routes.ts'
import { pageQueries } from '../../../features/pages.ts'
import { sentToCookie } from '../cookies/sent-to-cookie.ts'
import type { LookupResult, ParsedRequest, Parts } from '../parts.ts'
import type { HostKind } from '../server/hosts.ts'
import { PageCache, type RenderedPage } from './page-cache.ts'
import { createPages } from './pages.ts'

const ada = { session: 'one', id: 7, email: 'ada@venue.example', name: 'Ada' }

/** A site with a database that can go down. `visit` returns a page's body, or the status and target of a redirect. */
function makeSite({ development = false } = {}) {
  const state = { up: true, name: 'old' }
  const requireDatabase = () =>
    state.up ? Promise.resolve() : Promise.reject(new Error('no database'))
  const cache = new PageCache({ maxBytes: 1_000_000 })
  const renderPage = vi.fn(async () => {
    await requireDatabase()
    return { representation: bodyOf(state.name), tags: [], maxAgeMs: 1000 } as RenderedPage
  })
  const lookUp = vi.fn(async (path: string, _query: string): Promise<LookupResult> => {
    if (path.endsWith('guessed')) return null
    return path === '/unsubscribe/valid' || !/unsub/.test(path) ? 'own' : { sameAs: '/unsubscribe' }
  })
  const pages = createPages({
    cache,
    database: { isUp: () => state.up, onDown: () => () => {} },
    routes: {
      queries: pageQueries,
      resolve: (path: string) => requireDatabase().then(() => resolvePage(path, 'Common People')),
    },
    lookUp,
    findRedirect: async () => null,
    onMissingPage: () => {},
    renderPage,
    findStaff: async () => null,
    signedTokenOf: () => null,
    findMember: async (headers: Headers) =>
      headers.get('cookie') === 'common-room-session=ada' ? ada : null,
    passThrough: null,
    development,
  } as unknown as Parts)
  const charge = vi.fn(async (_cost: number) => {})
  const visit = async (
    path = '/cafe',
    cookie?: string,
    {
      kind = 'site',
      search = '',
      headers = {},
    }: { kind?: HostKind; search?: string; headers?: Record<string, string> } = {},
  ) => {
    let output = ''
    const req = { method: 'GET', headers: { cookie, ...headers } } as unknown as IncomingMessage
    const res = {
      writeHead: () => {},
      end: (body: Buffer) => {
        output = String(body)
      },
    } as unknown as ServerResponse
    const endTurn = () => {}
    const request = { req, res, requestId: '1', method: 'GET', kind, charge, endTurn }
    const redirect: ParsedRequest['redirect'] = (status, to) => {
      output = `${status} ${to}`
      return 'page'
    }
    await pages.answer({ ...request, pathname: path, search, redirect } as ParsedRequest)
    return output
  }
  const find = (path: string, search: string) =>
    pages.find({ headers: {} } as IncomingMessage, path, search, 'site')
  return { state, cache, charge, find, lookUp, renderPage, visit }
}

function bodyOf(name: string) {
  const variant = { etag: name, body: Buffer.from(name), head: [], notModifiedHead: [] }
  return { status: 200, bytes: 10, variants: { br: variant, gzip: variant, identity: variant } }
}

test('a cached page is served while the database is down, even if it is marked as suspect', async () => {
  const { state, cache, visit } = makeSite()
  await visit()
  cache.drop()
  state.up = false
  expect(await visit()).toBe('old')
  expect(await visit('/cafe', 'payload-token=x')).toBe('old')
  await expect(visit('/beer')).rejects.toThrow('no database')
})

test('a page that was requested only by client navigation is served while the database is down', async () => {
  const { state, visit } = makeSite()
  await visit('/cafe', undefined, { headers: { 'x-client-navigation': '1' } })
  state.up = false
  expect(await visit()).toBe('old')
})

test('a page marked as suspect is served if the database goes down while the page is rendered again', async () => {
  const { state, cache, renderPage, visit } = makeSite()
  await visit()
  cache.drop()
  renderPage.mockImplementationOnce(async () => {
    state.up = false
    throw new Error('no database')
  })
  expect(await visit()).toBe('old')
})

test('pages from before an outage are not served after it', async () => {
  const { state, cache, renderPage, visit } = makeSite()
  await visit()
  state.up = false
  await visit()
  state.up = true
  state.name = 'new'
  cache.drop()
  expect(await Promise.all(Array.from({ length: 50 }, () => visit()))).toEqual(
    Array.from({ length: 50 }, () => 'new'),
  )
  expect(renderPage).toHaveBeenCalledTimes(2)
  cache.drop()
  renderPage.mockRejectedValueOnce(new Error('an internal error'))
  await expect(visit()).rejects.toThrow('an internal error')
})

test('a rendering that takes longer than ten seconds is refused, but not in development', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answers = [false, true].map(async (development) => {
    const { renderPage, visit } = makeSite({ development })
    const page = await renderPage()
    renderPage.mockImplementationOnce(
      () => new Promise((resolve) => setTimeout(() => resolve(page), 11_000)),
    )
    return visit().catch((error) => error.code)
  })
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await Promise.all(answers)).toEqual(['unavailable', 'old'])
})

// Each path looks like the path of another page, followed by the variant in the cache key of that page.
test.each<[string, string, HostKind, string]>([
  ['/secretkitchens true', '/secretkitchens', 'preview', ''],
  ['/secretkitchens false', '/secretkitchens', 'site', ''],
  ['/beer?style=IPA', '/beer', 'site', '?style=IPA'],
])('%s is not answered with the cache entry of another page', async (path, page, kind, search) => {
  const { state, renderPage, visit } = makeSite()
  expect(await visit(page, undefined, { kind, search })).toBe('old')
  state.name = 'nothing here'
  expect(await visit(path)).toBe('nothing here')
  expect(renderPage).toHaveBeenLastCalledWith('/404', '', expect.anything(), 'inline', undefined)
})

test('a cached page is found by the query parameters it uses, but not with a long query', async () => {
  const { find, visit } = makeSite()
  await visit('/beer', undefined, { search: '?style=IPA' })
  expect(find('/beer', '?utm_source=x&style=IPA')).toBeDefined()
  expect(find('/beer', `?style=IPA&x=${'y'.repeat(200)}`)).toBeUndefined()
  for (const search of ['', '?style=Saison', '?other=IPA']) {
    expect(find('/beer', search), search).toBeUndefined()
  }
})

test('a page for client navigation has its own cache entry', async () => {
  const { renderPage, visit } = makeSite()
  const clientNavigation = { 'x-client-navigation': '1' }
  for (const headers of [{}, clientNavigation, {}, clientNavigation]) {
    await visit('/cafe', undefined, { headers })
  }
  const styles = renderPage.mock.calls.map((args: unknown[]) => args[3])
  expect(styles).toEqual(['inline', 'links'])
})

describe('invented paths and cookies', () => {
  test('guessed paths of letters show the 404 page, which is rendered once for all visitors', async () => {
    const { charge, renderPage, visit } = makeSite()
    for (const cookie of [undefined, 'payload-token=x', 'common-room-session=x']) {
      await visit('/letters/guessed', cookie)
      await visit('/letters/also-guessed', cookie)
    }
    expect(renderPage).toHaveBeenCalledTimes(1)
    expect(renderPage.mock.calls[0]).toEqual(['/404', '', expect.anything(), 'inline', undefined])
    expect(charge).not.toHaveBeenCalled()
    await visit('/letters/spring')
    expect(charge).toHaveBeenCalledTimes(1)
    expect(renderPage).toHaveBeenLastCalledWith(
      '/letters/spring',
      '',
      expect.anything(),
      'inline',
      undefined,
    )
  })

  test('guessed tokens share one rendering; each request with a valid token is rendered and charged', async () => {
    const { cache, charge, renderPage, visit } = makeSite()
    for (const token of ['a', 'b', 'c']) await visit(`/unsubscribe/${token}`)
    await visit('/unsubscribe')
    expect(renderPage).toHaveBeenCalledTimes(1)
    expect(renderPage).toHaveBeenCalledWith(
      '/unsubscribe',
      '',
      expect.anything(),
      'inline',
      undefined,
    )
    expect(charge).not.toHaveBeenCalled()
    const entriesBefore = cache.size.entries
    for (let n = 0; n < 2; n++) await visit('/unsubscribe/valid')
    await visit('/unsubscribe/a', undefined, { search: '?done=left' })
    expect(renderPage).toHaveBeenCalledTimes(4)
    expect(charge).toHaveBeenCalledTimes(3)
    expect(cache.size.entries).toBe(entriesBefore)
  })

  test('a private page gets the email address of the previous form, and a shared page does not', async () => {
    const { renderPage, visit } = makeSite()
    const cookie = sentToCookie('ada+1@venue.example').split(';')[0]
    const lastSentTo = () => vi.mocked<Parts['renderPage']>(renderPage).mock.lastCall?.[2].sentTo
    await visit('/unsubscribe/valid', cookie, { search: '?done=sent' })
    expect(lastSentTo()).toBe('ada+1@venue.example')
    await visit('/unsubscribe/valid', 'common-room-sent-to=%E0%A4%A', { search: '?done=sent' })
    expect(lastSentTo()).toBeNull()
    await visit('/cafe', cookie)
    expect(lastSentTo()).toBeNull()
  })

  test('requests with unknown session cookies share one rendering, and each is charged', async () => {
    const { cache, charge, renderPage, visit } = makeSite()
    const outputs = await Promise.all(
      Array.from({ length: 10 }, (_, n) => visit('/cafe', `common-room-session=${n}`)),
    )
    expect(new Set(outputs)).toEqual(new Set(['old']))
    expect(renderPage).toHaveBeenCalledTimes(1)
    expect(charge).toHaveBeenCalledTimes(10)
    expect(cache.size.entries).toBe(0)
    charge.mockRejectedValueOnce(new Error('too much'))
    await expect(visit('/cafe', 'common-room-session=x')).rejects.toThrow('too much')
    expect(renderPage).toHaveBeenCalledTimes(1)
  })
})

describe('pages with very many variants', () => {
  test('are charged when they are rendered, not when they are served from the cache', async () => {
    const { charge, renderPage, visit } = makeSite()
    for (let n = 0; n < 3; n++) await visit('/beer', undefined, { search: '?style=IPA' })
    expect(renderPage).toHaveBeenCalledTimes(1)
    expect(charge).toHaveBeenCalledTimes(1)
    charge.mockRejectedValueOnce(new Error('too much'))
    await expect(visit('/beer', undefined, { search: '?style=Stout' })).rejects.toThrow('too much')
    expect(renderPage).toHaveBeenCalledTimes(1)
    await visit('/beer')
    expect(charge).toHaveBeenCalledTimes(2)
  })

  test('have one rendering and one cache entry for all variants that are equal by the look-up', async () => {
    const { cache, charge, lookUp, renderPage, visit } = makeSite()
    lookUp.mockImplementation(async (path, query) =>
      path !== '/calendar' || !query.includes('from')
        ? 'own'
        : { sameAs: query.includes('week') ? '/calendar?view=week' : '/calendar' },
    )
    for (let month = 10; month < 13; month++) {
      await visit('/calendar', undefined, { search: `?from=2031-${month}` })
      await visit('/calendar', undefined, { search: `?from=2031-${month}&view=week` })
    }
    await visit('/calendar')
    await visit('/calendar', undefined, { search: '?view=week&x=1' })
    const rendered = renderPage.mock.calls.map((args: unknown[]) => args.slice(0, 2))
    expect(rendered).toEqual([
      ['/calendar', ''],
      ['/calendar', '?view=week'],
    ])
    expect(charge).toHaveBeenCalledTimes(1)
    expect(cache.size.entries).toBe(2)
  })
})

describe('a page for members', () => {
  const [cookie, path] = ['common-room-session=ada', '/common-room/main']

  test('is rendered for the signed-in member on each request', async () => {
    const { state, cache, renderPage, visit } = makeSite()
    expect(await visit(path, cookie, { search: '?x=1' })).toBe('old')
    expect(renderPage).toHaveBeenLastCalledWith(
      path,
      '?x=1',
      expect.objectContaining({ member: ada, staff: null }),
      'links',
      expect.anything(),
    )
    state.name = 'new'
    expect(await visit(path, cookie)).toBe('new')
    expect(cache.size.entries).toBe(0)
  })

  test.each([undefined, 'common-room-session=eve', 'payload-token=x', 'common-room-trust=ada'])(
    'is not rendered with the cookie %j: the request is redirected to the gate with a return path',
    async (other) => {
      const { renderPage, visit } = makeSite()
      await visit(path, cookie)
      renderPage.mockClear()
      expect(await visit('/profile', other, { search: '?tab=passkeys' })).toBe(
        '302 /common-room?back=%2Fprofile%3Ftab%3Dpasskeys',
      )
      expect(renderPage).not.toHaveBeenCalled()
    },
  )

  test('is not served while the database is down', async () => {
    const { state, visit } = makeSite()
    await visit(path, cookie)
    state.up = false
    await expect(visit(path, cookie)).rejects.toThrow('no database')
  })
})
