import type { Page } from '@playwright/test'
import type { Weekday } from '../../cms/features/venue/hours/opening-hours.ts'
import { sortByNextServed } from '../../cms/features/venue/hours/served-days.ts'
import { navigation, pages } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test.use({ javaScriptEnabled: false })

// The secret kitchens are served on their own host, so their links to other pages are absolute URLs.
const linksOn = (page: Page, path: string): readonly (readonly [string, string])[] =>
  path === '/secretkitchens' ? [['', new URL(page.url()).origin]] : navigation

test('every page can be read without scripts', async ({ page }) => {
  for (const path of pages) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect.soft(page.locator('h1'), path).toBeVisible()
      for (const [label, to] of linksOn(page, path)) {
        const link = page.locator(`a[href="${to}"]`, { hasText: label }).first()
        await expect.soft(link, `${label} on ${path}`).toBeAttached()
      }
    })
    if (pathsWithMenus.includes(path)) {
      await test.step(`${path} shows its menu`, () => expectMenusOf(page, path))
    }
  }
})

const pathsWithMenus = ['/cafe', '/cocktails', '/kitchens', '/hall']

async function expectMenusOf(page: Page, path: string): Promise<void> {
  const response = await page.request.get(
    `/api/menus?where[page][equals]=${path.slice(1)}&limit=0&sort=position`,
  )
  const { docs } = (await response.json()) as {
    docs: { title: string; days: Weekday[]; items: { name: string }[] }[]
  }
  expect.soft(docs.length, path).toBeGreaterThan(0)
  const list = page.getByRole('group', { name: 'Menu' })
  const date = (await list.getAttribute('data-menus-of')) ?? ''
  const closedDates = (await list.getAttribute('data-closed'))?.split(' ')
  expect.soft(date !== '', path).toBe(docs.some(({ days }) => days.length > 0))
  await expect
    .soft(list.getByRole('heading'), path)
    .toHaveText(sortByNextServed(docs, date, closedDates).map(({ title }) => title))
  for (const { title, items } of docs) {
    for (const text of [title, ...items.map(({ name }) => name)]) {
      await expect.soft(page.getByText(text, { exact: true }).first(), path).toBeVisible()
    }
  }
}

test('/beer lists the pouring beers without scripts, and filters them by style with a link', async ({
  page,
}) => {
  const response = await page.request.get('/api/taps?where[status][equals]=pouring&limit=0')
  const { docs } = (await response.json()) as { docs: { name: string; style: string }[] }
  await page.goto('/beer')
  for (const { name } of docs) await expect(page.getByText(name).first()).toBeVisible()
  const style = docs[0]?.style ?? ''
  await page.goto(`/beer?style=${encodeURIComponent(style)}`)
  for (const { name } of docs.filter((tap) => tap.style === style)) {
    await expect(page.getByText(name).first()).toBeVisible()
  }
})

test('the email sign-in page links to the gate and shows an error in its form', async ({
  page,
}) => {
  await page.goto('/common-room/sign-in')
  await expect(page.getByRole('link', { name: 'the Common Room', exact: true })).toHaveAttribute(
    'href',
    '/common-room',
  )
  await expect(page.locator('.questions summary').first()).toHaveCSS('display', 'flex')
  const code = page.locator('form', { has: page.getByLabel('Code', { exact: true }) })
  await code.getByLabel('Code', { exact: true }).fill('123456')
  await code.getByRole('button', { name: 'Sign in' }).click()
  await expect(code.getByRole('alert')).toHaveText('Invalid or expired code. Please try again.')
  await expect(code.getByRole('alert')).toBeInViewport()
})
