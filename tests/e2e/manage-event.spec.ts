import { createHash } from 'node:crypto'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { jsonRequest } from '../support/staff.ts'

test.use({
  siteName: 'manage-event',
  expectedErrors: [/status of (404|409)|ERR_INTERNET_DISCONNECTED/],
})

const token = 'c0ffee'.padEnd(40, '0')

test('an organiser lets guests in, writes to them and changes the capacity with only the link', async ({
  openPage,
  site,
}) => {
  const post = (path: string, data: object) =>
    site.server.send(`/api/${path}`, jsonRequest('POST', data, site.sessions.publisher))
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const songs = {
    title: 'Songs and supper',
    summary: 'Songs.',
    areas: ['Event Spaces'],
    capacity: 4,
    start: `${day}T02:00`,
    end: `${day}T04:00`,
  }
  const { doc } = (await post('events', songs)).json<{ doc: { id: number } }>()
  const published = await post(`event-list/${doc.id}/status`, { action: 'publish', seen: null })
  expect(published.status, published.text).toBe(200)
  await onDatabase(site.database, async (query) => {
    await query(
      `insert into event_links (event, scope, name, email, token_hash)
       values ($1, 'edit', 'Kim', 'kim@venue.example', $2)`,
      [doc.id, createHash('sha256').update(token).digest('base64url')],
    )
    const [date] = await query<{ id: number }>(
      'update event_dates set taken = 3 where event = $1 returning id',
      [doc.id],
    )
    await query(
      `insert into reservations (kind, subject, name, email, party, status, payment, key, confirmed_at)
       values ('event', $1, 'Zoë Adams', 'zoe@venue.example', 2, 'going', 'free', 'a', now()),
              ('event', $1, 'Bob', null, 1, 'going', 'free', 'b', now())`,
      [date?.id],
    )
  })
  const page = await openPage()
  await openUntilIdle(page, `/manage-event/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Songs and supper')
  expect(await accessibilityViolations(page)).toEqual([])
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const inside = page.locator('[data-count=inside]')

  await page.getByRole('searchbox').fill('zoe')
  await expect(row('Bob')).toBeHidden()
  await row('Zoë').getByRole('button', { name: 'In 2 Zoë Adams' }).click()
  await expect(inside).toHaveText('2')
  await row('Zoë').getByRole('button', { name: 'Undo' }).click()
  await expect(inside).toHaveText('0')
  await page.getByRole('searchbox').fill('')

  // Without a connection the check-in is kept. A retry saves it later.
  await page.context().setOffline(true)
  await row('Bob').getByRole('button', { name: /^In/ }).click()
  await expect(row('Bob').getByRole('alert')).toContainText('Not saved')
  await page.context().setOffline(false)
  await expect(row('Bob').getByRole('alert')).toBeHidden()
  await openUntilIdle(page, `/manage-event/${token}`)
  await expect(inside).toHaveText('1')

  await page.getByText('Add somebody').click()
  await page.getByLabel('Name', { exact: true }).fill('Cleo')
  await page.getByRole('button', { name: 'Add, they’re here' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'on the list' })).toBeVisible()
  await expect(inside).toHaveText('2')
  await waitUntilIdle(page)

  const parts = page.getByRole('navigation', { name: 'Parts' })
  await parts.getByRole('link', { name: 'Messages' }).click()
  await waitUntilIdle(page)
  await page.getByLabel('Your message').fill('Come hungry.')
  await expect(page.getByRole('button', { name: 'Send it' })).toBeHidden()
  await page.getByRole('button', { name: 'See the mail first' }).click()
  await expect(page.getByText('This is the mail. It goes to 1')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('On its way to 1')).toBeVisible()

  await waitUntilIdle(page)
  await parts.getByRole('link', { name: 'Evening' }).click()
  await waitUntilIdle(page)
  expect(await accessibilityViolations(page)).toEqual([])
  const [start, end] = [page.locator('[name=start]'), page.locator('[name=end]')]
  await start.fill(`${day}T02:30`)
  await expect(end).toHaveValue(`${day}T04:30`)
  await start.fill(`${day}T02:00`)
  await expect(end).toHaveValue(`${day}T04:00`)
  await page.getByLabel(/Capacity/).fill('6')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.locator('[data-count=left]')).toHaveText('2')
  await waitUntilIdle(page)
  await end.fill(`${day}T01:00`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(end).toHaveAccessibleDescription(/time/)
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
  expect(await accessibilityViolations(page)).toEqual([])
})

test('an invalid link of an organiser leads to a form with which a new link is mailed', {
  tag: '@extended',
}, async ({ openPage }) => {
  const page = await openPage()
  const response = await page.goto(`/manage-event/${'0'.repeat(40)}`)
  expect(response?.headers()['x-robots-tag']).toContain('noindex')
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  expect(response?.headers()['cache-control']).toBe('private, no-store')
  await page.getByLabel('Your email').fill('nobody@venue.example')
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Look in your mail' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})
