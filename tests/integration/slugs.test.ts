import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { seriesFields } from '../support/event-records.ts'
import { bodyOf } from '../support/letters.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role } from '../support/staff.ts'

let server: Server
let second: Server
let staff: Record<Role, string>

beforeAll(async () => {
  const url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  second = await startServer({ DATABASE_URL: url, DEMO: '0', SITE_URL: server.url })
  staff = await makeStaff(server)
})
afterAll(() => Promise.all([server?.stop(), second?.stop()]))

type Made = { doc: { id: number; slug: string; filename: string } }

const make = async (collection: string, data: object, to = server) => {
  const reply = await to.send(`/api/${collection}`, jsonRequest('POST', data, staff.publisher))
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Made>().doc
}

const fieldsOf: Record<string, (title: string) => object> = {
  events: (title) => seriesFields({ title, rule: null }),
  causes: (title) => ({ title, text: 'For all.', goal_cents: 5000 }),
  letters: (subject) => ({ subject, preheader: 'News', body: bodyOf(['Hello']) }),
}

test.each(Object.keys(fieldsOf))(
  '%s: records of one title that are made at once all get a slug, also if one has the slug of another with a number',
  async (collection) => {
    const titles = [...Array(6).fill('Große Łódź-Straße'), 'Grosse Lodz Strasse 2']
    const made = await Promise.all(
      titles.map((title, index) =>
        make(collection, fieldsOf[collection]?.(title) ?? {}, index % 2 ? second : server),
      ),
    )
    const slugs = made.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(7)
    for (const slug of slugs) expect(slug).toMatch(/^grosse-lodz-strasse(-\d)*$/)
  },
)

test('pictures of one name that are uploaded at once all get a name', async () => {
  const uploaded = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const bytes = await photograph(300, 200, 10 * index)
      const file = { name: 'Łódź.jpg', type: 'image/jpeg', bytes }
      const to = index % 2 ? second : server
      return to.send('/api/media', await uploadRequest(staff.publisher, file))
    }),
  )
  expect(uploaded.map(({ status, text }) => [status, status === 201 || text])).toEqual(
    Array(6).fill([201, true]),
  )
  const names = uploaded.map((reply) => reply.json<Made>().doc.filename)
  expect(new Set(names).size).toBe(6)
})

test('a cause keeps its slug, and one without Latin letters gets a slug too', async () => {
  const { id, slug } = await make('causes', fieldsOf.causes?.('Ørsted') ?? {})
  const renamed = await server.send(
    `/api/causes/${id}`,
    jsonRequest('PATCH', { title: 'Another' }, staff.publisher),
  )
  expect(renamed.json<Made>().doc.slug).toBe(slug)
  expect((await make('causes', fieldsOf.causes?.('夏') ?? {})).slug).toBe('cause')
  expect((await make('causes', fieldsOf.causes?.('夏') ?? {})).slug).toBe('cause-2')
})
