import { createLocalReq, type Payload } from 'payload'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as letters from '../../cms/features/letters/service.ts'
import * as newsletter from '../../cms/features/newsletter/service.ts'
import { sendLeaveLink } from '../../cms/features/newsletter/subscribing/leaving.ts'
import { leaveToken } from '../../cms/features/newsletter/subscribing/tokens.ts'
import { databaseOf } from '../../cms/platform/database/query.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { secret } from '../support/server.ts'

let url: string
let payload: Payload

const email = 'ada@venue.example'
let id = 0
const tokenOf = (subscriber: number) => leaveToken({ subscriber, mail: 7 }, secret)
const request = () => createLocalReq({}, payload)
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const find = async (key: Parameters<typeof newsletter.findEmailTopics>[1]) =>
  newsletter.findEmailTopics(await request(), key)
const save = async (key: Parameters<typeof newsletter.findEmailTopics>[1], topics: string[]) =>
  newsletter.saveEmailTopics(await request(), key, topics)
const consents = () =>
  query('select kind::text, how, interests from consents where subscriber_id = $1 order by id', [
    id,
  ])

beforeAll(async () => {
  url = await makeDatabase('demo')
  payload = await startPayload(url)
  const topics = [{ name: 'Quiz night' }, { name: 'Brewery releases' }]
  await payload.updateGlobal({ slug: 'venue', data: { topics } })
})
afterAll(() => stopPayload(payload))

// Each test has a subscriber of its own.
beforeEach(async () => {
  await query('delete from mails')
  await query('delete from subscribers')
  const [row] = await query<{ id: number }>(
    `insert into subscribers (email, state, own_topics)
     values ($1, 'active', '["Gone", "Quiz night"]') returning id`,
    [email],
  )
  id = row?.id ?? 0
  await query(
    `insert into subscribers_interests ("order", parent_id, value) values (1, $1, 'Film & Cinema')`,
    [id],
  )
})

describe('the topics of a subscription', () => {
  const topics = ['Film & Cinema', 'Quiz night']

  test('are found by a member’s address, without topics that the venue no longer has', async () => {
    expect(await find({ email })).toEqual({
      subscriber: id,
      address: email,
      topics,
      leave: `/unsubscribe/${leaveToken({ subscriber: id, mail: 0 }, secret)}`,
    })
  })

  test('are found by a leave token, which does not reveal the address', async () => {
    const token = tokenOf(id)
    const found = await find({ token })
    expect(found).toEqual({
      subscriber: id,
      address: 'a…@venue.example',
      topics,
      leave: `/unsubscribe/${token}`,
    })
    expect(JSON.stringify(found)).not.toContain(email)
  })

  test('are neither found nor saved for an invalid token or an unknown address', async () => {
    const keys = [
      { token: '' },
      { token: `${tokenOf(id)}0` },
      { token: tokenOf(id + 1) },
      { token: tokenOf(id).replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      { email: 'eve@venue.example' },
    ]
    for (const key of keys) {
      expect(await find(key)).toBeNull()
      expect(await save(key, [])).toBe(false)
    }
    expect(await consents()).toEqual([])
  })

  test.each(['pending', 'unsubscribed', 'bounced', 'complained'])(
    'are neither found nor saved while the subscription is %s',
    async (state) => {
      await query('update subscribers set state = $2::enum_subscribers_state where id = $1', [
        id,
        state,
      ])
      for (const key of [{ email }, { token: tokenOf(id) }]) {
        expect(await find(key)).toBeNull()
        expect(await save(key, ['Cooking Classes'])).toBe(false)
      }
      expect(await consents()).toEqual([])
    },
  )

  test('are saved with a consent that says how they were chosen', async () => {
    expect(await save({ token: tokenOf(id) }, ['Brewery releases', 'Cooking Classes'])).toBe(true)
    expect(await save({ email }, ['Quiz night'])).toBe(true)
    expect((await find({ email }))?.topics).toEqual(['Quiz night'])
    expect(await consents()).toEqual([
      {
        kind: 'changed',
        how: 'link in a mail',
        interests: ['Cooking Classes', 'Brewery releases'],
      },
      { kind: 'changed', how: 'notifications', interests: ['Quiz night'] },
    ])
    expect(await newsletter.findConsents(databaseOf(payload), email)).toMatchObject([
      { interests: ['Quiz night'] },
      { interests: ['Cooking Classes', 'Brewery releases'] },
    ])
  })

  test('may all be removed, which does not end the subscription', async () => {
    expect(await save({ email }, [])).toBe(true)
    expect(await find({ email })).toMatchObject({ topics: [] })
  })

  test('are not stored again if they are the same', async () => {
    expect(await save({ email }, ['Brewery releases'])).toBe(true)
    expect(await save({ email }, ['Brewery releases', 'Brewery releases'])).toBe(true)
    expect(await consents()).toHaveLength(1)
  })

  test.each(['Golf', 'Gone', '__proto__'])('are refused with the unknown name %s', async (name) => {
    await expect(save({ email }, ['Film & Cinema', name])).rejects.toMatchObject({
      code: 'bad_request',
      field: 'topics',
    })
    expect((await find({ email }))?.topics).toEqual(topics)
  })

  test('can be changed by a link a limited number of times; changes in a profile have their own limit', async () => {
    const change = async (key: Parameters<typeof find>[0], attempt: number) =>
      save(key, attempt % 2 ? ['Quiz night'] : ['Brewery releases'])
    let attempt = 0
    await expect(
      (async () => {
        while (attempt < 1000) await change({ token: tokenOf(id) }, attempt++)
      })(),
    ).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await save({ email }, ['Cooking Classes'])).toBe(true)
  })

  test('are in the personal data download', async () => {
    const record = await newsletter.findSubscriberExport(databaseOf(payload), email)
    expect(record).toMatchObject({ own_topics: ['Gone', 'Quiz night'] })
  })
})

describe('the letters to a subscriber', () => {
  const insertLetter = async (subject: string, columns: Record<string, unknown> = {}) => {
    const all = { is_public: false, deleted_at: null, topics: [], ...columns }
    const [row] = await query<{ id: number }>(
      `insert into letters (subject, body, state, slug, is_public, deleted_at, audience_own_topics)
       values ($1, '{}', 'sent', $1, $2, $3, $4) returning id`,
      [subject, all.is_public, all.deleted_at, JSON.stringify(all.topics)],
    )
    return row?.id ?? 0
  }
  const insertMail = (letter: number | null, state: string, minute: number | null = null) =>
    query(
      `insert into mails (key, kind, to_address, subject, html, text, headers, subscriber, letter,
                          state, sent_at, handed_at)
       select gen_random_uuid()::text, 'letter', $1, concat('Letter ', $3::int), '', '', '{}', $2, $3,
              $4::enum_mails_state, at, at
         from (select '2026-07-01T12:00:00Z'::timestamptz + $5::int * interval '1 minute' as at) as t`,
      [email, id, letter, state, minute],
    )
  const list = (limit = 50) => letters.listLettersOf(databaseOf(payload), id, limit)

  test('are listed if they were sent, newest first, with their page and topics', async () => {
    const open = await insertLetter('open', { is_public: true, topics: ['Quiz night'] })
    await query(
      `insert into letters_audience_interests ("order", parent_id, value)
       values (1, $1, 'Film & Cinema')`,
      [open],
    )
    const hidden = await insertLetter('hidden')
    const trashed = await insertLetter('trashed', { is_public: true, deleted_at: '2026-07-02' })
    await insertMail(open, 'sent', 1)
    await insertMail(hidden, 'sent', 3)
    await insertMail(trashed, 'sent', 2)
    for (const state of ['queued', 'held', 'failed', 'cancelled', 'bounced', 'unknown']) {
      await insertMail(await insertLetter(state), state, 9)
    }
    const everybody = { path: null, topics: [] }
    expect(await list()).toEqual([
      {
        ...everybody,
        id: hidden,
        subject: `Letter ${hidden}`,
        sent_at: '2026-07-01T12:03:00.000Z',
      },
      {
        ...everybody,
        id: trashed,
        subject: `Letter ${trashed}`,
        sent_at: '2026-07-01T12:02:00.000Z',
      },
      {
        id: open,
        subject: `Letter ${open}`,
        sent_at: '2026-07-01T12:01:00.000Z',
        path: '/letters/open',
        topics: ['Film & Cinema', 'Quiz night'],
      },
    ])
    expect(await list(1)).toHaveLength(1)
  })

  test('do not include letters that no mail server received, nor other mails', async () => {
    await insertMail(await insertLetter('kept'), 'sent')
    await insertMail(null, 'sent', 1)
    expect(await list()).toEqual([])
  })

  test('are still listed after the letter was deleted', async () => {
    const gone = await insertLetter('deleted')
    await insertMail(gone, 'sent', 1)
    await query('delete from letters where id = $1', [gone])
    expect(await list()).toMatchObject([{ id: gone, path: null, topics: [] }])
  })
})

test.each([
  ['unsubscribe', 'notifications'],
  ['notifications', 'unsubscribe'],
] as const)(
  'the mail with a leave link requested on /%s links to that page first, then to /%s',
  async (page, other) => {
    await sendLeaveLink(await request(), { email, page })
    const [mail] = await query<{ html: string; text: string }>(
      `select html, text from mails where kind = 'leave_link'`,
    )
    const token = leaveToken({ subscriber: id, mail: 0 }, secret)
    for (const content of [mail?.html ?? '', mail?.text ?? '']) {
      const [first = -1, second = -1] = [page, other].map((to) =>
        content.indexOf(`/${to}/${token}`),
      )
      expect(first).toBeGreaterThan(0)
      expect(second).toBeGreaterThan(first)
    }
  },
)
