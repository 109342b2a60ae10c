import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase, type Query } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { findOverflow } from '../support/overflowing.ts'
import { expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'

test.use({ siteName: 'daily-work', expectedErrors: [/status of 404/] })

/** What can be pressed on the page and is lower than 56 px. */
const smallTargets = (page: Page): Promise<string[]> =>
  page
    .locator(':is(.station, .station-view) :is(button, a, summary, select, input)')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => ({
          text: element.textContent || element.getAttribute('aria-label') || element.id,
          // A box is pressed by its label.
          height: (
            (element.matches('[type="radio"], [type="checkbox"]') && element.closest('label')) ||
            element
          ).getBoundingClientRect().height,
        }))
        .filter(({ height }) => height < 55.5)
        .map(({ text, height }) => `${text}: ${height}`),
    )

async function expectMadeForTheHand(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  expect(await findOverflow(page)).toEqual([])
}

const addEvening = async (query: Query, title: string, guest: string) => {
  const date = await addDate(query, { title, startsAt: new Date(), capacity: 40 })
  await query(
    `insert into reservations (kind, subject, name, email, party, status, payment, key, confirmed_at)
     values ('event', $1, $2, $3, 3, 'going', 'free', $3, now())`,
    [date, guest, `${date}@guests.example`],
  )
  await query('update event_dates set taken = 3 where id = $1', [date])
}

test('an evening at the bar, on a tablet: a guest comes in, a barrel and a drink run out, credit is paid with, the drawer is counted', {
  tag: '@desktop',
}, async ({ openPage, site: { database } }) => {
  const [member] = await onDatabase(database, async (query) => {
    await addEvening(query, 'Quiz at the bar', 'Zoe Évening')
    return query<{ id: number }>(
      `insert into members (email, name) values ('bar@till.example', 'Grace Bar') returning id`,
    )
  })
  const page = await openPage('bar')
  await page.setViewportSize({ width: 1024, height: 768 })
  await openUntilIdle(page, '/cms')
  const part = (name: string) =>
    page.locator('.station section', { has: page.getByRole('heading', { level: 2, name }) })
  const evening = page.locator('.tonight article', { hasText: 'Quiz at the bar' })
  await expect(evening).toContainText('3 of 40 going')
  await expectMadeForTheHand(page)

  if ((await evening.locator('details[open]').count()) === 0) {
    await evening.locator('summary').click()
  }
  await evening.getByLabel('Find a guest').fill('evening')
  await evening.getByRole('button', { name: 'Check in Zoe Évening' }).click()
  await expect(evening.getByRole('button', { name: 'Undo Zoe Évening' })).toBeVisible()

  const tap = part('On tap').locator('li').first()
  const next = await tap.locator('option:checked').textContent()
  await tap.getByRole('button', { name: /^Change barrel/ }).click()
  await expect(tap).toContainText(`${next}`)
  await expect(tap).toContainText('pours now')

  const drink = part('Sold out').locator('details[open] .sold-out__item').first()
  await drink.click()
  await expect(drink).toHaveAttribute('aria-pressed', 'true')
  await expect(part('Sold out').getByText('1 sold out')).toBeVisible()
  await drink.click()
  await expect(part('Sold out').getByText('1 sold out')).toBeHidden()

  const cafe = part('Open now').locator('li', { hasText: 'Whole house' })
  await cafe.getByRole('button', { name: /^Close for today/ }).click()
  await expect(cafe).toContainText('Closed today')
  await cafe.getByRole('button', { name: /^Open again/ }).click()
  await expect(cafe.getByRole('button', { name: /^Close for today/ })).toBeVisible()

  const card = part('Till').getByRole('textbox', { name: 'Card' })
  await card.fill(String(member?.id).padStart(5, '0'))
  await card.press('Enter')
  await expect(page).toHaveURL(`/cms/till?member=${member?.id}`)
  await waitUntilIdle(page)
  await expect(page.locator('.till-person')).toHaveText(/^Grace Bar *Somebody else$/)
  await expectMadeForTheHand(page)
  const topUp = page.locator('section', { has: page.getByRole('heading', { name: 'Top up' }) })
  const dialog = page.getByRole('dialog')
  await expect(topUp.getByLabel('Cash', { exact: true })).toHaveCount(0)
  await topUp.getByLabel('Amount').fill('30')
  await topUp.getByLabel('Drawer of the Cocktail Bar').check()
  await topUp.getByLabel('Receipt number').fill('R 9')
  await topUp.getByRole('button', { name: 'Top up …' }).click()
  await dialog.getByRole('button', { name: 'Top up', exact: true }).click()
  await expect(page.getByText('Topped up. Grace Bar has £30.00 now.')).toBeVisible()
  // The page is read again before the form for payments knows the new amount.
  await expect(page.locator('dd', { hasText: '£30.00' })).toBeVisible()
  const payment = page.locator('section', {
    has: page.getByRole('heading', { name: 'Take a payment' }),
  })
  await payment.getByLabel('Price').fill('9.50')
  await payment.getByLabel('Where').selectOption('Cocktail Bar')
  await payment.getByRole('button', { name: /^Take / }).click()
  await expect(page.getByText('Paid. Grace Bar has £20.50 left.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Till' }).getByText('Count the drawer').click()
  await expect(page).toHaveURL('/cms/till/closing')
  await waitUntilIdle(page)
  // The tablet remembers its drawer.
  await expect(page.getByLabel('Drawer of the Cocktail Bar')).toBeChecked()
  await expect(page.getByText('£30.00')).toHaveCount(0)
  await expectMadeForTheHand(page)
  await page.getByLabel('Counted').fill('29.50')
  await page.getByRole('button', { name: 'Save the count …' }).click()
  await expect(dialog).toContainText('Drawer of the Cocktail Bar. A saved count can’t be changed.')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save the count' }).click()
  await expect(page.locator('.till-sums')).toHaveText(/Counted£29.50Booked£30.00Difference−£0.50/)
  await expect(page.locator('.till-counts li')).toHaveCount(1)
  await expectMadeForTheHand(page)

  await openUntilIdle(page, '/cms/collections/letters')
  await expect(page.getByText('your account may not open it')).toBeVisible()
})

test('the kitchen on a phone: a dish is sold out with one press and back with the next, and what is on today is below', {
  tag: '@phone',
}, async ({ openPage, site: { database } }) => {
  await onDatabase(database, (query) => addEvening(query, 'Supper in the hall', 'Sam Supper'))
  const page = await openPage('kitchen')
  await openUntilIdle(page, '/cms')
  await expectMadeForTheHand(page)
  const dish = page.locator('.sold-out[open] .sold-out__item').first()
  await expect(dish).toBeInViewport()
  await dish.click()
  await expect(dish).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.sold-out').getByText('1 sold out')).toBeVisible()
  await expectMadeForTheHand(page)
  await dish.click()
  await expect(dish).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('.sold-out').getByText('1 sold out')).toBeHidden()
  await page.getByLabel('Find a dish or a drink').fill('no such dish')
  await expect(page.getByText('Nothing on the menus is called that.')).toBeVisible()
  const evening = page.locator('.tonight article', { hasText: 'Supper in the hall' })
  await expect(evening).toContainText('3 of 40 going')
  await expect(page.getByText('Sam Supper')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Open now' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Close for today/ })).toHaveCount(0)
})
