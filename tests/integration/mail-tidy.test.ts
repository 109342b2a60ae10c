import { drizzle } from 'drizzle-orm/node-postgres'
import type { Payload } from 'payload'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidyMails } from '../../cms/platform/mail/queries/retention.ts'
import { makeDatabase } from '../support/database.ts'
import { newMailEvent, postEvents, webhookSecret } from '../support/mail-webhook.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let newsletter: ReturnType<typeof newsletterOf>
const start = () => startServer({ DATABASE_URL: url, MAIL_WEBHOOK_SECRET: webhookSecret })

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await start()
  newsletter = newsletterOf(server, url)
})
afterAll(() => server?.stop())

type Mail = { id: number; key: string; state: string; row: string }
const findMailRow = async (key: string): Promise<Mail | undefined> =>
  (
    await newsletter.query<Mail>(
      'select id, key, state::text, row_to_json(m)::text as row from mails as m where key = $1',
      [key],
    )
  )[0]

/** Inserts a mail that is `days` days old and contains personal data. */
async function insertMail(
  key: string,
  days: number,
  {
    state = 'sent',
    kind = 'leave_link',
    letter = null as number | null,
    subscriber = null as number | null,
    sentDays = days,
  } = {},
) {
  await newsletter.query(
    `insert into mails (key, kind, to_address, to_name, subject, html, text, headers, response, state,
                        letter, subscriber, created_at, sent_at, next_at)
     values ($1, $2, 'ada@venue.example', 'Ada', 'For Ada', '<a href="https://x/secret">', 'secret',
             '{"X-Link": "secret"}', '250 ada@venue.example has it', $3::enum_mails_state, $4, $5,
             now() - $6 * interval '1 day', case when $3 = 'sent' then now() - $7 * interval '1 day' end,
             now() + interval '1 hour')`,
    [key, kind, state, letter, subscriber, days, sentDays],
  )
}
/**
 * Restarts the server, which deletes the content of old mails when it starts. Waits until the content of the mail with
 * this key is deleted.
 */
const restartUntilTidied = async (key: string) => {
  await server.stop()
  server = await start()
  newsletter = newsletterOf(server, url)
  await waitUntil(
    () => findMailRow(key),
    (found) => !found?.row.includes('secret'),
  )
}

test('a finished mail older than thirty days loses its content and recipient, and keeps its state', async () => {
  for (const state of ['sent', 'bounced', 'failed', 'unknown', 'cancelled'])
    await insertMail(`old ${state}`, 31, { state })
  for (const state of ['queued', 'deferred', 'held'])
    await insertMail(`waits ${state}`, 31, { state })
  await insertMail('young', 29)
  await newsletter.query(
    `insert into letter_editions (letter, subject, html, text) values (7, $1, '', '')`,
    ['For \ue000nneighbour\ue001'],
  )
  await insertMail('of a letter', 31, { kind: 'letter', letter: 7 })
  await insertMail('of an unknown letter', 31, { kind: 'letter', letter: 8 })
  await insertMail('sent late', 31, { sentDays: 1 })
  await restartUntilTidied('of a letter')
  for (const state of ['sent', 'bounced', 'failed', 'unknown', 'cancelled']) {
    const tidiedMail = await findMailRow(`old ${state}`)
    expect(tidiedMail?.state).toBe(state)
    expect(tidiedMail?.row).not.toMatch(/secret|ada|For Ada/i)
    expect(JSON.parse(tidiedMail?.row ?? '')).toMatchObject({
      kind: 'leave_link',
      subject: 'leave_link',
    })
  }
  const letter = await findMailRow('of a letter')
  expect(letter?.row).not.toMatch(/secret|ada/i)
  expect(JSON.parse(letter?.row ?? '')).toMatchObject({
    letter: 7,
    state: 'sent',
    subject: 'For neighbour',
  })
  const unknown = await findMailRow('of an unknown letter')
  expect(JSON.parse(unknown?.row ?? '')).toMatchObject({ letter: 8, subject: 'letter' })
  for (const key of ['waits queued', 'waits deferred', 'waits held', 'young', 'sent late']) {
    expect((await findMailRow(key))?.row).toContain('secret')
  }
})

test('the content of many old mails is deleted in batches, the oldest first', {
  tags: 'extended',
}, async () => {
  // The server would delete another batch at the next full minute.
  await server.stop()
  await newsletter.query(
    `insert into mails (key, kind, to_address, subject, html, text, state, created_at, sent_at)
     select 'many ' || n, 'letter', 'many' || n || '@venue.example', 's', 'secret', 'secret', 'sent',
            now() - n * interval '1 minute' - interval '40 days', now() - interval '40 days'
       from generate_series(1, 3000) n`,
  )
  const pool = new pg.Pool({ connectionString: url })
  const payload = {
    db: { drizzle: drizzle(pool) },
    config: { custom: { features: [] } },
  } as unknown as Payload
  const remaining = async () =>
    (
      await newsletter.query<{ count: number; oldest: string | null }>(
        `select count(*)::int as count, (array_agg(key order by created_at))[1] as oldest
           from mails where key like 'many %' and to_address <> ''`,
      )
    )[0]
  await tidyMails(payload)
  expect(await remaining()).toEqual({ count: 1000, oldest: 'many 1000' })
  await tidyMails(payload)
  expect(await remaining()).toEqual({ count: 0, oldest: null })
  await pool.end()
  server = await start()
  newsletter = newsletterOf(server, url)
})

test('staff see that the content of an old mail was deleted, and cannot send it again', async () => {
  const { admin } = await makeStaff(server)
  await insertMail('gone', 31, { state: 'unknown' })
  await restartUntilTidied('gone')
  const { id } = (await findMailRow('gone')) ?? {}
  const page = await server.get(`/cms/mailbox/${id}`, {
    cookie: `payload-token=${admin}`,
    'sec-fetch-site': 'same-origin',
  })
  expect(page.text).toContain('was kept for 30 days')
  expect(
    (await server.send('/api/mail/settle', jsonRequest('POST', { id, as: 'again' }, admin))).status,
  ).toBe(409)
  expect(
    (await server.send('/api/mail/settle', jsonRequest('POST', { id, as: 'arrived' }, admin)))
      .status,
  ).toBe(200)
})

test('a complaint about a mail whose content was deleted still finds its subscriber and letter', async () => {
  const email = 'late@venue.example'
  await newsletter.join(signUpRequest(email))
  await newsletter.query(
    `update subscribers set confirmed_at = now() - interval '1 year' where email = $1`,
    [email],
  )
  const { id: subscriber = 0 } = (await newsletter.subscriber(email)) ?? {}
  await insertMail('complained later', 31, { kind: 'letter', letter: 7, subscriber })
  await restartUntilTidied('complained later')
  const [message] = await newsletter.query<{ message_id: string }>(
    `select '<' || id || '.' || left(encode(sha256(convert_to(key, 'UTF8')), 'hex'), 24) || '@x>' as message_id
       from mails where key = 'complained later'`,
  )
  await postEvents(server, {
    events: [newMailEvent('complaint', { message_id: message?.message_id })],
  })
  expect((await newsletter.subscriber(email))?.state).toBe('complained')
  const [consent] = await newsletter.query<{ letter: string }>(
    `select letter from consents where subscriber_id = $1 and kind = 'withdrawn'`,
    [subscriber],
  )
  expect(Number(consent?.letter)).toBe(7)
})

test('mail events are deleted after a year', async () => {
  await newsletter.query(
    `insert into mail_events (id, what, at, reported_at, handled_at)
     select 'told ' || days, 'delivered', now(), now() - days * interval '1 day', now()
       from unnest(array[364, 366]) as days`,
  )
  await insertMail('beside it', 31)
  await restartUntilTidied('beside it')
  const remaining = await waitUntil(
    () => newsletter.query<{ id: string }>(`select id from mail_events where id like 'told %'`),
    ({ length }) => length === 1,
  )
  expect(remaining).toEqual([{ id: 'told 364' }])
})
