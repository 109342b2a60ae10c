import type { Page, Request } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { onDatabase } from '../support/database.ts'
import { makeSubscribers } from '../support/letters.ts'
import { expectViewFits, findOverflow } from '../support/overflowing.ts'
import { becomeStaff, expect, testInReusedPages as test } from '../support/own-site.ts'
import { openUntilIdle, waitUntilFormIdle } from '../support/page-idle.ts'
import { onEachScreen } from '../support/screens.ts'
import { jsonRequest } from '../support/staff.ts'

test.use({ siteName: 'daily-work' })

const save = async (page: Page) => {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok(),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved
}

for (const { screen, tag } of onEachScreen('desktop')) {
  test(
    `a menu is edited in one table (${screen}): Enter adds rows, Alt+arrow or a handle moves them, and a box marks them as sold out`,
    { tag },
    async ({ openPage, site: { server, sessions: staff } }, { project }) => {
      const title = `Specials ${project.name}`
      const data = {
        title,
        page: 'kitchens',
        position: 9,
        items: [{ name: 'Soup', price_cents: 450 }],
      }
      const { doc } = (
        await server.send('/api/menus', jsonRequest('POST', data, staff.editor))
      ).json<{
        doc: { id: number }
      }>()
      const staffPage = await openPage('editor')
      await openUntilIdle(staffPage, `/cms/collections/menus/${doc.id}`)
      const rows = staffPage.locator('.menu-table tbody tr')
      const cellAt = (row: number, label: string) =>
        rows.nth(row).getByLabel(label, { exact: true })
      const names = () =>
        rows
          .locator('[data-column="name"] input')
          .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

      await rows.nth(0).locator('[data-column="name"] input').press('Enter')
      await staffPage.keyboard.type('Pie of the day')
      await rows.nth(1).locator('[data-column="price_cents"] input').fill('8.95')
      await staffPage.keyboard.press('Enter')
      await staffPage.keyboard.type('Crumble')
      await rows.nth(2).locator('summary').click()
      await cellAt(2, 'Vegan').check()
      await staffPage.keyboard.press('Escape')
      await rows.nth(2).locator('[data-column="name"] input').press('Alt+ArrowUp')
      await expect(
        staffPage.locator('.menu-table tbody tr:nth-child(2) [data-column="name"] input'),
      ).toBeFocused()
      await expect.poll(names).toEqual(['Soup', 'Crumble', 'Pie of the day'])
      await cellAt(2, 'Sold out today').check()
      if (project.name === 'phone') {
        await rows.nth(2).getByRole('button', { name: 'Move row 3 up' }).click()
      } else {
        const [from, to] = await Promise.all(
          [2, 1].map((row) => rows.nth(row).getByRole('button', { name: /Drag/ }).boundingBox()),
        )
        if (!from || !to) throw new Error('The handles are not on the screen.')
        await staffPage.mouse.move(from.x + 10, from.y + 10)
        await staffPage.mouse.down()
        await staffPage.mouse.move(to.x + 10, to.y + 4, { steps: 8 })
        await staffPage.mouse.up()
      }
      await expect.poll(names).toEqual(['Soup', 'Pie of the day', 'Crumble'])
      expect(await accessibilityViolations(staffPage, { within: '.menu-table' })).toEqual([])
      await save(staffPage)

      const visitor = await openPage()
      await visitor.goto('/kitchens')
      const menu = visitor.locator('article.menu', { hasText: title })
      await expect(menu.locator('s')).toHaveText('Pie of the day')
      await expect(menu.locator('li').nth(1)).toContainText('All gone today')
      await expect(menu.locator('li').nth(2)).toContainText('Crumble')
      await expect(menu.locator('li').nth(2).locator('abbr')).toHaveText('VG')
      await server.send(`/api/menus/${doc.id}`, jsonRequest('DELETE', {}, staff.admin))
    },
  )
}

test(
  'a barrel is changed with one press, on the dashboard and on the tap list',
  { tag: '@phone' },
  async ({ openPage, site: { server, sessions: staff } }, { project }) => {
    const [first, second, third] = ['Ale', 'Bitter', 'Cider'].map(
      (name) => `${name} ${project.name}`,
    )
    const number = project.name === 'phone' ? 50 : 60
    const beer = { brewery: 'Nobody', style: 'IPA', abv: 4, half_cents: 200, number }
    for (const [name, status] of [
      [first, 'pouring'],
      [second, 'next'],
      [third, 'next'],
    ]) {
      await server.send('/api/taps', jsonRequest('POST', { ...beer, name, status }, staff.editor))
    }
    const staffPage = await openPage('editor')
    const visitor = await openPage()
    for (const [path, next] of [
      ['/cms', second],
      ['/cms/collections/taps', third],
    ] as const) {
      await openUntilIdle(staffPage, path)
      const row = staffPage.locator('.barrels li', { hasText: String(number) }).first()
      await expect(row.getByRole('combobox')).toContainText(String(next))
      if (path !== '/cms' && project.name === 'phone') {
        const margins = await staffPage.locator('.collection-list .table').evaluate((each) => {
          const { left, right } = each.getBoundingClientRect()
          return { left, right: document.documentElement.clientWidth - right }
        })
        expect(margins.right).toBe(margins.left)
      }
      const button = row.getByRole('button', { name: /Change barrel/ })
      if (path === '/cms') {
        await button.press('Enter')
        await staffPage.keyboard.press('Enter')
      } else {
        await button.dblclick()
      }
      await expect(row).toContainText(`${next}pours now`)
      if (path === '/cms') await expect(row.getByRole('status')).toBeFocused()
      expect(await accessibilityViolations(staffPage, { within: '.barrels' })).toEqual([])
      await visitor.goto('/beer')
      const tap = visitor.locator('.tap', { hasText: `Tap ${number}` }).first()
      await expect(tap).toContainText(String(next))
      if (path === '/cms') continue
      await staffPage.getByRole('button', { name: 'Undo' }).click()
      await expect(row).toContainText(String(second))
      await expect(row.getByRole('combobox')).toContainText(String(next))
      await expect(async () => {
        await visitor.goto('/beer')
        await expect(tap).toContainText(String(second), { timeout: 1000 })
      }).toPass()
    }
  },
)

test(
  'an area is closed for today and opened again with one press each',
  { tag: ['@phone', '@extended'] },
  async ({ openPage, site }, { project }) => {
    const { server, sessions: staff } = site
    const area = project.name === 'phone' ? 'Cafe' : 'Beer Hall'
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    const opening_hours = ['Cafe', 'Beer Hall'].map((each) => ({
      area: each,
      days,
      opens: '00:00',
      closes: '24:00',
    }))
    await server.send('/api/globals/venue', jsonRequest('POST', { opening_hours }, staff.admin))
    const path = area === 'Cafe' ? '/cafe' : '/beer'
    const staffPage = await openPage('publisher')
    const visitor = await openPage()
    await openUntilIdle(staffPage, '/cms')
    const row = staffPage.locator('.today__opening li', { hasText: area })
    await row.getByRole('button', { name: 'Close for today' }).click()
    await expect(row).toContainText('Closed, opens tomorrow midnight')
    expect(await accessibilityViolations(staffPage, { within: '.today__opening' })).toEqual([])
    await visitor.goto(path)
    // The navigation and the footer also show the other area, which is open.
    const state = visitor.locator(`main [data-area="${area}"] [data-state]`).first()
    await expect(state).toHaveText('Closed')
    await row.getByRole('button', { name: 'Open again' }).click()
    await expect(row).toContainText('Open, until midnight')
    await visitor.goto(path)
    await expect(state).toHaveText('Open now')

    await becomeStaff(staffPage, site, 'editor')
    await openUntilIdle(staffPage, '/cms')
    await expect(staffPage.getByRole('button', { name: /Close for today/ })).toHaveCount(0)
  },
)

test.describe('opening hours', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)/] })

  test(
    'the hours of an area are edited as a week: they are copied, problems show at the cell, and an exception is added',
    { tag: ['@desktop', '@extended'] },
    async ({ openPage, site }, { project }) => {
      const { server, sessions: staff } = site
      const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
      const cafe = { area: 'Cafe', days, opens: '07:00', closes: '18:00' }
      const dinner = { area: 'Kitchens', days: ['mon'], opens: '17:00', closes: '21:00' }
      const hours = { opening_hours: [cafe, dinner], exceptions: [] }
      await server.send('/api/globals/venue', jsonRequest('POST', hours, staff.admin))
      const manager = await openPage('admin')
      await openUntilIdle(manager, '/cms/globals/venue')
      await expectViewFits(manager)
      await manager.getByRole('button', { name: 'Hours', exact: true }).click()
      const week = manager.locator('.week-tables details', { hasText: 'Kitchens' })
      const time = (label: string) => week.getByLabel(label, { exact: true })
      await week.locator('summary').click()
      await expect(week.locator('summary')).toContainText('Mon 17:00–21:00; Tue–Sun closed')

      await week.getByRole('button', { name: 'Add hours on Monday' }).click()
      await expect(time('Monday, 2 from')).toBeFocused()
      await time('Monday, 2 from').fill('12:00')
      await time('Monday, 2 to').fill('14:30')
      await time('Monday, 2 to').press('Control+d')
      await expect(time('Tuesday, 2 to')).toBeFocused()
      await expect(time('Tuesday, 2 to')).toHaveValue('14:30')
      await week.getByRole('button', { name: 'Copy to next day from Tuesday' }).click()
      await expect(
        week.getByRole('button', { name: 'Copy to next day from Wednesday' }),
      ).toBeFocused()
      await expect(week.getByRole('status')).toHaveText('Wednesday: 12:00–14:30, 17:00–21:00')
      await week.getByRole('button', { name: 'Copy to all days from Wednesday' }).click()
      await week.getByLabel('Closed on Sunday').check()
      await week.getByLabel('Closed on Sunday').uncheck()
      await expect(time('Sunday, 1 from')).toBeFocused()
      await expect(time('Sunday, 1 from')).toHaveValue('17:00')
      await week.getByLabel('Closed on Sunday').check()
      await expect(week.locator('summary')).toContainText('; Sun closed')

      await time('Thursday, 2 to').fill('18:00')
      await expect(week.locator('.week-fault').first()).toHaveText(
        'Overlaps 12:00–18:00 on Thursday.',
      )
      await time('Friday, 2 to').fill('')
      await time('Friday, 2 to').blur()
      await expect(time('Friday, 2 to')).toHaveAccessibleDescription('Write when it closes.')
      expect(await accessibilityViolations(manager, { within: '.week-tables' })).toEqual([])
      await week.locator('summary').click()
      await manager.getByRole('button', { name: 'Save', exact: true }).click()
      const problems = manager.locator('.problem-list')
      await expect(problems).toContainText('Kitchens, Fri: write when it closes, or tick “Closed”.')
      // The list of problems scrolls into view, although the form is longer than the screen.
      await expect(problems).toBeInViewport({ ratio: 1 })
      // On a tablet nothing covers the form's buttons.
      const size = manager.viewportSize()
      await manager.setViewportSize({ width: 768, height: 1024 })
      for (const name of ['Hours', 'Add an exception']) {
        await manager.getByRole('button', { name }).first().click({ trial: true })
      }
      await manager.getByRole('link', { name: /^Versions/ }).click({ trial: true })
      if (size) await manager.setViewportSize(size)
      await problems.getByRole('button', { name: 'Opening hours › Closes' }).click()
      await expect(time('Friday, 2 to')).toBeFocused()
      await time('Friday, 2 to').fill('14:30')
      await time('Thursday, 2 to').fill('14:30')
      await expect(week.locator('.week-fault')).toHaveCount(0)

      const exception = (label: string) =>
        manager.getByLabel(`${label} of exception 1`, { exact: true })
      // The server's reply to the new row is delayed until its first fields are filled in.
      const filled = Promise.withResolvers<void>()
      const hasRow = (request: Request) => request.postData()?.includes('exceptions.0.') ?? false
      let isRequested = false
      await manager.route('**/cms/globals/venue*', async (route) => {
        if (!hasRow(route.request())) return route.fallback()
        isRequested = true
        const response = await route.fetch()
        await filled.promise
        await route.fulfill({ response })
      })
      // If Payload sends no request for the new row, the row is removed and added again; see `waitUntilFormIdle`.
      const remove = manager.getByRole('button', { name: 'Remove exception 1' })
      await expect(async () => {
        if (isRequested) return
        if (await remove.isVisible()) await remove.click()
        await waitUntilFormIdle(manager)
        await manager.getByRole('button', { name: 'Add an exception' }).click()
        await expect(exception('Date')).toBeFocused()
        await expect.poll(() => isRequested).toBe(true)
      }).toPass()
      const soon = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10)
      await exception('Occasion').fill('Deep clean.')
      await exception('Closed').check()
      const replied = manager.waitForResponse((response) => hasRow(response.request()))
      filled.resolve()
      await replied
      await expect(exception('From')).toBeHidden()
      await expect(exception('Occasion')).toHaveValue('Deep clean.')
      if (project.name === 'desktop') {
        await expect(manager.locator('.exception-heads').getByText('From')).toBeVisible()
      }
      await manager.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(exception('Date')).toHaveAccessibleDescription(/^Choose a day of the calendar/)
      expect(await accessibilityViolations(manager, { within: '.exception-list' })).toEqual([])
      await exception('Date').fill(soon)
      const saved = manager.waitForResponse(
        (response) =>
          response.request().method() === 'POST' && response.url().includes('/api/globals/venue'),
      )
      await manager.getByRole('button', { name: 'Save', exact: true }).click()
      expect((await saved).status()).toBe(200)
      await openUntilIdle(manager, '/cms/globals/venue')
      await manager.getByRole('button', { name: 'Hours', exact: true }).click()
      await expect(week.locator('summary')).toContainText(
        'Mon–Sat 12:00–14:30, 17:00–21:00; Sun closed',
      )
      // The hours are sorted, although the midday hours were added after the evening hours.
      await expect(time('Monday, 1 from')).toHaveValue('12:00')

      const visitor = await openPage()
      await visitor.goto('/kitchens')
      const shown = visitor.locator('table.hours').first()
      await expect(shown).toContainText(/Mon–Satnoon–2\.30pm, 5–9pmSunClosed/)
      await expect(visitor.locator('.unusual').first()).toContainText('Deep clean.')

      await becomeStaff(manager, site, 'publisher')
      await openUntilIdle(manager, '/cms/globals/venue')
      await expect(manager.getByText('Only admins change the venue')).toBeVisible()
      await manager.getByRole('button', { name: 'Hours', exact: true }).click()
      await manager.locator('.week-tables summary').first().click()
      await expect(manager.locator('.week-tables').getByRole('button')).toHaveCount(0)
      expect(await accessibilityViolations(manager, { within: '.week-tables' })).toEqual([])
    },
  )
})

test(
  'a deleted record is restored with one press, and the trash shows who deleted it and how long it stays',
  { tag: ['@phone', '@extended'] },
  async ({ openPage, site: { server, sessions: staff } }, { project }) => {
    const title = `Bin ${project.name}`
    const data = { title, page: 'kitchens', position: 9 }
    const { doc } = (
      await server.send('/api/menus', jsonRequest('POST', data, staff.editor))
    ).json<{
      doc: { id: number }
    }>()
    const staffPage = await openPage('publisher')
    const titles = staffPage.locator('.table tbody', { hasText: title })
    await openUntilIdle(staffPage, `/cms/collections/menus/${doc.id}`)
    await staffPage.getByRole('button', { name: 'More' }).click()
    await staffPage.getByRole('button', { name: 'Delete', exact: true }).click()
    await staffPage.getByRole('button', { name: 'Confirm' }).click()
    await expect(staffPage).toHaveURL(/collections\/menus(\?|$)/)
    await expect(staffPage.getByText(/” is in the trash\.$/)).toHaveCount(1)
    const undo = staffPage.getByRole('button', { name: 'Undo' })
    await undo.hover()
    const [undoBox, closeBox] = await Promise.all(
      [undo, staffPage.locator('.payload-toast-close-button')].map((each) => each.boundingBox()),
    )
    expect((undoBox?.x ?? 0) + (undoBox?.width ?? 0)).toBeLessThanOrEqual(closeBox?.x ?? 0)
    await undo.click()
    await expect(staffPage.getByText('Back from the trash.')).toBeVisible()
    await expect(titles).toBeVisible()
    await expect(staffPage.locator('#heading-trashed')).toBeHidden()

    // Several records are deleted and restored at once, from the list.
    const second = { ...data, title: `${title} too` }
    await server.send('/api/menus', jsonRequest('POST', second, staff.editor))
    await openUntilIdle(staffPage, `/cms/collections/menus?search=${encodeURIComponent(title)}`)
    await staffPage.getByRole('checkbox', { name: `Choose ${title}`, exact: true }).check()
    await staffPage.getByRole('checkbox', { name: `Choose ${title} too` }).check()
    await staffPage.getByRole('button', { name: 'Delete', exact: true }).click()
    await staffPage.getByRole('button', { name: 'Confirm' }).click()
    await expect(staffPage.getByText(/^2 .*moved to trash/i)).toBeVisible()
    await staffPage.getByRole('button', { name: 'Undo' }).click()
    await expect(staffPage.getByText('Back from the trash.')).toBeVisible()
    await expect(staffPage.locator('.table tbody tr')).toHaveCount(2)

    const deletion = { deletedAt: new Date().toISOString() }
    await server.send(`/api/menus/${doc.id}`, jsonRequest('PATCH', deletion, staff.publisher))
    await openUntilIdle(staffPage, '/cms/collections/menus/trash')
    await expect(titles.locator('.trashed').first()).toHaveText(/^\S+, Today, .* · 30 days left$/)
    expect(await accessibilityViolations(staffPage, { within: '.collection-list' })).toEqual([])
    if (project.name === 'phone') expect(await findOverflow(staffPage)).toEqual([])
  },
)

test(
  'the dashboard has the numbers of the week and of the week before',
  { tag: ['@phone', '@extended'] },
  async ({ openPage, site }, { project }) => {
    const { database } = site
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
    const readers = [1, 2, 8, 15].map((days) => ({
      email: `somebody-with-a-long-name-${days}@a-long-domain-of-a-provider.example`,
      joinedAt: daysAgo(days),
    }))
    await makeSubscribers(database, readers)
    await onDatabase(database, async (query) => {
      await query(
        `with member as (
         insert into members (email, created_at)
         select 'member-' || days || '@venue.example', now() - days * interval '1 day'
           from unnest(array[1, 9, 10, 20]) as days returning id, created_at)
       insert into member_sessions (member, key, method, user_agent, expires_at, created_at)
       select id, 'numbers ' || id, 'code', 'x', now() + interval '1 day', created_at from member`,
      )
      await query(
        `with letter as (
         insert into letters (subject, body, state, started_at)
         select 'A letter of ' || days || ' days ago', '{}', 'sent', now() - days * interval '1 day'
           from unnest(array[2, 3, 9, 30]) as days returning id)
       insert into letter_links (letter, place, url, label, clicks)
       select id, place, 'https://venue.example', 'x', 500 + place
         from letter, unnest(array[0, 1]) as place`,
      )
    })
    const staffPage = await openPage('publisher')
    await openUntilIdle(staffPage, '/cms')
    const numbers = staffPage.locator('.today__week li')
    await expect(numbers).toHaveText([
      /^0Visitorsnone todaynot counted the week before/,
      /^0Page viewsnone todaynot counted the week before/,
      /^2New subscribersnone today1 the week before$/,
      /^2Letters sent1 the week before$/,
      /^0Mails delivered0 the week before$/,
      /^2,002Clicks in letters1,001 the week before/,
      /^0Nudges sentnone today0 the week before$/,
      /^0Clicks on nudges0 the week before/,
      /^1New membersnone today2 the week before$/,
      /^1Sign-ins to the roomnone today2 the week before/,
    ])
    expect(await accessibilityViolations(staffPage, { within: '.today__week' })).toEqual([])
    for (const [name, path] of [
      ['New subscribers', 'subscribers'],
      ['Letters sent', 'letters'],
      ['New members', 'members'],
    ] as const) {
      await expect(staffPage.getByRole('link', { name })).toHaveAttribute(
        'href',
        new RegExp(`collections/${path}`),
      )
    }
    await staffPage.getByRole('link', { name: 'New subscribers' }).click()
    await expect(staffPage).toHaveURL(/collections\/subscribers/)
    for (const path of ['subscribers', 'letters', 'members']) {
      if (path !== 'subscribers') await openUntilIdle(staffPage, `/cms/collections/${path}`)
      await expect(staffPage.locator('.table tbody tr').first()).toBeVisible()
      if (project.name === 'phone') expect(await findOverflow(staffPage)).toEqual([])
    }
    await becomeStaff(staffPage, site, 'editor')
    await openUntilIdle(staffPage, '/cms')
    await expect(staffPage.locator('.today__week li')).toHaveCount(5)
  },
)

test(
  'the tap list is filtered by a style that staff typed',
  { tag: ['@phone', '@extended'] },
  async ({ openPage, site: { server, sessions: staff } }, { project }) => {
    const style = `Kölsch ${project.name}`
    const number = project.name === 'phone' ? 55 : 65
    const beer = { name: 'Domstadt', brewery: 'Nobody', abv: 4.8, half_cents: 250, number, style }
    await server.send(
      '/api/taps',
      jsonRequest('POST', { ...beer, status: 'pouring' }, staff.editor),
    )
    const visitor = await openPage()
    await openUntilIdle(visitor, '/beer')
    const taps = visitor.locator('.tap')
    expect(await taps.count()).toBeGreaterThan(1)
    await visitor.locator('.styles').scrollIntoViewIfNeeded()
    await visitor.getByRole('link', { name: style }).click()
    await expect(taps).toHaveCount(1)
    await expect(taps).toContainText('Domstadt')
    await visitor.reload()
    await visitor.locator('.styles').scrollIntoViewIfNeeded()
    await expect(taps).toHaveCount(1)
  },
)

test.describe('versions', () => {
  // An editor may not restore one.
  test.use({ expectedErrors: [/403 \(Forbidden\)/] })

  test(
    'versions of a menu are compared by the names of its items, with prices in pounds',
    { tag: ['@desktop', '@extended'] },
    async ({ openPage, site: { server, sessions: staff } }, { project }) => {
      const items = [
        { id: '650000000000000000000001', name: 'Soup', price_cents: 450 },
        { id: '650000000000000000000002', name: 'Pie', price_cents: 895 },
      ]
      const data = { title: `Compared ${project.name}`, page: 'hall', position: 8, items }
      const { doc } = (
        await server.send('/api/menus', jsonRequest('POST', data, staff.editor))
      ).json<{
        doc: { id: number }
      }>()
      const changed = [
        { ...items[0], price_cents: 520 },
        items[1],
        { name: 'Tea', price_cents: 210 },
      ]
      await server.send(
        `/api/menus/${doc.id}`,
        jsonRequest('PATCH', { items: changed }, staff.editor),
      )
      const staffPage = await openPage('editor')
      await openUntilIdle(staffPage, `/cms/collections/menus/${doc.id}/versions`)
      await staffPage.locator('tbody a').first().click()
      const rows = staffPage.locator('.differences tbody tr')
      await expect(rows).toHaveText(['Soup › Price£4.50£5.20', 'Tea–Tea, £2.10'])
      await expect(staffPage.locator('[data-field-path="updatedAt"]')).toBeHidden()

      // Publishers restore versions; an editor reads why nothing happened.
      const restore = async (page: Page) => {
        await openUntilIdle(page, `/cms/collections/menus/${doc.id}/versions`)
        await page.locator('tbody a').last().click()
        await page.getByRole('button', { name: 'Restore this version', exact: true }).click()
        await page.getByRole('button', { name: 'Confirm', exact: true }).click()
      }
      await restore(staffPage)
      await expect(staffPage.getByText('Publishers restore earlier versions.')).toBeVisible()
      const publisher = await openPage('publisher')
      await restore(publisher)
      await expect(publisher.getByText('Restored.', { exact: true })).toBeVisible()
      const read = await server.get(`/api/menus/${doc.id}`)
      expect(read.json()).toMatchObject({ items })
    },
  )
})
