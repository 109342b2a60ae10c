import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { insertTraffic } from '../../cms/features/analytics/demo/queries/traffic.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import type { TestSite } from '../support/current-site.ts'
import { onDatabase } from '../support/database.ts'
import { expectViewFits, findOverflow } from '../support/overflowing.ts'
import { becomeStaff, expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { desktop, tablet } from '../support/screens.ts'
import { waitUntil } from '../support/wait-until.ts'

// One test answers reports with 503.
test.use({ siteName: 'analytics-screens', expectedErrors: [/status of 503/] })

const screenPath = '/cms/member-analytics'
const sentence = (page: Page) => page.locator('.analytics-sentence')
const tile = (page: Page, label: string) =>
  page.locator('.analytics-numbers > li', { hasText: label }).locator('.analytics-big')
const panel = (page: Page, title: string) =>
  page.locator('.analytics-panel', {
    has: page.getByRole('heading', { name: title, exact: true }),
  })
const searchParamsOf = (page: Page) => new URL(page.url()).searchParams

/** The venue's date `days` ago. */
const daysAgo = (days: number): string => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })
  const today = Date.parse(format.format(new Date()))
  return new Date(today - days * 86_400_000).toISOString().slice(0, 10)
}

const addTraffic = (site: TestSite) =>
  onDatabase(site.database, async (run) => {
    const [{ count } = { count: 0 }] = await run<{ count: number }>(
      'select count(*)::int as count from user_sessions',
    )
    if (count) return
    // Waits until the server has created the partition of this month. Creating it at the same time would fail.
    const partition = `user_sessions_${daysAgo(0).slice(0, 7).replace('-', '_')}`
    await waitUntil(
      () => run<{ found: boolean }>('select to_regclass($1) is not null as found', [partition]),
      ([row]) => row?.found === true,
    )
    await insertTraffic(run, { from: daysAgo(14), to: daysAgo(1), visitorsPerDay: 40 })
  })

/** The number of page views by people in the last seven days. If `page` is given, only views of this page count. */
const countViews = (site: TestSite, page: string | null = null): Promise<number> =>
  onDatabase(site.database, async (run) => {
    const [row] = await run<{ count: number }>(
      `select count(*)::int as count
         from page_views v join user_sessions s using (day, session_id)
        where day between $1 and $2 and s.bot is null and ($3::text is null or v.page_path = $3)`,
      [daysAgo(7), daysAgo(1), page],
    )
    return row?.count ?? 0
  })

const figure = (count: number) => count.toLocaleString('en-GB')

test('before the first visit, the screen says what it will show and why it is empty', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const page = await openPage('publisher')
  await page.goto('/admin/member-analytics?period=30d&device=fridge')
  await expect(page).toHaveURL(`${screenPath}?period=30d`)
  await expect(page.getByText('No visit can have Device “fridge”')).toBeVisible()
  await expect(page.locator('.analytics-nothing')).toContainText('Nobody has visited the site yet')
  await expect(panel(page, 'Pages')).toContainText('The pages that people open are listed here.')
  await waitUntilIdle(page)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto('/admin/member-analytics-legacy?table=page_views')
  await expect(page).toHaveURL(/legacy\?period=7d&table=page_views$/)
  await expect(page.getByText('There are none')).toBeVisible()

  await becomeStaff(page, site, 'editor')
  await page.goto(screenPath)
  await expect(page.getByText('Publishers see how many people visit the site.')).toBeVisible()
  await expect(page.locator('.analytics-numbers')).toHaveCount(0)
})

test('numbers show their change in words, and a click on a row filters all numbers', async ({
  openPage,
  site,
}) => {
  await addTraffic(site)
  const page = await openPage('publisher')
  await openUntilIdle(page, screenPath)
  await expect(sentence(page)).toContainText(/^[\d,]+ visitors .*(than|as many as) .*\d/)
  const views = await countViews(site)
  await expect(tile(page, 'Views').first()).toHaveText(figure(views))
  await expect(page.locator('.analytics-numbers')).toContainText(/\d% (more|less)|the same/)

  // The chart has a table with as many rows as it has points.
  await expect(page.locator('.analytics-chart svg[role=application]')).toBeVisible()
  await page.getByText('Visitors as a table').click()
  await expect(page.locator('.analytics-table tbody tr')).toHaveCount(7)
  expect(await accessibilityViolations(page)).toEqual([])

  await panel(page, 'Pages').getByRole('button', { name: '/beer', exact: false }).first().click()
  const chip = page.getByRole('button', { name: 'Page is /beer (remove this filter)' })
  await expect(chip).toBeVisible()
  expect(searchParamsOf(page).get('page')).toBe('/beer')
  await expect(tile(page, 'Views').first()).toHaveText(figure(await countViews(site, '/beer')))
  await page.goBack()
  await expect(chip).toHaveCount(0)
  await expect(tile(page, 'Views').first()).toHaveText(figure(views))

  await panel(page, 'What they used').getByRole('tab', { name: 'Devices' }).focus()
  await page.keyboard.press('ArrowRight')
  const browsers = panel(page, 'What they used').getByRole('tab', { name: 'Browsers' })
  await expect(browsers).toBeFocused()
  await expect(browsers).toHaveAttribute('aria-selected', 'true')
  expect(searchParamsOf(page).get('technology')).toBe('browsers')

  await expectViewFits(page)
  await page.setViewportSize(tablet.viewport)
  await expect.poll(() => findOverflow(page)).toEqual([])
  await page.setViewportSize(desktop.viewport)
  await page.getByText('Visitors as a table').click()
  const day = page.locator('.analytics-table tbody tr').first()
  await expect(day).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(day).toBeVisible()
  await expect(page.locator('.recharts-area-curve')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter …' })).toBeHidden()
  await expect(sentence(page)).toBeVisible()
})

test('keys choose ranges and filters, are listed, and do nothing while somebody types', {
  tag: '@extended',
}, async ({ openPage }) => {
  const page = await openPage('publisher')
  await openUntilIdle(page, `${screenPath}?page=%2Fbeer`)
  await page.keyboard.press('t')
  await expect.poll(() => searchParamsOf(page).get('period')).toBe('30d')
  await page.keyboard.press('x')
  await expect.poll(() => searchParamsOf(page).get('compare')).toBe('none')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => searchParamsOf(page).get('to')).toBe(daysAgo(31))
  await page.keyboard.press('w')
  await page.keyboard.press('c')
  const from = page.getByLabel('From', { exact: true })
  await expect(from).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(from).toHaveCount(0)
  await expect(page.getByLabel('Period')).toBeFocused()
  expect(searchParamsOf(page).get('page')).toBe('/beer')
  await page.getByLabel('Period').blur()
  await page.keyboard.press('Escape')
  await expect.poll(() => searchParamsOf(page).get('page')).toBeNull()

  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Last 30 days')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('f')
  const field = dialog.getByLabel('Page', { exact: true })
  await expect(field).toBeFocused()
  const before = page.url()
  await field.pressSequentially('/hall?tw')
  expect(page.url()).toBe(before)
  await expect(field).toHaveValue('/hall?tw')
  await field.fill('/hall')
  await dialog.getByRole('combobox', { name: 'Device', exact: true }).selectOption('phone')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect.poll(() => searchParamsOf(page).get('page')).toBe('/hall')
  expect(searchParamsOf(page).get('device')).toBe('phone')
})

test('after an error the last numbers stay; a button requests new numbers, and a visible page requests them every five minutes', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  await addTraffic(site)
  const page = await openPage('publisher')
  await page.clock.install()
  await openUntilIdle(page, screenPath)
  const views = figure(await countViews(site))
  await expect(tile(page, 'Views').first()).toHaveText(views)
  const refused = { error: 'unavailable', message: 'The database is away.' }
  await page.route('**/api/analytics/reports/**', (route) =>
    route.fulfill({ status: 503, json: refused }),
  )
  await page.keyboard.press('r')
  const alert = page.getByRole('alert').filter({ hasText: 'The database is away.' })
  await expect(alert).toContainText('Below are the last numbers that arrived, from ')
  await expect(tile(page, 'Views').first()).toHaveText(views)
  // The numbers on the screen are not those of the newly chosen days.
  const refusedAgain = page.waitForResponse(/reports\/overview/)
  await page.keyboard.press('d')
  await refusedAgain
  await expect(alert).toContainText('Below are the last numbers that arrived, from ')
  await expect(tile(page, 'Views').first()).toHaveText(views)
  await page.unroute('**/api/analytics/reports/**')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)

  // The report is requested again even though the chosen days do not include today.
  await waitUntilIdle(page)
  await page.keyboard.press('w')
  await expect.poll(() => searchParamsOf(page).get('period')).toBe('7d')
  await waitUntilIdle(page)
  const repeated = page.waitForRequest(/reports\/overview/)
  await page.clock.runFor('05:01')
  await repeated
})

test('a funnel that staff add is counted, shown and deleted', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  await addTraffic(site)
  const page = await openPage('publisher')
  await openUntilIdle(page, screenPath)
  await page.getByRole('button', { name: 'New funnel …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Home to beer')
  await dialog.getByLabel('Page of step 1').fill('/')
  await dialog.getByLabel('Page of step 2').fill('/bear')
  await expect(dialog.getByText('/bear is not among the pages')).toBeVisible()
  await dialog.getByLabel('Page of step 2').fill('/beer')
  await expect(dialog.getByText('is not among the pages')).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const funnel = page.locator('.analytics-funnel', { hasText: 'Home to beer' })
  await expect(funnel.locator('tbody tr')).toHaveCount(2)
  await expect(funnel.locator('tbody tr').first()).toContainText('100%')
  await expect(funnel).toContainText(/Visits since \d+ \w+/)
  const setCounted = (moment: string) =>
    onDatabase(site.database, (run) =>
      run(`update analytics_own_funnels set counted_at = ${moment} where name = 'Home to beer'`),
    )
  await setCounted('null')
  await page.keyboard.press('r')
  await expect(funnel).toContainText(/Still counting the visits since \d+ \w+/)
  await expect(funnel.locator('tbody')).not.toContainText(/\d%/)
  // The numbers appear without a click.
  await setCounted('now()')
  await expect(funnel.locator('tbody tr').first()).toContainText('100%')
  await funnel.getByRole('button', { name: 'Delete the funnel Home to beer' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(funnel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New funnel …' })).toBeFocused()
})

test('the tables list the stored rows page by page, and offer them as CSV', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  await addTraffic(site)
  const page = await openPage('publisher')
  await openUntilIdle(page, `${screenPath}-legacy?table=page_views`)
  const rows = page.locator('.analytics-raw tbody tr')
  await expect(rows).toHaveCount(100)
  const [first] = await rows.first().allTextContents()
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(rows.first()).not.toHaveText(first ?? '')
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(rows.first()).toHaveText(first ?? '')
  await waitUntilIdle(page)
  await expectViewFits(page)
  expect(await accessibilityViolations(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Page views as CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv.split('\n').length).toBeGreaterThan(100)
})

test('the dashboard shows visitors, outbox and jobs to admins, but not to editors', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  await addTraffic(site)
  const views = figure(await countViews(site))
  const page = await openPage('admin')
  await page.goto('/cms')
  await expect(page.locator('.today__week li', { hasText: 'Page views' })).toContainText(views)
  for (const heading of ['Outbox', 'Work behind the scenes', 'Attempts to get in']) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  expect(await accessibilityViolations(page)).toEqual([])
  await becomeStaff(page, site, 'editor')
  await page.goto('/cms')
  await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  for (const words of ['Page views', 'Outbox', 'Work behind the scenes']) {
    await expect(page.getByText(words, { exact: true })).toHaveCount(0)
  }
})
