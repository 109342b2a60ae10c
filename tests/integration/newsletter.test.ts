import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pacedEveryMs } from '../../cms/platform/mail/rules.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { expectEqualDurations } from '../support/equal-durations.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { solve } from '../support/proof-of-work.ts'
import type { Reply } from '../support/request.ts'
import { type Server, startServer } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let url: string
let newsletter: ReturnType<typeof newsletterOf>
const count = async (table: string, where: string, values: unknown[]) => {
  const [row] = await newsletter.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
    values,
  )
  return row?.n ?? 0
}
// Backdates the sign-up requests of an address by two minutes.
const backdate = (email: string) =>
  newsletter.query(
    `update subscription_requests set created_at = created_at - interval '2 minutes' where email = $1`,
    [email],
  )

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  newsletter = newsletterOf(server, url)
})
afterAll(() => server?.stop())

describe('signing up', () => {
  test('creates a pending subscriber and a mail', async () => {
    const email = 'new@venue.example'
    const response = await newsletter.send(signUpRequest('  New@Venue.example '))
    expect([response.status, response.json()]).toEqual([200, { ok: true }])
    expect(await newsletter.subscriber(email)).toMatchObject({ state: 'pending', name: null })
    const [mail, ...more] = await newsletter.mailsTo(email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'confirm_subscription' })
    expect(await count('consents', 'true', [])).toBe(0)
  })

  test('is confirmed by the button behind the link, and stored as a consent', async () => {
    const email = 'yes@venue.example'
    const details = { phone: '0114 496 0184', birthday: '29/2', interests: ['Film & Cinema'] }
    await newsletter.send(signUpRequest(email, details))
    const link = await newsletter.linkTo(email)
    await waitUntil(
      () => newsletter.mailsTo(email),
      ([mail]) => mail?.state === 'sent',
    )
    const confirmation = await newsletter.post(link)
    expect([confirmation.status, confirmation.headers.location]).toEqual([303, link])
    expect(await newsletter.subscriber(email)).toMatchObject({
      state: 'active',
      name: 'Ada',
      phone: '0114 496 0184',
      birthday_day: '29',
      birthday_month: '2',
      interests: ['Film & Cinema'],
    })
    const [consent, ...more] = await newsletter.query(
      `select c.* from consents as c join subscribers as s on s.id = c.subscriber_id where email = $1`,
      [email],
    )
    expect(more).toEqual([])
    expect(consent).toMatchObject({ kind: 'given', how: 'form', interests: ['Film & Cinema'] })
    expect(consent?.wording).toContain('privacy policy')
    expect(consent?.version).toMatch(/^[0-9a-f]{12}$/)
    expect(Date.parse(String(consent?.asked_at))).toBeLessThanOrEqual(
      Date.parse(String(consent?.at)),
    )
    await newsletter.post(link)
    expect(await count('consents', 'subscriber_id = $1', [consent?.subscriber_id])).toBe(1)
    // The stored copy of a sent mail must not contain the link, because staff can read it.
    const mails = await newsletter.mailsTo(email)
    expect(mails.filter(({ text, html }) => (text + html).includes(link))).toEqual([])
  })

  test('is not confirmed by opening the link', async () => {
    const email = 'scanned@venue.example'
    await newsletter.send(signUpRequest(email))
    const link = await newsletter.linkTo(email)
    for (const method of ['GET', 'HEAD', 'GET', 'GET']) {
      const response = await server.send(link, { method })
      expect(response.status).toBe(200)
      expect(response.headers['cache-control']).toContain('no-store')
      expect(response.headers['referrer-policy']).toBe('no-referrer')
      expect(response.headers['x-robots-tag']).toContain('noindex')
    }
    expect((await server.get(link)).text).toContain('scanned@<wbr>venue.example')
    expect((await newsletter.subscriber(email))?.state).toBe('pending')
    expect(server.output()).not.toContain(link)
  })

  test('shows the same page without a form for an invalid and an expired link', async () => {
    const email = 'old@venue.example'
    await newsletter.send(signUpRequest(email))
    const link = await newsletter.linkTo(email)
    await newsletter.query(
      `update subscription_requests set expires_at = now() - interval '1 s' where email = $1`,
      [email],
    )
    await newsletter.post(link)
    expect((await newsletter.subscriber(email))?.state).toBe('pending')
    const pages = await Promise.all(
      [link, `${link.slice(0, -1)}x`, '/subscribe/confirm/none'].map((path) => server.get(path)),
    )
    for (const { status, text } of pages) {
      expect(status).toBe(200)
      expect(text).not.toContain(email)
      expect(text).not.toContain('<form method="post" data-astro-reload')
    }
  })

  test('two hundred times concurrently creates one row and one mail', {
    tags: 'extended',
  }, async () => {
    const email = 'many@venue.example'
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        newsletter.send(signUpRequest(email, { name: `Ada ${index}` })),
      ),
    )
    // An overloaded server refuses some of the requests.
    expect(responses.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    expect(responses.map(({ status }) => status)).toContain(200)
    expect(await count('subscribers', 'email = $1', [email])).toBe(1)
    expect(await newsletter.mailsTo(email)).toHaveLength(1)
    expect(await count('subscription_requests', 'email = $1', [email])).toBe(1)
  })

  test('with two spellings of one address creates one subscriber', async () => {
    for (const email of ['jos\u00e9@b\u00fccher.example', ' JOSE\u0301@B\u00dcCHER.example']) {
      expect((await newsletter.send(signUpRequest(email))).status).toBe(200)
    }
    const normalized = ['jos\u00e9@xn--bcher-kva.example']
    expect(await count('subscribers', `email like '%@xn--bcher-kva.example'`, [])).toBe(1)
    expect(await count('subscribers', 'email = $1', normalized)).toBe(1)
  })
})

describe('a stranger', () => {
  const email = 'known@venue.example'
  beforeAll(() => newsletter.join(signUpRequest(email, { phone: '0114 496 0184' })))

  test('cannot change a subscriber without their confirmation', async () => {
    const before = await newsletter.subscriber(email)
    await backdate(email)
    const stranger = { name: 'Eve', phone: '0114 000 0000', interests: ['Networking Events'] }
    expect((await newsletter.send(signUpRequest(email, stranger))).status).toBe(200)
    expect(await newsletter.subscriber(email)).toEqual(before)
    expect((await newsletter.mailsTo(email)).at(-1)?.text).not.toContain('Eve')
    await newsletter.post(await newsletter.linkTo(email))
    expect(await newsletter.subscriber(email)).toMatchObject({
      state: 'active',
      name: 'Eve',
      interests: ['Networking Events'],
    })
    const kinds = await newsletter.query<{ kind: string }>(
      'select kind::text from consents where subscriber_id = $1 order by id',
      [before?.id],
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(['given', 'changed'])
  })

  test('cannot tell from response or timing whether an address is known', async () => {
    const complained = 'called-unwanted@venue.example'
    await newsletter.join(signUpRequest(complained))
    await newsletter.query(`update subscribers set state = 'complained' where email = $1`, [
      complained,
    ])
    const bodies = new Set<string>()
    const signUpWith = async (address: string, others = {}) => {
      const response = await newsletter.send(signUpRequest(address, others))
      bodies.add(`${response.status} ${response.text} ${Object.keys(response.headers).sort()}`)
    }
    await expectEqualDurations(
      {
        known: () => signUpWith(email),
        unknown: (round) => signUpWith(`nobody${round}@venue.example`),
        // These sign-ups cause no mail.
        complained: () => signUpWith(complained),
        robot: () => signUpWith(email, { open_ms: 1 }),
      },
      1.2,
      {
        beforeRound: async () => {
          await newsletter.query('delete from limits')
          await backdate(email)
          await backdate(complained)
        },
      },
    )
    expect([...bodies]).toHaveLength(1)
  })

  test('cannot cause a mail to an address that complained', async () => {
    const address = 'complained@venue.example'
    await newsletter.join(signUpRequest(address))
    await newsletter.query(`update subscribers set state = 'complained' where email = $1`, [
      address,
    ])
    await backdate(address)
    const mails = (await newsletter.mailsTo(address)).length
    expect((await newsletter.send(signUpRequest(address))).status).toBe(200)
    expect(await newsletter.mailsTo(address)).toHaveLength(mails)
  })

  test('cannot add recipients or headers with a name', async () => {
    const address = 'bcc@venue.example'
    const name = 'Ada\r\nBcc: all@venue.example\r\n\r\nBuy this'
    expect((await newsletter.send(signUpRequest(address, { name }))).status).toBe(200)
    const mails = await newsletter.query<{ to_address: string; to_name: string; headers: unknown }>(
      'select to_address, to_name, headers from mails where to_address = $1',
      [address],
    )
    expect(mails).toEqual([{ to_address: address, to_name: null, headers: {} }])
    expect(await newsletter.mailsTo('all@venue.example')).toEqual([])
    expect((await newsletter.mailsTo(address))[0]?.text).not.toContain('Buy this')
    await newsletter.post(await newsletter.linkTo(address))
    const storedName = (await newsletter.subscriber(address))?.name ?? ''
    expect(storedName).toContain('Ada')
    expect(storedName).not.toMatch(/[\r\n]/)
  })
})

describe('an invalid sign-up is refused:', () => {
  const required = 'Please provide your name, email and consent to continue.'
  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: ' ' }, required],
    ['no email', { email: '' }, required],
    ['no consent', { consent: false }, required],
    ['consent as a text', { consent: 'true' }, required],
    ['an invalid email', { email: 'ada@venue' }, 'Please enter a valid email.'],
    ['two addresses', { email: 'a@venue.example, b@venue.example' }, 'Please enter a valid email.'],
    ['an interest that is not listed', { interests: ['Golf'] }, 'interests is not on the list'],
    [
      'as an interest, the name of a property that every object has',
      { interests: ['__proto__'] },
      'interests is not on the list',
    ],
    ['day 32', { birthday: '32/1' }, 'There is no such day'],
    ['the thirtieth of February', { birthday: '30/2' }, 'There is no such day'],
    ['month 13', { birthday: '1/13' }, 'There is no such day'],
    ['a phone number without digits', { phone: 'call me' }, 'phone number'],
    ['a phone number that is too short', { phone: '114 496' }, 'phone number'],
    ['a name of 60 KB', { name: 'a'.repeat(60_000) }, 'The name may have at most 120'],
    ['an email of 60 KB', { email: `${'a'.repeat(60_000)}@b.example` }, 'The email may have'],
    ['a name as a list', { name: ['Ada'] }, 'The name must be a text.'],
    ['an email as a list', { email: ['ada@venue.example'] }, 'The email must be a text.'],
    ['a phone as a list', { phone: ['0114'] }, 'The phone number must be a text.'],
    ['a birthday as a list', { birthday: [7, 11] }, 'The birthday must be a text.'],
    ['interests as a text', { interests: 'Cooking Classes' }, 'The interests must be a list.'],
    ['interests as numbers', { interests: [1] }, 'interests is not on the list'],
  ])('%s', async (_, fields, message) => {
    const response = await newsletter.send({ ...signUpRequest('wrong@venue.example'), ...fields })
    expect(response.status, response.text.slice(0, 200)).toBe(400)
    expect(response.json()).toMatchObject({ error: 'bad_request' })
    expect(response.json<{ message: string }>().message).toContain(message)
    expect(response.text.length).toBeLessThan(400)
  })

  test.each(['null', '[]', '"text"', '7', '{', ''])('a body that is %j', async (body) => {
    const response = await newsletter.send(body)
    expect(response.status).toBe(400)
  })

  test('nothing is stored', async () => {
    expect(await count('subscribers', 'email = $1', ['wrong@venue.example'])).toBe(0)
  })

  test('a form from another site', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await newsletter.send(signUpRequest('csrf@venue.example'), headers)).status).toBe(403)
  })

  test('a consent with an outdated wording', async () => {
    const request = signUpRequest('reworded@venue.example', { wording: '0123456789ab' })
    expect((await newsletter.send(request)).status).toBe(409)
  })
})

describe('bots', () => {
  test.each([
    ['fill in the hidden field', { website: 'https://spam.example' }],
    ['submit faster than any person', { open_ms: 20 }],
  ])('that %s get a success response, and nothing is done', async (_, fields) => {
    const email = 'robot@venue.example'
    const response = await newsletter.send(signUpRequest(email, fields))
    expect([response.status, response.json()]).toEqual([200, { ok: true }])
    expect(await newsletter.subscriber(email)).toBeUndefined()
  })

  test('are limited per client', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const statuses: number[] = []
    for (let i = 0; i < 45; i++) {
      statuses.push(
        (await newsletter.send(signUpRequest('x@venue.example', { open_ms: 1 }), from)).status,
      )
    }
    expect(statuses.filter((status) => status === 429).length).toBe(5)
    // The `limits` table does not store the client's IP address.
    expect(await count('limits', `key like '%203.0.113.77%'`, [])).toBe(0)
    expect((await newsletter.send(signUpRequest('y@venue.example', { open_ms: 1 }))).status).toBe(
      200,
    )
  })
})

describe('limits on confirmation mails that strangers cause', () => {
  test('allow five an hour to one mailbox, whatever tags its addresses have', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      statuses.push((await newsletter.send(signUpRequest(`tagged+${n}@venue.example`))).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  const byAll = 'newsletter by strangers'
  const setCount = (key: string, taken: number) =>
    newsletter.query(
      `insert into limits (key, taken, free_at) values ($1, $2, now() + interval '30 minutes')
       on conflict (key) do update set taken = excluded.taken, free_at = excluded.free_at`,
      [key, taken],
    )
  const codeOf = ({ status, json }: Reply) => [status, json<{ error?: string }>().error]

  test('are counted per provider’s network, so that other networks keep their budget', async () => {
    await newsletter.query('delete from limits')
    const join = (n: number, client = `203.1.${n}.9`) =>
      newsletter.send(signUpRequest(`crowd${n}@venue.example`), { 'x-forwarded-for': client })
    expect((await join(0)).status).toBe(200)
    await newsletter.query(
      `update limits set taken = 60 where key like 'newsletter requested from %'`,
    )
    await setCount(byAll, 299)
    for (const n of [1, 2]) expect(codeOf(await join(n))).toEqual([429, 'work_required'])
    expect((await join(3, '198.51.0.1')).status).toBe(200)
  })

  test('require proof of work after too many mails, for known and unknown addresses alike', async () => {
    await newsletter.query('delete from limits')
    await newsletter.join(signUpRequest('known-to-us@venue.example'))
    await setCount(byAll, 300)
    for (const email of ['known-to-us@venue.example', 'unknown-to-us@venue.example']) {
      await backdate(email)
      const before = (await newsletter.mailsTo(email)).length
      const client = { 'x-forwarded-for': '203.5.0.1' }
      const refused = await newsletter.send(signUpRequest(email), client)
      expect(codeOf(refused)).toEqual([429, 'work_required'])
      const solution = solve(refused.json<{ challenge: string }>().challenge)
      const withWork = (from = client) =>
        newsletter.send(signUpRequest(email), { 'x-proof-of-work': solution, ...from })
      // A solution for one network is not valid in another one.
      const elsewhere = await withWork({ 'x-forwarded-for': '203.4.0.1' })
      expect(codeOf(elsewhere)).toEqual([429, 'work_required'])
      expect((await withWork()).json()).toEqual({ ok: true })
      expect(await newsletter.mailsTo(email)).toHaveLength(before + 1)
      expect((await withWork()).status).toBe(429)
    }
    // The budget of all networks is used up. Each network still gets a few mails.
    await setCount(`${byAll} for work`, 1500)
    const from = { 'x-forwarded-for': '203.2.0.1' }
    const sendWithWork = async (email: string) => {
      const { challenge } = (await newsletter.send(signUpRequest(email), from)).json<{
        challenge: string
      }>()
      const headers = { ...from, 'x-proof-of-work': solve(challenge) }
      return newsletter.send(signUpRequest(email), headers)
    }
    await newsletter.query(
      `delete from limits where key like 'newsletter requested for work from %'`,
    )
    expect((await sendWithWork('quiet@venue.example')).status).toBe(200)
    await newsletter.query(
      `update limits set taken = 20 where key like 'newsletter requested for work from %'`,
    )
    const refused = await sendWithWork('loud@venue.example')
    expect(codeOf(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('delay mails above the limit for forms without JavaScript, and the page says so', async () => {
    await newsletter.query('delete from limits')
    await setCount(byAll, 300)
    const post = (email: string, client = '203.3.0.1') =>
      newsletter.post(
        '/api/subscribe-newsletter',
        { name: 'Ada', email, consent: 'on', interests: 'Cooking Classes' },
        { 'x-forwarded-for': client },
      )
    const emails = ['slow1@venue.example', 'slow2@venue.example']
    for (const email of emails) {
      const response = await post(email)
      expect([response.status, response.headers.location]).toEqual([303, '/subscribe?done=later'])
    }
    expect((await server.get('/subscribe?done=later')).text).toContain('may take some hours')
    const mails = await newsletter.query<{ state: string; pause: number }>(
      `select state::text, extract(epoch from next_at - lag(next_at, 1, created_at)
                                              over (order by id))::float8 * 1000 as pause
         from mails where to_address = any($1) order by id`,
      [emails],
    )
    for (const { state, pause } of mails) {
      expect(state).toBe('queued')
      expect(pause).toBeGreaterThanOrEqual(pacedEveryMs)
    }
    expect(mails).toHaveLength(2)
    await newsletter.query(`update mails set next_at = now() where to_address = any($1)`, [emails])
    await expect
      .poll(async () => (await newsletter.mailsTo(emails[0] ?? '')).map(({ state }) => state))
      .toEqual(['sent'])
    // One client cannot use up its network's budget alone.
    await newsletter.query(
      `update limits set taken = 20 where key like 'newsletter paced of a client from %'`,
    )
    expect((await post('slow3@venue.example')).headers.location).toBe(
      '/subscribe?problem=too_many_requests',
    )
    const near = await post('slow4@venue.example', '203.3.9.1')
    expect(near.headers.location).toBe('/subscribe?done=later')
    await newsletter.query(`update limits set taken = 60 where key like 'newsletter paced from %'`)
    expect((await post('slow5@venue.example', '203.3.8.1')).headers.location).toBe(
      '/subscribe?problem=too_many_requests',
    )
    await newsletter.query('delete from limits')
  })
})

describe('sign-ups of one address', () => {
  test('are limited to five an hour over all processes', async () => {
    const others = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: url })))
    try {
      const email = 'flooded@venue.example'
      const all = [server, ...others]
      const answers = []
      for (let i = 0; i < 9; i++) {
        answers.push(await newsletter.send(signUpRequest(email), {}, all[i % 3]))
        await backdate(email)
      }
      expect(answers.map(({ status }) => status)).toEqual([
        200, 200, 200, 200, 200, 429, 429, 429, 429,
      ])
      expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(3000)
      expect(await newsletter.mailsTo(email)).toHaveLength(5)

      const flood = 'flood@venue.example'
      await Promise.all(
        Array.from({ length: 90 }, (_, i) => newsletter.send(signUpRequest(flood), {}, all[i % 3])),
      )
      expect(await newsletter.mailsTo(flood)).toHaveLength(1)
    } finally {
      for (const each of others) await each.stop()
    }
  })
})

describe('without JavaScript', () => {
  const filledIn = {
    name: 'Ada',
    email: 'plain@venue.example',
    consent: 'on',
    interests: ['Cooking Classes', 'Film & Cinema'],
    birthday_day: '7',
    birthday_month: '11',
    phone: '',
    website: '',
  }
  const post = (fields: Record<string, string | string[]>) =>
    newsletter.post('/api/subscribe-newsletter', fields)

  test('a form is answered with a page', async () => {
    const response = await post(filledIn)
    expect([response.status, response.headers.location]).toEqual([303, '/subscribe?done=sent'])
    expect((await server.get('/subscribe?done=sent')).text).toContain('Check your email')
    await newsletter.post(await newsletter.linkTo('plain@venue.example'))
    expect(await newsletter.subscriber('plain@venue.example')).toMatchObject({
      state: 'active',
      birthday_day: '7',
      interests: ['Cooking Classes', 'Film & Cinema'],
    })
  })

  test.each<[Record<string, string | string[]>, string, string]>([
    [{ name: '' }, 'required', 'Please provide your name, email and consent to continue.'],
    [{ consent: '' }, 'required', 'Required fields missing'],
    [{ interests: [] }, 'none', 'Please select at least one interest'],
    [{ email: 'ada@venue' }, 'email', 'Please enter a valid email.'],
    [{ birthday_day: '31', birthday_month: '2' }, 'birthday', 'There is no such day'],
    [{ interests: ['Golf'] }, 'interests', 'Interests required'],
  ])('a form with %j says what is wrong', async (fields, problem, words) => {
    const { headers } = await post({ ...filledIn, ...fields })
    expect(headers.location).toBe(`/subscribe?problem=${problem}`)
    expect((await server.get(headers.location ?? '')).text).toContain(words)
  })
})

test('unconfirmed requests are deleted', async () => {
  const email = 'never@venue.example'
  await newsletter.send(signUpRequest(email))
  await onDatabase(url, async (query) => {
    await query(`update subscribers set created_at = now() - interval '9 days' where email = $1`, [
      email,
    ])
    await query(
      `update subscription_requests set expires_at = now() - interval '2 days' where email = $1`,
      [email],
    )
  })
  // The worker deletes expired requests once when it starts.
  const other = await startServer({ DATABASE_URL: url })
  try {
    await expect.poll(() => newsletter.subscriber(email)).toBeUndefined()
    expect(await newsletter.mailsTo(email)).toEqual([])
  } finally {
    await other.stop()
  }
})
