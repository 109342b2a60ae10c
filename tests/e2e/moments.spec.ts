import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { accessibilityViolations } from '../support/accessibility.ts'
import { signIn } from '../support/gate-page.ts'
import { membershipOf } from '../support/membership.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { heicPicture } from '../support/pictures.ts'
import { expectFitsScreens } from '../support/screens.ts'

test.use({ siteName: 'moments', expectedErrors: [/status of (400|401|404)|ERR_FAILED/] })

const path = '/common-room/member/moments'
const picture = (width: number, height: number, red: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 60 } } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
/** Moves a finger over the picture of the open moment, as the browser gets it from the screen. */
async function swipe(page: Page, by: number): Promise<void> {
  const box = await page.locator('dialog figure').boundingBox()
  if (!box) throw new Error('There is no picture.')
  const session = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2 - by / 2, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y, id: 0 }],
    })
  await touch('touchStart', x)
  for (let step = 1; step <= 10; step++) await touch('touchMove', x + (by * step) / 10)
  await touch('touchEnd')
  await session.detach()
}
const tiles = (page: Page) => page.locator('[data-moment-tiles] > li')

test('a member shares pictures, turns them over large, and somebody in one takes it down', {
  tag: '@phone',
}, async ({ openPage, site }) => {
  const membership = membershipOf(site.server, site.database)
  const page = await openPage()
  await signIn(page, `moments-${test.info().project.name}@venue.example`, site)
  await openUntilIdle(page, path)
  await expect(tiles(page).first()).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await expectFitsScreens(page)

  await test.step('three files, each with its own outcome', async () => {
    await page.getByText('Share yours').click()
    const form = page.locator('form[name="share"]')
    await form.getByRole('button', { name: 'Share' }).click()
    await expect(form.getByLabel('Pictures')).toHaveAccessibleDescription(
      'Take one, or choose several. Please choose a file.',
    )
    await expect(form.getByLabel('The people in it agree.')).toHaveAccessibleDescription(
      'Please tick this to go on.',
    )
    expect(await accessibilityViolations(page)).toEqual([])
    await form
      .getByLabel('Pictures')
      .setInputFiles([
        file('evening.jpg', await picture(3000, 2000, 200)),
        file('broken.jpg', Buffer.from('no picture')),
        file('bar.jpg', await picture(1200, 900, 20)),
      ])
    await form.getByLabel('Caption').fill('From the phone')
    await form.getByLabel('Where').selectOption('Beer Hall')
    await form.getByLabel('The people in it agree.').check()
    let sent = 0
    await page.route('**/api/moments/upload', (route) =>
      ++sent === 2 ? route.abort() : route.continue(),
    )
    await form.getByRole('button', { name: 'Share' }).click()
    const rows = page.locator('[data-moments-sending] li')
    await expect(rows.nth(0)).toContainText('Sent.')
    await expect(rows.nth(1)).toContainText('This file is broken, or no picture.')
    await expect(rows.nth(2)).toContainText('No network.')
    expect(await accessibilityViolations(page)).toEqual([])
    await rows.nth(2).getByRole('button', { name: 'Send it again' }).click()
    await expect(rows.nth(2)).toContainText('Sent.')
    await expect(page.getByText('We look at your first three')).toHaveCount(2)
    const stored = await membership.query<{ width: number; height: number; alt: string }>(
      `select width, height, alt from moments where caption = 'From the phone' order by id`,
    )
    // Upright, and at most 2,400 pixels.
    expect(stored).toEqual([
      { width: 1600, height: 2400, alt: 'A moment in the Beer Hall' },
      { width: 900, height: 1200, alt: 'A moment in the Beer Hall' },
    ])
  })

  await test.step('the gallery by keyboard, reactions and the way back', async () => {
    await openUntilIdle(page, path)
    const first = tiles(page).first().getByRole('link')
    await first.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const article = dialog.getByRole('article')
    await expect(article).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    const id = await article.getAttribute('data-moment')
    await page.keyboard.press('ArrowRight')
    await expect(article).not.toHaveAttribute('data-moment', id ?? '')
    await page.keyboard.press('ArrowLeft')
    await expect(article).toHaveAttribute('data-moment', id ?? '')
    const cheers = dialog.getByRole('button', { name: 'Cheers' })
    await cheers.click()
    await expect(cheers).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(first).toBeFocused()
  })

  await test.step('a finger turns the pages of the gallery', async () => {
    if (test.info().project.name !== 'phone') return
    await tiles(page).first().getByRole('link').click()
    const article = page.getByRole('dialog').getByRole('article')
    const id = (await article.getAttribute('data-moment')) ?? ''
    await swipe(page, -200)
    await expect(article).not.toHaveAttribute('data-moment', id)
    await swipe(page, 200)
    await expect(article).toHaveAttribute('data-moment', id)
    await page.keyboard.press('Escape')
  })

  await test.step('a HEIC picture is decoded in a worker', async () => {
    await openUntilIdle(page, path)
    await page.getByText('Share yours').click()
    const form = page.locator('form[name="share"]')
    const heic = { name: 'phone.heic', mimeType: 'image/heic', buffer: heicPicture }
    await form.getByLabel('Pictures').setInputFiles([heic])
    // The proposed description follows the place.
    await form.getByLabel('Where').selectOption('Event Spaces')
    await expect(form.locator('[name="alt"]')).toHaveValue('A moment in the Hall')
    await form.getByLabel('Caption').fill('From an iPhone')
    await form.getByLabel('The people in it agree.').check()
    await form.getByRole('button', { name: 'Share' }).click()
    await expect(page.locator('[data-moments-sending] li')).toContainText('Sent.')
    await expect
      .poll(() =>
        membership.query(`select width, height from moments where caption = 'From an iPhone'`),
      )
      .toEqual([{ width: 320, height: 240 }])
  })

  await test.step('taken down at once', async () => {
    const first = tiles(page).first().getByRole('link')
    const id = await first.getAttribute('data-open-moment')
    await first.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This is me, take it down').click()
    await dialog.getByRole('button', { name: 'Take it down' }).click()
    await expect(dialog.getByRole('status')).toContainText('It’s down.')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator(`[data-open-moment="${id}"]`)).toHaveCount(0)
    const [row] = await membership.query<{ state: string }>(
      'select state from moments where id = $1',
      [id],
    )
    expect(row?.state).toBe('hidden')
  })
})

test('a wall page works without scripts, and is gone with the session', {
  tag: '@phone',
}, async ({ openPage, site, browser }) => {
  const page = await openPage()
  await signIn(page, `moments-plain-${test.info().project.name}@venue.example`, site)
  const context = await browser.newContext({
    baseURL: site.server.url,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto(path)
  await tiles(plain).nth(1).getByRole('link').click()
  await expect(plain.getByRole('article')).toBeVisible()
  await plain.getByRole('link', { name: 'Newer' }).click()
  await plain.getByRole('button', { name: 'Love' }).click()
  await expect(plain.getByRole('button', { name: 'Love' })).toHaveAttribute('aria-pressed', 'true')
  await plain.getByRole('link', { name: 'Back to the wall' }).click()
  await expect(tiles(plain).first()).toBeVisible()

  await openUntilIdle(page, path)
  await expect(tiles(page).first()).toBeVisible()
  await page.evaluate(() => fetch('/api/auth/sign-out', { method: 'POST' }))
  await page.goto('/')
  await page.goBack()
  await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  await expect(tiles(page)).toHaveCount(0)
  await context.close()
})

test('staff look at a member’s first moments', { tag: '@desktop' }, async ({ openPage, site }) => {
  const membership = membershipOf(site.server, site.database)
  await membership.query(
    `update moments set state = 'waiting', reason = 'first' where caption = 'To Tariq, who passed.'`,
  )
  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms/moments')
  const moment = page.locator('.moments-grid > li', { hasText: 'To Tariq' })
  await expect(moment.getByRole('img')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await moment.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Nothing waits.')).toBeVisible()
})
