import { generateKeyPairSync } from 'node:crypto'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../cms/app/features.ts'
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
  test('a mail stays in the mailbox, counts as sent, and is shown to publishers', async () => {
    const html = '<p>Hello <b>reader</b><script>parent.document.title = 1</script></p>'
    await queueMany(url, 'kept', 1, { html })
    const row = await waitUntilSent('kept1@venue.example')
    expect(row?.response).toBe('Kept in the mailbox.')
    expect((await page('publisher', '/cms/mailbox')).text).toContain('kept1@venue.example')
    const { text, status } = await page('publisher', `/cms/mailbox/${row?.id}`)
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
      const byId = await server.get(`/api/mails/${row?.id}`, headers)
      expect(byId.status, person).toBe(reads ? 200 : 404)
    }
    expect((await server.get('/cms/mailbox', sessionHeaders(stolen))).text).toContain(
      'are shown once you confirm',
    )
  })

  describe('what each role reads of each kind of mail', () => {
    const token = 'c0ffee'.repeat(6)
    const link = `https://venue.example/anything/${token}`
    const readers = ['editor', 'publisher', 'admin', 'admin without a proof'] as const
    /**
     * For each kind, from whom its content is hidden. Lowering a kind takes a change here. Letters have personal links
     * too, but a publisher reads them, without the addresses.
     */
    const levels: Record<string, 'nobody' | 'editors' | 'publishers' | 'staff'> = {
      staff: 'staff',
      staff_invitation: 'staff',
      password_reset: 'staff',
      staff_security: 'nobody',
      sign_in_code: 'staff',
      security: 'staff',
      confirm_subscription: 'publishers',
      leave_link: 'publishers',
      letter: 'editors',
      test: 'nobody',
      welcome: 'editors',
      birthday: 'editors',
      event_link: 'staff',
      credit_send: 'staff',
      case_answer: 'editors',
      credit_news: 'editors',
      lunch_vendor: 'nobody',
      lunch_vendor_again: 'nobody',
      credit_receipt: 'editors',
      card_receipt: 'publishers',
      card_refund: 'publishers',
      card_refused: 'publishers',
    }
    const levelOf = (kind: string) =>
      levels[kind] ??
      (/^(event|table|desk|enquiry|drop)_/.test(kind)
        ? 'publishers'
        : kind.startsWith('lunch_')
          ? 'editors'
          : null)
    const readContent = {
      nobody: [...readers],
      editors: ['publisher', 'admin', 'admin without a proof'],
      publishers: ['admin'],
      staff: ['admin'],
    }
    const readRow = { ...readContent, publishers: readContent.editors }
    const kinds = features.flatMap(({ mailKinds = [] }) => mailKinds.map(({ kind }) => kind))
    const ids = new Map<string, number>()
    const headersOf = new Map<string, ReturnType<typeof sessionHeaders>>()

    beforeAll(async () => {
      const stolen = await createStaffSession(url, adminEmail, { isProved: false })
      for (const reader of readers) {
        const session = reader === 'admin without a proof' ? stolen : sessions[reader]
        headersOf.set(reader, sessionHeaders(session))
      }
      for (const kind of [...kinds, 'of_a_later_version']) {
        const [row] = await onDatabase(url, (query) =>
          query<{ id: number }>(
            `insert into mails (key, kind, to_address, subject, html, text, headers, state, sent_at)
             values ('kind ' || $1, $1, $1 || '@kinds.example', 'About ' || $1,
                     '<p>Said 481516: <a href="' || $2 || '">' || $2 || '</a></p>', 'Said 481516: ' || $2,
                     jsonb_build_object('List-Unsubscribe', '<' || $2 || '>'), 'sent', now())
             returning id`,
            [kind, link],
          ),
        )
        ids.set(kind, row?.id ?? 0)
      }
    })

    test.each([...kinds, 'of_a_later_version'])('%s', async (kind) => {
      const level = kind === 'of_a_later_version' ? 'staff' : levelOf(kind)
      if (!level) throw new Error(`Say from whom mails of the kind ${kind} are hidden.`)
      for (const reader of readers) {
        const headers = headersOf.get(reader)
        const { text } = await server.get(`/cms/mailbox/${ids.get(kind)}`, headers)
        expect(text.includes('Said 481516'), reader).toBe(readContent[level].includes(reader))
        expect(text.includes(token), reader).toBe(reader === 'admin')
        expect(text, reader).not.toMatch(/href=(?:"|&quot;|\\")https:\/\/venue\.example\/anything/)

        const byId = await server.get(`/api/mails/${ids.get(kind)}`, headers)
        expect(byId.status, reader).toBe(readRow[level].includes(reader) ? 200 : 404)
        expect(byId.text, reader).not.toMatch(/481516|c0ffee/)
      }
    })

    test('content is neither in replies of the API nor in its filters', async () => {
      const headers = headersOf.get('admin')
      const { docs } = (await server.get('/api/mails?limit=1', headers)).json<{ docs: object[] }>()
      expect(Object.keys(docs[0] ?? {}).sort()).toEqual(
        [
          'complained_at',
          'createdAt',
          'error',
          'expires_at',
          'handed_at',
          'id',
          'key',
          'kind',
          'letter',
          'message_id',
          'next_at',
          'priority',
          'response',
          'sent_at',
          'shows',
          'state',
          'stopped',
          'subject',
          'subscriber',
          'to_address',
          'to_name',
          'tries',
          'updatedAt',
          'worker',
        ].sort(),
      )
      for (const field of ['html', 'text', 'headers', 'sealed', 'attachments']) {
        for (const query of [`where[${field}][like]=c0ffee`, `select[${field}]=true`]) {
          const reply = await server.get(`/api/mails?${query}`, headers)
          expect(reply.text, query).not.toContain('c0ffee')
          if (query.startsWith('where')) expect(reply.status, query).toBe(400)
        }
      }
    })

    test('editors find no address of guests and readers', async () => {
      const path = '/api/mails?where[to_address][contains]=kinds.example&limit=100'
      const { docs } = (await server.get(path, headersOf.get('editor'))).json<{
        docs: { kind: string }[]
      }>()
      expect(docs.map(({ kind }) => kind).sort()).toEqual([
        'lunch_vendor',
        'lunch_vendor_again',
        'staff_security',
        'test',
      ])
    })
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

  test('is audited without the name of its reader', async () => {
    const edition = 'Hello \ue000nfriend\ue001'
    for (const [kind, letter, subject] of [
      ['letter', 4711, 'Hello friend'],
      ['letter', 4712, 'letter'],
      ['birthday', null, 'The birthday letter'],
      ['test', null, 'A test of a letter'],
    ] as const) {
      const id = await insertMail(`named-${kind}-${letter}@venue.example`)
      const entries = await onDatabase(url, async (query) => {
        await query(
          `insert into letter_editions (letter, subject, html, text) values (4711, $1, '', '')
           on conflict do nothing`,
          [edition],
        )
        await query(
          `update mails set kind = $1, letter = $2, subject = 'Hello Ada' where id = $3`,
          [kind, letter, id],
        )
        expect((await settle('publisher', { id, as: 'arrived' })).status).toBe(200)
        return query(`select subject from audit where of_collection = 'mails' and document = $1`, [
          String(id),
        ])
      })
      expect(entries).toEqual([{ subject }])
    }
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
