import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { expectViewFits } from '../support/overflowing.ts'
import { expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { waitUntil } from '../support/wait-until.ts'

// Visitors request pages that do not exist, and publishers save redirects that are refused.
test.use({ siteName: 'redirects', expectedErrors: [/status of (400|404)/] })

const missingPages = '/cms/redirects'
const rowOf = (page: Page, path: string) =>
  page.locator('.missing-paths > li', { has: page.getByText(path, { exact: true }) })

/** Visits paths that do not exist, and waits until the server has stored their counts. */
async function visitMissing(visitor: Page, database: string, counts: Record<string, number>) {
  for (const [path, count] of Object.entries(counts)) {
    for (let visit = 0; visit < count; visit++) {
      expect((await visitor.goto(path))?.status()).toBe(404)
    }
  }
  const stored = () =>
    onDatabase(database, async (query) =>
      Object.fromEntries(
        (await query<{ path: string; count: number }>('select path, count from missing_paths')).map(
          ({ path, count }) => [path, count],
        ),
      ),
    )
  await waitUntil(stored, (known) =>
    Object.entries(counts).every(([path, count]) => known[path] === count),
  )
}

/** Opens an old path. @returns the status of its redirect and the path it leads to */
async function visitOld(visitor: Page, path: string) {
  const response = await visitor.goto(path)
  const redirect = await response?.request().redirectedFrom()?.response()
  return { status: redirect?.status(), path: new URL(visitor.url()).pathname }
}

test('a missing path that visitors requested is redirected with one click, and a refused target shows the reason', async ({
  openPage,
  site: { database },
}) => {
  const visitor = await openPage()
  await visitMissing(visitor, database, { '/beeer': 2, '/old-hall': 1 })
  await expect(visitor.getByRole('heading', { name: 'Not this door' })).toBeVisible()

  const staffPage = await openPage('publisher')
  await openUntilIdle(staffPage, '/cms/collections/redirects')
  await staffPage
    .getByRole('link', { name: /^Missing pages/ })
    .last()
    .click()
  await expect(staffPage).toHaveURL(missingPages)
  await waitUntilIdle(staffPage)
  const row = rowOf(staffPage, '/beeer')
  await expect(row).toContainText('2 times, last')
  await expect(row.getByLabel('Target')).toHaveValue('/beer')
  await expectViewFits(staffPage)
  expect(await accessibilityViolations(staffPage)).toEqual([])
  await row.getByRole('button', { name: 'Redirect /beeer' }).click()
  await expect(staffPage.getByText('/beeer leads to /beer now.')).toBeVisible()
  await expect(row).toHaveCount(0)
  // Processes reload the redirects within a second after the commit.
  await expect.poll(() => visitOld(visitor, '/beeer')).toEqual({ status: 301, path: '/beer' })

  // By keyboard: a redirect to /beeer would be a chain, which is refused.
  const other = rowOf(staffPage, '/old-hall')
  // No page is similar to this path, so the publisher must type a target.
  await expect(other.getByLabel('Target')).toHaveValue('')
  await other.getByRole('button', { name: 'Redirect /old-hall' }).click()
  await expect(other.getByLabel('Target')).toBeFocused()
  await other.getByLabel('Target').fill('/beeer')
  await staffPage.keyboard.press('Enter')
  await expect(
    staffPage.getByText('/beeer is redirected to /beer itself. Choose /beer as the target.'),
  ).toBeVisible()
  await other.getByRole('button', { name: 'Ignore /old-hall' }).click()
  await expect(staffPage.getByText('/old-hall is off the list.')).toBeVisible()
  await expect(other).toHaveCount(0)
  expect((await visitor.goto('/old-hall'))?.status()).toBe(404)

  // A target without a page is saved with a warning: the page may come later.
  await openUntilIdle(staffPage, '/cms/collections/redirects/create')
  await staffPage.getByLabel('Old path').fill('/old-hall')
  await staffPage.getByLabel('Target').fill('/haall')
  await staffPage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staffPage.getByText('The site has no page at this target')).toBeVisible()
  await staffPage.goto('/cms/collections/redirects')
  await expect(staffPage.getByText('/haall (no such page)')).toBeVisible()
})

test('redirects are exported, changed in the file and imported; rows that can’t be used are listed', {
  tag: '@extended',
}, async ({ openPage, site: { server } }) => {
  const visitor = await openPage()
  const staffPage = await openPage('publisher')
  const made = await staffPage.request.post('/api/redirects', {
    data: { from: '/old-stage', to: '/hall' },
    headers: { origin: server.url },
  })
  expect(made.status()).toBe(201)
  await openUntilIdle(staffPage, missingPages)
  const downloading = staffPage.waitForEvent('download')
  await staffPage.getByRole('link', { name: 'Download redirects.csv' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('redirects.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain('/old-stage,/hall,exact,301')

  const importFile = async (content: string) => {
    await staffPage
      .getByLabel('CSV file')
      .setInputFiles({ name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await staffPage.getByRole('button', { name: 'Import' }).click()
  }
  await importFile(`${csv}/loop-a,/loop-b,exact,301\n/loop-b,/loop-a,exact,301\n`)
  await expect(staffPage.getByText('Nothing was imported: some rows can’t be used.')).toBeVisible()
  const line = csv.trimEnd().split('\n').length + 1
  await expect(
    staffPage.getByText(
      `Line ${line}, /loop-a: /loop-b leads back to /loop-a: the two would form a loop.`,
    ),
  ).toBeVisible()
  expect(await accessibilityViolations(staffPage)).toEqual([])

  await importFile(csv.replace('/old-stage,/hall,exact,301', '/old-stage,/community,prefix,302'))
  await expect(staffPage.getByText(/^\d redirects? imported\.$/)).toBeVisible()
  await expect(staffPage.getByText('Nothing was imported')).toHaveCount(0)
  await expect
    .poll(() => visitOld(visitor, '/old-stage'))
    .toEqual({ status: 302, path: '/community' })
})

test('an editor sees which role may manage redirects', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage('editor')
  await page.goto(missingPages)
  await expect(page.getByText('Publishers set redirects. Ask one of them.')).toBeVisible()
  await expect(page.getByLabel('CSV file')).toHaveCount(0)
})
