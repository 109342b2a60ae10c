import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Positioning } from '../../cms/features/content/editing/contract.ts'
import { positionStyle } from '../../cms/features/content/position.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { editorOf } from '../support/editor-calls.ts'
import { type Server, startServer } from '../support/server.ts'
import {
  adminEmail,
  createStaffSession,
  jsonRequest,
  makeStaff,
  sessionHeaders,
} from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let database: string
let staff: Awaited<ReturnType<typeof makeStaff>>

beforeAll(async () => {
  database = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: database })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

/** A moment after all earlier and before all later changes, as ISO 8601. */
async function laterMoment(): Promise<string> {
  const began = Date.now()
  const moment = await waitUntil(
    async () => Date.now(),
    (now) => now > began,
  )
  await waitUntil(
    async () => Date.now(),
    (now) => now > moment,
  )
  return new Date(moment).toISOString()
}

type ContentRecord = {
  page?: string
  section?: string
  content_key: string
  [field: string]: unknown
}
const recordIds = new Map<string, number>()

/** Saves a text or a picture as a draft, or publishes it, as the admin does. */
async function save(status: 'draft' | 'published', collection: string, record: ContentRecord) {
  const { page = '', section = '', content_key } = record
  const name = `${collection}/${page}/${section}/${content_key}`
  const id = recordIds.get(name)
  const session = status === 'draft' ? staff.editor : staff.publisher
  const response = await server.send(
    `/api/${collection}${id ? `/${id}` : ''}?draft=${status === 'draft'}`,
    jsonRequest(id ? 'PATCH' : 'POST', { ...record, _status: status }, session),
  )
  expect(response.status, response.text).toBeLessThan(300)
  recordIds.set(name, response.json<{ doc: { id: number } }>().doc.id)
}
const saveText = (status: 'draft' | 'published', name: string, words: string, more = {}) => {
  const [page, section, content_key = ''] = name.split('/')
  const content_data = { text: words, ...more }
  return save(status, 'cms_content', { page, section, content_key, content_data })
}
const addQuestion = async (
  status: 'draft' | 'published',
  page: string,
  question: string,
  position: number,
  answer = 'Because.',
) => {
  const session = status === 'draft' ? staff.editor : staff.publisher
  const body = { page, question, answer, position, _status: status }
  const path = `/api/faq?draft=${status === 'draft'}`
  expect((await server.send(path, jsonRequest('POST', body, session))).status).toBe(201)
}

const cookie = (session: string, mode?: string) =>
  `payload-token=${session}${mode ? `; common-room-edit=${mode}` : ''}`
/** A page as the editor gets it. @param mode value of the cookie of the edit mode */
const see = (path: string, mode?: string) =>
  server.get(path, { cookie: cookie(staff.editor, mode) })
/** The HTML of a page as visitors get it. */
const visitorHtml = async (path: string) => (await server.get(path)).text
/** The opening tag of a page's first lead, as visitors get it. */
const leadOf = async (path: string) =>
  /<p [^>]*class="lead[^>]*>/.exec(await visitorHtml(path))?.[0] ?? ''
const elementOf = (html: string, name: string) =>
  new RegExp(`<\\w+ data-cms="${name}"[^>]*>`).exec(html)?.[0] ?? ''

describe('a page with a draft', () => {
  const draft = 'Nobody but us reads this.'
  beforeAll(async () => {
    await saveText('draft', 'hall/hero/lead', draft)
    await save('draft', 'cms_global_content', {
      content_key: 'footer.hours_title',
      content_value: 'Our hours, in draft',
      content_data: { text: 'Our hours, in draft' },
    })
  })

  test.each([
    ['view', undefined, false],
    ['view', '1', false],
    ['edit', 'edit', true],
    ['preview', 'preview', true],
  ])('is in mode %s for staff with the cookie %s', async (mode, chosen, showsDrafts) => {
    const page = await see('/hall', chosen)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.headers).not.toHaveProperty('cache-tag')
    expect(page.headers).not.toHaveProperty('cdn-cache-control')
    expect(page.text).toContain(`data-editing="${mode}"`)
    expect(page.text).toMatch(
      new RegExp(`<div id="editing" data-page="hall" data-mode="${mode}" data-user="[^"]*editor`),
    )
    expect(page.text.includes(draft)).toBe(showsDrafts)
    expect(page.text.includes('Our hours, in draft')).toBe(showsDrafts)
  })

  test('has the same bytes for everybody but staff, whatever cookies they send', async () => {
    const endedSession = await createStaffSession(database, 'editor@venue.example')
    await server.send('/api/users/logout', {
      method: 'POST',
      headers: sessionHeaders(endedSession),
    })
    const plain = await server.get('/hall')
    const [head, , signature] = staff.editor.split('.')
    const claims = Buffer.from(JSON.stringify({ id: 1, collection: 'users' })).toString('base64url')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
    for (const session of ['', 'x', endedSession, `${head}.${claims}.${signature}`, unsigned]) {
      for (const mode of [undefined, 'edit', 'preview']) {
        const page = await server.get('/hall', { cookie: cookie(session, mode) })
        expect(page.body.equals(plain.body), `${session.slice(0, 9)} ${mode}`).toBe(true)
        expect(page.headers['cache-control']).toBe(plain.headers['cache-control'])
      }
    }
    for (const sent of ['common-room-edit=edit', 'common-room-session=x; common-room-edit=edit']) {
      expect((await server.get('/hall', { cookie: sent })).body.equals(plain.body)).toBe(true)
    }
    expect(plain.text).not.toContain(draft)
  })

  test('is not cached for staff', async () => {
    await visitorHtml('/hall')
    const entries = () => server.metric('page_cache_entries')
    const before = await entries()
    for (const path of ['/hall', '/offline', '/branding', '/no-such-page']) {
      for (const mode of [undefined, 'edit', 'preview']) await see(path, mode)
    }
    expect(await entries()).toBe(before)
    expect(await visitorHtml('/hall')).not.toContain(draft)
    expect(await visitorHtml('/no-such-page')).not.toContain('data-editing')
  })

  test('has no editor if it is not HTML', async () => {
    for (const path of ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest']) {
      const [plain, staffPage] = [await server.get(path), await see(path, 'edit')]
      expect(staffPage.body.equals(plain.body), path).toBe(true)
      expect(staffPage.headers['cache-control']).toBe(plain.headers['cache-control'])
    }
  })

  test('is editable under every path that shows it', async () => {
    for (const path of ['/', '/common-room', '/secretkitchens', '/common-people-date-time']) {
      expect((await see(path, 'edit')).text, path).toContain('data-mode="edit"')
    }
    expect((await see('/no-such-page', 'edit')).text).toContain('data-page="not-found"')
    expect((await see('/beer?style=Stout', 'edit')).text).toContain('data-mode="edit"')
  })
})

test('visitors get no bytes of the editor', async () => {
  for (const path of ['/', '/privacy', '/beer', '/common-room']) {
    const [plain, staffPage] = [await visitorHtml(path), (await see(path)).text]
    const assets = (html: string): string[] => html.match(/\/_astro\/[\w.-]+/g) ?? []
    const editing = assets(staffPage).filter((each) => !assets(plain).includes(each))
    expect(editing.length).toBeGreaterThan(0)
    const withoutEditor = staffPage
      .replace(' data-editing="view"', '')
      .replace(/<link rel="stylesheet" href="\/_astro\/staff\.[\w-]+\.css">/, '')
      .replace(/<div id="editing"[^>]*><\/div>\s*/, '')
      .replace(/<script type="module" data-src="\/_astro\/Editing\.[^>]*><\/script>/, '')
      .replace(/ data-cms="[^"]*"/g, '')
    const withoutStyles = (html: string) =>
      html
        .replace(/<style.*?<\/style>|<link rel="stylesheet"[^>]*>/gs, '')
        // The uid is a hash of the island's properties, which contain the names of texts for staff. The prefix
        // contains a number, in the order in which the islands happen to be rendered.
        .replace(/(?<=<astro-island)( (uid|prefix)="\w+")+/g, '')
        .replace(/\s+(?=<\/body>)/, '')
    // Staff get no intro, because it would cover the page that they edit.
    const intro = /<script>[^<]*introPlayed[^<]*<\/script>/
    expect(staffPage).not.toMatch(intro)
    expect(intro.test(plain)).toBe(path === '/')
    expect(withoutStyles(withoutEditor)).toBe(withoutStyles(plain.replace(intro, '')))
    expect(plain).not.toMatch(/data-editing|data-cms|data-empty|id="?editing|\/_astro\/Editing/)
    // Styles that a script of the editor imports would be linked here.
    expect(plain.match(/<style>.*?<\/style>/gs)?.join('')).not.toMatch(/editing|other-words/i)
  }
})

describe('in edit mode', () => {
  test('an empty text can still be clicked; visitors see no element', async () => {
    await saveText('published', 'cafe/story/title', '')
    expect(elementOf((await see('/cafe', 'edit')).text, 'story.title')).toContain(
      'data-empty="title"',
    )
    expect((await see('/cafe', 'preview')).text).not.toContain('data-empty')
    expect(await visitorHtml('/cafe')).not.toMatch(/<h2[^>]*>\s*<\/h2>/)
  })

  test('an emptied item stays editable, and hides no other item', async () => {
    await saveText('published', 'home/house_rules/item_2', '')
    const staffPage = (await see('/', 'edit')).text
    const plain = await waitUntil(
      () => visitorHtml('/'),
      (html) => !html.includes('One tea buys'),
    )
    expect(elementOf(staffPage, 'house_rules.item_2')).toContain('data-empty')
    expect(plain).not.toContain('One tea buys')
    expect(plain).toContain('Cruelty is the only thing')
    expect(plain).not.toMatch(/<li[^>]*>\s*(<span[^>]*>\s*<\/span>)?\s*<\/li>/)
  })

  test.each([
    ['/cafe', ['meta.title', 'meta.description', 'global:nav.label', 'global:menu.vegan_mark']],
    ['/beer', ['meta.title', 'taps.filter_all', 'global:opening.until', 'cellar.title']],
    ['/kitchens', ['global:carousel.next', 'global:nav.menu_open', 'hatch_1.cook']],
    ['/privacy', ['meta.description', 'hero.eyebrow', 'who_we_are.title']],
    ['/branding', ['logo.ink_label', 'colours.large_only']],
    ['/common-people-date-time', ['global:opening.monday', 'clock.next_label']],
    ['/no-such-page', ['meta.title', 'routes.beer_label']],
  ])('every text of %s has an element to click', async (path, names) => {
    const { text: html } = await see(path, 'edit')
    for (const name of names) expect(elementOf(html, name), name).not.toBe('')
  })

  test('the list of other texts has no text twice, and none that the page shows', async () => {
    const { text: html } = await see('/cafe', 'edit')
    const [, listed = ''] = html.split('<aside class="other-words')
    const names = [...listed.matchAll(/data-cms="([^"]+)"/g)].map(([, name = '']) => name)
    expect(names).toContain('meta.title')
    expect(names.length).toBe(new Set(names).size)
    expect(names).not.toContain('hero.lead')
    expect(names).not.toContain('global:nav.cafe')
  })
})

test('a text has the position an editor set', async () => {
  const otherLead = await leadOf('/beer')
  expect(otherLead).not.toContain('style')
  const positioning: Positioning = {
    alignment: 'center',
    containerPosition: 'page-right',
    marginTop: 4,
    marginBottom: 0,
    marginLeft: 0,
    marginRight: 2,
  }
  await saveText('draft', 'beer/hero/lead', 'Over there.', { positioning })
  const style = positionStyle(positioning)
  expect(elementOf((await see('/beer', 'preview')).text, 'hero.lead')).toContain(`style="${style}"`)
  expect(await leadOf('/beer')).toBe(otherLead)
  await saveText('published', 'beer/hero/lead', 'Over there.', { positioning })
  await expect.poll(() => leadOf('/beer')).toContain(style)
})

test('scripts, handlers and markup in a text are escaped', async () => {
  const words = '<script>alert(1)</script><img src=x onerror=alert(2)> "\'&'
  await saveText('published', 'community/hero/lead', words)
  const plain = await waitUntil(
    () => visitorHtml('/community'),
    (html) => html.includes('alert(1)'),
  )
  for (const html of [plain, (await see('/community', 'edit')).text]) {
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;script&gt;alert(1)')
  }
})

describe('pictures', () => {
  const figures = (html: string) => html.match(/<figure.*?<\/figure>/gs) ?? []
  const picture = (media: number, alt: string) => ({
    page: 'common-room',
    section: 'pictures',
    content_key: 'picture_1',
    content_type: 'image',
    content_data: { media, alt, focal: { x: 12, y: 88 } },
  })
  const hashOf = async (id: number) => {
    const [row] = await onDatabase(database, (query) =>
      query<{ hash: string }>(`select picture->>'hash' as hash from media where id = $1`, [id]),
    )
    return row?.hash ?? ''
  }

  test.each([
    ['/', 3],
    ['/cafe', 3],
    ['/cocktails', 3],
    ['/beer', 3],
    ['/kitchens', 3],
    ['/hall', 3],
    ['/community', 3],
    ['/common-room', 3],
  ])('of %s can each be chosen', async (path, count) => {
    const { text: html } = await see(path, 'edit')
    const names = [...html.matchAll(/data-cms-image="(pictures\.picture_\d)"/g)].map(
      ([, name]) => name,
    )
    expect(new Set(names).size).toBe(count)
    expect((await see(path, 'preview')).text).not.toContain('data-cms-image')
  })

  test('have the alternative text and focal point that an editor set; a draft is shown to staff only', async () => {
    const [{ id } = { id: 0 }] = await onDatabase(database, (query) =>
      query<{ id: number }>(`select id from media where filename like 'beer-1%'`),
    )
    const hash = await hashOf(id)
    const before = await visitorHtml('/common-room')
    await save('draft', 'cms_content', picture(id, 'A bar "at" night'))
    const staffFigures = figures((await see('/common-room', 'edit')).text).join('')
    expect(staffFigures).toContain(`/media/${hash}/`)
    expect(staffFigures).toContain('alt="A bar &quot;at&quot; night"')
    expect(staffFigures).toContain('object-position:12% 88%')
    expect(await visitorHtml('/common-room')).toBe(before)
    await save('published', 'cms_content', picture(id, 'A bar "at" night'))
    await waitUntil(
      async () => figures(await visitorHtml('/common-room')).join(''),
      (shown) => shown.includes(`/media/${hash}/`),
    )
    // Links to the gate on other pages preload the new picture.
    const preloaded = async () =>
      /<a href="\/common-room"[^>]*data-preload="([^"]*)"/.exec(await visitorHtml('/hall'))?.[1]
    await waitUntil(preloaded, (urls) => urls?.includes(hash) ?? false)
  })

  test('are the venue’s own if the chosen picture does not exist any more', async () => {
    const [{ id } = { id: 0 }] = await onDatabase(database, (query) =>
      query<{ id: number }>(
        `insert into media (alt, filename, mime_type, filesize, width, height, picture)
         values ('x', 'gone.webp', 'image/webp', 1000, 1200, 800, '{}') returning id`,
      ),
    )
    await save('published', 'cms_content', { ...picture(id, 'Gone'), page: 'cafe' })
    await onDatabase(database, (query) => query('delete from media where id = $1', [id]))
    expect(figures(await visitorHtml('/cafe')).length).toBe(3)
    expect(await visitorHtml('/cafe')).not.toContain('alt="Gone"')
  })
})

describe('the page at an earlier time', () => {
  let between = ''
  beforeAll(async () => {
    await saveText('published', 'kitchens/hero/lead', 'Three pots on.')
    between = await laterMoment()
    await saveText('published', 'kitchens/hero/lead', 'Four pots on.')
    await saveText('draft', 'kitchens/hero/lead', 'Five pots, perhaps.')
  })

  test('shows the texts of that time to staff, and marks differences', async () => {
    const { text: html, headers } = await see(`/kitchens?at=${between}`, 'edit')
    expect(headers['cache-control']).toBe('private, no-store')
    expect(html).toContain('data-editing="history"')
    expect(html).toContain('Three pots on.')
    expect(elementOf(html, 'hero.lead')).toContain('data-changed="Four pots on."')
    expect(html.match(/data-changed/g)).toHaveLength(1)
    expect(html).not.toMatch(/id="editing"|Five pots|data-cms-image|other-words/)
  })

  test('shows the fallback text before anything was published', async () => {
    const { text: html } = await see('/kitchens?at=2001-01-01T00:00:00Z')
    expect(html).not.toMatch(/(Three|Four) pots on\.</)
    expect(elementOf(html, 'hero.lead')).toContain('data-changed="Four pots on."')
  })

  test('shows no content that was not published at that time', async () => {
    const publisher = editorOf(server, staff.publisher)
    const key = { page: 'kitchens', section: 'hero', content_key: 'title' }
    const other = { ...key, content_key: 'aside_1' }
    const pageAt = async (at: string) => (await see(`/kitchens?at=${at}`)).text
    const published = await publisher.write(key, 'Up for an hour')
    await publisher.publish({ ...key, revision: published.revision })
    const whileUp = await laterMoment()
    const { revision } = await publisher.keyOf(key)
    await publisher.unpublish({ ...key, revision: revision ?? 0 })
    const otherText = await publisher.write(other, 'Meanwhile elsewhere')
    await publisher.publish({ ...other, revision: otherText.revision })
    const afterUnpublish = await laterMoment()
    expect(await pageAt(whileUp)).toContain('Up for an hour')
    expect(await pageAt(afterUnpublish)).not.toContain('Up for an hour')
    expect(await pageAt(afterUnpublish)).toContain('Meanwhile elsewhere')
    // Discarding the record does not change what the page showed at earlier times.
    const draft = await publisher.keyOf(key)
    await publisher.discard({ ...key, revision: draft.revision ?? 0 })
    expect((await publisher.keyOf(key)).state).toBe('fallback')
    expect(await pageAt(whileUp)).toContain('Up for an hour')
    expect(await pageAt(afterUnpublish)).not.toContain('Up for an hour')
  })

  test('is not shown to strangers, who get the current page from the cache', async () => {
    const plain = await server.get('/kitchens')
    const renders = () => server.metric('page_cache_renders')
    const before = await renders()
    for (const at of [between, 'x', "'"]) {
      const page = await server.get(`/kitchens?at=${encodeURIComponent(at)}`)
      expect(page.body.equals(plain.body)).toBe(true)
    }
    expect(await renders()).toBe(before)
  })
})

describe('questions', () => {
  beforeAll(async () => {
    await addQuestion(
      'published',
      'offline',
      'Second <b>question</b>?',
      2,
      'Ring {phone}.\n</script>',
    )
    await addQuestion('published', 'offline', 'First question?', 1)
    await addQuestion('draft', 'offline', 'Unasked question?', 0)
  })
  const questionsIn = (html: string) => {
    const [section = ''] = /<section class="band cols questions.*?<\/section>/s.exec(html) ?? []
    return [...section.matchAll(/<summary[^>]*>(.*?)<\/summary>/g)].map(([, question]) => question)
  }
  const dataOf = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      .map(([, data = '']) => JSON.parse(data))
      .filter((data) => data['@type'] === 'FAQPage')

  test('are on the page in order and escaped, published ones only', async () => {
    const html = await waitUntil(
      () => visitorHtml('/offline'),
      (page) => questionsIn(page).length === 2,
    )
    expect(questionsIn(html)).toEqual(['First question?', 'Second &lt;b&gt;question&lt;/b&gt;?'])
    expect(html).not.toContain('{phone}')
    expect(html).not.toContain('\n</script></p>')
  })

  test('are in the structured data of indexed pages', async () => {
    expect(dataOf(await visitorHtml('/offline'))).toEqual([])
    await addQuestion('published', 'privacy', 'Who <reads> this?', 1, 'You.</script>')
    const [data] = await waitUntil(
      async () => dataOf(await visitorHtml('/privacy')),
      ({ length }) => length > 0,
    )
    expect(data.mainEntity).toEqual([
      {
        '@type': 'Question',
        name: 'Who <reads> this?',
        acceptedAnswer: { '@type': 'Answer', text: 'You.</script>' },
      },
    ])
    const demo = await visitorHtml('/cafe')
    expect(dataOf(demo)[0].mainEntity.map(({ name }: { name: string }) => name)).toEqual(
      questionsIn(demo).map((each) => each?.replaceAll('&#39;', "'")),
    )
  })

  test('in draft are shown to staff in the modes edit and preview only', async () => {
    for (const mode of ['edit', 'preview']) {
      expect(questionsIn((await see('/offline', mode)).text)[0]).toBe('Unasked question?')
    }
    expect((await see('/offline')).text).not.toContain('Unasked question?')
  })

  test('that a draft moves to another page are moved in the modes edit and preview only', async () => {
    await addQuestion('published', 'branding', 'Which page?', 1)
    const { docs } = (await server.get('/api/faq?where[question][equals]=Which%20page%3F')).json<{
      docs: { id: number }[]
    }>()
    const path = `/api/faq/${docs[0]?.id}`
    const moved = jsonRequest('PATCH', { page: 'privacy', _status: 'draft' }, staff.publisher)
    expect((await server.send(`${path}?draft=true`, moved)).status).toBe(200)
    const isShown = async (page: string, mode?: string) =>
      questionsIn((await see(page, mode)).text).includes('Which page?')
    expect([await isShown('/branding'), await isShown('/privacy')]).toEqual([true, false])
    for (const mode of ['edit', 'preview']) {
      expect([await isShown('/branding', mode), await isShown('/privacy', mode)]).toEqual([
        false,
        true,
      ])
    }
    await server.send(path, jsonRequest('DELETE', {}, staff.admin))
  })

  test('are shown on their former page at an earlier time, if they were published then', async () => {
    await addQuestion('published', 'hall', 'Where to?', 1)
    const { docs } = (await server.get('/api/faq?where[question][equals]=Where%20to%3F')).json<{
      docs: { id: number }[]
    }>()
    const change = (body: object) =>
      server.send(`/api/faq/${docs[0]?.id}`, jsonRequest('PATCH', body, staff.publisher))
    const isShownAt = async (path: string, at: string) =>
      questionsIn((await see(`${path}?at=${at}`)).text).includes('Where to?')
    const first = await laterMoment()
    await change({ page: 'beer', _status: 'published' })
    const second = await laterMoment()
    await change({ _status: 'draft' })
    const third = await laterMoment()
    const places = [first, second, third].map(async (at) => [
      await isShownAt('/hall', at),
      await isShownAt('/beer', at),
    ])
    expect(await Promise.all(places)).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
  })

  test('leave no markup on pages without questions', async () => {
    expect(await visitorHtml('/branding')).not.toMatch(/class="questions|<details|FAQPage/)
  })
})

test('the page contains the id, name and role of its viewer, but no e-mail address', async () => {
  const { text: html } = await server.get('/cafe', { cookie: cookie(staff.admin, 'edit') })
  const [, user = ''] = /data-user="([^"]*)"/.exec(html) ?? []
  const person = JSON.parse(user.replaceAll('&#34;', '"').replaceAll('&quot;', '"'))
  expect(person).toEqual({ id: expect.any(Number), name: 'Ada', role: 'admin' })
  expect(html).not.toContain(adminEmail)
})
