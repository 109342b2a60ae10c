import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createDeviceKeys, makeTicket, shortKid } from '../../cms/features/check-in/code.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { launchBrowser } from '../support/browser.ts'
import type { TestSite } from '../support/current-site.ts'
import { onDatabase } from '../support/database.ts'
import { cameraArguments, writeCameraFile } from '../support/fake-camera.ts'
import { findOverflow } from '../support/overflowing.ts'
import { becomeStaff, expect, test } from '../support/own-site.ts'
import { jsonRequest, type Role } from '../support/staff.ts'
import { watchErrors } from '../support/watch-errors.ts'

const offlineErrors = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/]
test.use({ siteName: 'door', serviceWorkers: 'allow', expectedErrors: offlineErrors })

const tokenOf = (serial: number) => `d00${serial}`.padEnd(40, 'a')
const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Tonight’s event with its guests, and a key with which the test signs their codes. */
type Night = {
  title: string
  date: number
  /** The code of a guest, by name. */
  codes: Record<string, string>
  inside: () => Promise<{ name: string; inside: number }[]>
}

const guests = [
  { name: 'Ada Lovelace', party: 4, status: 'going' },
  { name: 'Zoë Adams', party: 2, status: 'going' },
  { name: 'Otis Redding', party: 1, status: 'cancelled' },
  { name: 'Grace Hopper', party: 1, status: 'going' },
  { name: 'Mary Shelley', party: 1, status: 'going' },
] as const

let serial = 0
async function makeNight(site: TestSite): Promise<Night> {
  const title = `The quiz ${++serial}`
  const post = (apiPath: string, data: object) =>
    site.server.send(`/api/${apiPath}`, jsonRequest('POST', data, site.sessions.publisher))
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const times = { start: `${day}T02:00`, end: `${day}T04:00` }
  const facts = { title, summary: 'Quiz.', areas: ['Event Spaces'], capacity: 80, ...times }
  const { doc } = (await post('events', facts)).json<{ doc: { id: number } }>()
  const published = await post(`event-list/${doc.id}/status`, { action: 'publish', seen: null })
  expect(published.status, published.text).toBe(200)
  const keys = await createDeviceKeys()
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const kid = hash(title)
  const found = await onDatabase(site.database, async (query) => {
    // Without its private key, which only this test has, the program only verifies with it.
    await query(
      `insert into check_in_keys (kid, public_key, private_key, used_until)
       values ($1, $2, 'none', now() + interval '2 days')`,
      [kid, JSON.stringify({ kty, crv, x, y })],
    )
    const [date] = await query<{ id: number }>(
      `update event_dates set taken = 8, starts_at = date_trunc('minute', now()),
              ends_at = date_trunc('minute', now()) + interval '2 hours'
        where event = $1 returning id`,
      [doc.id],
    )
    await query(
      `insert into event_links (event, scope, name, token_hash) values ($1, 'door', 'Kim', $2)
       on conflict do nothing`,
      [doc.id, hash(tokenOf(serial))],
    )
    const rows = await query<{ id: number; name: string; party: number; link_version: number }>(
      `insert into reservations (kind, subject, name, party, status, payment, key, confirmed_at,
                                 cancelled_at, cancelled_by)
       select 'event', $1, name, party, status, 'free', name, now(),
              case status when 'cancelled' then now() end, case status when 'cancelled' then 'guest' end
         from jsonb_to_recordset($2::jsonb) as g (name text, party int, status text)
       returning id, name, party, link_version`,
      [date?.id, JSON.stringify(guests)],
    )
    return { date: date?.id ?? 0, rows }
  })
  const doors = await post('check-in/door/doors', {})
  const { night } = doors.json<{ night: { day: string } }>()
  const codes: [string, string][] = []
  for (const { id, name, party, link_version: version } of found.rows) {
    const ticket = {
      ...({ kind: 'event', reservation: id, version, subject: found.date, party } as const),
      ...({ area: 'Event Spaces', from: night.day, until: night.day } as const),
    }
    codes.push([name, await makeTicket(ticket, { kid: shortKid(kid), key: keys.privateKey })])
  }
  const inside = () =>
    onDatabase(site.database, (query) =>
      query<{ name: string; inside: number }>(
        `select name, inside from reservations
          where kind = 'event' and subject = $1 and inside > 0 order by name`,
        [found.date],
      ),
    )
  return { title, date: found.date, codes: Object.fromEntries(codes), inside }
}

/** Begins a shift at the door of the event. */
async function openDoor(page: Page, { title }: Night, name: string, at = '/check-in/door') {
  await page.goto(at)
  await page.getByLabel('Whose phone, and where').fill(name)
  const choice = page.getByLabel('Door', { exact: true })
  const option = choice.locator('option', { hasText: title })
  await choice.selectOption((await option.getAttribute('value')) ?? '')
  await page.getByRole('button', { name: 'Open the door' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

const result = (page: Page) => page.getByRole('alertdialog')
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

/** Types a code as a scanner does, whatever has the focus. */
async function scan(page: Page, code: string | undefined, expected: RegExp): Promise<void> {
  await page.keyboard.type(`${code}\n`)
  await expect(result(page)).toHaveAccessibleName(expected)
}

/**
 * The milliseconds from the last key of a code to the painted result. The keys come at once, because Playwright waits for the page
 * after each one, which a scanner does not.
 */
const timeScan = (page: Page, code = ''): Promise<number> =>
  page.evaluate(
    (keys) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[role=alertdialog]')) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - startedAt))
        })
        observer.observe(document.body, { childList: true, subtree: true })
        for (const key of keys) {
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        }
      }),
    [...code, 'Enter'],
  )

const keptNames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('door', 1)
        request.onsuccess = () => {
          const all = request.result.transaction('kept').objectStore('kept').getAll()
          all.onsuccess = () => {
            request.result.close()
            resolve(JSON.stringify(all.result))
          }
        }
      }),
  )

const readyText = 'Ready without a network.'

test('two phones count the same guests, one of them without a network', {
  tag: '@desktop',
}, async ({ openPage, site }) => {
  const night = await makeNight(site)
  const { codes } = night
  const [front, back] = [await openPage('bar'), await openPage('publisher')]
  await openDoor(front, night, 'Anna, front door')
  await openDoor(back, night, 'Ben, back door')

  await test.step('one phone lets a party in, and corrects how many', async () => {
    await scan(front, codes['Ada Lovelace'], /^Yes. Come in/)
    await expect(result(front)).toContainText('4 of 4 inside')
    await result(front).getByRole('button', { name: '3', exact: true }).click()
    await expect(result(front)).toContainText('3 of 4 inside')
    await result(front).getByRole('button', { name: /^Undo/ }).click()
    await expect(result(front)).toHaveAccessibleName(/^Back/)
    await expect(back.locator('[data-inside]')).toHaveText('0')
  })

  await test.step('the other phone says who let them in', async () => {
    await scan(front, codes['Grace Hopper'], /^Yes. Come in/)
    await expect(back.locator('[data-inside]')).toHaveText('1')
    await scan(back, codes['Grace Hopper'], /^No. Already inside since/)
    await expect(result(back)).toContainText('by Anna, front door')
    expect(await accessibilityViolations(back)).toEqual([])
    await next(back)
  })

  await test.step('a cancelled ticket and an unknown code are refused', async () => {
    await scan(front, codes['Otis Redding'], /^No. Cancelled/)
    await next(front)
    await scan(front, 'https://venue.example/a-poster', /^No. Unknown code/)
    await next(front)
  })

  await test.step('without a network the page opens again and decides by itself', async () => {
    await expect(front.getByText(readyText)).toBeVisible()
    await front.context().setOffline(true)
    await front.reload()
    await expect(front.getByText('No network. This phone decides')).toBeVisible()
    await scan(front, codes['Ada Lovelace'], /^Yes. Come in/)
    await next(front)
    await scan(front, codes['Ada Lovelace'], /^No. Already inside since/)
    await next(front)
    await scan(front, codes['Otis Redding'], /^No. Cancelled/)
    await next(front)
    const cdp = await front.context().newCDPSession(front)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const times: number[] = []
    for (let n = 0; n < 5; n++) {
      times.push(await timeScan(front, codes['Mary Shelley']))
      await expect(result(front)).toHaveAccessibleName(/^Yes. Come in/)
      await result(front).getByRole('button', { name: /^Undo/ }).click()
      await expect(result(front)).toHaveAccessibleName(/^Back/)
      await next(front)
    }
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    test
      .info()
      .annotations.push({ type: 'ms at a four times slower processor', description: times.join() })
    await front.getByRole('button', { name: 'Name', exact: true }).click()
    await front.getByRole('searchbox').fill('zoe')
    await front.getByRole('button', { name: 'Let in Zoë Adams' }).click()
    await expect(result(front)).toHaveAccessibleName(/^Yes. Come in/)
    await next(front)
    await front.getByRole('button', { name: 'No booking' }).click()
    await front.getByRole('button', { name: 'One more' }).click()
    await front.getByRole('button', { name: 'Let in 2 people' }).click()
    await expect(result(front)).toContainText('2 people without a booking')
    await next(front)
    await expect(front.getByRole('heading', { name: '3 scans wait' })).toBeVisible()
    await expect(front.locator('[data-inside]')).toHaveText('9')
    expect(await accessibilityViolations(front)).toEqual([])
  })

  await test.step('the other phone lets one of them in meanwhile; nobody counts twice', async () => {
    await scan(back, codes['Zoë Adams'], /^Yes. Come in/)
    await next(back)
    await front.context().setOffline(false)
    await expect(front.getByRole('heading', { name: /scans? waits?/ })).toBeHidden()
    await expect(front.locator('[data-inside]')).toHaveText('9')
    await expect(back.locator('[data-inside]')).toHaveText('9')
    expect(await night.inside()).toEqual([
      { name: 'Ada Lovelace', inside: 4 },
      { name: 'Grace Hopper', inside: 1 },
      { name: 'Zoë Adams', inside: 2 },
    ])
  })

  await test.step('who leaves is counted out', async () => {
    await front.getByRole('button', { name: 'Leaving' }).click()
    await scan(front, codes['Zoë Adams'], /^Bye/)
    await expect(back.locator('[data-inside]')).toHaveText('7')
    await next(front)
  })

  await test.step('signing out deletes the list', async () => {
    expect(await keptNames(front)).toContain('Ada Lovelace')
    await front.goto('/cms/logout')
    await expect.poll(() => keptNames(front)).toBe('[]')
  })
})

/** A page in a browser whose camera shows codes. */
async function openWithCamera(
  browser: Browser,
  site: TestSite,
  { role, permissions, errors }: { role?: Role; permissions?: string[]; errors: string[] },
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    ...{ baseURL: site.server.url, viewport: { width: 390, height: 664 } },
    ...(permissions && { permissions }),
  })
  watchErrors(context, site.server.url, offlineErrors, errors)
  const page = await context.newPage()
  if (role) await becomeStaff(page, site, role)
  return { context, page }
}

test('the camera reads a code, for an organiser with a link, on a phone', {
  tag: '@phone',
}, async ({ site }) => {
  const night = await makeNight(site)
  const folder = await mkdtemp(path.join(tmpdir(), 'door-'))
  const file = path.join(folder, 'camera.y4m')
  await writeCameraFile(file, [
    { code: null, seconds: 2 },
    { code: night.codes['Grace Hopper'] ?? '', seconds: 4 },
    { code: null, seconds: 60 },
  ])
  const browser = await launchBrowser(cameraArguments(file))
  const errors: string[] = []
  const { page } = await openWithCamera(browser, site, { errors })
  const response = await page.goto('/check-in/door')
  expect(response?.headers()['permissions-policy']).toContain('camera=(self)')
  expect(response?.headers()['content-security-policy']).toContain("'wasm-unsafe-eval'")
  await expect(page.getByText('Sign in, then open the door.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto(`/manage-event/${tokenOf(serial)}`)
  await page.getByRole('link', { name: 'Scan codes with the camera' }).click()
  await expect(page).toHaveURL(`/check-in/door/${tokenOf(serial)}`)
  await openDoor(page, night, 'Kim, front', `/check-in/door/${tokenOf(serial)}`)
  await expect(result(page)).toHaveAccessibleName(/^Yes. Come in/)
  await expect(result(page)).toContainText('Grace Hopper')
  expect(await findOverflow(page)).toEqual([])
  await next(page)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await findOverflow(page)).toEqual([])
  expect(await night.inside()).toEqual([{ name: 'Grace Hopper', inside: 1 }])

  await test.step('a phone that can keep nothing never says yes without a network', async () => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full', 'QuotaExceededError')
      }
    })
    await page.context().setOffline(true)
    await expect(page.getByText('No network. This phone decides')).toBeVisible()
    await scan(page, night.codes['Mary Shelley'], /^Stop. Not stored/)
    await next(page)
    await expect(page.getByRole('alert')).toContainText('memory of this phone is full')
    await page.context().setOffline(false)
  })
  await browser.close()
  await rm(folder, { recursive: true })
  expect(errors).toEqual([])
})

test('a refused camera is said, and a revoked phone forgets', { tag: '@phone' }, async ({
  openPage,
  site,
}) => {
  const night = await makeNight(site)
  const page = await openPage('bar')
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  await test.step('without a name, the browser says what is missing and focuses the field', async () => {
    await page.goto('/check-in/door')
    await page.getByRole('button', { name: 'Open the door' }).click()
    await expect(page.getByLabel('Whose phone, and where')).toBeFocused()
  })
  await openDoor(page, night, 'Anna')
  await expect(page.getByText('The camera is not allowed.')).toBeVisible()
  await page.getByRole('button', { name: 'Find by name' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  const admin = await openPage('publisher')
  await admin.goto('/cms/door')
  await admin.getByRole('button', { name: 'End the shift of Anna', exact: true }).click()
  await expect(admin.getByText('The shift of Anna is over.')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('This phone’s shift is over.')).toBeVisible()
  expect(await keptNames(page)).toBe('[]')
})
