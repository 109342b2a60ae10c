import { accessibilityViolations } from '../support/accessibility.ts'
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
import { nudgeButtonOn } from '../support/nudges-browser.ts'
import { becomeStaff, expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilFormIdle, waitUntilIdle } from '../support/page-idle.ts'
import { expectFitsScreens } from '../support/screens.ts'
import { jsonRequest } from '../support/staff.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

// The server refuses some nudges that publishers save and send in these tests.
test.use({
  siteName: 'nudges-admin',
  hasPushService: true,
  expectedErrors: [/status of (400|409)|Error submitting form/],
})

// Each test has its own devices, and nobody has had nudges.
test.beforeEach(({ site }) => deleteDevicesAndDeliveries(site))

test('a publisher writes and previews a nudge, sends a test nudge to this device, sends the nudge, and sees how many devices got it and clicked', async ({
  openPage,
  site,
}) => {
  const [first] = [await addDevice(site), await addDevice(site)]
  const page = await openPage('publisher')
  const received = () => site.pushService?.received() ?? []

  await writeNudge(page, 'First ten through the door taste the new saison', 'javascript:alert(1)')
  const previews = page.locator('.nudge-previews')
  await expect(previews.locator('[data-device=iphone]')).toContainText('First ten through the door')
  await expect(previews.locator('[data-device=android]')).toContainText('Common People')
  await expect(previews.locator('[data-device=site]')).toHaveText('CLICK ME')
  await expect(previews).toContainText('47 of 140 characters')
  const link = page.locator('.nudge-link')
  await expect(link).toContainText('The link is a path such as /beer')
  await button(page, 'Save').click()
  await expect(page.locator('.problem-list')).toContainText('The link is a path such as /beer')
  await field(page, /^Link/).fill('https://book.venue.example/saison')
  await expect(link).toHaveText('A click opens book.venue.example in a new tab.')
  await field(page, /^Link/).fill('/beer')
  await expect(link).toHaveText('A click opens /beer on the site.')
  await field(page, /^Title/).fill('New on tap')
  await expect(previews.locator('[data-device=iphone]')).toContainText('New on tap')

  await expect(count(page)).toHaveText('Would go to 2 people on 2 devices.')
  await page.getByLabel('Members', { exact: true }).check()
  await expect(count(page)).toContainText('No device would get it')
  await chooseLists(page)
  await expect(count(page)).toHaveText('Choose at least one entry of a list.')
  await page.getByLabel('Beer & Brewing Events').check()
  await expect(count(page)).toHaveText('Would go to 2 people on 2 devices.')
  await saveNudge(page)

  await button(page, 'Send a test to this device').click()
  await expect(panel(page).getByRole('alert')).toContainText('Turn them on at /notifications first')
  const subscribed = await page.request.post('/api/push/subscribe', {
    data: site.pushService?.subscribe(),
    headers: { origin: site.server.url },
  })
  expect(subscribed.ok()).toBe(true)
  await button(page, 'Send a test to this device').click()
  await expect(panel(page)).toContainText('It is on its way to this browser.')
  await waitUntil(
    async () => received(),
    ({ length }) => length === 1,
  )
  expect(JSON.parse(received()[0]?.payload ?? '').notification).toMatchObject({
    title: 'New on tap',
    body: 'First ten through the door taste the new saison',
  })
  site.pushService?.forget()

  expect(await accessibilityViolations(page)).toEqual([])
  await expectFitsScreens(page)

  await button(page, 'Send …').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It goes to 3 people on 3 devices')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send to 3 devices' }).click()
  await expect(state(page)).toHaveText(/Sending|Sent/)
  await expect(field(page, /^Text/)).toHaveCount(0)
  await expect(page.locator('.nudge-readonly')).toContainText(
    'People who are interested in Beer & Brewing Events',
  )
  await expect(state(page)).toHaveText('Sent', { timeout: 30_000 })
  await expect(numberOf(page, 'Accepted')).toHaveText('3')
  await expect(numberOf(page, 'Clicked')).toHaveText('0')
  expect(received()).toHaveLength(3)

  // Without a reload, the page shows what a device has reported.
  const payload = received().find(({ endpoint }) => endpoint === first?.endpoint)?.payload
  const { token } = JSON.parse(payload ?? '').nudge
  for (const event of ['received', 'shown', 'clicked']) {
    const reply = await visitorOf(site.server).call('/api/nudge/seen', { token, event })
    expect(reply.status).toBe(200)
  }
  await expect(numberOf(page, 'Clicked')).toHaveText('1', { timeout: 20_000 })
  await expect(panel(page)).toContainText('3 of 3 devices have it; 1 clicked.')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto(nudgeList)
  const row = page.locator('tr', { hasText: 'First ten through the door' })
  await expect(row.locator('.cell-reached')).toHaveText('3')
  await expect(row.locator('.cell-clicked')).toHaveText('1')
  await page.goto('/cms')
  await expect(
    page.locator('.today__week li', { hasText: 'Clicks on nudges' }).locator('b'),
  ).toHaveText('1')
})

test('a validity that is too short is refused; a link to a missing page causes a warning, in the form and before sending', {
  tag: '@extended',
}, async ({ openPage }) => {
  const page = await openPage('publisher')
  await writeNudge(page, 'Nowhere', '/nothere')
  const warning = page.getByText('The site has no page at /nothere')
  await expect(warning).toBeVisible()
  const validity = page.getByLabel('Valid for, in minutes')
  const usual = await validity.inputValue()
  await validity.fill('1')
  await button(page, 'Save').click()
  await expect(page.locator('.problem-list')).toContainText('Valid for, in minutes')
  await expect(page.locator('.problem-list')).toContainText('5')
  await validity.fill(usual)
  await waitUntilFormIdle(page)
  await saveNudge(page)
  await button(page, 'Send …').click()
  await expect(page.getByRole('dialog').getByText('The site has no page at /nothere')).toBeVisible()
  await page.keyboard.press('Escape')
  await field(page, /^Link/).fill('/beer')
  await expect(warning).toBeHidden()
})

test('a topic that is added to the venue shows its fields at once', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage('admin')
  await openUntilIdle(page, '/cms/globals/venue')
  await button(page, 'Topics').click()
  await button(page, 'Add Topic').click()
  await expect(
    page.locator('#field-topics').getByRole('textbox', { name: /Name/ }).last(),
  ).toBeVisible()
})

test('a visitor whose window is open gets the nudge as a button, and the click is counted', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  const visitor = await openPage()
  const connected = visitor.waitForResponse(/\/api\/nudge\/live/)
  await visitor.goto('/cafe')
  await connected
  const page = await openPage('publisher')
  await openUntilIdle(page, await createNudge(site, { text: 'The band starts early' }))
  await button(page, 'Send …').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await nudgeButtonOn(visitor).click()
  await expect(visitor).toHaveURL('/beer')
  await expect(page.locator('.nudge-progress')).toContainText(
    'In open windows: 1 saw it, 1 clicked.',
    { timeout: 30_000 },
  )
})

test('a nudge is scheduled, gets another time, becomes a draft again and is scheduled again', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  await addDevice(site)
  const page = await openPage('publisher')
  await openUntilIdle(page, await createNudge(site, { text: 'Film tonight', link: '/hall' }))
  const at = page.getByLabel(/^Goes out/)
  await at.fill('2020-01-01T10:00')
  await expect(panel(page)).toContainText('That has passed on the venue’s clock (Europe/London).')
  await at.fill('2100-07-01T18:05')
  await button(page, 'Schedule').click()
  await expect(state(page)).toHaveText('Scheduled')
  await expect(panel(page)).toContainText('Goes out on Thursday, 1 July 2100 at 18:05')
  await expect(field(page, /^Text/)).toHaveCount(0)

  await page.goto('/cms')
  const scheduled = page.locator('.today__scheduled li', { hasText: 'Film tonight' })
  await expect(scheduled).toContainText('1 Jul 2100, 18:05')
  await scheduled.getByRole('link').click()
  await expect(at).toHaveValue('2100-07-01T18:05')
  await at.fill('2100-07-02T18:05')
  await button(page, 'Change the time').click()
  await expect(panel(page)).toContainText('2 July 2100')
  await button(page, 'Back to draft').click()
  await expect(state(page)).toHaveText('Draft')
  await field(page, /^Text/).fill('Film tomorrow')
  await at.fill('2100-07-03T18:05')
  await button(page, 'Save and schedule').click()
  await expect(state(page)).toHaveText('Scheduled')
  await expect(page.locator('.nudge-readonly')).toContainText('Film tomorrow')

  // The nudge is sent at its time, and the page shows it.
  await onDatabase(site.database, (query) =>
    query(`update nudges set at = now() where state = 'scheduled'`),
  )
  await expect(state(page)).toHaveText('Sent', { timeout: 60_000 })
  await expect(numberOf(page, 'Accepted')).toHaveText('1')
})

test('a person who had two nudges today is left out; only admins can override that', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  await addDevice(site)
  await onDatabase(site.database, (query) =>
    query(
      `insert into nudge_deliveries
         (nudge, device, person, state, due_at, expires_at, accepted_at, token)
       select n, id, 'device:' || id, 'accepted', now(), now(), now(), 'capped ' || n
         from push_devices, generate_series(1000001, 1000002) as n`,
    ),
  )
  const page = await openPage('publisher')
  const path = await createNudge(site, { text: 'Third today' })
  await openUntilIdle(page, path)
  await expect(count(page)).toContainText(
    'One more person had enough nudges lately and is left out.',
  )
  await expect(page.getByLabel('Urgent')).toHaveCount(0)

  await becomeStaff(page, site, 'admin')
  await openUntilIdle(page, path)
  await page.getByLabel('Urgent').check()
  await expect(count(page)).toHaveText('Would go to one person on one device.')
})

test('the form chooses lists and a picture, or one member, and counts who would get the nudge', {
  tag: '@extended',
}, async ({ openPage, site }) => {
  await onDatabase(site.database, async (query) => {
    await query('delete from members')
    await query(
      `with member as (insert into members (name, email)
                       values ('Dee Okoro', 'brewer@venue.example') returning id)
       insert into members_beer_styles (parent_id, "order", value)
       select id, 1, 'Saison' from member`,
    )
  })
  await addDevice(site, 'brewer@venue.example')
  await addDevice(site)
  const setTopics = async (topics: { name: string }[]) => {
    const venue = jsonRequest('POST', { topics }, site.sessions.admin)
    expect((await site.server.send('/api/globals/venue', venue)).status).toBe(200)
  }
  const page = await openPage('publisher')
  const own = page.getByRole('group', { name: 'Or in one of the venue’s own topics' })

  await test.step('lists and a picture are chosen and kept', async () => {
    await setTopics([])
    await writeNudge(page, 'The saison is on')
    await chooseLists(page)
    await expect(own).toHaveCount(0)
    await setTopics([{ name: 'Chess evenings' }])
    await writeNudge(page, 'The saison is on')
    await chooseLists(page)
    await expect(count(page)).toHaveText('Choose at least one entry of a list.')
    await own.getByLabel('Chess evenings').check()
    // Neither person chose topics, so they get nudges on all topics.
    await expect(count(page)).toHaveText('Would go to 2 people on 2 devices.')
    await page.getByLabel('Saison', { exact: true }).check()
    await expect(count(page)).toHaveText('Would go to one person on one device.')
    await expect(page.locator('.nudge-who')).toContainText(
      'People who are interested in Chess evenings and drink Saison.',
    )
    const picture = page.locator('[data-device=android] img')
    await button(page, 'Choose from existing').click()
    await page.locator('.list-drawer .cell-filename button').first().click()
    await expect(picture).toHaveCount(2)
    await expect(page.locator('.nudge-previews')).toContainText('it shows no other picture')
    await waitUntilIdle(page)
    await saveNudge(page)
    await page.reload()
    await expect(own.getByLabel('Chess evenings')).toBeChecked()
    await expect(picture).toHaveCount(2)
    expect(await accessibilityViolations(page)).toEqual([])
    await expectFitsScreens(page)
  })

  await test.step('the dialog explains time slots', async () => {
    await button(page, 'Send …').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('In each person’s time slot').check()
    await expect(dialog).toContainText('when a time slot that they prefer begins')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('a member is found by name and by address', async () => {
    await writeNudge(page, 'Your table is ready')
    const search = page.getByRole('searchbox', { name: 'Member' })
    await chooseAudience(page, 'One member', search)
    await expect(count(page)).toHaveText('Choose a member.')
    await search.fill('nobody of this name')
    await expect(page.getByText('Nobody has this name or address.')).toBeVisible()
    await search.fill('brewer@')
    await button(page, /Dee Okoro brewer@venue.example/).click()
    await expect(page.locator('.nudge-person')).toContainText('To Dee Okoro, brewer@venue.example')
    await expect(count(page)).toHaveText('Would go to one person on one device.')
    await button(page, 'Somebody else').click()
    await expect(count(page)).toHaveText('Choose a member.')
    await search.fill('oko')
    await button(page, /Dee Okoro/).click()
    await saveNudge(page)
    await page.reload()
    await expect(page.locator('.nudge-person')).toContainText('To Dee Okoro, brewer@venue.example')
  })
})

test('an editor can read nudges and cannot write them', { tag: '@extended' }, async ({
  openPage,
  site,
}) => {
  await addDevice(site)
  await createNudge(site, { text: 'Read by editors' })
  const page = await openPage('editor')
  await openUntilIdle(page, nudgeList)
  await expect(page.getByLabel('New Nudge', { exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Read by editors' }).click()
  await expect(panel(page)).toContainText('Publishers write and send nudges. Ask one of them.')
  await expect(button(page, /Schedule|Send|Save/)).toHaveCount(0)
})
