import { expect, type Page } from '@playwright/test'
import { phone } from './screens.ts'

/**
 * Lists the parts of an admin view that do not fit the screen's width, one line each: elements beyond the
 * right edge, and the page or lists that scroll horizontally.
 */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollingElement } = document
    const width = document.documentElement.clientWidth
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${element.textContent?.trim().slice(0, 40)}”`
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isInScroller = (element: Element | null): boolean =>
      element !== null && (scrolls(element) || isInScroller(element.parentElement))
    const isBeyond = (element: Element) => {
      const box = element.getBoundingClientRect()
      return box.width > 0 && box.height > 0 && box.right > width + 1
    }
    const beyond = [...document.querySelectorAll('.template-default__wrap *')].filter(
      (element) =>
        isBeyond(element) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !isInScroller(element.parentElement),
    )
    const lists = [...document.querySelectorAll('.table-wrap, .table')].filter(
      (element) => scrolls(element) && element.scrollWidth > element.clientWidth,
    )
    const isWide = scrollingElement && scrollingElement.scrollWidth > scrollingElement.clientWidth
    return [
      ...(isWide ? [`the page: ${scrollingElement.scrollWidth}`] : []),
      ...[...beyond, ...lists].map(name),
    ]
  })

/**
 * Expects that the open admin view has a heading, does not show the name Payload, and fits the current screen and a
 * phone.
 */
export async function expectViewFits(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByText('Payload', { exact: false })).toHaveCount(0)
  expect(await findOverflow(page)).toEqual([])
  const screen = page.viewportSize()
  await page.setViewportSize(phone.viewport)
  await expect.poll(() => findOverflow(page)).toEqual([])
  if (screen) await page.setViewportSize(screen)
}
