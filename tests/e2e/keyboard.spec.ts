import { expect, test } from '../support/test.ts'

test('the first tab stop skips the navigation', async ({ page, visit }) => {
  await visit('/cafe')
  await page.keyboard.press('Tab')
  const skip = page.locator(':focus')
  await expect(skip).toHaveText('Skip to the content')
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#/)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => Boolean(document.activeElement?.closest('header')))).toBe(false)
})

test('every tab stop is visible', async ({ page, visit }) => {
  for (const path of ['/', '/beer', '/common-room']) {
    await visit(path)
    for (let stop = 0; stop < 25; stop++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return null
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        const ring = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
        return { what: element.outerHTML.slice(0, 100), seen: ring || boxShadow !== 'none' }
      })
      if (focused) expect.soft(focused.seen, `${focused.what} on ${path}`).toBe(true)
    }
  }
})
