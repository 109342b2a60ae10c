import { test } from '../support/own-site.ts'
import { openUntilIdle } from '../support/page-idle.ts'

test.use({ siteName: 'evening', serviceWorkers: 'block', expectedErrors: [/.*/] })
test('shots', { tag: '@desktop' }, async ({ openPage }) => {
  const bar = await openPage('bar')
  const publisher = await openPage('publisher')
  const days = { empty: '2027-06-01', full: '2026-12-04' }
  for (const [name, day] of Object.entries(days)) {
    for (const [page, width, height] of [[bar, 1024, 768], [bar, 390, 664], [publisher, 1440, 900], [bar, 768, 1024]] as const) {
      await page.setViewportSize({ width, height })
      await openUntilIdle(page, `/cms/evening?day=${day}`)
      await page.screenshot({ path: `/tmp/shots/${name}-${width}.png` })
      if (name === 'full') {
        await page.locator('.evening__pick').nth(2).click()
        await page.waitForTimeout(300)
        await page.screenshot({ path: `/tmp/shots/picked-${width}.png` })
        if (width === 390) await page.screenshot({ path: `/tmp/shots/picked-${width}-all.png`, fullPage: true })
      }
    }
  }
  await bar.setViewportSize({ width: 1024, height: 768 })
  await openUntilIdle(bar, '/cms')
  await bar.screenshot({ path: '/tmp/shots/start.png' })
  await openUntilIdle(bar, '/cms/evening?day=2026-12-04')
  await bar.emulateMedia({ media: 'print' })
  await bar.screenshot({ path: '/tmp/shots/print.png', fullPage: true })
  await bar.emulateMedia({ media: 'screen' })
  await bar.getByRole('button', { name: 'Block' }).click()
  await bar.waitForTimeout(500)
  await bar.screenshot({ path: '/tmp/shots/block.png' })
  await openUntilIdle(publisher, '/cms/events?month=2026-12')
  await publisher.screenshot({ path: '/tmp/shots/calendar.png' })
})
