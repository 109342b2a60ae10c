import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { signIn } from '../support/gate-page.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { onEachScreen } from '../support/screens.ts'

test.use({ siteName: 'calendar' })

const noonIn = (days: number) => {
  const at = new Date(Date.now() + days * 86_400_000)
  at.setUTCHours(12, 0, 0, 0)
  return at
}
const common = {
  capacity: 40,
  payment: 'credit',
  priceCents: 1500,
  memberPriceCents: 1200,
} as const

// Every worker that runs these tests has a site of its own, and adds the dates once.
const filled = new Set<string>()
test.beforeEach(async ({ site }) => {
  if (filled.has(site.database)) return
  filled.add(site.database)
  await onDatabase(site.database, async (query) => {
    await query('delete from reservations')
    await query('delete from event_dates')
    for (let week = 0; week < 10; week++) {
      const startsAt = noonIn(2 + week * 7)
      const slug = `stout-night-${week}`
      const areas = ['Beer Hall']
      const interests = ['Beer & Brewing Events']
      await addDate(query, {
        ...common,
        event: 1,
        slug,
        title: 'Stout night',
        startsAt,
        areas,
        interests,
      })
    }
    await addDate(query, {
      slug: 'film-night',
      title: 'Film night with a title long enough for three lines',
      startsAt: noonIn(3),
      interests: ['Film & Cinema'],
      status: 'cancelled',
    })
    await addDate(query, { slug: 'members-night', startsAt: noonIn(4), visibility: 'members' })
    await query(`select pg_notify('common_room_changes', '["events"]')`)
  })
})

/** Chooses a value of a filter, and submits the filters. */
async function choose(page: Page, label: string, value: string) {
  await page.getByLabel(label).selectOption({ label: value })
  await page.getByRole('button', { name: 'Show' }).click()
}

test('a visitor finds an event by room and interest; the URL contains both', {
  tag: '@phone',
}, async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  await page.locator('.upcoming').getByRole('link', { name: 'All that’s on' }).click()
  await expect(page).toHaveURL('/calendar')
  await expect(page.getByRole('link', { name: /Film night/ })).toBeVisible()
  const rooms = page.getByRole('navigation', { name: 'Room' })
  await rooms.getByRole('link', { name: 'Beer Hall' }).click()
  await expect(page).toHaveURL('/calendar?area=beer-hall')
  await expect(page.getByRole('link', { name: /Film night/ })).toHaveCount(0)
  await choose(page, 'Sort of thing', 'Beer & Brewing Events')
  await expect(page).toHaveURL(/area=beer-hall.*interest=beer-brewing-events/)
  await expect(page.getByLabel('Sort of thing')).toHaveValue('beer-brewing-events')
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await expect(page).toHaveURL('/calendar?view=month&area=beer-hall&interest=beer-brewing-events')
  await page.getByRole('link', { name: 'The month after' }).click()
  await expect(page).toHaveURL(/view=month&from=\d{4}-\d\d&area=beer-hall/)
  await page.goBack()
  await page.getByRole('link', { name: 'Day by day' }).click()
  await page
    .getByRole('link', { name: /Stout night/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/calendar\/stout-night-\d/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Stout night/i)
  const reserve = page.getByRole('link', { name: 'Reserve' })
  await expect(reserve).toBeInViewport()
  await reserve.click()
  await expect(page.getByLabel('How many of you')).toBeInViewport()
})

test('a visitor reserves without leaving the page of the event', { tag: '@phone' }, async ({
  openPage,
}) => {
  const page = await openPage()
  await openUntilIdle(page, '/calendar/stout-night-2')
  const form = page.locator('[data-reserve]')
  await test.step('what is missing is said at the fields, as in the form for letters', async () => {
    await form.getByRole('button').click()
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please write your name.')
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email.',
    )
  })
  await form.getByLabel('Name').fill('Grace')
  await form.getByLabel('Email').fill('grace@guests.example')
  await expect(form.getByText('Please write your name.')).toBeHidden()
  await form.getByRole('button').click()
  await expect(form.getByRole('status')).toBeFocused()
  await expect(form.getByRole('status')).toContainText('grace@guests.example')
  await expect(form.getByLabel('Name')).toBeHidden()
  await expect(page).toHaveURL('/calendar/stout-night-2')
})

test('an event for members shows strangers a link to sign in, and no button to reserve', {
  tag: ['@phone', '@extended'],
}, async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/calendar/members-night')
  const form = page.locator('[data-reserve]')
  await expect(form.getByRole('link', { name: 'Sign in to reserve' })).toBeVisible()
  await expect(form.getByRole('button')).toHaveCount(0)
})

test('a member reserves at an event for members; the page of the event then links to the reservation', {
  tag: ['@phone', '@extended'],
}, async ({ openPage, site }) => {
  const email = 'evening@venue.example'
  const page = await openPage()
  await newsletterOf(site.server, site.database).join(
    signUpRequest(email, { name: 'Grace Hopper' }),
  )
  await signIn(page, email, site)
  await openUntilIdle(page, '/calendar/members-night')
  const form = page.locator('[data-reserve]')
  await expect(form.getByText('Sign in').filter({ visible: true })).toHaveCount(0)
  await expect(form.getByText('Tell us how many')).toBeVisible()
  await form.getByLabel('How many of you').selectOption('3')
  await form.getByRole('button', { name: 'Reserve' }).click()
  await expect(page).toHaveURL(/\/calendar\/reservation\/[\w-]+\?done=reserved$/)
  const path = new URL(page.url()).pathname

  await openUntilIdle(page, '/calendar/members-night')
  await expect(form.getByText('You’ve reserved for this one already.')).toBeVisible()
  await expect(form.getByText('Tell us how many').filter({ visible: true })).toHaveCount(0)
  await expect(form.getByRole('button')).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  const link = form.getByRole('link', { name: 'Your reservation' })
  await link.click()
  await expect(page).toHaveURL(path)
  await expect(page.locator('main')).toContainText('3 people')

  await openUntilIdle(page, '/calendar/members-night')
  await expect(link).toBeVisible()
  await page.getByRole('button', { name: 'Members', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(form.getByRole('link', { name: 'Sign in to reserve' })).toBeVisible()
  await expect(link).toBeHidden()
})

test('a calendar without matching events links to all events', {
  tag: ['@phone', '@extended'],
}, async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/calendar?area=kitchens&slot=morning')
  await expect(page.getByText('Not that, not then')).toBeVisible()
  await page.locator('.nothing').getByRole('link', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/calendar')
  await expect(page.getByRole('link', { name: /Stout night/ }).first()).toBeVisible()
})

for (const { screen, tag } of onEachScreen('phone')) {
  test(`in the month view, a phone shows days that link to their lists, a wide screen dates that link to events (${screen})`, {
    tag,
  }, async ({ openPage, isMobile }) => {
    const page = await openPage()
    const month = noonIn(2).toISOString().slice(0, 7)
    await page.goto(`/calendar?view=month&from=${month}`)
    const date = page
      .locator('.month')
      .getByRole('link', { name: /Stout night/ })
      .first()
    await expect(date).toBeVisible({ visible: !isMobile })
    const day = page.locator('.month td', { has: page.locator('li') }).first()
    if (isMobile) await day.getByRole('link').first().click()
    else await date.click()
    await expect(page).toHaveURL(isMobile ? /\/calendar(\?from=\d{4}-\d\d-\d\d)?$/ : /stout-night/)
  })
}

const pages = [
  '/calendar',
  '/calendar?view=week',
  '/calendar?view=month',
  '/calendar?slot=morning',
].concat(['/calendar/stout-night-1', '/calendar/film-night'])

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }
type Shifted = { shifts: { value: number; nodes: (string | undefined)[] }[] }

for (const { screen, tag } of onEachScreen('phone')) {
  test(`calendar pages have no axe violations, fit a narrow phone, and have no layout shift (${screen})`, {
    tag,
  }, async ({ openPage, viewport, isMobile }) => {
    const page = await openPage()
    await page.addInitScript(() => {
      Object.assign(window, { shifts: [] })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput, sources } = entry as never as Shift
          if (hadRecentInput) continue
          const nodes = sources.map(({ node }) => (node?.parentElement ?? node)?.outerHTML)
          ;(window as never as Shifted).shifts.push({ value, nodes })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const session = await page.context().newCDPSession(page)
    for (const path of pages) {
      await test.step(path, async () => {
        // Clears the cache, because cached fonts cause no layout shift.
        await session.send('Network.clearBrowserCache')
        if (viewport) await page.setViewportSize(viewport)
        await openUntilIdle(page, path)
        const shifts = await page.evaluate(() => (window as never as Shifted).shifts)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect.soft(sum, `${path}: ${JSON.stringify(shifts).slice(0, 2000)}`).toBeLessThan(0.002)
        expect.soft(await accessibilityViolations(page), path).toEqual([])
        if (!isMobile) return
        await page.setViewportSize({ width: 320, height: 640 })
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect.soft(width, path).toBe(320)
      })
    }
  })
}

test.describe('without scripts', () => {
  test.use({ contextOptions: { javaScriptEnabled: false } })
  test('the calendar can be filtered, shows the next week, and links to an event', {
    tag: '@phone',
  }, async ({ openPage }) => {
    const page = await openPage()
    await page.goto('/calendar')
    await choose(page, 'Part of the day', 'Evening')
    await expect(page).toHaveURL(/slot=evening/)
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await page.getByRole('link', { name: 'The week after' }).click()
    await expect(page).toHaveURL(/view=week&from=.*slot=evening/)
    await page.getByRole('link', { name: /Stout night/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Stout night/i)
    const form = page.locator('#reserve form')
    await expect(form).toHaveAttribute('action', '/api/calendar/reserve')
    await expect(form.getByLabel('Your email')).toBeVisible()
  })
})
