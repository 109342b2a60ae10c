import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'
import { json } from '../support/staff.ts'

test.use({ siteName: 'daily-work' })

const save = async (page: Page) => {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok(),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved
}

test('a menu is written as one table: rows by Enter, their order by Alt or the handle, and what is sold out', async ({
  person,
  site: { server, staff },
}, { project }) => {
  const title = `Specials ${project.name}`
  const data = { title, page: 'kitchens', position: 9, items: [{ name: 'Soup', price_cents: 450 }] }
  const { doc } = (await server.send('/api/menus', json('POST', data, staff.editor))).json<{
    doc: { id: number }
  }>()
  const desk = await person('editor')
  await openUntilIdle(desk, `/cms/collections/menus/${doc.id}`)
  const rows = desk.locator('.menu-table tbody tr')
  const cell = (row: number, label: string) => rows.nth(row).getByLabel(label, { exact: true })
  const names = () =>
    rows
      .locator('[data-column="name"] input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

  await rows.nth(0).locator('[data-column="name"] input').press('Enter')
  await desk.keyboard.type('Pie of the day')
  await rows.nth(1).locator('[data-column="price_cents"] input').fill('8.95')
  await desk.keyboard.press('Enter')
  await desk.keyboard.type('Crumble')
  await rows.nth(2).locator('summary').click()
  await cell(2, 'Vegan').check()
  await desk.keyboard.press('Escape')
  await rows.nth(2).locator('[data-column="name"] input').press('Alt+ArrowUp')
  await expect(
    desk.locator('.menu-table tbody tr:nth-child(2) [data-column="name"] input'),
  ).toBeFocused()
  await expect.poll(names).toEqual(['Soup', 'Crumble', 'Pie of the day'])
  if (project.name === 'phone') {
    await rows.nth(2).getByRole('button', { name: 'Move row 3 up' }).click()
  } else {
    const [from, to] = await Promise.all(
      [2, 1].map((row) => rows.nth(row).getByRole('button', { name: /Drag/ }).boundingBox()),
    )
    if (!from || !to) throw new Error('The handles are not on the screen.')
    await desk.mouse.move(from.x + 10, from.y + 10)
    await desk.mouse.down()
    await desk.mouse.move(to.x + 10, to.y + 4, { steps: 8 })
    await desk.mouse.up()
  }
  await expect.poll(names).toEqual(['Soup', 'Pie of the day', 'Crumble'])
  await cell(1, 'Sold out today').check()
  expect(await accessibilityViolations(desk, { within: '.menu-table' })).toEqual([])
  await desk.screenshot({ path: `test-results/menu-${project.name}.png`, fullPage: true })
  await save(desk)

  const visitor = await person()
  await visitor.goto('/kitchens')
  const menu = visitor.locator('article.menu', { hasText: title })
  await expect(menu.locator('s')).toHaveText('Pie of the day')
  await expect(menu.locator('li').nth(1)).toContainText('All gone today')
  await expect(menu.locator('li').nth(2)).toContainText('Crumble')
  await expect(menu.locator('li').nth(2).locator('abbr')).toHaveText('VG')
  await menu.screenshot({ path: `test-results/menu-public-${project.name}.png` })
  await server.send(`/api/menus/${doc.id}`, json('DELETE', {}, staff.publisher))
})

test('a barrel is changed with one press, on the dashboard and on the tap list', async ({
  person,
  site: { server, staff },
}, { project }) => {
  const [first, second, third] = ['Ale', 'Bitter', 'Cider'].map((name) => `${name} ${project.name}`)
  const number = project.name === 'phone' ? 50 : 60
  const beer = { brewery: 'Nobody', style: 'IPA', abv: 4, half_cents: 200, number }
  for (const [name, status] of [
    [first, 'pouring'],
    [second, 'next'],
    [third, 'next'],
  ]) {
    await server.send('/api/taps', json('POST', { ...beer, name, status }, staff.editor))
  }
  const desk = await person('editor')
  const visitor = await person()
  for (const [path, next] of [
    ['/cms', second],
    ['/cms/collections/taps', third],
  ] as const) {
    await openUntilIdle(desk, path)
    const row = desk.locator('.barrels li', { hasText: String(number) }).first()
    await expect(row.getByRole('combobox')).toContainText(String(next))
    await desk.screenshot({
      path: `test-results/barrels${path.length}-${project.name}.png`,
      fullPage: true,
    })
    await row.getByRole('button', { name: /Change barrel/ }).dblclick()
    await expect(row).toContainText(`${next}pours now`)
    expect(await accessibilityViolations(desk, { within: '.barrels' })).toEqual([])
    await visitor.goto('/beer')
    await expect(visitor.locator('.tap', { hasText: `Tap ${number}` }).first()).toContainText(
      String(next),
    )
  }
})

test('an area is closed for today and opened again with one press each', async ({
  person,
  site: { server, staff },
}, { project }) => {
  const area = project.name === 'phone' ? 'Cafe' : 'Beer Hall'
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  const opening_hours = ['Cafe', 'Beer Hall'].map((each) => ({
    ...{ area: each, days, opens: '00:00', closes: '24:00' },
  }))
  await server.send('/api/globals/venue', json('POST', { opening_hours }, staff.admin))
  const path = area === 'Cafe' ? '/cafe' : '/beer'
  const desk = await person('publisher')
  const visitor = await person()
  await openUntilIdle(desk, '/cms')
  const row = desk.locator('.today__opening li', { hasText: area })
  await row.getByRole('button', { name: 'Closed today' }).click()
  await expect(row).toContainText('Closed, opens tomorrow midnight')
  expect(await accessibilityViolations(desk, { within: '.today__opening' })).toEqual([])
  await desk.screenshot({ path: `test-results/closed-${project.name}.png`, fullPage: true })
  await visitor.goto(path)
  // The other area is open, in the menu and the footer.
  const state = visitor.locator(`main [data-area="${area}"] [data-state]`).first()
  await expect(state).toHaveText('Closed')
  await row.getByRole('button', { name: 'Open again' }).click()
  await expect(row).toContainText('Open, until midnight')
  await visitor.goto(path)
  await expect(state).toHaveText('Open now')

  const editor = await person('editor')
  await openUntilIdle(editor, '/cms')
  await expect(editor.getByRole('button', { name: /Closed today/ })).toHaveCount(0)
})

test('the tap list is filtered by a style of the house’s own', async ({
  person,
  site: { server, staff },
}, { project }) => {
  const style = `Kölsch ${project.name}`
  const number = project.name === 'phone' ? 55 : 65
  const beer = { name: 'Domstadt', brewery: 'Nobody', abv: 4.8, half_cents: 250, number, style }
  await server.send('/api/taps', json('POST', { ...beer, status: 'pouring' }, staff.editor))
  const visitor = await person()
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
})
