import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import { signIn } from '../support/gate-page.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'
import { venueDayOf } from '../support/venue-days.ts'

test.use({ siteName: 'book' })

const day = addDays(venueDayOf(new Date()), 6)
const freeTimes = (area: string) => `section:has(h3:text-is("${area}")) button`

test('a visitor books, moves, and cancels a table; no page has a fault of accessibility', {
  tag: '@phone',
}, async ({ openPage }) => {
  const page = await openPage()
  await openUntilIdle(page, '/cafe')
  await page.getByRole('link', { name: 'Book a table' }).first().click()
  await expect(page).toHaveURL('/book?area=Cafe')
  await expect(page.getByLabel('Room')).toHaveValue('Cafe')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('Day').fill(day)
  await page.getByRole('button', { name: 'Show times' }).click()
  await expect(page).toHaveURL(/\/book\/times\?area=Cafe&party=2&day=/)
  await expect(page.getByRole('heading', { name: /Which time/ })).toBeInViewport()
  await expectFitsScreens(page)
  expect(await accessibilityViolations(page)).toEqual([])
  await test.step('another number of people shows other times without a click', async () => {
    await page.getByLabel('How many of you').selectOption('4')
    await expect(page).toHaveURL(/party=4/)
    await expect(page.locator('#times input[name=party]').first()).toHaveValue('4')
  })
  await test.step('without a day, another choice changes nothing and shows no message', async () => {
    // Messages are shown after this event.
    await page.evaluate(() =>
      addEventListener('invalid', () => document.body.setAttribute('data-refused', ''), true),
    )
    await page.getByLabel('Day', { exact: true }).fill('')
    await page.getByLabel('How many of you').selectOption('5')
    await expect(page.locator('body')).not.toHaveAttribute('data-refused')
    await expect(page).toHaveURL(/party=4/)
    await page.getByLabel('Day', { exact: true }).fill(day)
    await expect(page).toHaveURL(/party=5/)
    await page.getByLabel('How many of you').selectOption('4')
    await expect(page.locator('#times input[name=party]').first()).toHaveValue('4')
  })
  await page.locator(freeTimes('Cafe')).nth(6).click()
  await expect(page).toHaveURL(/\/book\/hold\//)
  await expect(page.getByText('Held until')).toBeVisible()
  await page.getByText('Anything we should know?').click()
  await expectFitsScreens(page)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Email').first().fill('grace@guests.example')
  await page.getByLabel('Telephone').fill('0114 496 0999')
  await page.getByLabel('Allergies').fill('Walnuts')
  await page.getByRole('button', { name: 'Book it' }).click()
  await expect(page).toHaveURL(/\/book\/reservation\/[\w-]+\?done=booked$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/It’s yours/i)
  await expect(page.getByText('Walnuts')).toHaveCount(0)
  await expectFitsScreens(page)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Move or change it' }).click()
  await expectFitsScreens(page)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.locator(freeTimes('Cafe')).nth(2).click()
  await expect(page.getByRole('status').first()).toHaveText('Moved. We’ve noted it.')
  await page.getByText('Cancel it').click()
  await page.getByRole('button', { name: 'Yes, we’re not coming' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Another time/i)
})

test('a member books a table with two taps, and a desk with one', { tag: '@phone' }, async ({
  openPage,
  site,
}) => {
  const page = await openPage()
  const email = 'taps@venue.example'
  await newsletterOf(site.server, site.database).join(signUpRequest(email, { name: 'Ada' }))
  await signIn(page, email, site)
  await openUntilIdle(page, `/book/times?area=Beer+Hall&party=2&day=${day}`)
  await page.locator(freeTimes('Beer Hall')).first().tap()
  await expect(page.getByLabel('Your name')).toBeHidden()
  await page.getByRole('button', { name: 'Book it' }).tap()
  await expect(page).toHaveURL(/\/book\/reservation\/[\w-]+\?done=booked$/)
  await openUntilIdle(page, '/book/desk')
  await expectFitsScreens(page)
  expect(await accessibilityViolations(page)).toEqual([])
  await page
    .getByRole('button', { name: /Afternoon/ })
    .last()
    .tap()
  await expect(page.getByRole('status').first()).toHaveText('It’s yours. See you then.')
  await page.getByRole('button', { name: 'Cancel it' }).tap()
  await expect(page.getByText('You have no desk yet.')).toBeVisible()
})

test('each field of forms without ids has a message of its own, a group of radio buttons has one', {
  tag: '@phone',
}, async ({ openPage }) => {
  const page = await openPage()
  await openUntilIdle(page, '/book')
  await page.locator('main').evaluate((main) => {
    const form = `<form>
      <label>Text <input required></label>
      <label>Other text <input required></label>
      <label><input type="radio" name="slot" value="1" required> One</label>
      <label><input type="radio" name="slot" value="2" required> Two</label>
      <button>Send</button>
    </form>`
    main.innerHTML = form + form
  })
  const forms = page.locator('main form')
  const invalid = page.locator('main [aria-invalid=true]')
  for (const form of await forms.all()) {
    await form.getByRole('button').press('Enter')
    await expect(form.getByRole('alert')).toHaveText([
      'Please fill this in.',
      'Please fill this in.',
      'Please choose one.',
    ])
    await expect(form.getByLabel('Text', { exact: true })).toBeFocused()
    await expect(form.getByLabel('Two')).toHaveAccessibleDescription('Please choose one.')
  }
  await expect(invalid).toHaveCount(8)
  const ids = await page.locator('main [id]').evaluateAll((all) => all.map(({ id }) => id))
  expect(new Set(ids).size).toBe(6)
  await forms.first().getByLabel('Two').press('Space')
  await expect(forms.first().getByRole('alert')).toHaveCount(2)
  await expect(forms.last().getByRole('alert')).toHaveCount(3)
  await expect(invalid).toHaveCount(6)
  await forms.last().getByLabel('Other text').fill('Here')
  await expect(forms.last().getByRole('alert')).toHaveText([
    'Please fill this in.',
    'Please choose one.',
  ])
  await expect(invalid).toHaveCount(5)
})

test.describe('on a slow network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] })
  test('the former times can’t be pressed, and without one the page stays and says so', {
    tag: '@phone',
  }, async ({ openPage }) => {
    const page = await openPage()
    await openUntilIdle(page, `/book/times?area=Beer+Hall&party=2&day=${day}`)
    const times = page.locator('#times')
    const party = page.getByLabel('How many of you')
    const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/book/times?*party=5*', async (route) => {
      await arrival
      await route.continue()
    })
    await party.selectOption('5')
    await expect(times).toHaveAttribute('inert')
    await expect(times).toHaveAttribute('aria-busy', 'true')
    arrive()
    await expect(times.locator('input[name=party]').first()).toHaveValue('5')
    await expect(times).not.toHaveAttribute('inert')
    await page.context().setOffline(true)
    await party.selectOption('6')
    await expect(page.getByText('No network just now.')).toBeVisible()
    await expect(times).toHaveAttribute('inert')
    await expect(page).toHaveURL(/party=5/)
    await page.context().setOffline(false)
    await party.selectOption('4')
    await expect(times.locator('input[name=party]').first()).toHaveValue('4')
    await expect(page.getByText('No network just now.')).toHaveCount(0)
  })
})

test.describe('without JavaScript', () => {
  test.use({ contextOptions: { javaScriptEnabled: false } })
  test('a table is booked and given back, and a full time offers others', {
    tag: '@phone',
  }, async ({ openPage }) => {
    const page = await openPage()
    await page.goto('/book')
    await page.getByLabel('Room').selectOption('Kitchens')
    await page.getByLabel('How many of you').selectOption('10')
    await page.getByLabel('Day').fill(day)
    await page.getByRole('button', { name: 'Show times' }).click()
    const times = page.locator(freeTimes('Kitchens'))
    const count = await times.count()
    await times.nth(4).click()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Email').first().fill('ada@guests.example')
    await page.getByLabel('Telephone').fill('0114 496 0998')
    await page.getByRole('button', { name: 'Book it' }).click()
    await expect(page).toHaveURL(/done=booked/)
    const own = page.url()
    // The times of a day are read every two seconds.
    await expect(async () => {
      await page.goto(`/book/times?area=Kitchens&party=10&day=${day}`)
      expect(await page.locator(freeTimes('Kitchens')).count()).toBeLessThan(count)
    }).toPass()
    await page.locator('a.full').first().click()
    await expect(page.getByText('Nearest free times')).toBeVisible()
    await page.getByRole('button', { name: 'Put us in line' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/In line/i)
    await page.getByRole('button', { name: 'Choose another time' }).click()
    await expect(page).toHaveURL('/book')
    await page.goto(own)
    await page.getByText('Cancel it').click()
    await page.getByRole('button', { name: 'Yes, we’re not coming' }).click()
    await expect(page).toHaveURL(/done=cancelled/)
  })
})

test('the phone’s panel leads to the tables, apart from the rooms', { tag: '@phone' }, async ({
  openPage,
}) => {
  const page = await openPage()
  await openUntilIdle(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.locator('#menu').getByRole('link', { name: 'Book a table' }).click()
  await expect(page).toHaveURL('/book')
})
