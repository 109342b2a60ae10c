import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveToken } from '../../cms/features/newsletter/subscribing/tokens.ts'
import { makeDatabase } from '../support/database.ts'
import { retryAtOnce } from '../support/jobs.ts'
import { letterData, lettersOf, makeSubscribers } from '../support/letters.ts'
import { newMailEvent, postEvents, webhookSecret } from '../support/mail-webhook.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { importsOf } from '../support/newsletter-imports.ts'
import { waitUntilOutboxDrained } from '../support/outbox.ts'
import { type Server, secret, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let url: string
let newsletter: ReturnType<typeof newsletterOf>
let letters: ReturnType<typeof lettersOf>
let lists: ReturnType<typeof importsOf>
let sessions: Awaited<ReturnType<typeof makeStaff>>
const stateOfMail = async (id: number) =>
  (
    await newsletter.query<{ state: string }>('select state::text from mails where id = $1', [id])
  )[0]?.state

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url, MAIL_WEBHOOK_SECRET: webhookSecret })
  sessions = await makeStaff(server)
  newsletter = newsletterOf(server, url)
  letters = lettersOf(server, sessions, url)
  lists = importsOf(server, sessions.publisher)
  await retryAtOnce(url)
})
afterAll(() => server?.stop())

test('confirming an address while staff delete the subscriber causes no error', async () => {
  for (let round = 0; round < 12; round++) {
    const email = `both${round}@venue.example`
    await newsletter.send(signUpRequest(email))
    const link = await newsletter.linkTo(email)
    const { id = 0 } = (await newsletter.subscriber(email)) ?? {}
    const [confirmed, deleted] = await Promise.all([
      newsletter.post(link),
      server.send(`/api/subscribers/${id}`, jsonRequest('DELETE', {}, sessions.admin)),
    ])
    expect([confirmed.status, deleted.status]).toEqual([303, 200])
  }
})

describe('a letter’s link', () => {
  const linkOf = async (email: string) => {
    const [id = 0] = await makeSubscribers(url, [{ email }])
    return { id, link: `/unsubscribe/${leaveToken({ subscriber: id, mail: 0 }, secret)}` }
  }

  test('stores an interest once if a request repeats it', async () => {
    const email = 'often@venue.example'
    const { id, link } = await linkOf(email)
    const chosen = Array(2000).fill('Film & Cinema')
    await newsletter.post(link, { action: 'interests', interests: [...chosen, 'Cooking Classes'] })
    const { interests } = (await newsletter.subscriber(email)) ?? {}
    expect(interests).toEqual(['Cooking Classes', 'Film & Cinema'])
    const [consent] = await newsletter.query(
      'select interests from consents where subscriber_id = $1',
      [id],
    )
    expect(consent?.interests).toEqual(interests)
  })

  test('is limited to thirty changes an hour, except unsubscribing', async () => {
    const email = 'toggling@venue.example'
    const { id, link } = await linkOf(email)
    const answers: string[] = []
    for (let turn = 0; turn < 36; turn++) {
      await newsletter.post(link, { 'List-Unsubscribe': 'One-Click' })
      const { headers } = await newsletter.post(link, { action: 'undo' })
      answers.push(headers.location?.split('?')[1] ?? '')
    }
    expect(answers.slice(0, 30)).toEqual(Array(30).fill('done=undo'))
    expect(new Set(answers.slice(30))).toEqual(new Set(['problem=too_many_requests']))
    expect((await newsletter.subscriber(email))?.state).toBe('unsubscribed')
    const consents = await newsletter.query('select from consents where subscriber_id = $1', [id])
    expect(consents).toHaveLength(61)
    expect((await server.get(`${link}?problem=too_many_requests`)).text).toMatch(
      /try again in an hour/i,
    )
  })
})

describe('a test mail with the data of a subscriber', () => {
  test('is hidden from editors, and is deleted with the subscriber', async () => {
    const [id = 0] = await makeSubscribers(url, [
      { email: 'shown@venue.example', name: 'Secretia' },
    ])
    const body = { ...letterData('Hello {name}'), to: 'publisher@venue.example', as: id }
    expect((await letters.call('test', body)).status).toBe(200)
    const countMailsFor = async (who: 'editor' | 'publisher') =>
      (await letters.sendAs(who, 'GET', '/api/mails?where[subject][contains]=Secretia')).json<{
        totalDocs: number
      }>().totalDocs
    expect([await countMailsFor('publisher'), await countMailsFor('editor')]).toEqual([1, 0])
    // The mail goes to another address, so its events must not affect the subscriber.
    const [mail] = await newsletter.query<{ id: number; subscriber: number | null }>(
      'select id, subscriber from mails where shows = $1',
      [id],
    )
    expect(mail?.subscriber).toBeNull()
    await server.send(`/api/subscribers/${id}`, jsonRequest('DELETE', {}, sessions.admin))
    const left = await newsletter.query(
      `select from mails where row_to_json(mails)::text ~ 'Secretia'`,
    )
    expect(left).toEqual([])
  })
})

test('an event with any offset from UTC is accepted; an event before 1970 is refused', async () => {
  const email = 'zoned@venue.example'
  await makeSubscribers(url, [{ email }])
  const bounce = { bounce: 'hard', email, at: '2100-01-01T00:00:00+23:59' }
  expect((await postEvents(server, { events: [newMailEvent('bounce', bounce)] })).status).toBe(200)
  expect((await newsletter.subscriber(email))?.state).toBe('bounced')
  const before = newMailEvent('bounce', { email, at: '0000-01-01T00:00:00Z' })
  const response = await postEvents(server, { events: [before] })
  expect([response.status, response.text]).toEqual([400, expect.stringContaining('events.0.at')])
})

describe('failed mails of a letter', () => {
  /** A letter to three readers; one has received it. */
  async function failedLetter() {
    await newsletter.query(`update subscribers set state = 'unsubscribed' where state = 'active'`)
    const emails = ['a', 'b', 'c'].map((name) => `${name}${Math.random()}@venue.example`)
    await makeSubscribers(
      url,
      emails.map((email) => ({ email })),
    )
    const { id } = await letters.write('Failed')
    await letters.actOrThrow(id, 'send')
    await letters.waitForState(id, 'sent')
    const mails = await newsletter.query<{ id: number }>(
      `update mails set state = 'failed', sent_at = null where letter = $1 and to_address <> $2
       returning id`,
      [id, emails[0]],
    )
    return { id, emails, mails: mails.map((mail) => mail.id).sort((one, other) => one - other) }
  }

  test('are sent again once, to active subscribers', async () => {
    const { id, emails, mails } = await failedLetter()
    await newsletter.query(`update subscribers set state = 'unsubscribed' where email = $1`, [
      emails[2],
    ])
    expect(await letters.stats(id)).toMatchObject({ failed: 2, retriable: 2 })
    expect((await letters.act(id, 'again', {}, 'editor')).status).toBe(403)
    const responses = await Promise.all([letters.act(id, 'again'), letters.act(id, 'again')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    await letters.waitForState(id, 'sent')
    expect(await Promise.all(mails.map(stateOfMail))).toEqual(['sent', 'failed'])
    expect((await letters.act(id, 'again')).text).toContain('Nobody is left')
  })

  test.each(['pause', 'cancel'] as const)(
    'cannot be sent again individually after a %s',
    async (action) => {
      const { id, mails } = await failedLetter()
      await newsletter.query(`update letters set state = 'sending' where id = $1`, [id])
      await newsletter.query(
        `update mails set next_at = now() + interval '1 hour' where letter = $1`,
        [id],
      )
      await newsletter.query(`update mails set state = 'deferred' where id = $1`, [mails[1]])
      await letters.actOrThrow(id, action)
      const settled = await letters.sendAs('publisher', 'POST', '/api/mail/settle', {
        id: mails[0],
        as: 'again',
      })
      expect([settled.status, settled.text]).toEqual([409, expect.stringContaining('Its letter')])
      await waitUntilOutboxDrained(url)
      expect(await stateOfMail(mails[0] ?? 0)).toBe('failed')
    },
  )
})

describe('an import file', () => {
  test('sent as JSON has the JSON size limit', async () => {
    const response = await server.send('/api/newsletter/imports?name=x', {
      method: 'POST',
      headers: { ...lists.headers, 'content-type': 'application/json' },
      body: Buffer.alloc(1024 * 1024 + 1, '['),
    })
    expect(response.status).toBe(413)
  })

  test('with millions of cells is read within the test timeout, and the rows with too many cells are rejected', {
    tags: 'extended',
  }, async () => {
    const row = `a@venue.example${',x'.repeat(1_900_000)}\n`
    const file = Buffer.from(`email,name\n${row.repeat(3)}b@venue.example,Bo\n`)
    const { id, counts, reasons } = await lists.uploadAndPreview(file)
    expect(counts.rejected).toBe(3)
    expect(reasons[0]?.reason).toBe('The row has 1900001 cells; here the rest is cut off.')
    expect((await lists.rejected(id)).length).toBeLessThan(2000)
    const wide = await lists.uploadAndPreview(`email${',c'.repeat(300)}\na@venue.example\n`)
    expect([wide.state, wide.refusal]).toEqual(['refused', 'The file has more than 200 columns.'])
  })

  test('whose reading fails three times is refused, and the next file is read', async () => {
    await newsletter.query(`
      create function break_list() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$;
      create trigger break_list before insert on subscriber_import_rows for each row
        when (new.email = 'broken@venue.example') execute function break_list()`)
    const broken = await lists.upload('email\nbroken@venue.example\n')
    const { id } = broken.json<{ id: number }>()
    const { refusal } = await lists.waitForState(id, ['refused'])
    expect(refusal).toContain('It failed 3 times')
    expect((await lists.uploadAndPreview('email\nwhole@venue.example\n')).state).toBe('ready')
    const parts = await newsletter.query(
      'select from subscriber_import_parts where import_id = $1',
      [id],
    )
    expect(parts).toEqual([])
  })

  test('whose rows fail to be applied three times is refused; rows that were written before stay', async () => {
    await newsletter.query(`
      create function break_person() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$;
      create trigger break_person before insert on subscribers for each row
        when (new.email = 'unborn@venue.example') execute function break_person()`)
    const consent = 'consent_at,consent_how'
    const { id } = await lists.uploadAndPreview(
      `email,${consent}\nunborn@venue.example,2026-01-02,form\n`,
    )
    await lists.begin(id)
    expect((await lists.waitForState(id, ['refused'])).refusal).toContain('It failed 3 times')
    const trail = (action: string) =>
      newsletter.query('select subject, details, by_name from audit where action = $1', [action])
    expect(await trail('import_given_up')).toEqual([])
    // The rows that a longer import has written stay, and the audit trail has an entry.
    const many = [...Array(700).keys()].map((n) => `part${n}@venue.example,2026-01-02,form`)
    const last = 'unborn@venue.example,2026-01-02,form'
    const longer = await lists.uploadAndPreview([`email,${consent}`, ...many, last, ''].join('\n'))
    // An import whose end cannot be recorded stays in the state `doing`.
    await newsletter.query(`
      create function break_trail() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$;
      create trigger break_trail before insert on audit for each row
        when (new.action = 'import_given_up') execute function break_trail()`)
    await lists.begin(longer.id)
    await waitUntil(
      () =>
        newsletter.query(
          'select from graphile_worker.jobs where key = $1 and attempts >= max_attempts',
          [`newsletter.import ${longer.id}`],
        ),
      ({ length }) => length > 0,
    )
    expect((await lists.progress(longer.id)).state).toBe('doing')
    await newsletter.query('drop trigger break_trail on audit')
    // Adds the job that the schedule adds every minute.
    await newsletter.query(`select graphile_worker.add_job('newsletter.enqueue_imports')`)
    const { refusal } = await lists.waitForState(longer.id, ['refused'])
    const [, upTo = ''] = /Up to row (\d+) it was carried out/.exec(refusal ?? '') ?? []
    expect(await trail('import_given_up')).toEqual([
      {
        subject: 'a list of 701 subscribers',
        details: { done: Number(upTo) - 1 },
        by_name: 'publisher',
      },
    ])
    const whole = await lists.importList(`email,${consent}\nborn@venue.example,2026-01-02,form\n`)
    expect(whole.counts.joins).toBe(1)
  })
})

test('a letter to 60,000 readers is counted, paused, resumed and cancelled within the time limits', {
  tags: 'extended',
}, async () => {
  await newsletter.query(`
    with made as (
      insert into subscribers (email, state, joined_at, confirmed_at, source)
      select 'many' || n || '@venue.example', 'active', now(), now(), 'form'
        from generate_series(1, 60000) n returning id)
    insert into subscribers_interests ("order", parent_id, value)
    select 0, id, 'Film & Cinema' from made`)
  const interests = ['Film & Cinema']
  const counted = await letters.call('audience', { interests })
  expect(counted.json()).toMatchObject({ count: expect.any(Number) })
  const { id } = await letters.write('Many', { audience: { interests } })
  await letters.actOrThrow(id, 'send')
  await letters.actOrThrow(id, 'pause')
  const { total, queued } = await letters.stats(id)
  expect(total).toBeGreaterThanOrEqual(60_000)
  await letters.actOrThrow(id, 'resume')
  await letters.actOrThrow(id, 'cancel')
  const after = await waitUntil(
    () => letters.stats(id),
    (stats) => stats.queued === 0,
  )
  expect(queued).toBeGreaterThan(0)
  expect(after.cancelled + after.sent + after.kept).toBe(total)
})
