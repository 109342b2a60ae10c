import type { BrowserContext, Page } from '@playwright/test'
import { onDatabase } from '../support/database.ts'
import { nudgeButtonOn, postToWindow } from '../support/nudges-browser.ts'
import { waitUntilIdle, watchRequests } from '../support/page-idle.ts'
import { test as base, expect } from '../support/test.ts'
import { follow, waitUntilLoaded } from '../support/transition-overlay.ts'

type View = {
  page_path: string
  page_title: string
  time_spent_seconds: number
  scroll_depth_percent: number
  lcp_ms: number | null
}
type Journey = { from_page: string; to_page: string; transition_type: string }
type Interaction = {
  interaction_type: string
  element_id: string | null
  element_text: string | null
  coordinates: unknown
  additional_data: { name?: string; to?: string } | null
}
type Session = { ended_at: Date | null; source: string | null; campaign: string | null }
/** A visitor with a separate browser, and what the server has stored about the visit. */
type Visitor = {
  page: Page
  context: BrowserContext
  sessions: () => Promise<Session[]>
  views: () => Promise<View[]>
  journeys: () => Promise<Journey[]>
  /** Sends the waiting events, and returns the stored interactions. */
  interactions: () => Promise<Interaction[]>
  /** The requests to analytics so far. */
  sent: { path: string; body: string }[]
  /** Opens a page, and loads the tracker when the browser has reported the largest paint. */
  open: (path: string) => Promise<void>
}

let serial = 0

const test = base.extend<{ visitor: Visitor }>({
  visitor: async ({ browser, baseURL }, use) => {
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 tracker-${Date.now()}-${serial++}`
    const context = await browser.newContext({
      userAgent,
      baseURL: baseURL ?? '',
      serviceWorkers: 'block',
    })
    await context.addInitScript(() => {
      // The empty document of a new page has no storage.
      if (location.protocol.startsWith('http')) sessionStorage.setItem('introPlayed', '1')
      // The server marks a browser that a program controls as a bot, and accepts no new names and sources from it.
      Object.defineProperty(Navigator.prototype, 'webdriver', { value: false })
    })
    watchRequests(context)
    const page = await context.newPage()
    const errors: string[] = []
    context.on('weberror', (error) => errors.push(error.error().message))
    const sent: Visitor['sent'] = []
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/analytics\//.test(pathname)) {
        sent.push({ path: pathname, body: request.postData() ?? '' })
      }
    })
    const rows = <Row extends object>(table: string, order: string): Promise<Row[]> =>
      onDatabase(process.env.DATABASE_UNDER_TEST ?? '', (query) =>
        query<Row>(
          `select t.* from ${table} as t join user_sessions as s using (day, session_id)
            where s.user_agent = $1 order by t.${order}`,
          [userAgent],
        ),
      )
    await use({
      page,
      context,
      sent,
      sessions: () => rows('user_sessions', 'started_at'),
      views: () => rows('page_views', 'viewed_at'),
      journeys: () => rows('user_journeys', 'at'),
      interactions: async () => {
        await sendWaiting(page)
        return rows('user_interactions', 'at')
      },
      open: async (path) => {
        await page.goto(path)
        await waitUntilLoaded(page)
        await waitUntilPainted(page)
        await loadTracker(page)
      },
    })
    await context.close()
    expect(errors).toEqual([])
  },
})

/** Waits until the browser has reported a largest paint. It reports none after the first input. */
const waitUntilPainted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new PerformanceObserver(() => resolve())
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

/** Presses a key, which loads the tracker. Waits until the tracker has sent the first view. */
async function loadTracker(page: Page): Promise<void> {
  const reply = page.waitForResponse('**/api/analytics/collect')
  await page.keyboard.press('Shift')
  expect((await reply).status()).toBe(200)
}

/** Makes the tracker send waiting events at once, as it does when a connection is back, instead of after 5 seconds. */
const sendWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event('online')))

const now = (page: Page): Promise<number> => page.evaluate(() => performance.now())

const names = (interactions: Interaction[]) =>
  interactions.flatMap(({ additional_data: data }) => data?.name ?? [])

test('views, moves, time and scroll depth of a visit are stored on the server, and nothing in the browser', async ({
  visitor,
}) => {
  const { page } = visitor
  await visitor.open('/cafe')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  // Only whole seconds are stored.
  await page.waitForFunction((from) => performance.now() > from + 1_000, await now(page))
  await page.locator('.site-nav a[href="/beer"]').first().dispatchEvent('click')
  await expect(page).toHaveURL('/beer')
  await follow(page, '/hall')
  await expect(page).toHaveURL('/hall')
  await page.goBack()
  await expect(page).toHaveURL('/beer')
  await expect(page).toHaveTitle(/beer/i)
  expect(await visitor.context.cookies()).toEqual([])
  const stored = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
  expect(JSON.stringify(stored)).not.toMatch(/analytics|session_id/)
  await page.close()
  await expect.poll(async () => (await visitor.sessions())[0]?.ended_at ?? null).not.toBe(null)
  await expect.poll(() => visitor.journeys()).toHaveLength(3)
  const views = await visitor.views()
  expect(views.map(({ page_path }) => page_path)).toEqual(['/cafe', '/beer', '/hall', '/beer'])
  expect(views[0]).toMatchObject({ scroll_depth_percent: 100, page_title: expect.any(String) })
  expect(views[0]?.time_spent_seconds).toBeGreaterThanOrEqual(1)
  expect(views[0]?.lcp_ms).toBeGreaterThan(0)
  expect(views[1]?.lcp_ms).toBe(null)
  expect(views[1]?.scroll_depth_percent).toBeLessThan(100)
  const moves = (await visitor.journeys()).map((each) => [
    each.from_page,
    each.to_page,
    each.transition_type,
  ])
  expect(moves).toEqual([
    ['/cafe', '/beer', 'nav'],
    ['/beer', '/hall', expect.stringMatching(/^(link|nav)$/)],
    ['/hall', '/beer', 'back'],
  ])
  expect(await visitor.sessions()).toHaveLength(1)
})

test('a view is counted even if the page is left early or not used, or if a request is refused', {
  tag: '@extended',
}, async ({ visitor }) => {
  const { context } = visitor

  await test.step('a page that is left before the tracker is loaded is counted', async () => {
    const { page } = visitor
    await page.goto('/hall')
    await waitUntilLoaded(page)
    await page.close()
    await expect.poll(() => visitor.views()).toMatchObject([{ page_path: '/hall' }])
  })

  await test.step('the tracker starts without an input', async () => {
    const page = await context.newPage()
    await page.goto('/beer')
    await expect
      .poll(() => visitor.views())
      .toMatchObject([{ page_path: '/hall' }, { page_path: '/beer' }])
    await page.close()
  })

  await test.step('a refused request is repeated', async () => {
    const page = await context.newPage()
    await page.route('**/api/analytics/collect', (route) => route.fulfill({ status: 503 }), {
      times: 1,
    })
    await page.goto('/cafe')
    await waitUntilLoaded(page)
    const refused = page.waitForResponse((response) => response.status() === 503)
    await page.keyboard.press('Shift')
    await refused
    await expect
      .poll(async () => (await visitor.views()).at(-1))
      .toMatchObject({ page_path: '/cafe' })
  })
})

/** Opens a page, presses a key, follows a link to another page, and closes the page. */
async function usePage(page: Page): Promise<void> {
  await page.goto('/cafe')
  await waitUntilLoaded(page)
  await page.keyboard.press('Shift')
  await follow(page, '/beer')
  await expect(page).toHaveURL('/beer')
  await page.close()
}

test('after a visitor has opted out, nothing is sent, even if a visit has begun', async ({
  visitor,
  baseURL,
}) => {
  const { page, context } = visitor

  await visitor.open('/cafe')
  await context.addCookies([{ name: 'analytics', value: 'off', url: baseURL ?? '' }])
  const count = visitor.sent.length
  await test.step('an open page is not counted from then on', async () => {
    await follow(page, '/beer')
    await expect(page).toHaveURL('/beer')
    await page.close()
    expect(visitor.sent).toHaveLength(count)
  })

  await test.step('a page that is opened later is not counted either', async () => {
    await usePage(await context.newPage())
    expect(visitor.sent).toHaveLength(count)
  })
})

test('nothing is sent about a visitor whose browser sends Global Privacy Control', async ({
  visitor,
}) => {
  await visitor.context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
  )
  await usePage(visitor.page)
  expect(visitor.sent).toEqual([])
})

test('the interactions of a visit are stored', async ({ visitor }) => {
  const { page, context } = visitor
  /** How many interactions and requests the earlier steps have made. */
  const earlier = { interactions: 0, requests: 0 }
  const interactions = async () => (await visitor.interactions()).slice(earlier.interactions)
  const bodies = () =>
    visitor.sent
      .slice(earlier.requests)
      .map(({ body }) => body)
      .join()
  const endStep = async () => {
    await sendWaiting(page)
    await waitUntilIdle(page)
    earlier.interactions = (await visitor.interactions()).length
    earlier.requests = visitor.sent.length
  }

  await test.step('campaign parameters are stored and removed from the address bar', async () => {
    await visitor.open('/cafe?utm_source=letter&utm_medium=email&utm_campaign=letter-7')
    await expect(page).toHaveURL('/cafe')
    expect(await visitor.sessions()).toMatchObject([{ source: 'letter', campaign: 'letter-7' }])
    // A link within the page does not load the page again.
    await page.evaluate(() => document.body.setAttribute('data-same', ''))
    await page.locator('a.skip').dispatchEvent('click')
    await expect(page).toHaveURL('/cafe#content')
    await expect(page.locator('body')).toHaveAttribute('data-same', '')
    await endStep()
  })

  await test.step('opening the newsletter’s panel is an event', async () => {
    const panel = page.locator('.newsletter-form details')
    await panel.scrollIntoViewIfNeeded()
    await expect(page.locator('.newsletter-form')).toHaveAttribute('novalidate')
    await panel.locator('summary').click()
    await expect.poll(async () => names(await interactions())).toContain('newsletter_panel')
    await endStep()
  })

  await test.step('links are stored with their target, without tokens and email addresses', async () => {
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<a id="_r_0_" href="/unsubscribe/a-secret-token?x=1#y">Own</a>
         <a id="authored" href="/beer">Own with an id</a>
         <a href="https://other.example/ada?x=1">Other</a>
         <a href="mailto:ada@venue.example">Mail</a>`,
      )
      const preventDefault = (event: Event) => event.preventDefault()
      addEventListener('click', preventDefault, true)
      for (const link of [...document.links].slice(-4)) link.click()
      removeEventListener('click', preventDefault, true)
    })
    await expect
      .poll(async () =>
        (await interactions())
          .map(({ element_id, additional_data }) => [element_id, additional_data?.to])
          .sort(),
      )
      .toEqual(
        [
          [null, '/unsubscribe/[redacted]'],
          ['authored', '/beer'],
          [null, 'other.example'],
          [null, 'mailto:'],
        ].sort(),
      )
    expect(bodies()).not.toMatch(/_r_0_|ada/)
    await endStep()
  })

  await test.step('a form that is not sent does not count', async () => {
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        ['invalid', 'refused', 'opened', 'sent']
          .map((id) => `<form id="${id}"><input ${id === 'invalid' ? 'required' : ''}></form>`)
          .join(''),
      )
      const form = (id: string) => document.getElementById(id) as HTMLFormElement
      const preventDefault = (event: Event) => event.preventDefault()
      addEventListener('submit', preventDefault, true)
      form('refused').onsubmit = () =>
        form('refused').firstElementChild?.setAttribute('aria-invalid', 'true')
      form('sent').onsubmit = () => {
        form('sent').innerHTML = '<button data-busy="true">Send</button>'
      }
      for (const id of ['invalid', 'refused', 'opened', 'sent']) form(id).requestSubmit()
      removeEventListener('submit', preventDefault, true)
    })
    await expect
      .poll(async () => (await interactions()).map(({ element_id }) => element_id))
      .toEqual(['sent'])
    await endStep()
  })

  await test.step('clicks and submissions are stored, but no typed text and nothing in personal parts', async () => {
    await page.evaluate(() => {
      // The tracker sends texts only for signed-in members.
      localStorage.setItem('common-room-session', '{}')
      document.body.insertAdjacentHTML(
        'beforeend',
        `<form id="test-form"><input value="typed"><textarea>typed</textarea>
           <button id="test-button" type="button">${'x'.repeat(150)}</button>
           <button id="test-greeting" type="button">Hello <span data-private>Ada</span></button>
         </form>
         <div data-private><button id="test-private">Ada</button>
           <form id="test-private-form"></form></div>`,
      )
      const byId = (id: string) => document.getElementById(id)
      const send = (event: Event) => {
        event.preventDefault()
        ;(event.target as Element).setAttribute('aria-busy', 'true')
      }
      addEventListener('submit', send, true)
      for (const id of ['test-button', 'test-greeting', 'test-private']) byId(id)?.click()
      for (const id of ['test-form', 'test-private-form']) {
        ;(byId(id) as HTMLFormElement).requestSubmit()
      }
      removeEventListener('submit', send, true)
      localStorage.removeItem('common-room-session')
    })
    await expect
      .poll(async () => (await interactions()).map(({ element_id }) => element_id).sort())
      .toEqual(['test-button', 'test-form', 'test-greeting'])
    expect(bodies()).toContain(`"text":"${'x'.repeat(100)}"`)
    expect(bodies()).not.toMatch(/typed|Ada|x{101}/)
    // The server stores no texts, because this visitor is not a member.
    for (const { element_text, coordinates } of await interactions()) {
      expect([element_text, coordinates]).toEqual([null, null])
    }
    await endStep()
  })

  await test.step('events wait while there is no connection', async () => {
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed', (each) => /collect/.test(each.url()))
    await page.evaluate(() => {
      const button = Object.assign(document.createElement('button'), { id: 'while-offline' })
      document.body.append(button)
      button.click()
    })
    await sendWaiting(page)
    await failed
    await context.setOffline(false)
    await expect
      .poll(async () => (await interactions()).map(({ element_id }) => element_id))
      .toEqual(['while-offline'])
    await endStep()
  })

  await test.step('a nudge that is shown and clicked is part of the visit', async () => {
    await postToWindow(page, { type: 'SHOW_NUDGE', url: '/beer' })
    await nudgeButtonOn(page).click()
    await expect(page).toHaveURL('/beer')
    await expect
      .poll(async () => names(await interactions()))
      .toEqual(['nudge_shown', 'nudge_clicked'])
    await expect
      .poll(async () => (await visitor.journeys()).at(-1))
      .toMatchObject({ from_page: '/cafe', to_page: '/beer', transition_type: 'nudge' })
  })
})

test('a return to a page counts as one more view', { tag: '@extended' }, async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/cafe')

  await test.step('from the back/forward cache', async () => {
    // The browser of the tests has no back/forward cache.
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect
      .poll(async () => {
        await sendWaiting(page)
        return (await visitor.views()).map(({ page_path }) => page_path)
      })
      .toEqual(['/cafe', '/cafe'])
    await expect.poll(async () => (await visitor.sessions())[0]?.ended_at ?? null).not.toBe(null)
  })

  await test.step('after a long pause', async () => {
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 31 * 60_000
      document.dispatchEvent(new Event('visibilitychange'))
      document.dispatchEvent(new Event('visibilitychange'))
      dispatchEvent(new Event('pagehide'))
    })
    await expect
      .poll(async () => (await visitor.views()).map(({ page_path }) => page_path))
      .toEqual(['/cafe', '/cafe', '/cafe'])
  })
})

test('a page in a hidden tab counts as no view until the tab is shown', {
  tag: '@extended',
}, async ({ visitor }) => {
  const { page } = visitor
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  })
  await page.goto('/cafe')
  await waitUntilLoaded(page)
  await page.keyboard.press('Shift')
  await waitUntilIdle(page)
  expect(visitor.sent).toEqual([])
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await loadTracker(page)
  await expect.poll(() => visitor.views()).toMatchObject([{ page_path: '/cafe', lcp_ms: null }])
})

test('events from before the tracker is loaded are counted when the page is left', {
  tag: '@extended',
}, async ({ visitor }) => {
  const { page } = visitor
  await page.route(/tracker\.[^/]*\.js$/, (route) => route.abort())
  // Opens the panel before its script is loaded.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const panel = document.querySelector<HTMLDetailsElement>('.newsletter-form details')
      if (panel) panel.open = true
    })
  })
  await page.goto('/cafe')
  await waitUntilLoaded(page)
  await page.locator('.newsletter-form details').scrollIntoViewIfNeeded()
  await expect(page.locator('.newsletter-form')).toHaveAttribute('novalidate')
  // The event is tracked in an effect after this rendering.
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))),
  )
  // The page is only hidden, because a closed page with a route sometimes loses its requests.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(async () => names(await visitor.interactions())).toEqual(['newsletter_panel'])
})

test('a slow largest paint is a warning in the console', { tag: '@extended' }, async ({
  visitor,
}) => {
  const { page } = visitor
  const warning = page.waitForEvent('console', (each) => /largest paint took/.test(each.text()))
  await page.goto('/cafe')
  await page.waitForFunction(() => performance.now() > 4_100)
  await page.evaluate(() => {
    const text = Object.assign(document.createElement('p'), { textContent: 'Late '.repeat(200) })
    Object.assign(text.style, { position: 'fixed', inset: '0', zIndex: '999', fontSize: '3rem' })
    document.body.append(text)
  })
  expect((await warning).type()).toBe('warning')
})
