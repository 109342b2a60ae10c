import {
  type BrowserContext,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'

const underWay = new WeakMap<Page, Set<Request>>()

/** Notes which requests of a browser's pages are under way. */
export function watchRequests(context: BrowserContext): void {
  const end = (request: Request) => requestsOf(request)?.delete(request)
  context.on('request', (request) => requestsOf(request)?.add(request))
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/** Opens a page and waits until it is quiet. */
export async function openQuiet(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  await quiet(page)
  return response
}

/** Waits until the scripts of a page have taken over, and nothing that they asked for is under way. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForFunction(isAlive)
  const waitsFor = async () => {
    // What runs now begins its requests first.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(null)
        }),
    )
    return [...(underWay.get(page) ?? [])].map((request) => request.url())
  }
  await expect.poll(waitsFor, { intervals: [20, 50, 100] }).toEqual([])
}

function requestsOf(request: Request): Set<Request> | null {
  if (request.serviceWorker()) return null
  let page: Page
  try {
    page = request.frame().page()
  } catch {
    // The request of a page that is only being opened: its end is waited for by who opens it.
    return null
  }
  const known = underWay.get(page) ?? new Set<Request>()
  underWay.set(page, known)
  return known
}

// Runs in the page. React leaves a mark on what it has taken over; Astro takes one away.
function isAlive(): boolean {
  if (document.readyState !== 'complete') return false
  if (!location.pathname.startsWith('/cms')) {
    const islands = document.querySelector('astro-island[ssr]:not([client="visible"])')
    return document.documentElement.hasAttribute('data-loaded') && !islands
  }
  const buttons = [...document.querySelectorAll('button')]
  const isTaken = (each: Element | undefined) =>
    each !== undefined && Object.keys(each).some((key) => key.startsWith('__reactProps$'))
  return isTaken(buttons[0]) && isTaken(buttons.at(-1))
}
