import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'

let server: Server
let url: string
let sessions: Awaited<ReturnType<typeof makeStaff>>
let date: number

type Person = 'editor' | 'publisher'
const post = (person: Person, action: string, body: object) =>
  server.send(`/api/reservations/${action}`, jsonRequest('POST', body, sessions[person]))
type Reply = {
  rsvp: { id: number; status: string; party: number; inside: number; version: number }
}

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  sessions = await makeStaff(server)
  const startsAt = new Date('2090-05-04T18:00:00Z')
  const tomorrow = new Date(Date.now() + 20 * 3_600_000)
  date = await onDatabase(url, async (query) => {
    await addDate(query, { title: 'Far away', startsAt })
    return addDate(query, { title: 'Songs and supper', startsAt: tomorrow, capacity: 3 })
  })
})
afterAll(() => server?.stop())

const addZoe = (given: object = {}) =>
  post('editor', 'add', {
    ...{ kind: 'event', subject: date, key: newFormKey(), name: 'Zoë', party: 2 },
    ...{ email: 'zoe@venue.example', ...given },
  })

test('staff add, check in, change, note and cancel by the reservation alone', async () => {
  const added = await addZoe()
  expect(added.status, added.text).toBe(200)
  const { id: rsvp, version } = added.json<Reply>().rsvp
  const inside = await post('editor', 'check-in', { rsvp, inside: 2 })
  expect(inside.json<Reply>().rsvp).toMatchObject({ status: 'attended', inside: 2 })
  await post('editor', 'check-in', { rsvp, inside: 0 })
  expect((await post('editor', 'party', { rsvp, party: 3, version })).status).toBe(403)
  const changed = await post('publisher', 'party', { rsvp, party: 3, version: version + 2 })
  expect(changed.json<Reply>().rsvp).toMatchObject({ party: 3 })
  const note = { rsvp, note: 'By the door', version: version + 3 }
  expect((await post('publisher', 'note', note)).status).toBe(200)
  expect((await post('publisher', 'note', { ...note, note: 'Late' })).json()).toMatchObject({
    error: 'changed',
  })
  const cancelled = await post('publisher', 'cancel', { rsvp })
  expect(cancelled.json<Reply>().rsvp).toMatchObject({ status: 'cancelled' })
})

test.each(['reservations', 'event-guests'])(
  'a repeated request to %s/add adds nobody; another one with its key is refused',
  async (path) => {
    const key = newFormKey()
    const other = await onDatabase(url, (query) => addDate(query))
    const send = (changes: object) =>
      server.send(
        `/api/${path}/add`,
        jsonRequest(
          'POST',
          {
            ...(path === 'reservations' ? { kind: 'event', subject: other } : { date: other }),
            ...{ key, name: 'Ada', party: 2, email: '', ...changes },
          },
          sessions.publisher,
        ),
      )
    const first = await send({})
    expect(first.status, first.text).toBe(200)
    expect((await send({})).json()).toEqual(first.json())
    for (const changes of [{ name: 'Bea' }, { party: 1 }, { email: 'ada@venue.example' }]) {
      const { status, json } = await send(changes)
      expect([status, json<{ error: string }>().error]).toEqual([409, 'key_reused'])
    }
    const rows = await onDatabase(url, (query) =>
      query('select from reservations where subject = $1', [other]),
    )
    expect(rows).toHaveLength(1)
  },
)

test('what nobody declares or stores is not found', async () => {
  expect((await addZoe({ kind: 'space' })).status).toBe(404)
  expect((await addZoe({ subject: 999_999 })).status).toBe(404)
  expect((await post('editor', 'check-in', { rsvp: 999_999, inside: 1 })).status).toBe(404)
})

test('the list of a day and its file have the reservations of the day; editors see no addresses', async () => {
  await addZoe()
  const day = new Date(Date.now() + 20 * 3_600_000).toISOString().slice(0, 10)
  const fileFor = async (person: Person, search = '') =>
    (await post(person, 'file', { day, search })).text
  expect(await fileFor('publisher')).toContain('Zoë,zoe@venue.example,2,Going')
  expect(await fileFor('editor')).not.toContain('zoe@venue.example')
  expect(await fileFor('publisher', 'somebody else')).not.toContain('Zoë')
  const view = async (query: string) =>
    (
      await server.send(`/cms/reservations?${query}`, {
        headers: jsonRequest('GET', null, sessions.publisher).headers ?? {},
      })
    ).text
  expect(await view(`day=${day}`)).toContain('Songs and supper')
  expect(await view(`day=${day}&search=nobody`)).toContain('Nobody with this name.')
  expect(await view('day=2090-05-04')).toContain('Nobody has reserved.')
})
