import { expect, type Locator, type Page } from '@playwright/test'
import type { TestSite } from './current-site.ts'
import { onDatabase } from './database.ts'
import { openUntilIdle, waitUntilFormIdle, waitUntilIdle } from './page-idle.ts'
import type { LocalSubscription } from './push-service.ts'
import { jsonRequest } from './staff.ts'
import { visitorOf } from './visitor.ts'

export const nudgeList = '/cms/collections/nudges'

export const panel = (page: Page): Locator => page.locator('.nudge-panel')
export const state = (page: Page): Locator => panel(page).locator('h2')
export const count = (page: Page): Locator => page.locator('.nudge-count [role=status]')
export const field = (page: Page, name: RegExp): Locator => page.getByRole('textbox', { name })
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true })
export const numberOf = (page: Page, name: string): Locator =>
  page
    .locator('.nudge-progress dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('b')

/**
 * Turns nudges on in a separate browser.
 * @param member email address of the member who owns the device
 */
export async function addDevice(
  { server, pushService, database }: TestSite,
  member?: string,
): Promise<LocalSubscription> {
  if (!pushService) throw new Error('The site has no push service.')
  const subscription = pushService.subscribe()
  const response = await visitorOf(server).call('/api/push/subscribe', subscription)
  if (response.status !== 200) throw new Error(response.text)
  if (member) {
    const { device } = response.json<{ device: number }>()
    await onDatabase(database, (query) =>
      query(
        'update push_devices set member = (select id from members where email = $1) where id = $2',
        [member, device],
      ),
    )
  }
  return subscription
}

/** Deletes all devices and deliveries, and what the push service has recorded. */
export async function deleteDevicesAndDeliveries({
  database,
  pushService,
}: TestSite): Promise<void> {
  await onDatabase(database, (query) => query('delete from nudge_deliveries'))
  await onDatabase(database, (query) => query('delete from push_devices'))
  pushService?.forget()
}

/** Saves a nudge as a publisher does. @returns the path of its view */
export async function createNudge(
  { server, sessions: staff }: TestSite,
  fields: { text: string; link?: string },
): Promise<string> {
  const reply = await server.send(
    '/api/nudges',
    jsonRequest('POST', { link: '/beer', ...fields }, staff.publisher),
  )
  if (reply.status !== 201) throw new Error(reply.text)
  return `${nudgeList}/${reply.json<{ doc: { id: number } }>().doc.id}`
}

export async function writeNudge(page: Page, text: string, link = '/beer'): Promise<void> {
  await openUntilIdle(page, `${nudgeList}/create`)
  await expect(async () => {
    await field(page, /^Text/).fill(text)
    await field(page, /^Link/).fill(link)
    await waitUntilFormIdle(page)
    await expect(field(page, /^Text/)).toHaveValue(text, { timeout: 1000 })
    await expect(field(page, /^Link/)).toHaveValue(link, { timeout: 1000 })
  }).toPass()
}

/** Chooses the kind of audience that is defined by lists, such as interests and beers. */
export const chooseLists = (page: Page): Promise<void> =>
  chooseAudience(
    page,
    'People who chose…',
    page.getByRole('group', { name: 'Interested in one of', exact: true }),
  )

/**
 * Chooses a kind of audience. Payload may not send the change (see `waitUntilFormIdle`), so the choice is repeated
 * until the field of this kind appears.
 */
export async function chooseAudience(
  page: Page,
  name: string,
  expectedField: Locator,
): Promise<void> {
  await waitUntilFormIdle(page)
  await expect(async () => {
    await page.getByLabel('Everyone', { exact: true }).check()
    await waitUntilFormIdle(page)
    await page.getByLabel(name, { exact: true }).check()
    await expect(expectedField).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

export async function saveNudge(page: Page): Promise<void> {
  await button(page, 'Save').click()
  await expect(page).toHaveURL(/\/nudges\/\d+$/)
  await waitUntilIdle(page)
}
