import { pages } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test('every internal link opens a page', async ({ request }) => {
  const checked = new Map<string, string>([['/', 'the start']])
  const broken: string[] = []
  // Dates and periods of the calendar link to one another without end, so those that the first few link to are opened.
  const followed: Record<string, number> = {}
  const isFollowed = (path: string) => {
    const kind = /^\/calendar[/?]/.exec(path)?.[0]
    if (!kind) return true
    followed[kind] = (followed[kind] ?? 0) + 1
    return followed[kind] <= 10
  }
  for (const [path, from] of checked) {
    const response = await request.get(path, { maxRedirects: 3 })
    if (response.status() !== 200) {
      broken.push(`${path} (${response.status()}), linked from ${from}`)
      continue
    }
    if (!response.headers()['content-type']?.includes('text/html') || path.startsWith('/cms'))
      continue
    if (!isFollowed(path)) continue
    const text = await response.text()
    for (const [, target = ''] of text.matchAll(/(?:href|src|action)="(\/(?!\/)[^"#]*)/g)) {
      const address = target.replaceAll('&amp;', '&')
      if (!checked.has(address) && !/^\/(api|cms)\//.test(address)) checked.set(address, path)
    }
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, id = ''] of text.matchAll(/href="#([^"]+)"/g)) {
      // `#top` is the top of the page if no element has this id (HTML, 7.4.6.4).
      if (id !== 'top' && !ids.has(id)) broken.push(`#${id}, on ${path}`)
    }
  }
  expect(checked.size).toBeGreaterThan(10)
  expect(broken).toEqual([])
})

// A submit button has the name of its form.
test('forms and buttons have names, which statistics show', async ({ request }) => {
  const others = ['/subscribe', '/unsubscribe', '/common-room/sign-in', '/notifications']
  const nameless: string[] = []
  let count = 0
  for (const path of [...pages, ...others]) {
    const text = await (await request.get(path)).text()
    for (const [tag] of text.matchAll(/<(?:form|summary|button[^>]* type="button")\b[^>]*>/g)) {
      count++
      if (!/ (?:name|id)="/.test(tag)) nameless.push(`${tag} on ${path}`)
    }
  }
  expect(count).toBeGreaterThan(pages.length)
  expect(nameless).toEqual([])
})
