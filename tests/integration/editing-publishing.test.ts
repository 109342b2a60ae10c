import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DraftsReply } from '../../cms/editing/contract.ts'
import { type EditingSite, keyNamed as key, startEditingSite } from '../support/editing-site.ts'
import { lead } from '../support/editor-calls.ts'

let server: EditingSite['server']
let editor: EditingSite['editor']
let publisher: EditingSite['publisher']
let shows: EditingSite['shows']
let showsSoon: EditingSite['showsSoon']
let auditOf: EditingSite['auditOf']

beforeAll(async () => {
  ;({ server, editor, publisher, shows, showsSoon, auditOf } = await startEditingSite())
})
afterAll(() => server?.stop())

describe('publishing', () => {
  test('is for publishers, discarding for editors too', async () => {
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
    expect(await shows('/hall', 'Hall title')).toBe(false)
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
    for (const text of ['Hall title', 'Hall lead, again']) await showsSoon('/hall', text)
    expect(await auditOf(one)).toMatchObject([
      { action: 'draft', by_name: 'editor' },
      { action: 'publish', by_name: 'publisher' },
    ])
  })

  test('can be undone: the fallback text shows, and the content becomes a draft', async () => {
    const one = key('hero', 'title', 'beer')
    const code = ((await editor.keyOf(one)).live as { text: string }).text
    const { revision } = await editor.write(one, 'Beer!')
    await publisher.publish({ ...one, revision })
    await showsSoon('/beer', 'Beer!')
    const live = await editor.keyOf(one)
    expect((await publisher.unpublish({ ...one, revision: live.revision ?? 0 })).status).toBe(200)
    await showsSoon('/beer', 'Beer!', false)
    expect(await editor.keyOf(one)).toMatchObject({
      state: 'draft',
      live: { text: code },
      content_data: { text: 'Beer!' },
    })
  })

  test('discarding a draft keeps the live content', async () => {
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
    await showsSoon('/kitchens', 'Dinner at eight')
    await editor.write(one, 'Tea')
    expect((await editor.keyOf(one)).state).toBe('changed')
  })
})
