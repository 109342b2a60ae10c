import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ConflictReply,
  DraftsReply,
  SaveReply,
} from '../../cms/features/content/editing/contract.ts'
import { onDatabase } from '../support/database.ts'
import { type EditingSite, keyNamed as key, startEditingSite } from '../support/editing-site.ts'
import { lead } from '../support/editor-calls.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'

const title = key('hero', 'title')
let url: EditingSite['url']
let server: EditingSite['server']
let sessions: EditingSite['sessions']
let editor: EditingSite['editor']
let publisher: EditingSite['publisher']
let isShown: EditingSite['isShown']
let waitUntilShown: EditingSite['waitUntilShown']

beforeAll(async () => {
  ;({ url, server, sessions, editor, publisher, isShown, waitUntilShown } =
    await startEditingSite())
})
afterAll(() => server?.stop())

describe('a page', () => {
  test('lists its texts, the global texts, and its pictures', async () => {
    const { keys, user, timeZone, drafts, worker, page } = await editor.page('cafe')
    expect({ user, timeZone, drafts, page }).toMatchObject({
      user: { name: 'editor', role: 'editor' },
      timeZone: 'Europe/London',
      drafts: 0,
      page: 'cafe',
    })
    expect(worker).toMatchObject({ late: false, overdue: 0 })
    const found = keys.find((each) => each.section === 'hero' && each.content_key === 'title')
    expect(found).toMatchObject({ page: 'cafe', state: 'fallback', revision: null, by: null })
    expect(found?.live).toEqual(found?.content_data)
    expect(keys.filter(({ page: pageName }) => pageName === 'global').length).toBeGreaterThan(20)
    const pictures = keys.filter(({ section }) => section === 'pictures')
    expect(pictures.map(({ content_key }) => content_key)).toEqual([
      'picture_1',
      'picture_2',
      'picture_3',
    ])
    expect(pictures[0]?.live).toMatchObject({ media: expect.any(Number), alt: expect.any(String) })
  })

  test('that does not exist returns 404', async () => {
    for (const path of ['page/no-such-page', 'page/constructor', 'history?page=nowhere']) {
      expect((await editor.get(path)).status, path).toBe(404)
    }
  })
})

describe('a draft', () => {
  test('is stored, and visitors still see the old text', async () => {
    const before = await editor.keyOf(lead)
    const response = await editor.save(lead, 'Come in, it rains.', null)
    expect(response.status).toBe(200)
    expect(response.json()).toMatchObject({
      ...lead,
      content_type: 'text',
      content_data: { text: 'Come in, it rains.' },
      published: false,
      revision: expect.any(Number),
      updated_at: expect.stringMatching(/^\d{4}-/),
    })
    expect(await isShown('/cafe', 'it rains')).toBe(false)
    const after = await editor.keyOf(lead)
    expect(after).toMatchObject({ state: 'draft', live: before.live, by: 'editor' })
    expect((await editor.page('home')).drafts).toBe(1)
    const listed = (await editor.get('drafts?page=cafe')).json<DraftsReply>()
    expect(listed.drafts).toEqual([after])
    expect((await editor.get('drafts?page=hall')).json<DraftsReply>().drafts).toEqual([])
    expect((await editor.get('drafts')).json<DraftsReply>().drafts).toEqual([after])
  })

  test('of a published text does not change the live content', async () => {
    const { revision } = await editor.write(title, 'Fresh paint')
    expect((await publisher.publish({ ...title, revision })).json()).toEqual({ count: 1 })
    await waitUntilShown('/cafe', 'Fresh paint')
    await editor.write(title, 'Wet paint')
    expect(await isShown('/cafe', 'Wet paint')).toBe(false)
    expect(await editor.keyOf(title)).toMatchObject({
      state: 'changed',
      live: { text: 'Fresh paint' },
      content_data: { text: 'Wet paint' },
    })
  })

  test('without changes creates no version', async () => {
    const first = await editor.write(lead, 'Once. ')
    const positioning = {
      alignment: 'left',
      containerPosition: 'default',
      marginTop: 0,
      marginBottom: 0,
      marginLeft: 0,
      marginRight: 8,
    }
    const again = await publisher.save(lead, 'Once. ', first.revision)
    expect(again.json<SaveReply>().revision).toBe(first.revision)
    // A client repeats the request if the response was lost.
    const repeated = await editor.save(lead, 'Once. ', null)
    expect(repeated.json<SaveReply>().revision).toBe(first.revision)
    const moved = await editor.save(lead, 'Once. ', first.revision, positioning)
    expect(moved.json<SaveReply>().revision).not.toBe(first.revision)
    const { content_data } = await editor.keyOf(lead)
    expect(content_data).toEqual({ text: 'Once. ', positioning })
  })

  test('of a global text is published on every page', async () => {
    const tagline = key('brand', 'tagline', 'global')
    const { revision } = await editor.write(tagline, 'A club for all')
    expect((await publisher.publish({ ...tagline, revision })).status).toBe(200)
    for (const page of ['cafe', 'hall', 'global']) {
      const { keys } = await editor.page(page)
      expect(keys.filter(({ page: pageName }) => pageName === 'global')).toContainEqual(
        expect.objectContaining({
          ...tagline,
          state: 'published',
          live: { text: 'A club for all' },
        }),
      )
    }
    const [row] = await onDatabase(url, (query) =>
      query(`select content_value from cms_global_content where content_key = 'brand.tagline'`),
    )
    expect(row).toEqual({ content_value: 'A club for all' })
  })

  test('of a picture is validated and stored', async () => {
    const picture = key('pictures', 'picture_2')
    const file = { name: 'a.jpg', type: 'image/jpeg', bytes: await photograph() }
    const uploaded = await server.send('/api/media', await uploadRequest(sessions.editor, file))
    const media = uploaded.json<{ doc: { id: number } }>().doc.id
    const content_data = { media, alt: 'A pie\nand peas', focal: { x: 20, y: 80 } }
    const request = { ...picture, content_type: 'image', content_data, revision: null }
    expect((await editor.post('save', request)).status).toBe(200)
    expect(await editor.keyOf(picture)).toMatchObject({
      content_type: 'image',
      state: 'draft',
      content_data: { media, alt: 'A pie and peas' },
    })
    for (const [field, wrong] of [
      ['content_data.media', { ...content_data, media: 999_999 }],
      ['content_data.alt', { ...content_data, alt: ' ' }],
      ['content_data.focal.x', { ...content_data, focal: { x: 101, y: 0 } }],
    ] as const) {
      const refused = await editor.post('save', { ...request, content_data: wrong })
      expect(refused.status).toBe(400)
      expect(refused.json().message).toContain(field)
    }
  })

  test.each([
    ['an unknown key', { ...lead, content_key: 'nonsense' }, 404],
    ['an inherited property name', { ...lead, content_key: 'constructor' }, 404],
    ['an unknown page', { ...lead, page: '__proto__' }, 404],
    ['a picture key that the page does not have', key('pictures', 'picture_1', 'privacy'), 404],
    ['a picture key, with a text as its content', key('pictures', 'picture_1'), 400],
    ['a section name with a slash', { ...lead, section: 'a/b' }, 400],
  ])('under %s is refused', async (_, where, status) => {
    const response = await editor.save(where, 'x', null)
    expect(response.status).toBe(status)
    expect(response.json()).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
  })

  test('of 10,000 characters is stored, and of 10,001 characters is refused', async () => {
    const room = key('rooms', 'title', 'home')
    const { keys } = await editor.page('home')
    const some = keys.find(({ page, content_type }) => page === 'home' && content_type === 'text')
    const where = some ?? room
    const { revision } = await editor.write(where, 'é'.repeat(10_000))
    const refused = await editor.save(where, 'é'.repeat(10_001), revision)
    expect(refused.status).toBe(413)
    expect(refused.json()).toMatchObject({
      error: 'too_large',
      message: 'content_data.text: A text may have at most 10,000 characters.',
    })
  })
})

describe('two saves of the same text', () => {
  const where = key('story', 'fact_1_value')
  let base: SaveReply
  beforeAll(async () => {
    base = await editor.write(where, 'Coffee and toast from seven')
  })

  test('give the second a conflict with both texts', async () => {
    const first = await publisher.save(where, 'Coffee and toast from eight', base.revision)
    expect(first.status).toBe(200)
    const second = await editor.save(where, 'Tea and toast from seven', base.revision)
    expect(second.status).toBe(409)
    expect(second.json<ConflictReply>()).toEqual({
      error: 'conflict',
      message: expect.stringContaining('publisher'),
      theirs: {
        content_data: { text: 'Coffee and toast from eight' },
        revision: first.json<SaveReply>().revision,
        by: 'publisher',
        at: expect.any(String),
      },
      base: { text: 'Coffee and toast from seven' },
      merged: { text: 'Tea and toast from eight', clean: true },
    })
    expect((await editor.keyOf(where)).content_data).toEqual({
      text: 'Coffee and toast from eight',
    })
  })

  test('use the fallback text as the base if both started from it', async () => {
    const other = key('hero', 'aside_1')
    const fallback = ((await editor.keyOf(other)).live as { text: string }).text
    await publisher.write(other, `${fallback} still`)
    const conflict = await editor.save(other, `Now: ${fallback}`, null)
    expect(conflict.json<ConflictReply>()).toMatchObject({
      base: { text: fallback },
      merged: { text: `Now: ${fallback} still`, clean: true },
    })
  })

  test('do not conflict if the first was discarded in between', async () => {
    const other = key('hero', 'aside_2')
    const { revision } = await editor.write(other, 'Never mind')
    expect((await publisher.discard({ ...other, revision })).json()).toEqual({ count: 1 })
    expect((await editor.save(other, 'Do mind', revision)).status).toBe(200)
  })
})

test('other editors on the page are listed while they are present', async () => {
  const reportPresence = (who: typeof editor, tab: string, page: string, place: string | null) =>
    who.post('presence', { tab, page, place })
  await reportPresence(editor, 'tab-of-editor', 'community', 'hero.title')
  const reply = await reportPresence(publisher, 'tab-of-publisher', 'community', null)
  expect(reply.json()).toEqual({ others: [{ name: 'editor', place: 'hero.title' }] })
  // An editor cannot report for another editor's tab.
  await reportPresence(publisher, 'tab-of-editor', 'community', 'hero.lead')
  const later = await reportPresence(publisher, 'tab-of-publisher', 'community', null)
  expect(later.json()).toEqual({ others: [{ name: 'editor', place: 'hero.title' }] })
  await onDatabase(url, (query) =>
    query(`update editing_presence set seen_at = now() - interval '16 seconds'`),
  )
  expect((await reportPresence(publisher, 'tab-of-publisher', 'community', null)).json()).toEqual({
    others: [],
  })
  await reportPresence(editor, 'tab-of-editor', 'hall', null)
  expect((await reportPresence(publisher, 'tab-of-publisher', 'community', null)).json()).toEqual({
    others: [],
  })
})

test('an overdue scheduled change is reported as late', async () => {
  await editor.write(lead, 'Soon')
  await onDatabase(url, (query) =>
    query(`insert into scheduled_changes
             (page, section, content_key, action, batch, revision, at, retry_at, state)
           values ('cafe', 'hero', 'lead', 'publish', 'one', 1, now() - interval '3 minutes',
                   now() + interval '1 hour', 'waiting'),
                  ('cafe', 'hero', 'lead', 'publish', 'two', 1, now() - interval '1 minute',
                   null, 'done')`),
  )
  const { worker, keys } = await editor.page('cafe')
  expect(worker).toMatchObject({ late: true, overdue: 1 })
  const found = keys.find(
    ({ section, content_key }) => section === 'hero' && content_key === 'lead',
  )
  expect(found?.scheduled).toMatchObject({ action: 'publish' })
})
