import { simpleParser } from 'mailparser'
import type { Payload } from 'payload'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelSwitchedOff, queueBirthdays } from '../../cms/features/automations/service.ts'
import { localMoment } from '../../cms/features/venue/hours/opening-hours.ts'
import { makeDatabase } from '../support/database.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { type Server, startServer } from '../support/server.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let mailServer: MailServer
let sessions: Awaited<ReturnType<typeof makeStaff>>
let newsletter: ReturnType<typeof newsletterOf>
let serial = 0
const newAddress = () => `auto${++serial}@venue.example`

beforeAll(async () => {
  mailServer = await startMailServer()
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url, SMTP_URL: mailServer.url })
  sessions = await makeStaff(server)
  newsletter = newsletterOf(server, url)
})
afterAll(async () => {
  await server?.stop()
  mailServer?.stop()
})

const mailsOf = async (email: string, kind: string) =>
  (await newsletter.mailsTo(email)).filter((each) => each.kind === kind)
const waitUntilSent = (email: string, kind: string) =>
  waitUntil(
    () => mailsOf(email, kind),
    (mails) => mails.some(({ state }) => state === 'sent'),
  )
/** Backdates the sign-ups of an address by an hour, and its unsubscription by some days. */
const letDaysPass = async (email: string, days = 1) => {
  await newsletter.query(
    `update subscription_requests set created_at = created_at - interval '1 hour' where email = $1`,
    [email],
  )
  await newsletter.query(
    `update subscribers set left_at = left_at - $2 * interval '1 day' where email = $1`,
    [email, days],
  )
}
const change = (data: unknown, session = sessions.publisher) =>
  server.send('/api/globals/automations', jsonRequest('POST', data, session))

describe('a welcome letter', () => {
  test('is sent after the confirmation, with an unsubscribe link', async () => {
    const email = newAddress()
    await newsletter.send(signUpRequest(email, { name: 'Ada <b>' }))
    expect(await mailsOf(email, 'welcome')).toEqual([])
    await newsletter.post(await newsletter.linkTo(email))
    const [mail] = await waitUntilSent(email, 'welcome')
    expect(mail?.subject).toBe('You’re in, friend')
    expect(mail?.text).toContain('Aoife and everybody at Common People')
    const source = await waitUntil(
      async () =>
        (await mailServer.received()).find(
          ({ to, source }) => to[0] === email && source.includes('List-Unsubscribe'),
        ),
      Boolean,
    )
    const { headers, html, text } = await simpleParser(source?.source ?? '')
    expect(String(html)).toContain('See what’s on in the hall')
    const list = headers.get('list') as unknown as { unsubscribe: { url: string } }
    expect(String(headers.get('list-unsubscribe-post') ?? JSON.stringify(list))).toContain(
      'One-Click',
    )
    const [link = ''] = /\/unsubscribe\/[0-9a-f-]+/.exec(text ?? '') ?? []
    expect(link).toBeTruthy()
    await newsletter.post(link, { 'List-Unsubscribe': 'One-Click' })
    expect((await newsletter.subscriber(email))?.state).toBe('unsubscribed')
  })

  test('is sent once per subscription, and not again after changes or a return within days', async () => {
    const email = newAddress()
    await newsletter.send(signUpRequest(email))
    const link = await newsletter.linkTo(email)
    await Promise.all([newsletter.post(link), newsletter.post(link), newsletter.post(link)])
    await waitUntilSent(email, 'welcome')
    // The subscriber fills in the form again.
    await letDaysPass(email)
    await newsletter.send(signUpRequest(email, { name: 'Countess' }))
    await newsletter.post(await confirmLink(email))
    // The subscriber leaves and returns on the same day, by the link and by the form.
    const [leaveLink = ''] =
      /\/unsubscribe\/[\w-]+/.exec((await mailsOf(email, 'welcome'))[0]?.text ?? '') ?? []
    await newsletter.post(leaveLink, { action: 'leave' })
    await newsletter.post(leaveLink, { action: 'undo' })
    await newsletter.post(leaveLink, { action: 'leave' })
    await letDaysPass(email)
    await newsletter.send(signUpRequest(email))
    await newsletter.post(await confirmLink(email))
    expect((await newsletter.subscriber(email))?.state).toBe('active')
    expect(await mailsOf(email, 'welcome')).toHaveLength(1)
    // Months later the subscriber joins again.
    await newsletter.post(leaveLink, { action: 'leave' })
    await letDaysPass(email, 60)
    await newsletter.send(signUpRequest(email))
    await newsletter.post(await confirmLink(email))
    expect(await mailsOf(email, 'welcome')).toHaveLength(2)
  })

  test('is not sent after unsubscribing', async () => {
    await mailServer.close()
    const email = newAddress()
    await newsletter.join(signUpRequest(email))
    const { id } = (await newsletter.subscriber(email)) ?? {}
    await server.send(
      `/api/subscribers/${id}`,
      jsonRequest('PATCH', { state: 'unsubscribed' }, sessions.publisher),
    )
    await mailServer.open()
    await newsletter.query(`update mails set next_at = now() where state = 'deferred'`)
    const [mail] = await waitUntil(
      () => mailsOf(email, 'welcome'),
      ([first]) => first?.state !== 'sending',
    )
    expect(mail?.state).toBe('cancelled')
  })

  test('is edited and switched off by publishers', async () => {
    expect((await change({ welcome: { on: false } }, sessions.editor)).status).toBe(403)
    const stored = await server.get('/api/globals/automations?depth=0', {
      ...sessionHeaders(sessions.editor),
    })
    const { welcome, birthday } = stored.json<Record<string, Record<string, unknown>>>()
    expect((await change({ welcome: { ...welcome, on: false }, birthday })).status).toBe(200)
    const withoutWelcome = newAddress()
    await newsletter.join(signUpRequest(withoutWelcome))
    expect(await mailsOf(withoutWelcome, 'welcome')).toEqual([])
    const words = { ...welcome, on: true, subject: 'Hello {name|you} of {town}' }
    expect((await change({ welcome: words, birthday })).status).toBe(200)
    const email = newAddress()
    await newsletter.join(signUpRequest(email, { name: 'Grace' }))
    const [mail] = await waitUntilSent(email, 'welcome')
    expect(mail?.subject).toMatch(/^Hello Grace of \w+/)
    // Staff see the text that was sent, even after the automation changes.
    expect((await change({ welcome: { ...words, subject: 'Other words' }, birthday })).status).toBe(
      200,
    )
    const [storedMail] = await mailsOf(email, 'welcome')
    expect(storedMail?.html).toContain('Hello Grace')
    for (const broken of [
      { subject: '' },
      { body: null },
      { body: { root: { type: 'root', children: [{ type: 'iframe' }] } } },
    ]) {
      expect((await change({ welcome: { ...words, ...broken }, birthday })).status).toBe(400)
    }
    await change({ welcome, birthday })
    const trail = await newsletter.query(`select from audit where of_collection = 'automations'`)
    expect(trail.length).toBeGreaterThan(2)
  })

  test('that cannot be rendered does not prevent subscribing, and is sent once it can be rendered', async () => {
    const [global] = await newsletter.query<{ body: string }>(
      'select welcome_body as body from automations',
    )
    await newsletter.query(
      `update automations set welcome_body = '{"root": {"type": "root", "children": []}}', updated_at = now()`,
    )
    const email = newAddress()
    await newsletter.join(signUpRequest(email))
    expect((await newsletter.subscriber(email))?.state).toBe('active')
    await waitUntil(
      () => mailsOf(email, 'welcome'),
      ([mail]) => mail?.state === 'deferred',
    )
    await newsletter.query('update automations set welcome_body = $1, updated_at = now()', [
      global?.body,
    ])
    await newsletter.query(`update mails set next_at = now() where state = 'deferred'`)
    await waitUntilSent(email, 'welcome')
  })

  test('and the birthday letter have previews in the admin', async () => {
    for (const [kind, words] of [
      ['welcome', 'That’s the paperwork done'],
      ['birthday', 'Bring somebody to sing'],
    ] as const) {
      const page = await server.get(`/cms/mail/templates/${kind}`, {
        cookie: `payload-token=${sessions.editor}`,
        'sec-fetch-site': 'same-origin',
      })
      expect(page.text).toContain(words)
    }
  })
})

async function confirmLink(email: string): Promise<string> {
  const mails = await mailsOf(email, 'confirm_subscription')
  return /\/subscribe\/confirm\/\w+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}

describe('a birthday letter', () => {
  let ownUrl: string
  let payload: Payload
  let ownNewsletter: ReturnType<typeof newsletterOf>
  const noServer = () => Promise.reject(new Error('No server runs on this database.'))

  beforeAll(async () => {
    ownUrl = await makeDatabase('demo')
    payload = await startPayload(ownUrl)
    ownNewsletter = newsletterOf({ send: noServer, get: noServer }, ownUrl)
  })
  afterAll(() => stopPayload(payload))

  /** Inserts subscribers with a birthday (`day/month`). @returns their addresses */
  async function insertBorn(
    birthday: string,
    { state = 'active', paused = false, count = 1 } = {},
  ) {
    const [day, month] = birthday.split('/').map(Number)
    const name = newAddress().split('@')[0]
    const rows = await ownNewsletter.query<{ email: string }>(
      `insert into subscribers (email, name, state, birthday_day, birthday_month, paused_until)
       select $1 || n || '@venue.example', 'Ada', $2::enum_subscribers_state, $3, $4,
              case when $5 then now() + interval '100 years' end
         from generate_series(1, $6) n returning email`,
      [name, state, day, month, paused, count],
    )
    return rows.map(({ email }) => email)
  }
  const countMailsTo = async (emails: string[]) =>
    (
      await ownNewsletter.query<{ to_address: string }>(
        `select to_address from mails where kind = 'birthday' and to_address = any($1)`,
        [emails],
      )
    ).length

  test('is sent at nine in the venue’s time zone, once a year, to active subscribers', async () => {
    const ada = await insertBorn('21/6')
    const others = [
      ...(await insertBorn('22/6')),
      ...(await insertBorn('21/6', { state: 'unsubscribed' })),
      ...(await insertBorn('21/6', { state: 'pending' })),
      ...(await insertBorn('21/6', { paused: true })),
    ]
    const at = (moment: string) => queueBirthdays(payload, new Date(moment))
    // The venue is in London, where the clocks are an hour ahead of UTC in June.
    await at('2027-06-21T07:59:00Z')
    expect(await countMailsTo(ada)).toBe(0)
    await at('2027-06-20T23:30:00Z')
    expect(await countMailsTo(ada)).toBe(0)
    await at('2027-06-21T08:00:00Z')
    expect(await countMailsTo(ada)).toBe(1)
    for (const again of ['2027-06-21T08:01:00Z', '2027-06-21T22:59:00Z', '2027-06-22T08:00:00Z'])
      await at(again)
    expect([await countMailsTo(ada), await countMailsTo(others)]).toEqual([1, 1])
    await at('2028-06-21T08:00:00Z')
    expect(await countMailsTo(ada)).toBe(2)
  })

  test('that was missed is sent later on the birthday, but not on another day', async () => {
    const [late, missed] = [await insertBorn('3/7'), await insertBorn('4/7')]
    await queueBirthdays(payload, new Date('2027-07-03T22:30:00Z'))
    await queueBirthdays(payload, new Date('2027-07-05T09:00:00Z'))
    expect([await countMailsTo(late), await countMailsTo(missed)]).toEqual([1, 0])
  })

  test('for 29 February is sent on 28 February in years without that day', async () => {
    const leap = await insertBorn('29/2')
    await queueBirthdays(payload, new Date('2027-02-28T10:00:00Z'))
    expect(await countMailsTo(leap)).toBe(1)
    await queueBirthdays(payload, new Date('2028-02-28T10:00:00Z'))
    expect(await countMailsTo(leap)).toBe(1)
    await queueBirthdays(payload, new Date('2028-02-29T10:00:00Z'))
    expect(await countMailsTo(leap)).toBe(2)
  })

  test('is sent in batches, once per reader, with concurrent processes', async () => {
    const many = await insertBorn('5/8', { count: 1234 })
    const now = new Date('2027-08-05T10:00:00Z')
    await Promise.all(Array.from({ length: 4 }, () => queueBirthdays(payload, now)))
    expect(await countMailsTo(many)).toBe(1234)
  })

  test('that is queued is cancelled when birthday letters are switched off or the day is over', async () => {
    const statesOf = async (emails: string[]) =>
      (
        await ownNewsletter.query<{ state: string }>(
          `select state::text from mails where kind = 'birthday' and to_address = any($1)`,
          [emails],
        )
      ).map(({ state }) => state)
    const madeOn = (emails: string[], moment: string) =>
      ownNewsletter.query('update mails set created_at = $2 where to_address = any($1)', [
        emails,
        moment,
      ])
    const ada = await insertBorn('7/10')
    await queueBirthdays(payload, new Date('2027-10-07T10:00:00Z'))
    await madeOn(ada, '2027-10-07T10:00:00Z')
    await queueBirthdays(payload, new Date('2027-10-07T22:30:00Z'))
    await cancelSwitchedOff(payload)
    expect(await statesOf(ada)).toEqual(['queued'])
    // London's clocks are an hour ahead of UTC.
    await queueBirthdays(payload, new Date('2027-10-07T23:01:00Z'))
    expect(await statesOf(ada)).toEqual(['cancelled'])
    const other = await insertBorn('8/10')
    await queueBirthdays(payload, new Date('2027-10-08T10:00:00Z'))
    await ownNewsletter.query('update automations set birthday_on = false')
    await cancelSwitchedOff(payload)
    expect(await statesOf(other)).toEqual(['cancelled'])
    await ownNewsletter.query('update automations set birthday_on = true')
  })

  test('is not sent if birthday letters are switched off', async () => {
    const ada = await insertBorn('6/9')
    await ownNewsletter.query('update automations set birthday_on = false')
    await queueBirthdays(payload, new Date('2027-09-06T10:00:00Z'))
    expect(await countMailsTo(ada)).toBe(0)
    await ownNewsletter.query('update automations set birthday_on = true')
    await queueBirthdays(payload, new Date('2027-09-06T10:00:00Z'))
    expect(await countMailsTo(ada)).toBe(1)
  })
})

test('a birthday letter is sent by a running program, with its text and an unsubscribe link', async () => {
  const { date, minutes } = localMoment(new Date(), 'Europe/London')
  const [, month, day] = date.split('-').map(Number)
  const siteUrl = await makeDatabase('demo')
  const siteNewsletter = newsletterOf(server, siteUrl)
  await siteNewsletter.query(
    `insert into subscribers (email, name, state, birthday_day, birthday_month)
     values ('today@venue.example', 'Grace', 'active', $1, $2)`,
    [day, month],
  )
  const running = await startServer({ DATABASE_URL: siteUrl })
  const find = async () =>
    (await siteNewsletter.mailsTo('today@venue.example')).filter(({ kind }) => kind === 'birthday')
  if (minutes >= 9 * 60) {
    const [mail] = await waitUntil(find, ([first]) => first?.state === 'sent' && first.html !== '')
    expect(mail?.subject).toBe('Happy birthday, Grace')
    expect(mail?.text).toContain('/unsubscribe/')
  } else {
    expect(await find()).toEqual([])
  }
  await running.stop()
})
