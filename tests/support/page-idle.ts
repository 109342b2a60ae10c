import {
  type BrowserContext,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'

const pendingRequests = new WeakMap<Page, Set<Request>>()

/** Keeps track of the pending requests of each page of a browser context. */
export function watchRequests(context: BrowserContext): void {
  const end = (request: Request) => requestsOf(request)?.delete(request)
  // Fetches and server-sent events count as ended when the head of the response arrives: Playwright does not report a
  // fetch as finished if the page does not read its body, and server-sent events have no end. Requests of Next stay
  // pending until their body has arrived, because Next always reads it, and renders the page meanwhile.
  context.on('response', (response) => {
    const request = response.request()
    const isOfNext = ['rsc', 'next-action'].some((name) => name in request.headers())
    if (!isOfNext && /^(fetch|eventsource)$/.test(request.resourceType())) end(request)
  })
  context.on('request', (request) => requestsOf(request)?.add(request))
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/** Opens a page and waits until it is hydrated and none of its requests is pending. */
export async function openUntilIdle(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  await waitUntilIdle(page)
  return response
}

/** Waits until a page is hydrated and none of its requests is pending. */
export async function waitUntilIdle(page: Page): Promise<void> {
  // By default, Playwright calls the function before each repaint, and Chromium can stop repainting.
  await page.waitForFunction(isHydrated, undefined, { polling: 50 })
  const findPendingWork = async () => {
    // Waits until the tasks that are queued have run, because they may start requests.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(null)
        }),
    )
    return [...(pendingRequests.get(page) ?? [])].map((request) => request.url())
  }
  await expect.poll(findPendingWork, { intervals: [20, 50, 100] }).toEqual([])
}

/**
 * Waits until a form of Payload has the server's reply to its last change. Payload sends a change after 250 ms. If the
 * reply to an earlier change arrives within this time, Payload counts the later change as sent (`MERGE_SERVER_STATE`)
 * and sends no request for it. So no test may wait for the request of a change.
 */
export async function waitUntilFormIdle(page: Page): Promise<void> {
  let requests = 0
  const count = () => {
    requests++
  }
  page.on('request', count)
  try {
    let before: number
    do {
      before = requests
      await page.evaluate(passFormDelay)
      await waitUntilIdle(page)
    } while (requests > before)
  } finally {
    page.off('request', count)
  }
}

// Runs in the page. Waits until Payload's timer of 250 ms has ended and React has rendered.
const passFormDelay = () =>
  new Promise<void>((resolve) => {
    setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 5000 }), 300)
  })

function requestsOf(request: Request): Set<Request> | null {
  if (request.serviceWorker()) return null
  let page: Page
  try {
    page = request.frame().page()
  } catch {
    // A navigation request has no frame yet. `goto` waits for it.
    return null
  }
  const known = pendingRequests.get(page) ?? new Set<Request>()
  pendingRequests.set(page, known)
  return known
}

// Runs in the page. React adds a property to hydrated elements, Astro removes an attribute.
function isHydrated(): boolean {
  if (document.readyState !== 'complete') return false
  // A file such as /robots.txt has no scripts.
  if (document.contentType !== 'text/html') return true
  if (!location.pathname.startsWith('/cms')) {
    const islands = document.querySelector('astro-island[ssr]:not([client="visible"])')
    return document.documentElement.hasAttribute('data-loaded') && !islands
  }
  const buttons = [...document.querySelectorAll('button')]
  const hasReactProps = (each: Element | undefined) =>
    each !== undefined && Object.keys(each).some((key) => key.startsWith('__reactProps$'))
  return hasReactProps(buttons[0]) && hasReactProps(buttons.at(-1))
}
