import { navigation, pages } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

for (const path of pages) {
  test.describe(path, () => {
    test('says what it is', async ({ visit }) => {
      const page = await visit(path)
      await expect(page.locator('h1')).toHaveCount(1)
      await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
      expect((await page.title()).length).toBeGreaterThan(5)
      const description = page.locator('meta[name="description"]')
      await expect(description).toHaveAttribute('content', /.{40,}/)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /^http/)
    })

    test('holds still while it loads and is scrolled', async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
            if (!shift.hadRecentInput) shifts.push(shift.value)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.evaluate(async () => {
        await document.fonts.ready
        for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
          window.scrollTo(0, top)
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)))
        }
      })
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate(() => (window as never as { shifts: number[] }).shifts)
      expect(shifts.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.001)
    })

    test('fits a narrow phone', async ({ page, visit }) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await visit(path)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(320)
    })
  })
}

test('every image says what it shows, or that it shows nothing', async ({ visit }) => {
  for (const [, path] of navigation) {
    const page = await visit(path)
    await expect(page.locator('img:not([alt])')).toHaveCount(0)
  }
})

test.describe('a missing page', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('offers the page whose address is most like it', async ({ visit }) => {
    const page = await visit('/coctails')
    await expect(page.getByRole('main').locator('a[href="/cocktails"]').first()).toBeVisible()
  })
})
