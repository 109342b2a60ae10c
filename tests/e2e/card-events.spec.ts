import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens, onEachScreen } from '../support/screens.ts'
import { sendStripeEvent } from '../support/stripe.ts'
import { waitUntil } from '../support/wait-until.ts'

test.use({
  siteName: 'card-events',
  hasStripe: true,
  // The payment service's page, which the test answers itself.
  expectedErrors: [/^foreign: https:\/\/checkout\.stripe\.com\//],
})

/** Where SCREENS says so, keeps a picture of the page at this size and at a desktop's. */
async function picture(page: Page, name: string) {
  if (!process.env.SCREENS) return
  const size = page.viewportSize()
  for (const [width, height] of [
    [390, 664],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${process.env.SCREENS}/${name}-${width}.png`, fullPage: true })
  }
  if (size) await page.setViewportSize(size)
}

for (const { screen, tag } of onEachScreen('phone')) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
      test.use({ contextOptions: { javaScriptEnabled } })
      test(`a stranger buys two tickets by card, gives one back and sees the refund (${screen})`, {
        tag,
      }, async ({ openPage, site }) => {
        const { server, database, stripe } = site
        if (!stripe) throw new Error('The site has no Stripe.')
        const name = `supper-${screen}-${javaScriptEnabled ? 'js' : 'plain'}`
        const email = `${name}@guests.example`
        const look = async (page: Page, state: string) => {
          if (javaScriptEnabled) {
            expect(await accessibilityViolations(page), state).toEqual([])
            await expectFitsScreens(page)
            await picture(page, `${screen}-${state}`)
          }
        }
        await onDatabase(database, async (query) => {
          await addDate(query, {
            ...{ slug: name, title: 'Songs and supper', capacity: 30, areas: ['Beer Hall'] },
            ...{ payment: 'card', priceCents: 1200, memberPriceCents: 900, refundUntilHours: 2 },
          })
          await query(`select pg_notify('common_room_changes', '["events"]')`)
        })
        const page = await openPage()
        await page.route('https://checkout.stripe.com/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<title>Pay</title><h1>Pay here</h1>' }),
        )
        if (javaScriptEnabled) await openUntilIdle(page, `/calendar/${name}`)
        else await page.goto(`/calendar/${name}`)
        const form = page.locator('[data-reserve]')
        await form.getByLabel('How many of you').selectOption('2')
        await expect(form.getByText('£24 for 2 people, to pay by card.')).toBeVisible()
        await look(page, 'event')
        await form.getByLabel('Name').fill('Grace')
        await form.getByLabel('Email').fill(email)
        await form.getByRole('button', { name: 'Reserve' }).click()
        await expect(page.getByText('Check your mail').first()).toBeVisible()
        const path = await waitUntil(
          () =>
            onDatabase(database, async (query) => {
              const [mail] = await query<{ text: string }>(
                'select text from mails where to_address = $1',
                [email],
              )
              return /\/calendar\/reservation\/[\da-f-]+/.exec(mail?.text ?? '')?.[0] ?? ''
            }),
          Boolean,
        )

        await page.goto(path)
        await expect(page.getByText('goes back to your card')).toBeVisible()
        await look(page, 'confirm')
        await page.getByRole('button', { name: 'Yes, and pay £24 by card' }).click()
        await expect(page.getByRole('heading', { name: 'Pay here' })).toBeVisible()
        const session = stripe.sessionAt(page.url())
        await page.goto(`${path}?card=cancelled`)
        await expect(page.getByText('You haven’t paid.')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Pay £24 by card' })).toBeVisible()
        await look(page, 'unpaid')

        const message = stripe.pay(session)
        await page.goto(`${path}?card=paid`)
        await expect(page.getByText('Paid, thank you.')).toBeVisible()
        await expect(page.getByText('Paid by card', { exact: true })).toBeVisible()
        expect((await sendStripeEvent(server, message)).status).toBe(200)
        await look(page, 'paid')

        const fewer = page.locator('form[name="change"]')
        await expect(fewer.getByLabel('How many of you')).toHaveValue('1')
        await expect(fewer).toContainText('£12 goes back to your card.')
        await fewer.getByRole('button').click()
        await expect(page.getByText('one person')).toBeVisible()
        await waitUntil(
          async () => stripe.sessions.get(session)?.refunded,
          (refunded) => refunded === 1200,
        )
        await expect(async () => {
          await page.goto(path)
          await expect(page.getByText('went back to your card')).toBeVisible({ timeout: 500 })
        }).toPass()
        await look(page, 'refunded')

        await page.locator('#ask-to-cancel').click()
        await look(page, 'cancel')
        await page.getByRole('button', { name: 'Yes, I’m not coming' }).click()
        await expect(page.getByText('Cancelled. Thanks for telling us.')).toBeVisible()
        await expect(page.getByText('Receipt no.')).toBeVisible()
        await look(page, 'cancelled')
        await waitUntil(
          async () => stripe.sessions.get(session)?.refunded,
          (refunded) => refunded === 2400,
        )
      })
    })
  }
}
