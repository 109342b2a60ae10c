import type { Locator } from '@playwright/test'

/**
 * Drags an element onto the middle of another one, with the mouse and the browser's own drag and drop. Waits until the
 * browser reports that the drag has begun. `Locator.dragTo` waits only for one task of the page. If the drag begins
 * later, as on a busy machine, `dragTo` moves the mouse without dragging.
 */
export async function drag(from: Locator, to: Locator): Promise<void> {
  const page = from.page()
  const session = await page.context().newCDPSession(page)
  await from.scrollIntoViewIfNeeded()
  const [start, end] = await Promise.all([middleOf(from), middleOf(to)])
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Point) =>
    session.send('Input.dispatchMouseEvent', {
      type,
      ...at,
      button: 'left',
      buttons: 1,
      clickCount: 1,
    })
  await session.send('Input.setInterceptDrags', { enabled: true })
  const begun = new Promise<Dragged>((resolve) => {
    session.once('Input.dragIntercepted', ({ data }) => resolve(data))
  })
  await mouse('mousePressed', start)
  await mouse('mouseMoved', end)
  const data = await begun
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...end, data })
  }
  await mouse('mouseReleased', end)
  await session.send('Input.setInterceptDrags', { enabled: false })
  await session.detach()
}

type Point = { x: number; y: number }
type Dragged = { items: { mimeType: string; data: string }[]; dragOperationsMask: number }

async function middleOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
