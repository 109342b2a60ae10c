import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveToken } from '../../cms/features/newsletter/subscribing/tokens.ts'
import { makeDatabase, onDatabase, waitUntilSomeoneWaits } from '../support/database.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { type Server, secret, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let sessions: Awaited<ReturnType<typeof makeStaff>>
let newsletter: ReturnType<typeof newsletterOf>
const oneClick = { 'List-Unsubscribe': 'One-Click' }
let serial = 0

/** A subscriber with the unsubscribe link of their letters. */
async function createReader(others: Record<string, unknown> = {}) {
  const email = `reader${++serial}@venue.example`
  await newsletter.join(signUpRequest(email, others))
  const id = (await newsletter.subscriber(email))?.id ?? 0
  return { email, id, link: `/unsubscribe/${leaveToken({ subscriber: id, mail: 7 }, secret)}` }
}
/** Inserts a mail to the subscriber. The mail is due in an hour. */
const insertWaitingMail = (email: string, id: number, kind: string, letter: number | null = null) =>
  newsletter.query(
    `insert into mails (key, kind, to_address, subject, html, text, headers, subscriber, letter, next_at)
     values (gen_random_uuid()::text, $1, $2, 's', 'h', 't', '{}', $3, $4, now() + interval '1 hour')`,
    [kind, email, id, letter],
  )
const stateOf = async (email: string) => (await newsletter.subscriber(email))?.state
const consentsOf = async (id: number) =>
  (
    await newsletter.query<{ kind: string; how: string }>(
      'select kind::text, how from consents where subscriber_id = $1 order by id',
      [id],
    )
  ).map(({ kind, how }) => `${kind}: ${how}`)

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  sessions = await makeStaff(server)
  newsletter = newsletterOf(server, url)
  const topics = [{ name: 'Quiz night' }, { name: 'Brewery releases' }]
  await server.send('/api/globals/venue', jsonRequest('POST', { topics }, sessions.admin))
})
afterAll(() => server?.stop())

describe('a letter’s link', () => {
  test('shows a page and changes nothing when opened', async () => {
    const { email, link } = await createReader()
    const before = await newsletter.subscriber(email)
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, headers } = await server.send(
        `${link}?action=leave&${new URLSearchParams(oneClick)}`,
        { method },
      )
      expect(status).toBe(200)
      expect(headers['cache-control']).toContain('no-store')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-robots-tag']).toContain('noindex')
    }
    expect(await newsletter.subscriber(email)).toEqual(before)
    const { text } = await server.get(link)
    expect(text).toContain('Stop all letters')
    expect(text).not.toContain(email)
  })

  test('unsubscribes; a second request changes nothing', async () => {
    const { email, id, link } = await createReader()
    await insertWaitingMail(email, id, 'letter')
    const response = await newsletter.post(link, { action: 'leave' })
    expect([response.status, response.headers.location]).toEqual([303, `${link}?done=leave`])
    expect(await stateOf(email)).toBe('unsubscribed')
    expect((await newsletter.mailsTo(email)).at(-1)).toMatchObject({
      kind: 'letter',
      state: 'cancelled',
    })
    const again = await newsletter.post(link, { action: 'leave' })
    expect(again.headers.location).toBe(`${link}?done=unchanged`)
    expect(await consentsOf(id)).toEqual(['given: form', 'withdrawn: link in a mail'])
    expect((await server.get(link)).text).toContain('Put me back')
  })

  test('unsubscribes with a single POST of a mail program, without a session', async () => {
    for (const headers of [
      {},
      { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      { cookie: 'payload-token=made-up' },
    ]) {
      const { email, id, link } = await createReader()
      const response = await newsletter.post(link, oneClick, headers)
      expect([response.status, response.headers.location]).toEqual([200, undefined])
      expect(await stateOf(email)).toBe('unsubscribed')
      expect(await consentsOf(id)).toContain('withdrawn: mail program')
    }
  })

  test('unsubscribes with a multipart POST, too', async () => {
    const { email, link } = await createReader()
    const body =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await server.send(link, { method: 'POST', headers, body })).status).toBe(200)
    expect(await stateOf(email)).toBe('unsubscribed')
  })

  test('can undo unsubscribing for thirty days', async () => {
    const { email, id, link } = await createReader({ interests: ['Film & Cinema'] })
    await newsletter.post(link, oneClick)
    expect((await newsletter.post(link, { action: 'undo' })).headers.location).toBe(
      `${link}?done=undo`,
    )
    expect(await newsletter.subscriber(email)).toMatchObject({
      state: 'active',
      interests: ['Film & Cinema'],
    })
    expect(await consentsOf(id)).toContain('restored: link in a mail')
    await newsletter.post(link, oneClick)
    await newsletter.query(
      `update subscribers set left_at = now() - interval '31 days' where id = $1`,
      [id],
    )
    expect((await server.get(link)).text).not.toContain('Put me back')
    await newsletter.post(link, { action: 'undo' })
    expect(await stateOf(email)).toBe('unsubscribed')
  })

  test('starts a pause, which cancels waiting letters, but no other mails', async () => {
    const { email, id, link } = await createReader()
    for (const kind of ['letter', 'birthday', 'confirm_subscription'])
      await insertWaitingMail(email, id, kind)
    await newsletter.post(link, { action: 'pause' })
    const waiting = (await newsletter.mailsTo(email))
      .slice(-3)
      .map(({ kind, state }) => [kind, state])
    expect(waiting).toEqual([
      ['letter', 'cancelled'],
      ['birthday', 'cancelled'],
      ['confirm_subscription', 'queued'],
    ])
  })

  test('cancels waiting letters that were only for removed interests', async () => {
    const { email, id, link } = await createReader({
      interests: ['Film & Cinema', 'Cooking Classes'],
    })
    const letter = async (audienceInterests: string[]) => {
      const [row] = await newsletter.query<{ id: number }>(
        `insert into letters (subject, body, state) values ('A letter', '{}', 'sending') returning id`,
      )
      for (const interest of audienceInterests) {
        await newsletter.query(
          `insert into letters_audience_interests ("order", parent_id, value)
           values (1, $1, $2::enum_letters_audience_interests)`,
          [row?.id, interest],
        )
      }
      return insertWaitingMail(email, id, 'letter', row?.id)
    }
    await letter(['Cooking Classes'])
    await letter(['Cooking Classes', 'Film & Cinema'])
    await letter([])
    await newsletter.post(link, { action: 'interests', interests: ['Film & Cinema'] })
    const states = (await newsletter.mailsTo(email)).slice(-3).map(({ state }) => state)
    expect(states).toEqual(['cancelled', 'queued', 'queued'])
  })

  test('has a token that also opens /notifications; the page is not indexed, the token not logged', async () => {
    const { link, email } = await createReader()
    const [, token = ''] = /([^/]+)$/.exec(link) ?? []
    const { status, headers, text } = await server.get(`/notifications/${token}`)
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(text).not.toContain(email)
    await waitUntil(
      async () => server.output(),
      (output) => output.includes('/notifications/[redacted]'),
    )
    expect(server.output().includes(token)).toBe(false)
    expect((await server.get(`/notifications/${token}/more`)).status).toBe(404)
  })

  test('cancels waiting letters that were only for removed topics of the venue', async () => {
    const { email, id, link } = await createReader({ interests: ['Cooking Classes'] })
    await newsletter.query(`update subscribers set own_topics = '["Quiz night"]' where id = $1`, [
      id,
    ])
    const letter = async (topics: string[]) => {
      const [row] = await newsletter.query<{ id: number }>(
        `insert into letters (subject, body, state, audience_own_topics)
         values ('A letter', '{}', 'sending', $1) returning id`,
        [JSON.stringify(topics)],
      )
      return insertWaitingMail(email, id, 'letter', row?.id)
    }
    await letter(['Quiz night'])
    await letter(['Quiz night', 'Brewery releases'])
    await letter([])
    await newsletter.post(link, { action: 'interests', interests: ['Brewery releases'] })
    const states = (await newsletter.mailsTo(email)).slice(-3).map(({ state }) => state)
    expect(states).toEqual(['cancelled', 'queued', 'queued'])
  })

  test('shows and changes topics of the venue; without any of them, only letters to everybody come', async () => {
    const { email, id, link } = await createReader({ interests: ['Cooking Classes'] })
    const topics = async () => {
      const [row] = await newsletter.query<{ own_topics: string[] }>(
        'select own_topics from subscribers where id = $1',
        [id],
      )
      return [(await newsletter.subscriber(email))?.interests, row?.own_topics]
    }
    expect((await server.get(link)).text).toContain('Quiz night')
    await newsletter.post(link, { action: 'interests', interests: ['Quiz night'] })
    expect(await topics()).toEqual([[], ['Quiz night']])
    expect(await stateOf(email)).toBe('active')
    const unknown = await newsletter.post(link, { action: 'interests', interests: ['Golf'] })
    expect(unknown.status).toBe(400)
    expect(await topics()).toEqual([[], ['Quiz night']])
    await newsletter.post(link, { action: 'interests' })
    expect(await topics()).toEqual([[], []])
    expect(await stateOf(email)).toBe('active')
  })

  test('keeps a pause when leaving is undone', async () => {
    const { email, link } = await createReader()
    await newsletter.post(link, { action: 'pause' })
    const before = (await newsletter.subscriber(email))?.paused_until
    await newsletter.post(link, { action: 'leave' })
    await newsletter.post(link, { action: 'undo' })
    expect(before).toBeTruthy()
    expect((await newsletter.subscriber(email))?.paused_until).toEqual(before)
  })

  test('starts and ends a pause of thirty days', async () => {
    const { email, link } = await createReader()
    await newsletter.post(link, { action: 'pause' })
    const until = (await newsletter.subscriber(email))?.paused_until?.getTime() ?? 0
    expect((until - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
    expect(await stateOf(email)).toBe('active')
    expect((await server.get(link)).text).toContain('No letters until')
    await newsletter.post(link, { action: 'resume' })
    expect((await newsletter.subscriber(email))?.paused_until).toBeNull()
  })

  test('removes interests; without any of them, only letters to everybody come', async () => {
    const { email, id, link } = await createReader({
      interests: ['Cooking Classes', 'Film & Cinema', 'Networking Events'],
    })
    await newsletter.post(link, { action: 'interests', interests: ['Film & Cinema'] })
    expect(await newsletter.subscriber(email)).toMatchObject({
      state: 'active',
      interests: ['Film & Cinema'],
    })
    expect(await consentsOf(id)).toContain('changed: link in a mail')
    expect((await newsletter.post(link, { action: 'interests', interests: ['Golf'] })).status).toBe(
      400,
    )
    await newsletter.post(link, { action: 'interests' })
    expect(await newsletter.subscriber(email)).toMatchObject({ state: 'active', interests: [] })
  })

  test('keeps the subscription if a form without interests is sent unchanged', async () => {
    const { email, id, link } = await createReader({ interests: ['Cooking Classes'] })
    await newsletter.query('delete from subscribers_interests where parent_id = $1', [id])
    const page = (await server.get(link)).text
    expect(page).toContain('what we write to everybody comes to you')
    expect(page).not.toContain('with no tick, it’s only that')
    const { headers } = await newsletter.post(link, { action: 'interests' })
    expect(headers.location).toContain('done=unchanged')
    expect(await stateOf(email)).toBe('active')
  })

  test('keeps the subscription if its only topic no longer exists and the form is sent unchanged', async () => {
    const { email, id, link } = await createReader({ interests: ['Cooking Classes'] })
    await newsletter.query('delete from subscribers_interests where parent_id = $1', [id])
    await newsletter.query(`update subscribers set own_topics = '["Gone"]' where id = $1`, [id])
    expect((await server.get(link)).text).toContain('what we write to everybody comes to you')
    const { headers } = await newsletter.post(link, { action: 'interests' })
    expect(headers.location).toContain('done=unchanged')
    expect(await stateOf(email)).toBe('active')
  })

  test('does not reactivate a subscription that a bounce or complaint has ended', async () => {
    for (const state of ['bounced', 'complained']) {
      const { email, id, link } = await createReader()
      await newsletter.query(
        `update subscribers set state = $1::enum_subscribers_state where id = $2`,
        [state, id],
      )
      for (const action of ['undo', 'resume', 'pause', 'leave'])
        await newsletter.post(link, { action })
      expect(await stateOf(email)).toBe(state)
    }
  })

  test('does not prevent subscribing again with the form', async () => {
    const { email, link } = await createReader()
    await newsletter.post(link, oneClick)
    await newsletter.query(
      `update subscription_requests set created_at = created_at - interval '1 hour' where email = $1`,
      [email],
    )
    await newsletter.join(signUpRequest(email))
    expect(await stateOf(email)).toBe('active')
  })
})

describe('an invalid link', () => {
  test('shows the same page for any problem, and does nothing', async () => {
    const { email, id, link } = await createReader()
    const right = link.split('/').at(-1) ?? ''
    const wrong = [
      '',
      '/x',
      `/${right.slice(0, -1)}`,
      `/${right.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
      `/${right.replace(/^\d+/, String(id - 1))}`,
      `/${leaveToken({ subscriber: 999_999, mail: 7 }, secret)}`,
      `/${leaveToken({ subscriber: id, mail: 7 }, `${secret}.`)}`,
      '/%00',
      '/..%2f..',
    ].map((token) => `/unsubscribe${token}`)
    const pages = new Set<string>()
    for (const path of wrong) {
      const response = await server.get(path)
      // Removes styles, because some pages contain their styles and others link to style sheets.
      const text = response.text.replace(/<style.*?<\/style>|<link rel="stylesheet"[^>]*>/gs, '')
      if (response.status === 200) pages.add(text)
      expect([200, 400, 404], path).toContain(response.status)
      expect(response.text).not.toContain(email)
      const post = await newsletter.post(path, oneClick)
      expect(post.status, path).toBeLessThan(500)
    }
    expect(pages.size).toBe(1)
    expect([...pages][0]).toContain('Send me the link')
    expect(await stateOf(email)).toBe('active')
  })

  test('can be replaced by mail; the response does not reveal whether the address is known', async () => {
    const { email } = await createReader()
    const answers = []
    for (const address of [email, 'nobody@venue.example']) {
      answers.push(await newsletter.post('/api/newsletter/leave-link', { email: address }))
    }
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array(2).fill([303, '/unsubscribe?done=sent']),
    )
    expect(await newsletter.mailsTo('nobody@venue.example')).toEqual([])
    await newsletter.post(await newsletter.linkTo(email), { action: 'leave' })
    expect(await stateOf(email)).toBe('unsubscribed')
  })

  test('can be replaced by mail five times an hour for each address, known or unknown', async () => {
    const { email } = await createReader()
    for (const address of [email, 'nobody-else@venue.example']) {
      let refused = 0
      for (let i = 0; i < 7; i++) {
        const { headers } = await newsletter.post('/api/newsletter/leave-link', { email: address })
        if (headers.location?.includes('too_many')) refused++
      }
      // The sign-up of `email` has used one of its five mails.
      expect(refused).toBe(address === email ? 3 : 2)
    }
  })
})

describe('other sites', () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  test.each([
    '/api/subscribe-newsletter',
    '/api/newsletter/leave-link',
    '/api/newsletter/leave/1-2-abc',
    '/api/newsletter/confirm/abc',
    '/api/users/login',
    '/unsubscribe',
    '/subscribe',
    '/unsubscribe/a/b',
  ])('cannot post to %s', async (path) => {
    expect((await newsletter.post(path, { email: 'a@venue.example' }, foreign)).status).toBe(403)
  })

  test('cannot act as staff by posting to a link', async () => {
    const headers = { ...foreign, cookie: `payload-token=${sessions.admin}` }
    const { link } = await createReader()
    const entries = () => newsletter.query('select id from audit order by id')
    const before = await entries()
    expect((await newsletter.post(link, oneClick, headers)).status).toBe(200)
    expect(await entries()).toEqual(before)
  })
})

describe('a stored consent', () => {
  test('cannot be changed in the database, and is deleted only with the subscriber', async () => {
    const { email, id } = await createReader()
    for (const statement of [
      `update consents set at = now() where subscriber_id = ${id}`,
      `delete from consents where subscriber_id = ${id}`,
      'truncate consents',
    ]) {
      await expect(newsletter.query(statement), statement).rejects.toThrow('only added to')
    }
    const deletion = await server.send(
      `/api/subscribers/${id}`,
      jsonRequest('DELETE', {}, sessions.admin),
    )
    expect(deletion.status, deletion.text).toBe(200)
    expect(await consentsOf(id)).toEqual([])
    expect(await newsletter.mailsTo(email)).toEqual([])
    expect(
      await newsletter.query('select from subscription_requests where email = $1', [email]),
    ).toEqual([])
    const dump = await newsletter.query<{ row: string }>(
      `select row_to_json(a)::text as row from audit as a union all
       select row_to_json(s)::text from suppressions as s`,
    )
    expect(dump.length).toBeGreaterThan(1)
    for (const { row } of dump) expect(row).not.toContain(email)
  })

  test('is never given by staff; staff can only withdraw it, by unsubscribing somebody', async () => {
    const { email, id } = await createReader()
    const change = (data: Record<string, unknown>) =>
      server.send(`/api/subscribers/${id}`, jsonRequest('PATCH', data, sessions.publisher))
    expect((await change({ name: 'Countess', birthday_day: 10, birthday_month: 12 })).status).toBe(
      200,
    )
    expect((await change({ birthday_day: 31, birthday_month: 2 })).status).toBe(400)
    expect((await change({ birthday_day: null })).status).toBe(400)
    await change({ email: 'other@venue.example' })
    expect((await newsletter.subscriber(email))?.name).toBe('Countess')
    expect((await change({ state: 'unsubscribed' })).status).toBe(200)
    expect(await consentsOf(id)).toEqual(['given: form', 'withdrawn: staff'])
    expect((await change({ state: 'active' })).status).toBe(400)
    expect(await stateOf(email)).toBe('unsubscribed')
    // Staff must not change `complained` to `unsubscribed`. Otherwise a stranger's sign-up would send a mail to the
    // address.
    await newsletter.query(`update subscribers set state = 'complained' where id = $1`, [id])
    expect((await change({ state: 'unsubscribed' })).status).toBe(400)
    expect((await change({ phone: '0114 496 0184' })).status).toBe(200)
    expect(await stateOf(email)).toBe('complained')
    const trail = await newsletter.query<{ row: string }>(
      `select row_to_json(a)::text as row from audit as a where of_collection = 'subscribers'`,
    )
    expect(trail.length).toBeGreaterThan(1)
    for (const { row } of trail) expect(row).not.toMatch(/Countess|@venue/)
  })
})

describe('concurrent changes of a subscriber', () => {
  const change = (id: number, data: Record<string, unknown>) =>
    server.send(`/api/subscribers/${id}`, jsonRequest('PATCH', data, sessions.publisher))

  test('by the subscriber are not overwritten by staff', async () => {
    const { email, id } = await createReader()
    const saving = await onDatabase(url, async (query) => {
      await query('begin')
      await query(
        `update subscribers set state = 'unsubscribed', left_at = now(), updated_at = now()
          where id = $1`,
        [id],
      )
      const saved = change(id, { phone: '0114 496 0184' })
      await waitUntilSomeoneWaits(query)
      await query('commit')
      return { saved }
    })
    const response = await saving.saved
    expect([response.status, response.text]).toEqual([
      409,
      expect.stringContaining('Load the page'),
    ])
    expect(await stateOf(email)).toBe('unsubscribed')
    expect((await change(id, { phone: '0114 496 0184' })).status).toBe(200)
  })

  test('that are both deletions: the second one is answered with 404', async () => {
    const { id } = await createReader()
    const deletion = await onDatabase(url, async (query) => {
      await query('begin')
      await query('delete from subscribers where id = $1', [id])
      const path = `/api/subscribers/${id}`
      const second = server.send(path, jsonRequest('DELETE', {}, sessions.admin))
      await waitUntilSomeoneWaits(query)
      await query('commit')
      return { second }
    })
    const { status, text } = await deletion.second
    expect([status, text]).toEqual([404, expect.stringContaining('"not_found"')])
  })

  test('by the subscriber are not overwritten by an older form', async () => {
    const { email, id, link } = await createReader({
      interests: ['Cooking Classes', 'Film & Cinema'],
    })
    const loaded = await server.get(`/api/subscribers/${id}?depth=0`, {
      ...sessionHeaders(sessions.publisher),
    })
    const form = loaded.json<Record<string, unknown>>()
    await newsletter.post(link, { action: 'interests', interests: ['Film & Cinema'] })
    expect((await change(id, { ...form, name: 'Countess' })).status).toBe(409)
    expect((await newsletter.subscriber(email))?.interests).toEqual(['Film & Cinema'])
  })
})
