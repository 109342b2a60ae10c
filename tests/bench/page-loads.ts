import { brotliCompressSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Row } from './table.ts'

/** The path of the gate. */
export const gatePath = '/common-room'

type Cookie = { name: string; value: string }
type Transfer = { url: string; type: string; bytes: number; atMs: number }
/** The bytes that a page load transfers, by kind. `foreign` is the number of requests to other hosts. */
export type PageLoad = {
  scriptBeforeUse: number
  scriptInAll: number
  styles: number
  fonts: number
  total: number
  foreign: number
}

/**
 * Measures what the first load of a page on a phone fetches, before any input and in total. For the total, the page
 * is scrolled to its end, which loads everything that waits for idle time or visibility.
 * @param options.cookies the cookies of a signed-in person
 * @param options.use what the person does on the page after scrolling
 */
export async function measurePageLoad(
  browser: Browser,
  url: string,
  options: { cookies?: Cookie[]; use?: (page: Page) => Promise<void> } = {},
): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  })
  await context.addCookies((options.cookies ?? []).map((cookie) => ({ ...cookie, url })))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const transfers = await recordTransfers(session)
  await page.goto(url, { waitUntil: 'load' })
  const html = await page.content()
  // Counts what is fetched before any input. React is loaded later, with the islands that scroll into view.
  await page.waitForTimeout(1500)
  const countBeforeInput = transfers.length
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  await options.use?.(page)
  await page.waitForTimeout(1500)
  await context.close()
  const sum = (list: Transfer[]) => list.reduce((bytes, each) => bytes + each.bytes, 0)
  const scripts = transfers.filter((each) => each.type === 'Script')
  const inline = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
    .map(([, css]) => css ?? '')
    .join('\n')
  const withoutFonts = inline.replace(/url\(["']?data:[^)]*\)/g, '')
  return {
    scriptBeforeUse: sum(scripts.filter((each) => transfers.indexOf(each) < countBeforeInput)),
    scriptInAll: sum(scripts),
    styles:
      brotliCompressSync(withoutFonts).length +
      sum(transfers.filter((each) => each.type === 'Stylesheet')),
    fonts: sum(transfers.filter((each) => each.type === 'Font')) + inlineFontBytes(inline),
    total: sum(transfers),
    foreign: transfers.filter(
      (each) => /^http/.test(each.url) && new URL(each.url).origin !== new URL(url).origin,
    ).length,
  }
}

/** The largest size of each type over all pages. Scripts of the gate are left out: they have their own row. */
export function pageLoadRows(loads: Map<string, PageLoad>): Row[] {
  const worst = (key: keyof PageLoad) => {
    const isIncluded = (page: string) => page !== gatePath || !/^script/.test(key)
    return Math.max(...[...loads].map(([page, load]) => (isIncluded(page) ? load[key] : 0)))
  }
  const kilobytes = (key: keyof PageLoad) => worst(key) / 1024
  return [
    {
      what: 'JavaScript before a page can be used, largest page but the gate',
      value: kilobytes('scriptBeforeUse'),
      unit: 'KB',
      goal: { atMost: 12 },
    },
    {
      what: 'JavaScript in all, largest page but the gate',
      value: kilobytes('scriptInAll'),
      unit: 'KB',
      goal: { atMost: 80 },
    },
    { what: 'CSS, largest page', value: kilobytes('styles'), unit: 'KB', goal: { atMost: 15 } },
    { what: 'Fonts, largest page', value: kilobytes('fonts'), unit: 'KB', goal: { atMost: 60 } },
    {
      what: 'Whole page to its end, largest page',
      value: kilobytes('total'),
      unit: 'KB',
      goal: { atMost: 350 },
    },
    { what: 'Requests to other hosts', value: worst('foreign'), unit: '', goal: { atMost: 0 } },
  ]
}

/** The scripts that an editor's browser fetches, without those that a visitor's browser fetches before any input. */
export const editorRow = (visitor: PageLoad, editor: PageLoad): Row => ({
  what: 'Editor for staff, beyond what a visitor of the page fetches',
  value: (editor.scriptInAll - visitor.scriptBeforeUse) / 1024,
  unit: 'KB',
  goal: { atMost: 120 },
})

/** The scripts of the gate with an open dialog. Its limit is higher, because of the passkey scripts. */
export const gateRow = (gate: PageLoad): Row => ({
  what: 'JavaScript of the gate with its dialog open',
  value: gate.scriptInAll / 1024,
  unit: 'KB',
  goal: { atMost: 120 },
})

async function recordTransfers(session: CDPSession): Promise<Transfer[]> {
  const pending = new Map<string, Transfer>()
  const done: Transfer[] = []
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    pending.set(requestId, { url: request.url, type: type ?? '', bytes: 0, atMs: timestamp * 1000 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const transfer = pending.get(requestId)
    const length = Object.entries(response.headers).find(([name]) => /^content-length$/i.test(name))
    if (transfer && length) transfer.bytes = Number(length[1])
  })
  // A response without Content-Length was rendered for this request and sent in chunks, so its received bytes count.
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = pending.get(requestId)
    if (transfer) done.push({ ...transfer, bytes: transfer.bytes || encodedDataLength })
  })
  return done
}

const inlineFontBytes = (css: string) =>
  [...css.matchAll(/url\(["']?data:font[^,]*,([^)"']*)/g)].reduce(
    (bytes, [, data]) => bytes + ((data?.length ?? 0) * 3) / 4,
    0,
  )
