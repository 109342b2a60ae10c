import type { Page } from '@playwright/test'
import { slotAt, timeSlots } from '../../cms/members/profile/rules.ts'
import { accessibilityViolations } from '../support/accessibility.ts'
import type { TestSite } from '../support/current-site.ts'
import { onDatabase } from '../support/database.ts'
import {
  addDevice,
  button,
  chooseAudience,
  chooseLists,
  count,
  createNudge,
  deleteDevicesAndDeliveries,
  field,
  nudgeList,
  numberOf,
  panel,
  saveNudge,
  state,
  writeNudge,
} from '../support/nudges-admin.ts'
import { becomeStaff, expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'
import { jsonRequest } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

test.use({ siteName: 'nudges-admin', hasPushService: true })

const choose = (page: Page, name: string) => page.getByLabel(name, { exact: true }).check()
const readOnly = (page: Page) => page.locator('.nudge-readonly')

/** Adds a member with a device. */
async function addMember(
  site: TestSite,
  { name, email, beer, slots }: { name: string; email: string; beer: string; slots: string[] },
) {
  await onDatabase(site.database, (query) =>
    query(
      `with member as (insert into members (name, email) values ($1, $2) returning id),
            style as (insert into members_beer_styles (parent_id, "order", value)
                      select id, 1, $3::text::enum_members_beer_styles from member)
       insert into members_time_slots (parent_id, "order", value)
       select id, 1, slot::enum_members_time_slots from member, unnest($4::text[]) as slot`,
      [name, email, beer, slots],
    ),
  )
  return addDevice(site, email)
}

/** A time slot that is not the current slot, and does not begin while the test runs. */
function laterSlot() {
  const hour = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Europe/London' })
  const now = timeSlots.indexOf(slotAt(Number(hour.format(new Date()))))
  return timeSlots.at((now + 2) % timeSlots.length) ?? 'Evening'
}

test.beforeEach(async ({ site }) => {
  await deleteDevicesAndDeliveries(site)
  await onDatabase(site.database, (query) => query('delete from members'))
})

test('people who match every list get a nudge with a picture, each in their time slot', async ({
  openPage,
  site,
}) => {
  const later = laterSlot()
  await addMember(site, { name: 'Ana', email: 'ana@venue.example', beer: 'Saison', slots: [later] })
  const bo = await addMember(site, {
    ...{ name: 'Bo', email: 'bo@venue.example' },
    ...{ beer: 'Saison', slots: [] },
  })
  await addMember(site, { name: 'Cy', email: 'cy@venue.example', beer: 'Stout', slots: [later] })
  await addDevice(site)
  const setTopics = async (topics: { name: string }[]) => {
    const saved = await site.server.send(
      '/api/globals/venue',
      jsonRequest('POST', { topics }, site.sessions.admin),
    )
    expect(saved.status).toBe(200)
  }
  await setTopics([])
  const page = await openPage('publisher')
  const own = page.getByRole('group', { name: 'Or in one of the venue’s own topics' })
  await writeNudge(page, 'The saison is on')
  await chooseLists(page)
  await expect(own).toHaveCount(0)

  await setTopics([{ name: 'Chess evenings' }])
  await writeNudge(page, 'The saison is on')
  await chooseLists(page)
  await expect(count(page)).toHaveText('Choose at least one entry of a list.')
  await own.getByLabel('Chess evenings').check()
  // None of the four people chose topics, so they get nudges on all topics.
  await expect(count(page)).toHaveText('Would go to 4 people on 4 devices.')
  await choose(page, 'Saison')
  await expect(count(page)).toHaveText('Would go to 2 people on 2 devices.')
  await choose(page, later)
  await expect(count(page)).toHaveText('Would go to one person on one device.')
  await expect(page.locator('.nudge-who')).toContainText(
    /^People who are interested in Chess evenings, come .* and drink Saison\.$/,
  )
  await page.getByLabel(later, { exact: true }).uncheck()
  await expect(count(page)).toHaveText('Would go to 2 people on 2 devices.')

  const picture = page.locator('[data-device=android] img')
  await expect(picture).toHaveCount(1)
  await button(page, 'Choose from existing').click()
  await page.locator('.list-drawer .cell-filename button').first().click()
  await expect(picture).toHaveCount(2)
  await expect(page.locator('.nudge-previews')).toContainText('it shows no other picture')
  const alt = (await picture.last().getAttribute('alt')) ?? ''
  expect(alt).not.toBe('')
  await waitUntilIdle(page)
  await saveNudge(page)
  await page.reload()
  await expect(own.getByLabel('Chess evenings')).toBeChecked()
  await expect(picture).toHaveCount(2)
  expect(await accessibilityViolations(page)).toEqual([])
  await expectFitsScreens(page)

  await button(page, 'Send …').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It goes to 2 people on 2 devices')
  await expect(dialog).toContainText('at once. It is valid for 1 hour.')
  await dialog.getByLabel('In each person’s time slot').check()
  await expect(dialog).toContainText('when a time slot that they prefer begins')
  await expect(dialog).toContainText('valid for 1 hour from then')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send to 2 devices' }).click()
  await expect(panel(page)).toContainText('1 of 2 devices is done, each in its person’s time slot.')
  await expect(numberOf(page, 'Waiting')).toHaveText('1')
  await expect(numberOf(page, 'Accepted')).toHaveText('1')
  const received = site.pushService?.received() ?? []
  expect(received.map(({ endpoint }) => endpoint)).toEqual([bo.endpoint])
  expect(JSON.parse(received[0]?.payload ?? '').notification.icon).toContain('/media/')

  await expect(readOnly(page)).toContainText(
    'People who are interested in Chess evenings and drink Saison',
  )
  await expect(readOnly(page)).toContainText('In each person’s time slot, within 24 hours')
  await expect(readOnly(page)).toContainText(alt)
  expect(await accessibilityViolations(page)).toEqual([])
  const dashboard = await openPage('publisher')
  await dashboard.goto('/cms')
  await expect(
    dashboard.locator('.today__scheduled li', { hasText: 'The saison is on' }),
  ).toContainText('By time slot')

  await button(page, 'Cancel the rest …').click()
  await dialog.getByRole('button', { name: 'Cancel the rest', exact: true }).click()
  await expect(panel(page)).toContainText('Cancelled: 1 of 2 devices has it')
  await expect(numberOf(page, 'Cancelled')).toHaveText('1')
  await page.goto(nudgeList)
  await expect(page.locator('tr', { hasText: 'The saison is on' })).toContainText('Cancelled today')
})

test('a nudge goes to one person, who is found by name and by address', async ({
  openPage,
  site,
}) => {
  const dee = { name: 'Dee Okoro', email: 'brewer@venue.example', beer: 'Stout', slots: [] }
  const device = await addMember(site, dee)
  await addDevice(site)
  const page = await openPage('publisher')
  await writeNudge(page, 'Your table is ready', '/beer')
  const search = page.getByRole('searchbox', { name: 'Member' })
  await chooseAudience(page, 'One member', search)
  await expect(count(page)).toHaveText('Choose a member.')
  await search.fill('nobody of this name')
  await expect(page.getByText('Nobody has this name or address.')).toBeVisible()
  await search.fill('oko')
  await expect(button(page, /Dee Okoro brewer@venue.example/)).toBeVisible()
  await search.fill('brewer@')
  await button(page, /Dee Okoro brewer@venue.example/).click()
  await expect(page.locator('.nudge-person')).toContainText('To Dee Okoro, brewer@venue.example')
  await expect(count(page)).toHaveText('Would go to one person on one device.')
  await button(page, 'Somebody else').click()
  await expect(count(page)).toHaveText('Choose a member.')
  await search.fill('dee')
  await button(page, /Dee Okoro/).click()
  await saveNudge(page)
  await page.reload()
  await expect(page.locator('.nudge-person')).toContainText('To Dee Okoro, brewer@venue.example')
  expect(await accessibilityViolations(page)).toEqual([])

  await button(page, 'Send …').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to one device' }).click()
  await expect(state(page)).toHaveText('Sent', { timeout: 30_000 })
  expect((site.pushService?.received() ?? []).map(({ endpoint }) => endpoint)).toEqual([
    device.endpoint,
  ])
  await expect(readOnly(page)).toContainText('Dee Okoro, brewer@venue.example')

  // Editors may not read members.
  await becomeStaff(page, site, 'editor')
  await openUntilIdle(page, new URL(page.url()).pathname)
  await expect(readOnly(page)).toContainText('One member')
})

test('the dashboard says that a scheduled nudge was missed, until somebody saves it', async ({
  openPage,
  site,
}) => {
  await createNudge(site, { text: 'Film at eight', link: '/hall' })
  const missed = () =>
    onDatabase(site.database, (query) =>
      query(`select 1 from nudges where text = 'Film at eight' and missed_at is not null`),
    )
  await onDatabase(site.database, (query) =>
    query(
      `update nudges set state = 'scheduled', at = '2026-07-21T17:05:00Z' where text = 'Film at eight'`,
    ),
  )
  await waitUntil(missed, ({ length }) => length === 1)

  const page = await openPage('publisher')
  await page.goto('/cms')
  const warning = page.locator('.admin-warning', { hasText: 'Film at eight' })
  await expect(warning).toContainText('It was to go out on Tuesday, 21 July 2026 at 18:05')
  expect(await accessibilityViolations(page)).toEqual([])
  const editor = await openPage('editor')
  await editor.goto('/cms')
  await expect(editor.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  await expect(editor.locator('.admin-warning', { hasText: 'Film at eight' })).toHaveCount(0)
  await editor.goto(nudgeList)
  await expect(editor.locator('tr', { hasText: 'Film at eight' })).toContainText('Was missed')

  await warning.getByRole('link').click()
  await expect(panel(page)).toContainText(
    'but nothing ran then, or those it is for no longer exist. Nobody got it.',
  )
  await waitUntilIdle(page)
  await field(page, /^Text/).fill('Film at nine')
  await button(page, 'Save').click()
  await expect(panel(page)).not.toContainText('nothing ran then')
  await page.goto('/cms')
  await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  await expect(page.locator('.admin-warning', { hasText: 'Film at' })).toHaveCount(0)
})
