import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { event, postEvents, webhookSecret } from '../support/mail-webhook.ts'
import { newsletterOf, signUp } from '../support/newsletter.ts'
import { type Server, startServer } from '../support/server.ts'
import { json, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let news: ReturnType<typeof newsletterOf>
const start = () => startServer({ DATABASE_URL: url, MAIL_WEBHOOK_SECRET: webhookSecret })

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await start()
  news = newsletterOf(server, url)
})
afterAll(() => server?.stop())

type Mail = { id: number; key: string; state: string; row: string }
const mail = async (key: string): Promise<Mail | undefined> =>
  (
    await news.query<Mail>(
      'select id, key, state::text, row_to_json(m)::text as row from mails as m where key = $1',
      [key],
    )
  )[0]

/** A mail of so many days ago, which says something about somebody. */
async function old(
  key: string,
  days: number,
  {
    state = 'sent',
    kind = 'leave_link',
    letter = null as number | null,
    subscriber = null as number | null,
  } = {},
) {
  await news.query(
    `insert into mails (key, kind, to_address, to_name, subject, html, text, headers, response, state,
                        letter, subscriber, created_at, sent_at, next_at)
     values ($1, $2, 'ada@venue.example', 'Ada', 'For Ada', '<a href="https://x/secret">', 'secret',
             '{"X-Link": "secret"}', '250 ada@venue.example has it', $3::enum_mails_state, $4, $5,
             now() - $6 * interval '1 day', case when $3 = 'sent' then now() - $6 * interval '1 day' end,
             now() + interval '1 hour')`,
    [key, kind, state, letter, subscriber, days],
  )
}
/** The turn in which the program tidies comes with its start. */
const tidied = async (key: string) => {
  await server.stop()
  server = await start()
  news = newsletterOf(server, url)
  await waitUntil(
    () => mail(key),
    (found) => !found?.row.includes('secret'),
  )
}

test('a mail older than thirty days loses content and recipient, and is still counted', async () => {
  for (const state of ['sent', 'bounced', 'failed', 'unknown', 'cancelled'])
    await old(`old ${state}`, 31, { state })
  for (const state of ['queued', 'deferred', 'held']) await old(`waits ${state}`, 31, { state })
  await old('young', 29)
  await old('of a letter', 31, { kind: 'letter', letter: 7 })
  await old('sent late', 31)
  await news.query(`update mails set sent_at = now() - interval '1 day' where key = 'sent late'`)
  await tidied('of a letter')
  for (const state of ['sent', 'bounced', 'failed', 'unknown', 'cancelled']) {
    const kept = await mail(`old ${state}`)
    expect(kept?.state).toBe(state)
    expect(kept?.row).not.toMatch(/secret|ada|For Ada/i)
    expect(JSON.parse(kept?.row ?? '')).toMatchObject({ kind: 'leave_link', subject: 'leave_link' })
  }
  const letter = await mail('of a letter')
  expect(letter?.row).not.toMatch(/secret|ada@/i)
  expect(JSON.parse(letter?.row ?? '')).toMatchObject({
    letter: 7,
    state: 'sent',
    subject: 'For Ada',
  })
  for (const key of ['waits queued', 'waits deferred', 'waits held', 'young', 'sent late']) {
    expect((await mail(key))?.row).toContain('secret')
  }
})

test('many mails are tidied in batches', async () => {
  await news.query(
    `insert into mails (key, kind, to_address, subject, html, text, state, created_at, sent_at)
     select 'many ' || n, 'letter', 'many' || n || '@venue.example', 's', 'secret', 'secret', 'sent',
            now() - interval '40 days', now() - interval '40 days' from generate_series(1, 3000) n`,
  )
  await tidied('many 1')
  const left = async () =>
    (
      await news.query<{ count: number }>(
        `select count(*)::int as count from mails where key like 'many %' and to_address <> ''`,
      )
    )[0]?.count ?? 0
  expect(await left()).toBe(1000)
  await news.query(
    `update mails set created_at = created_at + interval '1 day' where key = 'many 3000'`,
  )
  await tidied('many 3000')
  expect(await left()).toBe(0)
})

test('staff see that its content was deleted, and cannot send it again', async () => {
  const { admin } = await makeStaff(server)
  await old('gone', 31, { state: 'unknown' })
  await tidied('gone')
  const { id } = (await mail('gone')) ?? {}
  const page = await server.get(`/cms/mailbox/${id}`, {
    cookie: `payload-token=${admin}`,
    'sec-fetch-site': 'same-origin',
  })
  expect(page.text).toContain('was kept for 30 days')
  expect(
    (await server.send('/api/mail/settle', json('POST', { id, as: 'again' }, admin))).status,
  ).toBe(409)
  expect(
    (await server.send('/api/mail/settle', json('POST', { id, as: 'arrived' }, admin))).status,
  ).toBe(200)
})

test('later events still find an old mail and its reader', async () => {
  const email = 'late@venue.example'
  await news.join(signUp(email))
  await news.query(
    `update subscribers set confirmed_at = now() - interval '1 year' where email = $1`,
    [email],
  )
  const { id: subscriber = 0 } = (await news.subscriber(email)) ?? {}
  await old('complained later', 31, { kind: 'letter', letter: 7, subscriber })
  await tidied('complained later')
  const [named] = await news.query<{ message_id: string }>(
    `select '<' || id || '.' || left(encode(sha256(convert_to(key, 'UTF8')), 'hex'), 24) || '@x>' as message_id
       from mails where key = 'complained later'`,
  )
  await postEvents(server, { events: [event('complaint', { message_id: named?.message_id })] })
  expect((await news.subscriber(email))?.state).toBe('complained')
  const [consent] = await news.query<{ letter: string }>(
    `select letter from consents where subscriber_id = $1 and kind = 'withdrawn'`,
    [subscriber],
  )
  expect(Number(consent?.letter)).toBe(7)
})

test('mail events are deleted after a year', async () => {
  await news.query(
    `insert into mail_events (id, what, at, reported_at, handled_at)
     select 'told ' || days, 'delivered', now(), now() - days * interval '1 day', now()
       from unnest(array[364, 366]) as days`,
  )
  await old('beside it', 31)
  await tidied('beside it')
  const left = await waitUntil(
    () => news.query<{ id: string }>(`select id from mail_events where id like 'told %'`),
    ({ length }) => length === 1,
  )
  expect(left).toEqual([{ id: 'told 364' }])
})
