import { generateKeyPairSync } from 'node:crypto'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase, waitUntilSomeoneWaits } from '../support/database.ts'
import { findMail, queueMany, queueOne } from '../support/outbox.ts'
import { type Server, startServer } from '../support/server.ts'
import { startMailServer } from '../support/smtp-server.ts'
import {
  adminEmail,
  createStaffSession,
  jsonRequest,
  makeStaff,
  sessionHeaders,
} from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let sessions: Awaited<ReturnType<typeof makeStaff>>
type Role = keyof typeof sessions

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  sessions = await makeStaff(server)
})
afterAll(() => server?.stop())

const waitUntilSent = (address: string) =>
  waitUntil(
    () => findMail(url, address),
    (row) => row?.state === 'sent',
  )
const page = (role: Role, path: string) =>
  server.get(path, {
    cookie: `payload-token=${sessions[role]}`,
    'sec-fetch-site': 'same-origin',
  })
const settle = (role: Role | null, body: unknown) =>
  server.send('/api/mail/settle', jsonRequest('POST', body, role ? sessions[role] : undefined))
const insertMail = async (address: string, state = 'unknown') => {
  await queueOne(url, address)
  const row = await waitUntilSent(address)
  await onDatabase(url, (query) =>
    query(
      `update mails set state = $1::enum_mails_state, worker = '1.1', handed_at = now() where id = $2`,
      [state, row?.id],
    ),
  )
  return row?.id ?? 0
}

describe('without a mail server', () => {
  test('a mail stays in the mailbox, counts as sent, and is shown to staff', async () => {
    const html = '<p>Hello <b>reader</b><script>parent.document.title = 1</script></p>'
    await queueMany(url, 'kept', 1, { html })
    const row = await waitUntilSent('kept1@venue.example')
    expect(row?.response).toBe('Kept in the mailbox.')
    expect((await page('editor', '/cms/mailbox')).text).toContain('kept1@venue.example')
    const { text, status } = await page('editor', `/cms/mailbox/${row?.id}`)
    expect(status).toBe(200)
    expect(text).toContain('Reader 1 &lt;kept1@venue.example&gt;')
    expect(text).toContain('&lt;b&gt;reader&lt;/b&gt;')
    expect(text).toMatch(/<iframe[^>]* sandbox=""/)
  })

  test('no content of mails is logged in production', async () => {
    await queueOne(url, 'secret@venue.example')
    await waitUntilSent('secret@venue.example')
    expect(server.output()).not.toContain('secret@venue.example')
    expect(server.output()).not.toContain('a mail is in the mailbox')
  })

  test('a sign-in code is read by admins only, with a fresh proof', async () => {
    await queueOne(url, 'codes@venue.example')
    const row = await waitUntilSent('codes@venue.example')
    await onDatabase(url, (query) =>
      query(`update mails set kind = 'sign_in_code', html = 'Your code: 481516' where id = $1`, [
        row?.id,
      ]),
    )
    const stolen = await createStaffSession(url, adminEmail, { isProved: false })
    const readers: [string, string, boolean][] = [
      ['editor', sessions.editor, false],
      ['publisher', sessions.publisher, false],
      ['admin', sessions.admin, true],
      ['admin without a proof', stolen, false],
    ]
    for (const [person, session, reads] of readers) {
      const headers = sessionHeaders(session)
      const { text } = await server.get(`/cms/mailbox/${row?.id}`, headers)
      expect(text.includes('481516'), person).toBe(reads)
      const path = `/api/mails?where[html][contains]=4815`
      const found = await server.get(path, headers)
      expect(found.json<{ docs: unknown[] }>().docs.length, person).toBe(reads ? 1 : 0)
      const byId = await server.get(`/api/mails/${row?.id}`, headers)
      expect(byId.status, person).toBe(reads ? 200 : 404)
    }
    expect((await server.get('/cms/mailbox', sessionHeaders(stolen))).text).toContain(
      'are shown once you confirm',
    )
  })

  test('letters and answers to cases are shown to publishers and admins, confirmation links only to admins', async () => {
    const kinds = [
      ['answer@kinds.example', 'case_answer', null],
      ['confirm@kinds.example', 'confirm_subscription', 7],
      ['letter@kinds.example', 'letter', 7],
    ] as const
    for (const [address, kind, subscriber] of kinds) {
      await queueOne(url, address)
      await waitUntilSent(address)
      await onDatabase(url, (query) =>
        query('update mails set kind = $1, subscriber = $2 where to_address = $3', [
          kind,
          subscriber,
          address,
        ]),
      )
    }
    for (const [role, read] of [
      ['editor', []],
      ['publisher', ['answer@kinds.example', 'letter@kinds.example']],
      ['admin', kinds.map(([address]) => address)],
    ] as const) {
      const path = '/api/mails?where[to_address][contains]=kinds.example&sort=to_address'
      const found = await server.get(path, sessionHeaders(sessions[role]))
      const { docs } = found.json<{ docs: { to_address: string }[] }>()
      expect(
        docs.map(({ to_address }) => to_address),
        role,
      ).toEqual(read)
    }
  })

  test('strangers read nothing, and mails cannot be created through the API', async () => {
    expect((await server.get('/api/mails')).status).toBe(403)
    const made = await server.send(
      '/api/mails',
      jsonRequest('POST', { subject: 'x' }, sessions.admin),
    )
    expect(made.status).toBe(403)
    expect((await server.get('/cms/mailbox')).text).not.toContain('kept1@venue.example')
  })
})

describe('a mail in the unknown state', () => {
  test('can be sent again by a publisher, and is audited', async () => {
    const id = await insertMail('again@venue.example')
    expect((await settle('publisher', { id, as: 'again' })).status).toBe(200)
    expect(await waitUntilSent('again@venue.example')).toMatchObject({ tries: 2 })
    const entries = await onDatabase(url, (query) =>
      query(`select action, by_name from audit where of_collection = 'mails' and document = $1`, [
        String(id),
      ]),
    )
    expect(entries).toEqual([{ action: 'mail_again', by_name: 'publisher' }])
  })

  test('can be marked as arrived or sent again by a publisher, but not both', async () => {
    const id = await insertMail('arrived@venue.example')
    const responses = await Promise.all([
      settle('publisher', { id, as: 'arrived' }),
      settle('publisher', { id, as: 'again' }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await waitUntilSent('arrived@venue.example')).toBeDefined()
  })

  test('is sent again without a deadlock while its subscriber is changed', async () => {
    const id = await insertMail('changing@venue.example')
    await onDatabase(url, async (query) => {
      const [reader] = await query<{ id: number }>(
        `insert into subscribers (email, state, confirmed_at)
         values ('changing@venue.example', 'active', now()) returning id`,
      )
      await query(`update mails set kind = 'letter', subscriber = $1 where id = $2`, [
        reader?.id,
        id,
      ])
      await query('begin')
      await query('select from subscribers where id = $1 for update', [reader?.id])
      const response = settle('publisher', { id, as: 'again' })
      await waitUntilSomeoneWaits(query)
      // Unsubscribing locks the subscriber and then cancels their mails.
      await query('update mails set updated_at = now() where id = $1', [id])
      await query('commit')
      expect((await response).status).toBe(200)
    })
  })

  test.each<[string, Role | null, unknown, number]>([
    ['by a stranger', null, { id: 1, as: 'again' }, 401],
    ['by an editor', 'editor', { id: 1, as: 'again' }, 403],
    ['with an unknown action', 'publisher', { id: 1, as: 'maybe' }, 400],
    ['if it does not exist', 'publisher', { id: 999_999, as: 'again' }, 409],
    ['if it has been sent meanwhile', 'publisher', { id: 1, as: 'again' }, 409],
  ])('cannot be settled %s', async (_, role, body, status) => {
    expect((await settle(role, body)).status).toBe(status)
  })
})

test('the dashboard shows that mails are late', async () => {
  const isLate = async () => (await page('editor', '/cms')).text.includes('Mails are late')
  expect(await isLate()).toBe(false)
  const id = await insertMail('late@venue.example', 'deferred')
  await onDatabase(url, (query) =>
    query(
      `update mails set created_at = now() - interval '5 minutes', next_at = now() + interval '1 hour',
              error = 'connect ECONNREFUSED', response = null where id = $1`,
      [id],
    ),
  )
  // The mails do not count as late while other mails are being sent.
  expect(await isLate()).toBe(false)
  await onDatabase(url, (query) => query(`update mails set sent_at = sent_at - interval '1 hour'`))
  expect(await isLate()).toBe(true)
  await onDatabase(url, (query) =>
    query(`update mails set state = 'cancelled' where id = $1`, [id]),
  )
  expect(await isLate()).toBe(false)
})

test('a mail is signed if there is a DKIM key', async () => {
  const mails = await startMailServer()
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const signingUrl = await makeDatabase('empty')
  const signing = await startServer({
    DATABASE_URL: signingUrl,
    DEMO: '0',
    SMTP_URL: mails.url,
    MAIL_FROM: 'hello@venue.example',
    DKIM_DOMAIN: 'venue.example',
    DKIM_SELECTOR: 'mail',
    DKIM_KEY: privateKey,
  })
  try {
    await queueMany(signingUrl, 'signed', 1)
    const [message] = await waitUntil(mails.received, ({ length }) => length === 1)
    const { headers } = await simpleParser(message?.source ?? '')
    expect(headers.get('dkim-signature')).toMatchObject({
      params: { d: 'venue.example', s: 'mail', a: 'rsa-sha256' },
    })
  } finally {
    await signing.stop()
    mails.stop()
  }
})
