import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { expectViewFits } from '../support/overflowing.ts'
import { expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilIdle } from '../support/page-idle.ts'

// Playwright runs a script in a mail's frame to read the mail. The frame's sandbox blocks the script, and the browser
// logs an error.
test.use({ siteName: 'lists', expectedErrors: [/about:srcdoc|status of 40[04]/] })

const lists = '/cms/newsletter/lists'
const file = (content: string | Buffer, name = 'friends.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})
const consentColumns = '2026-01-02,web form'
const listOf = (...rows: string[]) => ['email,name,consent_at,consent_how,tags', ...rows].join('\n')

/** Uploads a file on the open page of the lists. */
async function upload(page: Page, content: string | Buffer, name?: string) {
  await page.getByLabel('The list, as a CSV file').setInputFiles(file(content, name))
  await page.getByRole('button', { name: 'Look through it' }).click()
}
const statusOn = (page: Page) => page.getByRole('status').filter({ visible: true }).first()
const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('a publisher previews and applies an import, and corrects rejected rows', async ({
  openPage,
  site: { server, database },
}, { project }) => {
  const page = await openPage('publisher')
  const addressOf = (name: string) => `${name}-${project.name}@venue.example`
  await openUntilIdle(page, '/cms/collections/subscribers')
  await expectViewFits(page)
  await page.getByRole('link', { name: 'Import & export' }).last().click()
  await expect(page).toHaveURL(lists)
  await expect(page.getByRole('heading', { level: 1, name: 'Import & export' })).toBeVisible()
  await waitUntilIdle(page)
  await expectViewFits(page)
  expect(await accessibilityViolations(page)).toEqual([])

  await upload(
    page,
    listOf(
      `${addressOf('agreed')},Ada,${consentColumns},x`,
      `${addressOf('silent')},Bob,,,x`,
      `${addressOf('wrong')},"${'Eve'.repeat(50)}",${consentColumns},x`,
      `nobody,Eve,${consentColumns},x`,
    ),
  )
  await expect(page).toHaveURL(new RegExp(`${lists}/\\d+$`))
  await expect(statusOn(page)).toHaveText('4 rows looked through. Nothing has changed yet.')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'their consent is stated' }),
  ).toContainText('2')
  await expect(page.getByText('The name may have at most 120 characters.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  const { subscriber, mailsTo } = newsletterOf(server, database)
  expect(await subscriber(addressOf('agreed'))).toBeUndefined()

  const choice = page.getByRole('group', { name: /stated no consent/ })
  await expect(choice.getByRole('radio', { name: /Leave them out/ })).toBeChecked()
  await choice.getByRole('radio', { name: /Ask each of them once/ }).check()
  await page.getByRole('button', { name: 'Carry it out' }).click()
  await expect(statusOn(page)).toHaveText('4 rows, carried out.')
  await expect(page.getByText('was asked by mail')).toBeVisible()
  expect((await subscriber(addressOf('agreed')))?.state).toBe('active')
  expect((await subscriber(addressOf('silent')))?.state).toBe('pending')
  expect((await mailsTo(addressOf('silent')))[0]?.subject).toContain('write to you?')
  expect(await accessibilityViolations(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download these rows' }).click()
  const rejectedRows = (await readFile(await (await download).path(), 'utf8'))
    .replace('Eve'.repeat(50), 'Eve')
    .replace('nobody', addressOf('somebody'))
  expect(rejectedRows).toContain('reason')
  await openUntilIdle(page, lists)
  await upload(page, rejectedRows, 'mended.csv')
  await expect(statusOn(page)).toHaveText('2 rows looked through. Nothing has changed yet.')
  await page.getByRole('button', { name: 'Carry it out' }).click()
  await expect(statusOn(page)).toHaveText('2 rows, carried out.')
  expect((await subscriber(addressOf('somebody')))?.name).toBe('Eve')
  await openUntilIdle(page, lists)
  await expect(page.getByRole('link', { name: 'mended.csv' }).first()).toBeVisible()
})

test(
  'an import is uploaded, previewed and discarded by keyboard',
  { tag: '@extended' },
  async ({ openPage }, { project }) => {
    const page = await openPage('publisher')
    await openUntilIdle(page, lists)
    const picker = page.getByLabel('The list, as a CSV file')
    // Starts waiting for the file chooser before the key press, so that the test does not miss the event.
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Look through it' }).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Choose a file first.' })).toBeVisible()
    await expect(picker).toBeFocused()
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(file(listOf(`keys-${project.name}@venue.example,Ada,,,`)))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(statusOn(page)).toHaveText('One row looked through. Nothing has changed yet.')
    const leaveOut = page.getByRole('radio', { name: /Leave them out/ })
    await leaveOut.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /Ask each of them once/ })).toBeChecked()
    await page.getByRole('button', { name: 'Throw it away' }).press('Enter')
    await expect(page).toHaveURL(lists)
  },
)

test(
  'a publisher assigns columns and states the consent of a list',
  { tag: '@extended' },
  async ({ openPage, site: { server, database } }, { project }) => {
    const page = await openPage('publisher')
    const addressOf = (name: string) => `${name}-${project.name}@venue.example`
    await openUntilIdle(page, lists)
    await upload(
      page,
      [
        'Contact,Who,Gone,CONFIRM_TIME',
        `${addressOf('moves')},Ada,,2026-01-02 03:04:05`,
        `${addressOf('left')},Bob,yes,2026-01-02 03:04:05`,
      ].join('\n'),
      'contacts.csv',
    )
    await expect(statusOn(page)).toHaveText('2 rows looked through. Nothing has changed yet.')
    await expect(page.getByText('are new, and the list states no consent')).toBeVisible()
    await page.getByLabel('Who', { exact: true }).selectOption('Whole name')
    await expect(page.getByRole('button', { name: 'Carry it out' })).toBeHidden()
    await page.getByLabel('Gone', { exact: true }).selectOption('Has left: yes, a date or a reason')
    await page.getByRole('checkbox', { name: /I state the consent/ }).check()
    await expect(page.getByRole('radio', { name: /CONFIRM_TIME/ })).toBeChecked()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    const again = page.getByRole('button', { name: 'Look through it again' })
    await again.click()
    await expect(page.getByRole('alert').filter({ hasText: 'looked up' })).toBeVisible()
    await page.getByLabel('Where that can be looked up').fill('Mailchimp’s export, in the office')
    await again.click()
    await expect(page.getByText('is new and gets letters: their consent is stated')).toBeVisible()
    await expect(page.getByText('is new and noted as wanting no letters')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Carry it out' }).click()
    await expect(statusOn(page)).toHaveText('2 rows, carried out.')
    const { subscriber } = newsletterOf(server, database)
    expect(await subscriber(addressOf('moves'))).toMatchObject({ name: 'Ada', state: 'active' })
    expect((await subscriber(addressOf('left')))?.state).toBe('unsubscribed')
  },
)

test(
  'a publisher decides about a column that may say who has left',
  { tag: '@extended' },
  async ({ openPage, site: { server, database } }, { project }) => {
    const page = await openPage('publisher')
    const addressOf = (name: string) => `${name}-${project.name}@venue.example`
    await openUntilIdle(page, lists)
    const rows = ['one,Implicit', 'two,Implicit', 'gone,Unsubscribed'].map((each) => {
      const [name = '', ...cells] = each.split(',')
      return `${addressOf(`doubt-${name}`)},${consentColumns},${cells}`
    })
    await upload(
      page,
      ['My list', 'email,consent_at,consent_how,Zustand', ...rows].join('\n'),
      'doubt.csv',
    )
    await expect(statusOn(page)).toHaveText('3 rows looked through. Nothing has changed yet.')
    await expect(page.getByText('What is above the names of the columns')).toContainText(
      '“My list”',
    )
    const decision = page.getByRole('group', { name: 'Does this column say who has left?' })
    await expect(decision).toContainText('“Unsubscribed”, “Implicit” (2)')
    await expect(page.getByRole('button', { name: 'Carry it out' })).toHaveCount(0)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    await decision.getByRole('checkbox', { name: 'No, leave “Zustand” out.' }).check()
    await page.getByRole('button', { name: 'Carry it out' }).click()
    await expect(statusOn(page)).toHaveText('3 rows, carried out.')
    const { subscriber } = newsletterOf(server, database)
    expect((await subscriber(addressOf('doubt-one')))?.state).toBe('active')
    expect(await subscriber(addressOf('doubt-gone'))).toBeUndefined()
  },
)

test('an unreadable file is refused with the reason', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage('publisher')
  await openUntilIdle(page, lists)
  await upload(page, Buffer.from('email,name\na@b.example,Jos\u00e9\n', 'latin1'))
  await expect(statusOn(page)).toHaveText('It can’t be read.')
  await expect(page.getByRole('alert').filter({ hasText: 'UTF-8' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Choose another file' }).click()
  await expect(page).toHaveURL(lists)
})

test(
  'an export changes nothing when it is imported',
  { tag: '@extended' },
  async ({ openPage, site: { server, database } }, { project }) => {
    const { join } = newsletterOf(server, database)
    await join(
      signUpRequest(`taken-${project.name}@venue.example`, {
        name: '=1+1',
        phone: '+44 114 496 0184',
      }),
    )
    const page = await openPage('publisher')
    await openUntilIdle(page, lists)
    await page.getByLabel('Who', { exact: true }).selectOption('active')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^subscribers [\d-]+\.csv$/)
    const content = await readFile(await download.path())
    expect(content.toString()).toContain(`'=1+1,'+44 114 496 0184`)
    await upload(page, content, 'again.csv')
    await expect(statusOn(page)).toContainText('looked through')
    await expect(page.getByText(/stays? as (it is|they are)/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Carry it out' })).toHaveCount(0)
  },
)

test('an editor sees which role may use subscriber lists', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage('editor')
  await openUntilIdle(page, lists)
  await expect(page.getByText('Ask one of them.')).toBeVisible()
  await expect(page.getByLabel('The list, as a CSV file')).toHaveCount(0)
})

test('automatic letters are edited, previewed and switched off', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms/globals/automations')
  const switchBox = page.getByRole('checkbox', { name: 'Goes out by itself' })
  await expect(switchBox).toBeChecked()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Look at it, send a test' }).click()
  const preview = page.getByRole('dialog', { name: 'As its reader gets it' })
  await expect(preview.getByText('You’re in, Ada')).toBeVisible()
  await expect(preview.frameLocator('iframe').getByText('That’s the paperwork done')).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Birthday' }).click()
  await page.getByRole('button', { name: 'Look at it, send a test' }).click()
  await expect(preview.getByText('Happy birthday, Ada')).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).click()
  await switchBox.uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await openUntilIdle(page, '/cms/globals/automations')
  await page.getByRole('button', { name: 'Birthday' }).click()
  await expect(switchBox).not.toBeChecked()
  await switchBox.check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
})

test(
  'a subscriber’s record shows why they get no letters',
  { tag: '@extended' },
  async ({ openPage, site: { server, database } }, { project }) => {
    const { join, query } = newsletterOf(server, database)
    const email = `stopped-${project.name}@venue.example`
    await join(signUpRequest(email))
    const [row] = await query<{ id: number }>(
      `update subscribers set state = 'bounced', stopped_because = 'There is no such mailbox. 550 5.1.1 No such user'
      where email = $1 returning id`,
      [email],
    )
    const page = await openPage('publisher')
    await openUntilIdle(page, `/cms/collections/subscribers/${row?.id}`)
    await expect(page.getByLabel('Why no letters come')).toHaveValue(/550 5\.1\.1 No such user/)
  },
)

test(
  'a publisher adds somebody with their consent, and corrects the address',
  { tag: '@extended' },
  async ({ openPage, site: { server, database } }, { project }) => {
    const { query, mailsTo } = newsletterOf(server, database)
    const addressOf = (name: string) => `${name}-${project.name}@venue.example`
    const page = await openPage('publisher')
    await openUntilIdle(page, '/cms/collections/subscribers')
    await page.getByRole('link', { name: 'Add a subscriber' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Add a subscriber' })).toBeVisible()
    await page.getByLabel('Email').fill(addressOf('mistyped'))
    await page.getByLabel('Film & Cinema').check()
    await page.getByLabel('Where').fill('list at the choir evening')
    await page.getByLabel('On paper, signed').check()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Add them' }).click()
    await expect(statusOn(page)).toContainText('gets letters from now on.')
    await query(
      `insert into mails (key, kind, to_address, subject, state, subscriber, letter, sent_at)
     select 'history ' || id, 'letter', email, 'Pies are back', 'sent', id, 7, now()
       from subscribers where email = $1`,
      [addressOf('mistyped')],
    )
    await page.getByRole('link', { name: 'See the subscriber' }).click()
    await expect(page.getByRole('row', { name: /Pies are back.*Sent/ })).toBeVisible()
    await page.getByText('The address is wrong').click()
    await page.getByLabel('The right one').fill(addressOf('corrected'))
    // Ignores the violations of Payload’s own fields.
    const violations = await accessibilityViolations(page)
    expect(violations.filter((each) => /subscriber-|correct-address/.test(each))).toEqual([])
    await page.getByRole('button', { name: 'Correct it' }).click()
    await expect(page).toHaveURL(/subscribers(\?|$)/)
    await expect(page.getByRole('link', { name: addressOf('corrected') })).toBeVisible()
    expect((await mailsTo(addressOf('corrected'))).at(-1)).toMatchObject({
      kind: 'confirm_subscription',
    })
  },
)

test(
  'a consent is shown with its interests, without requests to other hosts',
  { tag: '@extended' },
  async ({ openPage, site: { server, database } }, { project }) => {
    const { join, query } = newsletterOf(server, database)
    const email = `agreed-for-${project.name}@venue.example`
    await join(signUpRequest(email, { interests: ['Film & Cinema', 'Cooking Classes'] }))
    const [row] = await query<{ id: number }>(
      `select c.id from consents as c join subscribers as s on s.id = c.subscriber_id
      where s.email = $1`,
      [email],
    )
    const page = await openPage('publisher')
    const foreignUrls: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) foreignUrls.push(request.url())
    })
    await openUntilIdle(page, `/cms/collections/consents/${row?.id}`)
    await expect(page.getByLabel('For', { exact: true })).toHaveValue(
      'Cooking Classes, Film & Cinema',
    )
    expect(foreignUrls.filter((url) => url.startsWith('http'))).toEqual([])
  },
)

test('without a mail server staff see that no mails are sent', { tag: '@extended' }, async ({
  openPage,
}) => {
  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms')
  await expect(page.getByText('No mail server is set.')).toBeVisible()
  await page.locator('.admin-warning').getByRole('link').click()
  await expect(page.getByText('SMTP_URL')).toBeVisible()
  await openUntilIdle(page, '/cms/collections/mails')
  await expect(page.getByText('No mail server is set.')).toBeVisible()
  await expectViewFits(page)
})

test('missing admin pages show the admin’s own 404', { tag: '@extended' }, async ({ openPage }) => {
  const page = await openPage('publisher')
  await openUntilIdle(page, '/cms/collections/nothing')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Today' }).click()
  await expect(page).toHaveURL(/\/cms\/?$/)
})
