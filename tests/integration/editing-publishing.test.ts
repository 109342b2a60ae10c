import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContentKey, keyPath } from '../../cms/features/content/contract.ts'
import type { DraftsReply, SaveReply } from '../../cms/features/content/editing/contract.ts'
import { type EditingSite, keyNamed as key, startEditingSite } from '../support/editing-site.ts'
import { lead } from '../support/editor-calls.ts'
import { jsonRequest, sessionHeaders } from '../support/staff.ts'

let server: EditingSite['server']
let editor: EditingSite['editor']
let publisher: EditingSite['publisher']
let sessions: EditingSite['sessions']
let isShown: EditingSite['isShown']
let waitUntilShown: EditingSite['waitUntilShown']
let auditOf: EditingSite['auditOf']

beforeAll(async () => {
  ;({ server, sessions, editor, publisher, isShown, waitUntilShown, auditOf } =
    await startEditingSite())
})
afterAll(() => server?.stop())

describe('publishing', () => {
  test('is allowed only to publishers; editors may discard drafts', async () => {
    const { revision } = await editor.write(lead, 'For review')
    const item = { ...lead, revision }
    for (const way of ['publish', 'unpublish'] as const) {
      expect((await editor[way](item)).status).toBe(403)
    }
    const restore = await editor.post('restore', { ...item, version: revision })
    const page = await editor.post('restore-page', { page: 'cafe', at: new Date().toISOString() })
    expect([restore.status, page.status]).toEqual([403, 403])
    expect((await editor.discard(item)).status).toBe(200)
  })

  test('applies to all selected items or none', async () => {
    const [one, other] = [key('hero', 'title', 'hall'), key('hero', 'lead', 'hall')]
    const first = await editor.write(one, 'Hall title')
    const second = await editor.write(other, 'Hall lead')
    await editor.write(other, 'Hall lead, again')
    const items = [
      { ...one, revision: first.revision },
      { ...other, revision: second.revision },
    ]
    const refused = await publisher.publish(...items)
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ error: 'conflict', changed: [other] })
    expect(await isShown('/hall', 'Hall title')).toBe(false)
    const { drafts } = (await publisher.get('drafts?page=hall')).json<DraftsReply>()
    const now = drafts
      .filter(({ page }) => page === 'hall')
      .map(({ page, section, content_key, revision }) => ({
        page,
        section,
        content_key,
        revision: revision ?? 0,
      }))
    expect((await publisher.publish(...now)).json()).toEqual({ count: 2 })
    for (const text of ['Hall title', 'Hall lead, again']) await waitUntilShown('/hall', text)
    expect(await auditOf(one)).toMatchObject([
      { action: 'draft', by_name: 'editor' },
      { action: 'publish', by_name: 'publisher' },
    ])
  })

  describe('can be undone:', () => {
    const one = key('hero', 'title', 'beer')
    let delivered = ''
    const publish = async (words: string) => {
      const { revision } = await editor.write(one, words)
      await publisher.publish({ ...one, revision })
      await waitUntilShown('/beer', words)
    }
    const takeOff = async (instead?: string) => {
      const { revision } = await editor.keyOf(one)
      return publisher.post('unpublish', { items: [{ ...one, revision }], instead })
    }
    const drafts = async () =>
      (await editor.get('drafts?page=beer')).json<DraftsReply>().drafts.map(keyPath)

    beforeAll(async () => {
      delivered = ((await editor.keyOf(one)).live as { text: string }).text
      await publish('Beer, as ever')
      await publish('Christmas beer')
    })

    test('only if the request names a replacement', async () => {
      expect((await takeOff()).status).toBe(400)
      // The admin's form has no such choice, so it cannot unpublish a text.
      const { docs } = (
        await publisher.get('../cms_content?where[page][equals]=beer&where[section][equals]=hero')
      ).json<{ docs: { id: number }[] }>()
      const down = jsonRequest('PATCH', { _status: 'draft' }, sessions.publisher)
      const response = await server.send(`/api/cms_content/${docs[0]?.id}`, down)
      expect([response.status, response.text]).toEqual([400, expect.stringContaining('history')])
      expect(await isShown('/beer', 'Christmas beer')).toBe(true)
    })

    test('with the previous text', async () => {
      expect((await takeOff('previous')).json()).toEqual({ count: 1 })
      await waitUntilShown('/beer', 'Beer, as ever')
      expect(await editor.keyOf(one)).toMatchObject({
        state: 'published',
        content_data: { text: 'Beer, as ever' },
      })
      expect(await drafts()).toEqual([])
    })

    test('with an empty text; a newer draft keeps its author', async () => {
      await editor.write(one, 'Not yet')
      expect((await takeOff('nothing')).json()).toEqual({ count: 1 })
      await waitUntilShown('/beer', 'Beer, as ever', false)
      expect(await isShown('/beer', delivered)).toBe(false)
      const now = await editor.keyOf(one)
      expect(now).toMatchObject({
        state: 'changed',
        live: { text: '' },
        content_data: { text: 'Not yet' },
        by: 'editor',
      })
      await editor.discard({ ...one, revision: now.revision ?? 0 })
    })

    test('with the fallback text; the removed text is no draft, so it is not published by accident', async () => {
      await publish('Christmas beer')
      const before = (await editor.keyOf(one)).revision ?? 0
      expect((await takeOff('delivered')).json()).toEqual({ count: 1 })
      await waitUntilShown('/beer', 'Christmas beer', false)
      const now = await editor.keyOf(one)
      expect(now).toMatchObject({
        state: 'fallback',
        live: { text: delivered },
        content_data: { text: delivered },
      })
      expect(await drafts()).toEqual([])
      expect((await editor.page('beer')).drafts).toBe(0)
      expect((await editor.page('hall')).drafts).toBe(0)
      const edit = { cookie: `payload-token=${sessions.editor}; common-room-edit=edit` }
      expect((await server.get('/beer', edit)).text).not.toContain('Christmas beer')
      expect((await publisher.publish({ ...one, revision: before })).status).toBe(409)
      await publisher.publish({ ...one, revision: now.revision ?? 0 })
      expect(await isShown('/beer', 'Christmas beer')).toBe(false)
      // An editor with an older revision gets a conflict. The text that was taken off can be saved again.
      const late = await editor.save(one, 'Mine', before)
      expect(late.json()).toMatchObject({ theirs: { content_data: { text: delivered } } })
      const { revision } = await editor.write(one, 'Christmas beer')
      expect((await editor.keyOf(one)).state).toBe('draft')
      await editor.discard({ ...one, revision })
    })

    test('for a picture, only with another picture', async () => {
      const picture = key('pictures', 'picture_1', 'beer')
      const { live } = await editor.keyOf(picture)
      const content_data = { ...live, alt: 'Another one' }
      const chosen = { ...picture, content_type: 'image', content_data, revision: null }
      const { revision } = (await editor.post('save', chosen)).json<SaveReply>()
      await publisher.publish({ ...picture, revision })
      const off = async (instead: string) => {
        const { revision: newest } = await editor.keyOf(picture)
        return publisher.post('unpublish', { items: [{ ...picture, revision: newest }], instead })
      }
      expect((await off('nothing')).status).toBe(400)
      expect((await off('delivered')).status).toBe(200)
      expect(await editor.keyOf(picture)).toMatchObject({ state: 'fallback', content_data: live })
    })
  })

  test('is not undone by discarding a newer draft', async () => {
    const one = key('hero', 'title', 'kitchens')
    const { revision } = await editor.write(one, 'Dinner at eight')
    await publisher.publish({ ...one, revision })
    const draft = await editor.write(one, 'Supper')
    expect((await editor.discard({ ...one, revision: draft.revision })).json()).toEqual({
      count: 1,
    })
    expect(await editor.keyOf(one)).toMatchObject({
      state: 'published',
      live: { text: 'Dinner at eight' },
      content_data: { text: 'Dinner at eight' },
    })
    await waitUntilShown('/kitchens', 'Dinner at eight')
    await editor.write(one, 'Tea')
    expect((await editor.keyOf(one)).state).toBe('changed')
  })
})

test('a question for a review stays open until each of its drafts is published or discarded', async () => {
  const [title, words] = [key('hero', 'title', 'beer'), key('hero', 'lead', 'kitchens')]
  const first = await editor.write(title, 'Draft for a review')
  const second = await editor.write(words, 'Another draft for a review')
  const items = [
    { ...title, revision: first.revision },
    { ...words, revision: second.revision },
  ]
  const ask = (...asked: ContentKey[]) => editor.post('ask-review', { items: asked })
  const asked = async () => {
    const { text } = await server.get('/cms', sessionHeaders(sessions.publisher))
    return [...text.matchAll(/ asks you to look at <!-- -->([^<]*)/g)].map(([, subject]) => subject)
  }
  expect((await editor.post('ask-review', { items: [] })).status).toBe(400)
  const replies = await Promise.all([ask(title, words), ask(title, words)])
  expect(replies.map((each) => each.json())).toEqual([{ count: 2 }, { count: 2 }])
  expect(await asked()).toEqual(['2 drafts of Beer, Kitchens'])
  // Other pages have nothing to do with it.
  const other = await editor.write(lead, 'Another page')
  await publisher.publish({ ...lead, revision: other.revision })
  expect(await asked()).toHaveLength(1)
  await publisher.publish(...items.slice(0, 1))
  expect(await asked()).toHaveLength(1)
  // A newer draft of a text that was published after the question is not part of it.
  await editor.write(title, 'A newer draft')
  await editor.discard(...items.slice(1))
  expect(await asked()).toEqual([])
  expect((await ask(words)).status).toBe(409)
  expect((await ask(title, words)).json()).toEqual({ count: 1 })
  expect(await asked()).toEqual(['a draft of Beer'])
})
