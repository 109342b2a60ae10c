import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { PageCache, type RenderedPage } from './page-cache.ts'

const page = (name: string, tags: string[] = [], maxAgeMs = 1000, bytes = 10) =>
  ({ representation: { name, bytes }, tags, maxAgeMs }) as unknown as RenderedPage

function makeCache(maxBytes = 1_000_000) {
  const clock = { now: 0 }
  return { clock, cache: new PageCache({ maxBytes, now: () => clock.now }) }
}

describe('a page', () => {
  test('is rendered once for a hundred concurrent requests', async () => {
    const { cache } = makeCache()
    const rendered = Promise.withResolvers<RenderedPage>()
    const render = vi.fn(() => rendered.promise)
    const requests = Array.from({ length: 100 }, () => cache.get('/', render))
    rendered.resolve(page('home'))
    const pages = await Promise.all(requests)
    expect(render).toHaveBeenCalledTimes(1)
    expect(new Set(pages).size).toBe(1)
  })

  test('is served from memory until it expires', async () => {
    const { cache, clock } = makeCache()
    const render = vi.fn(async () => page('home'))
    await cache.get('/', render)
    clock.now = 999
    await cache.get('/', render)
    expect(cache.findFresh('/')).toBeDefined()
    clock.now = 1000
    expect(cache.findFresh('/')).toBeUndefined()
    expect(cache.findFreshOrStale('/')).toBeDefined()
    expect(render).toHaveBeenCalledTimes(1)
  })

  test('is served stale shortly after it expired, while it is rendered again', async () => {
    const { cache, clock } = makeCache()
    await cache.get('/', async () => page('old'))
    clock.now = 5000
    const stale = await cache.get('/', async () => page('new'))
    expect(stale).toMatchObject({ representation: { name: 'old' } })
    await vi.waitFor(
      () => expect(cache.findFresh('/')).toMatchObject({ representation: { name: 'new' } }),
      4000,
    )
  })

  test('is rendered again before it is served if it expired long ago', async () => {
    const { cache, clock } = makeCache()
    await cache.get('/', async () => page('old'))
    clock.now = 61_000
    const rendered = await cache.get('/', async () => page('new'))
    expect(rendered).toMatchObject({ representation: { name: 'new' } })
  })

  test.each([5000, 500_000])('is served stale after %i ms if rendering fails', async (now) => {
    const { cache, clock } = makeCache()
    await cache.get('/', async () => page('old'))
    clock.now = now
    const fail = () => Promise.reject(new Error('no database'))
    for (let i = 0; i < 3; i++) {
      expect(await cache.get('/', fail)).toMatchObject({ representation: { name: 'old' } })
      // Lets the rendering in the background fail before the next request.
      await setImmediate()
    }
  })

  test('whose rendering fails is not cached, and every waiting request gets the error', async () => {
    const { cache } = makeCache()
    const fail = vi.fn(() => Promise.reject(new Error('broken')))
    const both = await Promise.allSettled([cache.get('/', fail), cache.get('/', fail)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(fail).toHaveBeenCalledTimes(1)
    expect(await cache.get('/', async () => page('home'))).toBeDefined()
  })

  test('with a lifetime of 0 is not cached', async () => {
    const { cache } = makeCache()
    await cache.get('/', async () => page('home', [], 0))
    expect(cache.findFresh('/')).toBeUndefined()
    expect(cache.size.entries).toBe(0)
  })
})

describe('drop', () => {
  test('removes the pages with the tag, and no others', async () => {
    const { cache } = makeCache()
    await cache.get('/cafe', async () => page('cafe', ['menus', 'venue']))
    await cache.get('/beer', async () => page('beer', ['taps', 'venue']))
    cache.drop(['menus'])
    expect(cache.findFresh('/cafe')).toBeUndefined()
    expect(cache.findFresh('/beer')).toBeDefined()
    expect(cache.findFreshOrStale('/cafe')).toBeUndefined()
  })

  test('without tags marks every page as suspect: it is rendered again, but still available in an outage', async () => {
    const { cache, clock } = makeCache()
    await cache.get('/', async () => page('old'))
    clock.now = 500
    cache.drop()
    expect(cache.findFresh('/')).toBeUndefined()
    expect(cache.findFreshOrStale('/')).toMatchObject({ representation: { name: 'old' } })
    const fail = () => Promise.reject(new Error('no database'))
    await expect(cache.get('/', fail)).rejects.toThrow('no database')
    cache.drop()
    expect(cache.findFreshOrStale('/')).toMatchObject({ representation: { name: 'old' } })
    const render = vi.fn(async () => page('new'))
    const pages = await Promise.all(Array.from({ length: 100 }, () => cache.get('/', render)))
    expect(render).toHaveBeenCalledTimes(1)
    expect(new Set(pages.map(({ representation }) => representation))).toEqual(
      new Set([page('new').representation]),
    )
    expect(cache.findFresh('/')).toMatchObject({ representation: { name: 'new' } })
  })

  test('without tags also marks recently expired pages as suspect', async () => {
    const { cache, clock } = makeCache()
    await cache.get('/', async () => page('old'))
    clock.now = 5000
    cache.drop()
    const rendered = await cache.get('/', async () => page('new'))
    expect(rendered).toMatchObject({ representation: { name: 'new' } })
  })

  test('removes a suspect page by its tag', async () => {
    const { cache } = makeCache()
    await cache.get('/', async () => page('old', ['venue']))
    cache.drop()
    cache.drop(['venue'])
    expect(cache.findFreshOrStale('/')).toBeUndefined()
  })

  test.each([[['venue']], [undefined]])(
    'with the tags %j during a rendering prevents caching the result',
    async (tags) => {
      const { cache } = makeCache()
      let finish = (_: RenderedPage) => {}
      const first = cache.get('/', () => new Promise<RenderedPage>((resolve) => (finish = resolve)))
      cache.drop(tags)
      const second = cache.get('/', async () => page('new', ['venue']))
      finish(page('old', ['venue']))
      expect(await first).toMatchObject({ representation: { name: 'old' } })
      expect(await second).toMatchObject({ representation: { name: 'new' } })
      expect(cache.findFresh('/')).toMatchObject({ representation: { name: 'new' } })
    },
  )

  test('before a rendering does not prevent caching the result', async () => {
    const { cache } = makeCache()
    cache.drop(['venue'])
    await cache.get('/', async () => page('home', ['venue']))
    expect(cache.findFresh('/')).toBeDefined()
  })
})

test('the cache is bounded in bytes and evicts the least recently used page', async () => {
  const { cache } = makeCache(100_000)
  for (let i = 0; i < 50; i++) await cache.get(`/${i}`, async () => page('x', [], 1000, 9000))
  expect(cache.size.bytes).toBeLessThanOrEqual(100_000)
  expect(cache.findFresh('/49')).toBeDefined()
  expect(cache.findFresh('/0')).toBeUndefined()
})

describe('a page that is requested often', () => {
  const best = { name: 'best', bytes: 8 }
  const makePage = async (compressBetter: () => Promise<unknown>) => {
    const { cache } = makeCache()
    const rendered = page('fast', ['venue'])
    Object.assign(rendered.representation, { compressBetter })
    await cache.get('/', async () => rendered)
    const request = (times: number) => {
      for (let i = 0; i < times; i++) cache.findFresh('/')
    }
    return { cache, request }
  }

  test('is compressed better once, after ten requests', async () => {
    const compressBetter = vi.fn(async () => best)
    const { cache, request } = await makePage(compressBetter)
    request(9)
    expect(compressBetter).not.toHaveBeenCalled()
    request(5)
    await setImmediate()
    expect(cache.findFresh('/')).toMatchObject({ representation: best })
    expect(compressBetter).toHaveBeenCalledTimes(1)
  })

  test('stays unchanged if the better compression fails, and is not compressed again', async () => {
    const compressBetter = vi.fn(() => Promise.reject(new Error('out of memory')))
    const { cache, request } = await makePage(compressBetter)
    request(10)
    await setImmediate()
    request(20)
    await setImmediate()
    expect(compressBetter).toHaveBeenCalledTimes(1)
    expect(cache.findFresh('/')).not.toMatchObject({ representation: best })
  })

  test('is not cached again if it was dropped during the better compression', async () => {
    const compressed = Promise.withResolvers<unknown>()
    const { cache, request } = await makePage(() => compressed.promise)
    request(10)
    cache.drop(['venue'])
    compressed.resolve(best)
    await setImmediate()
    expect(cache.findFresh('/')).toBeUndefined()
  })
})
