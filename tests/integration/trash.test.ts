import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { letterData } from '../support/letters.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let database = ''
let staff: Awaited<ReturnType<typeof makeStaff>>

beforeAll(async () => {
  database = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: database })
  staff = await makeStaff(server)
})
afterAll(() => server?.stop())

type Doc = { id: number }
const send = (method: string, path: string, body: object, who: keyof typeof staff = 'admin') =>
  server.send(`/api/${path}`, jsonRequest(method, body, staff[who]))
const read = (path: string, session = staff.admin) =>
  server.get(`/api/${path}`, session ? sessionHeaders(session) : {})
async function make(slug: string, body: object): Promise<number> {
  const response = await send('POST', slug, body)
  expect(response.status, response.text).toBe(201)
  return response.json<{ doc: Doc }>().doc.id
}
const trash = (slug: string, id: number, who: keyof typeof staff = 'admin') =>
  send('PATCH', `${slug}/${id}`, { deletedAt: new Date().toISOString() }, who)
const restore = (slug: string, id: number) =>
  send('PATCH', `${slug}/${id}?trash=true`, { deletedAt: null })
const uploaded = async (seed: number) => {
  const bytes = await photograph(500, 400, seed)
  const file = { name: 'shown.jpg', type: 'image/jpeg', bytes }
  return (await server.send('/api/media', await uploadRequest(staff.admin, file))).json<{
    doc: Doc & { picture: { hash: string } }
  }>().doc
}
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(database, (run) => run<Row>(text, values))

const bodies = {
  menus: { title: 'Trash menu', page: 'cafe', position: 9 },
  taps: { name: 'Trash ale', brewery: 'B', style: 'Porter', abv: 4, half_cents: 250 },
  redirects: { from: '/trash', to: '/cafe' },
  letters: letterData('Trash'),
  faq: { page: 'cafe', question: 'Trash question?', answer: 'x', _status: 'published' },
}

describe('a trashed record', () => {
  test.each(Object.entries(bodies))(
    'of %s is hidden, can be restored, and is deleted after 30 days',
    async (slug, body) => {
      const id = await make(slug, body)
      const trashed = await trash(slug, id)
      expect(trashed.status, trashed.text).toBe(200)
      const where = `where[id][equals]=${id}`
      const countOf = async (path: string, session?: string) =>
        (await read(path, session)).json<{ docs?: Doc[] }>().docs?.length ?? 0
      expect(await countOf(`${slug}?${where}`)).toBe(0)
      expect(await countOf(`${slug}?${where}&trash=true`)).toBe(1)
      expect(await countOf(`${slug}?${where}&trash=true&draft=true`, '')).toBe(0)
      expect([403, 404]).toContain((await read(`${slug}/${id}?trash=true`, '')).status)
      const restored = await restore(slug, id)
      expect(restored.status, restored.text).toBe(200)
      expect(await countOf(`${slug}?${where}`)).toBe(1)

      const actions = await query<{ action: string }>(
        `select action from audit where of_collection = $1 and document = $2 order by id`,
        [slug, String(id)],
      )
      expect(actions.map(({ action }) => action).slice(-2)).toEqual(['trash', 'untrash'])

      await trash(slug, id)
      const young = await make(slug, slug === 'redirects' ? { from: '/young', to: '/cafe' } : body)
      await trash(slug, young)
      for (const [days, each] of [
        [31, id],
        [29, young],
      ]) {
        await query(`update ${slug} set deleted_at = now() - $1 * interval '1 day' where id = $2`, [
          days,
          each,
        ])
      }
      await query(`select graphile_worker.add_job('trash.empty')`)
      await waitUntil(
        () => query(`select id from ${slug} where id = $1`, [id]),
        (rows) => rows.length === 0,
      )
      expect(await query(`select id from ${slug} where id = $1`, [young])).toHaveLength(1)
    },
  )
})

describe('several records', () => {
  const trashMany = (slug: string, ids: number[]) => {
    // Payload's list sends each id as a separate query parameter.
    const where = ids.map((id, index) => `where[and][0][id][in][${index}]=${id}`).join('&')
    return send('PATCH', `${slug}?limit=0&${where}`, { deletedAt: new Date().toISOString() })
  }
  const changeMany = (slug: string, ids: number[], body: object) =>
    send('PATCH', `${slug}?limit=0&trash=true&where[id][in]=${ids.join(',')}`, body)

  test.each(['menus', 'letters', 'redirects'] as const)(
    'of %s are trashed in one request and restored in another; a request that also changes other fields is refused',
    async (slug) => {
      const ids = [
        await make(slug, { ...bodies[slug], ...(slug === 'redirects' && { from: '/many' }) }),
      ]
      if (slug === 'menus') {
        const made = await query<Doc>(
          `insert into menus (title, page, position)
           select 'Many ' || n, 'cafe', 9 from generate_series(1, 120) as n returning id`,
        )
        ids.push(...made.map(({ id }) => id))
      }
      const findUntrashed = () =>
        query(`select id from ${slug} where deleted_at is null and id = any($1)`, [ids])
      const trashed = await trashMany(slug, ids)
      expect(trashed.status, trashed.text).toBe(200)
      expect(await findUntrashed()).toHaveLength(0)
      const restored = await changeMany(slug, ids, { deletedAt: null })
      expect(restored.json<{ docs: Doc[] }>().docs).toHaveLength(ids.length)
      expect(await findUntrashed()).toHaveLength(ids.length)
      if (slug === 'menus') return
      const refused = await changeMany(slug, ids, { deletedAt: null, subject: 'x', to: '/hall' })
      expect(refused.status, refused.text).toBe(403)
    },
  )

  test('are trashed except for refused ones; the reply names the trashed and the refused records', async () => {
    const [used] = await query<Doc>(`select media_id as id from venue_rels limit 1`)
    const { id } = await uploaded(13)
    const reply = await trashMany('media', [used?.id ?? 0, id])
    expect(reply.status, reply.text).toBe(400)
    expect(reply.json()).toMatchObject({
      docs: [{ id }],
      errors: [{ id: used?.id, message: expect.stringContaining('is shown in') }],
    })
  })
})

test('the site shows nothing that is in the trash', async () => {
  const page = async () => (await server.get('/cafe')).text
  const menu = await make('menus', { ...bodies.menus, title: 'Shown menu' })
  const question = await make('faq', { ...bodies.faq, question: 'Shown question?' })
  const redirect = await make('redirects', { from: '/shown', to: '/cafe' })
  const moved = async () => (await server.get('/shown')).status
  await waitUntil(page, (html) => html.includes('Shown question?'))
  expect(await page()).toContain('Shown menu')
  await waitUntil(moved, (status) => status === 301)
  await trash('menus', menu)
  await trash('faq', question)
  await trash('redirects', redirect)
  await waitUntil(page, (html) => !/Shown menu|Shown question/.test(html))
  await waitUntil(moved, (status) => status === 404)
  // The path is free again.
  await make('redirects', { from: '/shown', to: '/hall' })
  await waitUntil(moved, (status) => status === 301)
})

test('roles that may not delete may not use the trash', async () => {
  const id = await make('menus', bodies.menus)
  expect((await trash('menus', id, 'editor')).status).toBe(403)
  expect((await trash('menus', id, 'publisher')).status).toBe(200)
})

test('only an admin deletes a record for good, also several at once', async () => {
  const tap = await make('taps', { ...bodies.taps, name: 'Kept ale' })
  const remove = (path: string, who: keyof typeof staff) => send('DELETE', path, {}, who)
  for (const role of ['editor', 'publisher'] as const) {
    expect((await remove(`taps/${tap}`, role)).status).toBe(403)
    expect((await remove(`taps?where[id][equals]=${tap}`, role)).status).toBe(403)
  }
  expect((await read(`taps/${tap}`)).status).toBe(200)
  expect((await remove(`taps/${tap}`, 'admin')).status).toBe(200)
})

test('a beer does not come out of the trash onto a tap that pours another one', async () => {
  const pouring = { ...bodies.taps, number: 77, status: 'pouring' }
  const old = await make('taps', { ...pouring, name: 'Old ale' })
  await trash('taps', old)
  await make('taps', { ...pouring, name: 'New ale' })
  const refused = await restore('taps', old)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('New ale is pouring from tap 77')
})

test('parameters for several languages switch no validation off', async () => {
  const pouring = { ...bodies.taps, number: 78, status: 'pouring' }
  await make('taps', { ...pouring, name: 'First ale' })
  const next = await make('taps', { ...pouring, name: 'Second ale', status: 'next' })
  const path = `taps/${next}?unpublishAllLocales=true`
  expect((await send('PATCH', path, { status: 'pouring' })).status).toBe(400)
})

describe('a picture that is shown', () => {
  test('on live pages can’t be deleted, and the refusal names every place', async () => {
    const { id } = await uploaded(11)
    const content = {
      content_type: 'image',
      content_data: { media: id, alt: 'x', focal: { x: 1, y: 1 } },
    }
    await make('cms_content', {
      page: 'cafe',
      section: 'pictures',
      content_key: 'picture_1',
      _status: 'published',
      ...content,
    })
    const venue = (await read('globals/venue?depth=0')).json<{
      hero_images: { path: string; images: number[] }[]
    }>()
    const hero_images = venue.hero_images.map((each) =>
      each.path === '/hall' ? { ...each, images: [...each.images, id] } : each,
    )
    expect((await send('POST', 'globals/venue', { hero_images })).status).toBe(200)
    for (const refused of [await trash('media', id), await send('DELETE', `media/${id}`, {})]) {
      expect(refused.status, refused.text).toBe(409)
      expect(refused.text).toMatch(/shown in the page “Cafe” and the pictures of \/hall\./)
    }
  })

  test('on no page can be trashed; its files are not served until it is restored', async () => {
    const { id, picture } = await uploaded(12)
    const status = async () => (await server.get(`/media/${picture.hash}/480.avif`)).status
    expect((await trash('media', id)).status).toBe(200)
    expect(await status()).toBe(404)
    expect((await restore('media', id)).status).toBe(200)
    expect(await status()).toBe(200)
  })
})

test('a changed menu has a new version, and its audit entry has the price before and after', async () => {
  const items = [{ name: 'Flat white', price_cents: 320 }]
  const id = await make('menus', { ...bodies.menus, items })
  const [row] = (await read(`menus/${id}`)).json<{ items: { id: string }[] }>().items
  await send('PATCH', `menus/${id}`, { items: [{ ...row, price_cents: 340 }] })
  const [entry] = await query<{ details: object }>(
    `select details from audit where of_collection = 'menus' and document = $1
      order by id desc limit 1`,
    [String(id)],
  )
  expect(entry?.details).toEqual({
    'items: Flat white: price_cents': { before: 320, after: 340 },
  })
  const { totalDocs } = (await read(`menus/versions?where[parent][equals]=${id}`)).json<{
    totalDocs: number
  }>()
  expect(totalDocs).toBe(2)
})
