import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  KeyHistoryReply,
  PageHistoryReply,
} from '../../cms/features/content/editing/contract.ts'
import { onDatabase } from '../support/database.ts'
import { type EditingSite, keyNamed as key, startEditingSite } from '../support/editing-site.ts'
import { lead } from '../support/editor-calls.ts'

let url: EditingSite['url']
let server: EditingSite['server']
let editor: EditingSite['editor']
let publisher: EditingSite['publisher']
let waitUntilShown: EditingSite['waitUntilShown']
let auditOf: EditingSite['auditOf']

beforeAll(async () => {
  ;({ url, server, editor, publisher, waitUntilShown, auditOf } = await startEditingSite())
})
afterAll(() => server?.stop())

describe('history', () => {
  const one = key('hero', 'title', 'cocktails')
  const history = async () =>
    (
      await editor.get('history?page=cocktails&section=hero&content_key=title')
    ).json<KeyHistoryReply>().versions
  let before: string

  test('of a key has every version with its author and state', async () => {
    const first = await editor.write(one, 'One')
    await publisher.publish({ ...one, revision: first.revision })
    before = new Date().toISOString()
    await editor.write(one, 'Two')
    const versions = await history()
    expect(versions).toMatchObject([
      { content_data: { text: 'Two' }, status: 'draft', by: 'editor', latest: true, live: false },
      {
        content_data: { text: 'One' },
        status: 'published',
        by: 'publisher',
        latest: false,
        live: true,
      },
      { content_data: { text: 'One' }, status: 'draft', by: 'editor', latest: false, live: false },
    ])
  })

  test('lets a publisher restore an old version of a key as a draft', async () => {
    const versions = await history()
    const [newest, , oldest] = versions.map(({ version }) => version)
    const request = { ...one, version: oldest, revision: newest }
    const stale = await publisher.post('restore', { ...request, revision: oldest })
    expect(stale.status).toBe(409)
    const restored = await publisher.post('restore', request)
    expect(restored.json()).toMatchObject({ content_data: { text: 'One' }, published: false })
    const [last] = (await auditOf(one)).slice(-1)
    expect(last).toMatchObject({ action: 'restore', by_name: 'publisher' })
    const foreign = await publisher.post('restore', { ...request, ...lead })
    expect(foreign.status).toBe(404)
  })

  test('begins with the fallback text, which can be restored too', async () => {
    const response = await editor.get('history?page=cocktails&section=hero&content_key=lead')
    const { versions, built } = response.json<KeyHistoryReply>()
    expect(versions).toEqual([])
    const two = key('hero', 'lead', 'cocktails')
    const { revision } = await editor.write(two, 'Not as it was')
    const restored = await publisher.post('restore', { ...two, version: 0, revision })
    expect(restored.json()).toMatchObject({ content_data: built, published: false })
    expect(await auditOf(two)).toMatchObject([{ action: 'draft' }, { action: 'restore' }])
  })

  test('of a page lists the times at which the page changed for visitors', async () => {
    const other = key('hero', 'lead', 'cocktails')
    const saved = await editor.write(one, 'Three')
    const otherSaved = await editor.write(other, 'Shaken')
    await publisher.publish(
      { ...one, revision: saved.revision },
      { ...other, revision: otherSaved.revision },
    )
    const { changes } = (await editor.get('history?page=cocktails')).json<PageHistoryReply>()
    expect(changes).toMatchObject([
      { by: 'publisher', keys: [one, other] },
      { by: 'publisher', keys: [one] },
    ])
    expect((changes[1]?.at ?? '') < before && before < (changes[0]?.at ?? '')).toBe(true)
  })

  test('lets a publisher restore a page as it was at an earlier time, as drafts', async () => {
    const response = await publisher.post('restore-page', { page: 'cocktails', at: before })
    expect(response.json()).toEqual({ count: 2 })
    expect(await editor.keyOf(one)).toMatchObject({
      state: 'changed',
      content_data: { text: 'One' },
      live: { text: 'Three' },
    })
    const { content_data } = await editor.keyOf(key('hero', 'lead', 'cocktails'))
    expect(content_data).not.toEqual({ text: 'Shaken' })
    await waitUntilShown('/cocktails', 'Shaken')
    const again = await publisher.post('restore-page', { page: 'cocktails', at: before })
    expect(again.json()).toEqual({ count: 0 })
  })

  test('lets a publisher restore a page with discarded keys and former pictures', async () => {
    const page = 'common-room'
    const discarded = key('hero', 'title', page)
    const untouched = key('hero', 'lead', page)
    const picture = key('pictures', 'picture_1', page)
    const { live: fallback } = await editor.keyOf(picture)
    const saved = await editor.write(discarded, 'Up once')
    await publisher.publish({ ...discarded, revision: saved.revision })
    const moment = new Date().toISOString()
    const { revision } = await editor.keyOf(discarded)
    await publisher.unpublish({ ...discarded, revision: revision ?? 0 })
    const unpublished = await editor.keyOf(discarded)
    await publisher.discard({ ...discarded, revision: unpublished.revision ?? 0 })
    const { keys } = await editor.page('hall')
    const other = keys.find(({ content_type }) => content_type === 'image')?.live
    const content_data = { ...other, alt: 'Another one' }
    const chosen = { ...picture, content_type: 'image', content_data, revision: null }
    expect((await editor.post('save', chosen)).status).toBe(200)
    const response = await publisher.post('restore-page', { page, at: moment })
    expect(response.json()).toEqual({ count: 2 })
    expect(await editor.keyOf(discarded)).toMatchObject({
      state: 'draft',
      content_data: { text: 'Up once' },
    })
    expect((await editor.keyOf(picture)).content_data).toEqual(fallback)
    expect((await editor.keyOf(untouched)).state).toBe('fallback')
  })

  test('keeps published, unpublished and scheduled versions for ever, and other drafts for a year', {
    tags: 'extended',
  }, async () => {
    const target = key('hero', 'aside_2', 'cocktails')
    const query = 'history?page=cocktails&section=hero&content_key=aside_2'
    const versions = async () => (await editor.get(query)).json<KeyHistoryReply>().versions
    const write = async (words: string) => ({
      ...target,
      revision: (await editor.write(target, words)).revision,
    })
    await publisher.publish(await write('Once live'))
    await publisher.unpublish({ ...target, revision: (await editor.keyOf(target)).revision ?? 0 })
    await write('Long ago')
    const items = [await write('To be live')]
    await publisher.post('schedule', { action: 'publish', at: '2100-01-01T12:00', items })
    for (let i = 0; i < 110; i++) await write(`Number ${i}`)
    expect((await versions()).length).toBeGreaterThan(110)
    await onDatabase(url, (runQuery) =>
      runQuery(`update _cms_content_v set updated_at = updated_at - interval '366 days'
            where version_content_key = 'aside_2' and version_page = 'cocktails'`),
    )
    await write('Today')
    expect((await versions()).map(({ content_data }) => content_data)).toEqual([
      { text: 'Today' },
      { text: 'To be live' },
      { text: 'Once live' },
      { text: 'Once live' },
    ])
  })

  test('is kept after its record is discarded', async () => {
    const discarded = key('hero', 'aside_1', 'cocktails')
    const { revision } = await editor.write(discarded, 'Only for a moment')
    await editor.discard({ ...discarded, revision })
    expect((await editor.keyOf(discarded)).state).toBe('fallback')
    const query = 'history?page=cocktails&section=hero&content_key=aside_1'
    const { versions } = (await editor.get(query)).json<KeyHistoryReply>()
    expect(versions).toMatchObject([
      { content_data: { text: 'Only for a moment' }, latest: false, live: false },
    ])
    const request = { ...discarded, version: revision, revision: null }
    expect((await publisher.post('restore', request)).status).toBe(200)
  })
})
