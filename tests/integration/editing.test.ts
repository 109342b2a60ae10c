import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ConflictReply,
  ContentKey,
  DraftsReply,
  KeyHistoryReply,
  PageHistoryReply,
  SaveReply,
} from '../../cms/editing/contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { editorOf, lead } from '../support/editing.ts'
import { photograph, upload } from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { until } from '../support/until.ts'

let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
let editor: ReturnType<typeof editorOf>
let publisher: ReturnType<typeof editorOf>
const key = (section: string, content_key: string, page = 'cafe'): ContentKey => ({
  page,
  section,
  content_key,
})
const title = key('hero', 'title')
const shows = async (path: string, words: string) => (await server.get(path)).text.includes(words)
/** A published change is there within a second. */
const showsSoon = (path: string, words: string, isThere = true) =>
  until(
    () => shows(path, words),
    (is) => is === isThere,
    1000,
  )

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  sessions = await makeStaff(server)
  editor = editorOf(server, sessions.editor)
  publisher = editorOf(server, sessions.publisher)
})
afterAll(() => server?.stop())

const auditOf = (of: ContentKey) =>
  onDatabase(url, (query) =>
    query<{ action: string; by_name: string; version: string | null }>(
      'select action, by_name, version from audit where subject = $1 order by id',
      [`${of.page}/${of.section}.${of.content_key}`],
    ),
  )

describe('a page', () => {
  test('tells each of its texts, those of every page, and its pictures', async () => {
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
    expect(keys.filter(({ page: of }) => of === 'global').length).toBeGreaterThan(20)
    const pictures = keys.filter(({ section }) => section === 'pictures')
    expect(pictures.map(({ content_key }) => content_key)).toEqual([
      'picture_1',
      'picture_2',
      'picture_3',
    ])
    expect(pictures[0]?.live).toMatchObject({ media: expect.any(Number), alt: expect.any(String) })
  })

  test('that does not exist is not found', async () => {
    for (const path of ['page/no-such-page', 'page/constructor', 'history?page=nowhere']) {
      expect((await editor.get(path)).status, path).toBe(404)
    }
  })
})

describe('a draft', () => {
  test('is kept, and the visitor still reads the old text', async () => {
    const was = await editor.keyOf(lead)
    const answer = await editor.save(lead, 'Come in, it rains.', null)
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({
      ...lead,
      content_type: 'text',
      content_data: { text: 'Come in, it rains.' },
      published: false,
      revision: expect.any(Number),
      updated_at: expect.stringMatching(/^\d{4}-/),
    })
    expect(await shows('/cafe', 'it rains')).toBe(false)
    const now = await editor.keyOf(lead)
    expect(now).toMatchObject({ state: 'draft', live: was.live, by: 'editor' })
    expect((await editor.page('home')).drafts).toBe(1)
    const listed = (await editor.get('drafts?page=cafe')).json<DraftsReply>()
    expect(listed.drafts).toEqual([now])
    expect((await editor.get('drafts?page=hall')).json<DraftsReply>().drafts).toEqual([])
    expect((await editor.get('drafts')).json<DraftsReply>().drafts).toEqual([now])
  })

  test('over what is live leaves it live', async () => {
    const { revision } = await editor.write(title, 'Fresh paint')
    expect((await publisher.publish({ ...title, revision })).json()).toEqual({ count: 1 })
    await showsSoon('/cafe', 'Fresh paint')
    await editor.write(title, 'Wet paint')
    expect(await shows('/cafe', 'Wet paint')).toBe(false)
    expect(await editor.keyOf(title)).toMatchObject({
      state: 'changed',
      live: { text: 'Fresh paint' },
      content_data: { text: 'Wet paint' },
    })
  })

  test('that says what is there already is no new version', async () => {
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
    // As after an answer that was lost on its way.
    const repeated = await editor.save(lead, 'Once. ', null)
    expect(repeated.json<SaveReply>().revision).toBe(first.revision)
    const moved = await editor.save(lead, 'Once. ', first.revision, positioning)
    expect(moved.json<SaveReply>().revision).not.toBe(first.revision)
    const { content_data } = await editor.keyOf(lead)
    expect(content_data).toEqual({ text: 'Once. ', positioning })
  })

  test('of a text of every page', async () => {
    const tagline = key('brand', 'tagline', 'global')
    const { revision } = await editor.write(tagline, 'A club for all')
    expect((await publisher.publish({ ...tagline, revision })).status).toBe(200)
    for (const page of ['cafe', 'hall', 'global']) {
      const { keys } = await editor.page(page)
      expect(keys.filter(({ page: of }) => of === 'global')).toContainEqual(
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

  test('of a picture', async () => {
    const picture = key('pictures', 'picture_2')
    const file = { name: 'a.jpg', type: 'image/jpeg', bytes: await photograph() }
    const made = await server.send('/api/media', await upload(sessions.editor, file))
    const media = made.json<{ doc: { id: number } }>().doc.id
    const content_data = { media, alt: 'A pie\nand peas', focal: { x: 20, y: 80 } }
    const ask = { ...picture, content_type: 'image', content_data, revision: null }
    expect((await editor.post('save', ask)).status).toBe(200)
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
      const refused = await editor.post('save', { ...ask, content_data: wrong })
      expect(refused.status).toBe(400)
      expect(refused.json().message).toContain(field)
    }
  })

  test.each([
    ['an unknown key', { ...lead, content_key: 'nonsense' }, 404],
    ['what every object has', { ...lead, content_key: 'constructor' }, 404],
    ['an unknown page', { ...lead, page: '__proto__' }, 404],
    ['a picture where there is none', key('pictures', 'picture_1', 'privacy'), 404],
    ['a picture with a text', key('pictures', 'picture_1'), 400],
    ['a key with a slash', { ...lead, section: 'a/b' }, 400],
  ])('under %s is refused', async (_, where, status) => {
    const answer = await editor.save(where, 'x', null)
    expect(answer.status).toBe(status)
    expect(answer.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) })
  })

  test('of 10,000 characters is kept, of one more refused', async () => {
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

describe('two who save the same', () => {
  const where = key('story', 'fact_1_value')
  let base: SaveReply
  beforeAll(async () => {
    base = await editor.write(where, 'Coffee and toast from seven')
  })

  test('the second hears of the first, and nothing of either is lost', async () => {
    const theirs = await publisher.save(where, 'Coffee and toast from eight', base.revision)
    expect(theirs.status).toBe(200)
    const mine = await editor.save(where, 'Tea and toast from seven', base.revision)
    expect(mine.status).toBe(409)
    expect(mine.json<ConflictReply>()).toEqual({
      error: 'conflict',
      message: expect.stringContaining('publisher'),
      theirs: {
        content_data: { text: 'Coffee and toast from eight' },
        revision: theirs.json<SaveReply>().revision,
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

  test('who started from the text in code started from that', async () => {
    const other = key('hero', 'aside_1')
    const code = ((await editor.keyOf(other)).live as { text: string }).text
    await publisher.write(other, `${code} still`)
    const mine = await editor.save(other, `Now: ${code}`, null)
    expect(mine.json<ConflictReply>()).toMatchObject({
      base: { text: code },
      merged: { text: `Now: ${code} still`, clean: true },
    })
  })

  test('what was discarded meanwhile can be written again', async () => {
    const other = key('hero', 'aside_2')
    const { revision } = await editor.write(other, 'Never mind')
    expect((await publisher.discard({ ...other, revision })).json()).toEqual({ count: 1 })
    expect((await editor.save(other, 'Do mind', revision)).status).toBe(200)
  })
})

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

  test('is for all of the chosen, or for none', async () => {
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

  test('can be taken back: the text in code shows, and what was kept is a draft', async () => {
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

  test('a draft that is discarded leaves what is live', async () => {
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

describe('history', () => {
  const one = key('hero', 'title', 'cocktails')
  const history = async () =>
    (
      await editor.get('history?page=cocktails&section=hero&content_key=title')
    ).json<KeyHistoryReply>().versions
  let before: string

  test('of a key has every version, with who and when', async () => {
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

  test('restoring makes a draft of an old version', async () => {
    const versions = await history()
    const [newest, , oldest] = versions.map(({ version }) => version)
    const asked = { ...one, version: oldest, revision: newest }
    const stale = await publisher.post('restore', { ...asked, revision: oldest })
    expect(stale.status).toBe(409)
    const restored = await publisher.post('restore', asked)
    expect(restored.json()).toMatchObject({ content_data: { text: 'One' }, published: false })
    const [last] = (await auditOf(one)).slice(-1)
    expect(last).toMatchObject({ action: 'restore', by_name: 'publisher' })
    const foreign = await publisher.post('restore', { ...asked, ...lead })
    expect(foreign.status).toBe(404)
  })

  test('of a page has the moments at which it changed for visitors', async () => {
    const other = key('hero', 'lead', 'cocktails')
    const now = await editor.write(one, 'Three')
    const more = await editor.write(other, 'Shaken')
    await publisher.publish(
      { ...one, revision: now.revision },
      { ...other, revision: more.revision },
    )
    const { moments } = (await editor.get('history?page=cocktails')).json<PageHistoryReply>()
    expect(moments).toMatchObject([
      { by: 'publisher', keys: [one, other] },
      { by: 'publisher', keys: [one] },
    ])
    expect((moments[1]?.at ?? '') < before && before < (moments[0]?.at ?? '')).toBe(true)
  })

  test('a page is restored as it read at a moment, as drafts', async () => {
    const done = await publisher.post('restore-page', { page: 'cocktails', at: before })
    expect(done.json()).toEqual({ count: 2 })
    expect(await editor.keyOf(one)).toMatchObject({
      state: 'changed',
      content_data: { text: 'One' },
      live: { text: 'Three' },
    })
    const { content_data } = await editor.keyOf(key('hero', 'lead', 'cocktails'))
    expect(content_data).not.toEqual({ text: 'Shaken' })
    await showsSoon('/cocktails', 'Shaken')
    const again = await publisher.post('restore-page', { page: 'cocktails', at: before })
    expect(again.json()).toEqual({ count: 0 })
  })

  test('of a page brings back what is kept no longer, and the picture that a place had', async () => {
    const page = 'common-room'
    const gone = key('hero', 'title', page)
    const never = key('hero', 'lead', page)
    const picture = key('pictures', 'picture_1', page)
    const { live: code } = await editor.keyOf(picture)
    const up = await editor.write(gone, 'Up once')
    await publisher.publish({ ...gone, revision: up.revision })
    const moment = new Date().toISOString()
    const { revision } = await editor.keyOf(gone)
    await publisher.unpublish({ ...gone, revision: revision ?? 0 })
    const down = await editor.keyOf(gone)
    await publisher.discard({ ...gone, revision: down.revision ?? 0 })
    const { keys } = await editor.page('hall')
    const other = keys.find(({ content_type }) => content_type === 'image')?.live
    const content_data = { ...other, alt: 'Another one' }
    const chosen = { ...picture, content_type: 'image', content_data, revision: null }
    expect((await editor.post('save', chosen)).status).toBe(200)
    const answer = await publisher.post('restore-page', { page, at: moment })
    expect(answer.json()).toEqual({ count: 2 })
    expect(await editor.keyOf(gone)).toMatchObject({
      state: 'draft',
      content_data: { text: 'Up once' },
    })
    expect((await editor.keyOf(picture)).content_data).toEqual(code)
    expect((await editor.keyOf(never)).state).toBe('fallback')
  })

  test('keeps what was live, is scheduled or was ever taken down, and other words for a year', async () => {
    const kept = key('hero', 'aside_2', 'cocktails')
    const query = 'history?page=cocktails&section=hero&content_key=aside_2'
    const versions = async () => (await editor.get(query)).json<KeyHistoryReply>().versions
    const write = async (words: string) => ({
      ...kept,
      revision: (await editor.write(kept, words)).revision,
    })
    await publisher.publish(await write('Once live'))
    await publisher.unpublish({ ...kept, revision: (await editor.keyOf(kept)).revision ?? 0 })
    await write('Long ago')
    const items = [await write('To be live')]
    await publisher.post('schedule', { action: 'publish', at: '2100-01-01T12:00', items })
    for (let i = 0; i < 110; i++) await write(`Number ${i}`)
    expect((await versions()).length).toBeGreaterThan(110)
    await onDatabase(url, (ask) =>
      ask(`update _cms_content_v set updated_at = updated_at - interval '366 days'
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

  test('outlives a discarded record', async () => {
    const gone = key('hero', 'aside_1', 'cocktails')
    const { revision } = await editor.write(gone, 'Only for a moment')
    await editor.discard({ ...gone, revision })
    expect((await editor.keyOf(gone)).state).toBe('fallback')
    const query = 'history?page=cocktails&section=hero&content_key=aside_1'
    const { versions } = (await editor.get(query)).json<KeyHistoryReply>()
    expect(versions).toMatchObject([
      { content_data: { text: 'Only for a moment' }, latest: false, live: false },
    ])
    const asked = { ...gone, version: revision, revision: null }
    expect((await publisher.post('restore', asked)).status).toBe(200)
  })
})

test('who else is on the page is told by name, for as long as they say so', async () => {
  const here = (who: typeof editor, tab: string, page: string, place: string | null) =>
    who.post('presence', { tab, page, place })
  await here(editor, 'tab-of-editor', 'community', 'hero.title')
  const seen = await here(publisher, 'tab-of-publisher', 'community', null)
  expect(seen.json()).toEqual({ others: [{ name: 'editor', place: 'hero.title' }] })
  // Nobody speaks for another's tab.
  await here(publisher, 'tab-of-editor', 'community', 'hero.lead')
  const still = await here(publisher, 'tab-of-publisher', 'community', null)
  expect(still.json()).toEqual({ others: [{ name: 'editor', place: 'hero.title' }] })
  await onDatabase(url, (query) =>
    query(`update editing_presence set seen_at = now() - interval '16 seconds'`),
  )
  expect((await here(publisher, 'tab-of-publisher', 'community', null)).json()).toEqual({
    others: [],
  })
  await here(editor, 'tab-of-editor', 'hall', null)
  expect((await here(publisher, 'tab-of-publisher', 'community', null)).json()).toEqual({
    others: [],
  })
})

test('an overdue change shows as late', async () => {
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
