import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyNewEvents } from '../../cms/features/newsletter/mails/mail-events.ts'
import type { lockSubscribers } from '../../cms/features/newsletter/queries/subscribers.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { mailEventsRequest } from '../../cms/platform/mail/contract.ts'
import { storeMailEvents } from '../../cms/platform/mail/service.ts'
import { makeDatabase } from '../support/database.ts'
import { type MailEvent, newMailEvent, postEvents, webhookSecret } from '../support/mail-webhook.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { type Server, startServer } from '../support/server.ts'
import { startMailServer } from '../support/smtp-server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import { waitForLockWaiters } from '../support/while-locked.ts'

type Lock = typeof lockSubscribers
// Replaces the lock of subscribers in the race below.
const locking = vi.hoisted(() => ({ replace: null as ((lock: Lock) => Lock) | null }))
vi.mock('../../cms/features/newsletter/queries/subscribers.ts', async (importActual) => {
  const actual =
    await importActual<typeof import('../../cms/features/newsletter/queries/subscribers.ts')>()
  const lock: Lock = (...args) =>
    (locking.replace?.(actual.lockSubscribers) ?? actual.lockSubscribers)(...args)
  return { ...actual, lockSubscribers: lock }
})
const { findSubscriberById } = await import('../../cms/features/newsletter/queries/subscribers.ts')

let url: string
let servers: Server[]
let server: Server
let newsletter: ReturnType<typeof newsletterOf>
let serial = 0
const settings = () => ({ DATABASE_URL: url, MAIL_WEBHOOK_SECRET: webhookSecret })

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer(settings())
  servers = [server, ...(await Promise.all([startServer(settings()), startServer(settings())]))]
  newsletter = newsletterOf(server, url)
})
afterAll(() => Promise.all(servers?.map((each) => each.stop()) ?? []))

/** A subscriber who confirmed the address a day ago. */
async function reader() {
  const email = `told${++serial}@venue.example`
  await newsletter.join(signUpRequest(email))
  await setConfirmed(email, 24 * 60)
  const { id = 0 } = (await newsletter.subscriber(email)) ?? {}
  return { email, id }
}
/** A letter that was sent to a subscriber, with its Message-ID. */
async function sentLetter({ email, id }: { email: string; id: number }, minutesAgo = 0) {
  const [row] = await newsletter.query<{ id: number; message_id: string }>(
    `with made as (
       insert into mails (key, kind, priority, to_address, subject, html, text, subscriber, letter,
                          state, sent_at)
       values (gen_random_uuid()::text, 'letter', 100, $1, 'A letter', 'h', 't', $2, 7, 'sent',
               now() - $3 * interval '1 minute')
       returning id, key)
     select id, '<' || id || '.' || left(encode(sha256(convert_to(key, 'UTF8')), 'hex'), 24)
                || '@venue.example>' as message_id from made`,
    [email, id, minutesAgo],
  )
  if (!row) throw new Error('The letter was not queued.')
  return row
}
const setConfirmed = (email: string, minutesAgo: number) =>
  newsletter.query(
    `update subscribers set confirmed_at = now() - $2 * interval '1 minute' where email = $1`,
    [email, minutesAgo],
  )
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const bounce = (kind: 'hard' | 'soft', others: MailEvent) =>
  newMailEvent('bounce', { bounce: kind, ...others })
const send = async (events: MailEvent[], to = server) => {
  const response = await postEvents(to, { events })
  expect([response.status, response.json()]).toEqual([200, { ok: true }])
}
type StatusRow = { state: string; soft_bounces: string; stopped_because: string | null }
const subscriberRow = async (id: number) => {
  const [row] = await newsletter.query<StatusRow>(
    'select state::text, soft_bounces, stopped_because from subscribers where id = $1',
    [id],
  )
  return row
}
const stateOf = async (id: number) => (await subscriberRow(id))?.state
const mailRow = async (id: number) =>
  (
    await newsletter.query<{ state: string; response: string | null }>(
      'select state::text, response from mails where id = $1',
      [id],
    )
  )[0]
const consentsOf = async (id: number) =>
  (
    await newsletter.query<{ said: string }>(
      `select kind || ': ' || how as said from consents where subscriber_id = $1 order by id`,
      [id],
    )
  ).map(({ said }) => said)

describe('a webhook request', () => {
  test('is answered with 404 if the server has no webhook secret', async () => {
    const without = await startServer({ DATABASE_URL: url })
    const response = await postEvents(without, { events: [] })
    expect([response.status, response.json().error]).toEqual([404, 'not_found'])
    await without.stop()
  })

  test('that is forged, changed, or dated minutes before or after now is refused', async () => {
    const { email, id } = await reader()
    const body = { events: [newMailEvent('complaint', { email })] }
    const forged: Parameters<typeof postEvents>[2][] = [
      { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
      { ageSeconds: 330 },
      { ageSeconds: -330 },
      { headers: { 'webhook-signature': '' } },
      { headers: { 'webhook-id': 'msg_another' } },
      { headers: { 'webhook-timestamp': 'now' } },
    ]
    for (const signed of forged) {
      const response = await postEvents(server, body, signed)
      expect([response.status, response.json().error], JSON.stringify(signed)).toEqual([
        401,
        'unauthorized',
      ])
    }
    expect(await stateOf(id)).toBe('active')
  })

  test.each<[string, unknown]>([
    ['no list', {}],
    ['a list of texts', { events: ['bounce'] }],
    ['an event without an id', { events: [{ type: 'bounce' }] }],
    ['an invalid time', { events: [newMailEvent('bounce', { at: 'yesterday' })] }],
    ['an unknown kind of bounce', { events: [newMailEvent('bounce', { bounce: 'firm' })] }],
    [
      'more events than one call may carry',
      { events: Array(1001).fill(newMailEvent('delivered')) },
    ],
  ])('with %s is refused with the reason', async (_, body) => {
    const response = await postEvents(server, body)
    expect([response.status, response.json().error]).toEqual([400, 'bad_request'])
    expect(response.json<{ message: string }>().message).toMatch(/events/)
  })

  test('of more than a megabyte is refused before it is read', async () => {
    const response = await postEvents(server, {
      events: [newMailEvent('bounce', { reason: 'x'.repeat(2 ** 20) })],
    })
    expect([response.status, response.json().error]).toEqual([413, 'too_large'])
  })

  test('about unknown addresses is accepted, and the addresses are not stored', async () => {
    const strangers = ['nobody@venue.example', 'not an address', '', null]
    await send(
      strangers.map((email) =>
        bounce('hard', { email, reason: `550 no ${email}`, message_id: `<${email}@x>` }),
      ),
    )
    await send([
      newMailEvent('opened', { email: 'nobody@venue.example' }),
      newMailEvent('x'.repeat(100)),
    ])
    const events = await newsletter.query<{ row: string }>(
      'select row_to_json(e)::text as row from mail_events as e where subscriber is null',
    )
    expect(events.length).toBeGreaterThanOrEqual(4)
    for (const { row } of events) expect(row).not.toContain('nobody@')
  })
})

describe('a bounced mail', () => {
  test('with a hard bounce gets the state bounced, and stops all letters', async () => {
    const who = await reader()
    const mail = await sentLetter(who)
    const waiting = await sentLetter(who)
    await newsletter.query(
      `update mails set state = 'queued', next_at = now() + interval '1 hour' where id = $1`,
      [waiting.id],
    )
    const reason = '550 5.1.1 <…>: no such user here'
    const response = reason.replace('…', who.email)
    // The event names the mail but not the address.
    await send([bounce('hard', { message_id: mail.message_id, reason: response })])
    expect(await subscriberRow(who.id)).toMatchObject({
      state: 'bounced',
      stopped_because: `There is no such mailbox. ${reason}`,
    })
    expect(await mailRow(mail.id)).toEqual({ state: 'bounced', response: reason })
    expect(await mailRow(waiting.id)).toMatchObject({ state: 'cancelled' })
    expect(await consentsOf(who.id)).toEqual(['given: form'])
  })

  test('with soft bounces stops letters after three mails in a row', async () => {
    const who = await reader()
    for (const [count, minutes] of [
      [1, 30],
      [2, 20],
      [3, 10],
    ] as const) {
      const mail = await sentLetter(who, minutes)
      const about = { email: who.email, message_id: mail.message_id, reason: '452 Mailbox full' }
      // Repeated events of one mail count once.
      for (let i = 0; i < 4; i++) await send([bounce('soft', { ...about, at: ago(minutes - 1) })])
      expect(await subscriberRow(who.id)).toMatchObject({
        state: count < 3 ? 'active' : 'bounced',
        soft_bounces: String(count),
      })
      expect(await mailRow(mail.id)).toMatchObject({ state: 'bounced' })
    }
  })

  test('that is delivered later gets the state sent, and resets the count of soft bounces', async () => {
    const who = await reader()
    const mails = []
    for (const minutes of [40, 30, 20]) mails.push(await sentLetter(who, minutes))
    const [first, second, third] = mails
    await send([
      bounce('soft', { message_id: first?.message_id, at: ago(39) }),
      bounce('soft', { message_id: second?.message_id, at: ago(29) }),
    ])
    expect(await mailRow(second?.id ?? 0)).toMatchObject({ state: 'bounced' })
    await send([
      newMailEvent('delivered', { message_id: second?.message_id, at: ago(25) }),
      bounce('soft', { message_id: third?.message_id, at: ago(19) }),
    ])
    expect(await subscriberRow(who.id)).toMatchObject({ state: 'active', soft_bounces: '1' })
    expect(await mailRow(second?.id ?? 0)).toEqual({ state: 'sent', response: 'Delivered.' })
    expect(await mailRow(third?.id ?? 0)).toMatchObject({ state: 'bounced' })
  })

  test('gets the same state whatever the order of its events', async () => {
    const who = await reader()
    const mails = []
    for (const minutes of [50, 40, 30, 20]) mails.push(await sentLetter(who, minutes))
    const at = [49, 39, 29, 19]
    const events = [
      ...mails.map(({ message_id }, n) => bounce('soft', { message_id, at: ago(at[n] ?? 0) })),
      newMailEvent('delivered', { message_id: mails[1]?.message_id, at: ago(35) }),
    ]
    for (const each of events.toReversed()) await send([each])
    expect(await subscriberRow(who.id)).toMatchObject({ state: 'active', soft_bounces: '2' })
    expect(await mailRow(mails[1]?.id ?? 0)).toMatchObject({ state: 'sent' })
  })

  test('is taken to be the last mail sent to the address before the bounce, if the event has no message id', async () => {
    const who = await reader()
    const [older, newer] = [await sentLetter(who, 60), await sentLetter(who, 10)]
    await send([bounce('soft', { email: who.email.toUpperCase(), at: ago(30) })])
    expect((await mailRow(older.id))?.state).toBe('bounced')
    expect((await mailRow(newer.id))?.state).toBe('sent')
  })

  test('stops no letters if it is older than the latest confirmation of the address', async () => {
    const who = await reader()
    const mail = await sentLetter(who, 10)
    await setConfirmed(who.email, 3)
    await send([bounce('hard', { message_id: mail.message_id, at: ago(1) })])
    await send([bounce('hard', { email: who.email, message_id: '<1@elsewhere>', at: ago(5) })])
    expect(await stateOf(who.id)).toBe('active')
    await setConfirmed(who.email, 60)
    await send([bounce('hard', { message_id: (await sentLetter(who, 5)).message_id })])
    expect(await stateOf(who.id)).toBe('bounced')
    await newsletter.query(
      `update subscription_requests set created_at = created_at - interval '1 hour'`,
    )
    await newsletter.join(signUpRequest(who.email))
    expect(await subscriberRow(who.id)).toEqual({
      state: 'active',
      soft_bounces: '0',
      stopped_because: null,
    })
    await send([newMailEvent('delivered', { email: who.email })])
    expect(await stateOf(who.id)).toBe('active')
  })
})

describe('a complaint', () => {
  test('stops all letters, cancels queued ones, and is stored as a withdrawn consent', async () => {
    const who = await reader()
    const mail = await sentLetter(who)
    const waiting = await sentLetter(who)
    await newsletter.query(
      `update mails set state = 'deferred', next_at = now() + interval '1 hour' where id = $1`,
      [waiting.id],
    )
    await send([newMailEvent('complaint', { message_id: mail.message_id, reason: 'abuse' })])
    expect(await subscriberRow(who.id)).toMatchObject({
      state: 'complained',
      stopped_because: 'Called a mail unwanted. abuse',
    })
    expect(await consentsOf(who.id)).toEqual(['given: form', 'withdrawn: complaint'])
    expect(await mailRow(mail.id)).toMatchObject({ state: 'sent' })
    expect(await mailRow(waiting.id)).toMatchObject({ state: 'cancelled' })
    // A later delivery event does not revert the complaint.
    await send([newMailEvent('delivered', { message_id: mail.message_id })])
    expect(await stateOf(who.id)).toBe('complained')
  })

  test('replaces the states bounced and unsubscribed', async () => {
    const [bounced, left] = [await reader(), await reader()]
    await send([bounce('hard', { email: bounced.email, message_id: '<1@elsewhere>' })])
    await newsletter.query(
      `update subscribers set state = 'unsubscribed', left_at = now() where id = $1`,
      [left.id],
    )
    await send([bounced, left].map(({ email }) => newMailEvent('complaint', { email })))
    expect([await stateOf(bounced.id), await stateOf(left.id)]).toEqual([
      'complained',
      'complained',
    ])
    expect(await consentsOf(left.id)).toEqual(['given: form'])
  })

  test('about a confirmation mail prevents further confirmation mails', async () => {
    const email = 'asked@venue.example'
    await newsletter.send(signUpRequest(email))
    await send([newMailEvent('complaint', { email })])
    const { id = 0 } = (await newsletter.subscriber(email)) ?? {}
    expect(await stateOf(id)).toBe('complained')
    expect(await consentsOf(id)).toEqual([])
    await newsletter.query(
      `update subscription_requests set created_at = created_at - interval '1 hour'`,
    )
    const before = (await newsletter.mailsTo(email)).length
    expect((await newsletter.send(signUpRequest(email))).status).toBe(200)
    expect((await newsletter.mailsTo(email)).length).toBe(before)
  })
})

describe('concurrent events', () => {
  test('that are repeated in three processes count once', async () => {
    const readers = await Promise.all(Array.from({ length: 6 }, reader))
    const events: MailEvent[] = []
    for (const who of readers) {
      for (const minutes of [1, 2, 3]) {
        const { message_id } = await sentLetter(who, minutes)
        events.push(bounce('soft', { message_id, email: who.email }))
      }
      events.push(newMailEvent('complaint', { email: who.email }))
    }
    const calls = Array.from({ length: 30 }, (_, n) => {
      const shifted = [...events.slice(n), ...events.slice(0, n)]
      return send(n % 2 ? shifted.toReversed() : shifted, servers[n % 3])
    })
    await Promise.all(calls)
    for (const { id } of readers) {
      expect(await stateOf(id)).toBe('complained')
      expect(await consentsOf(id)).toEqual(['given: form', 'withdrawn: complaint'])
    }
    const ids = events.map(({ id }) => id)
    const handled = await newsletter.query(
      'select from mail_events where id = any($1) and handled_at is not null',
      [ids],
    )
    expect(handled.length).toBe(events.length)
  })

  test('in three processes count as three soft bounces if they are about three mails', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, reader))
    await Promise.all(
      readers.map(async (who) => {
        const mails = await Promise.all([1, 2, 3].map((minutes) => sentLetter(who, minutes)))
        await Promise.all(
          mails.map(({ message_id }, n) => send([bounce('soft', { message_id })], servers[n])),
        )
      }),
    )
    for (const { id } of readers) {
      expect(await subscriberRow(id)).toMatchObject({ state: 'bounced', soft_bounces: '3' })
    }
  })
})

describe('two concurrent bounces', () => {
  /**
   * Runs two transactions that each store and count a bounce. Both store before either counts.
   * @returns the number of the subscriber's soft bounces
   */
  async function countConcurrently(withoutLock?: Lock): Promise<number> {
    const who = await reader()
    const mails = [await sentLetter(who, 2), await sentLetter(who, 1)]
    const pool = new pg.Pool({ connectionString: url })
    const arrive = createReusableBarrier(mails.length)
    let isFirst = true
    locking.replace =
      (actual) =>
      async (...args) => {
        await arrive()
        const subscribers = await (withoutLock ?? actual)(...args)
        // With the lock, the first transaction goes on when the second one waits for the lock.
        if (withoutLock) await arrive()
        else if (isFirst) await waitForLockWaiters(url)
        isFirst = false
        return subscribers
      }
    await Promise.all(
      mails.map(({ message_id }) =>
        drizzle(pool).transaction(async (tx) => {
          const db = tx as unknown as Database
          const { events } = mailEventsRequest.parse({ events: [bounce('soft', { message_id })] })
          await storeMailEvents(
            db,
            events.map((each) => ({ ...each, subscriber: who.id })),
          )
          await applyNewEvents(db)
          // This transaction commits once the other one has also read the subscriber, or waits for the row that this
          // one wrote.
          if (withoutLock) await Promise.race([arrive(), waitForLockWaiters(url)])
        }),
      ),
    )
    await pool.end()
    locking.replace = null
    return Number((await subscriberRow(who.id))?.soft_bounces)
  }
  const unlocked: Lock = async (db, ids) => {
    const found = await Promise.all(ids.map((id) => findSubscriberById(db, id)))
    return found.filter((each) => each !== null)
  }

  test('are counted as two', async () => expect(await countConcurrently()).toBe(2))
  test('are counted as one without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    expect(await countConcurrently(unlocked)).toBe(1)
  })
})

/** Makes a function whose promises resolve when it has been called `count` times; then the counting starts anew. */
function createReusableBarrier(count: number) {
  let waiting: (() => void)[] = []
  return () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      if (waiting.length < count) return
      for (const go of waiting) go()
      waiting = []
    })
}

test('deleting a subscriber removes the subscriber and the address from the stored events', async () => {
  const { admin } = await makeStaff(server)
  const who = await reader()
  const mail = await sentLetter(who)
  await send([bounce('soft', { message_id: mail.message_id, reason: `452 ${who.email} is full` })])
  expect(
    (await server.send(`/api/subscribers/${who.id}`, jsonRequest('DELETE', {}, admin))).status,
  ).toBe(200)
  const events = await newsletter.query<{ row: string }>(
    'select row_to_json(e)::text as row from mail_events as e',
  )
  for (const { row } of events) expect(row).not.toContain('@venue.example')
  // Later events find no mail.
  await send([newMailEvent('complaint', { email: who.email, message_id: mail.message_id })])
  expect(await newsletter.subscriber(who.email)).toBeUndefined()
})

test('the refusal of a recipient by the mail server counts as a bounce, unless it is about the sender', async () => {
  const mailServer = await startMailServer()
  const ownUrl = await makeDatabase('demo')
  const sending = await startServer({ DATABASE_URL: ownUrl, SMTP_URL: mailServer.url })
  const sendingNewsletter = newsletterOf(sending, ownUrl)
  const refused = async (address: string) => {
    const [row] = await sendingNewsletter.query<{ id: number }>(
      `insert into subscribers (email, state, confirmed_at) values ($1, 'active', now() - interval '1 h')
       returning id`,
      [address],
    )
    await sendingNewsletter.query(
      `insert into mails (key, kind, to_address, subject, html, text, subscriber)
       values ($1, 'letter', $1, 'A letter', 'h', 't', $2)`,
      [address, row?.id],
    )
    return row?.id ?? 0
  }
  // Error 5.7.1 is about the sender, not about the mailbox.
  const blocked = await refused('blocked@venue.example')
  await waitUntil(
    () =>
      sendingNewsletter.query(
        `select from mail_events where subscriber = $1 and handled_at <= now()`,
        [blocked],
      ),
    (events) => events.length > 0,
  )
  const [nobody, full] = await Promise.all(
    ['nobody@venue.example', 'over-quota@venue.example'].map(refused),
  )
  const findState = (id = 0) =>
    waitUntil(
      async () =>
        (
          await sendingNewsletter.query<StatusRow>(
            'select state::text, soft_bounces from subscribers where id = $1',
            [id],
          )
        )[0],
      (row) => row?.state !== 'active' || Number(row.soft_bounces) > 0,
    )
  expect(await findState(nobody)).toMatchObject({ state: 'bounced' })
  expect(await findState(full)).toMatchObject({ state: 'active', soft_bounces: '1' })
  const [untouched] = await sendingNewsletter.query<StatusRow>(
    'select state::text, soft_bounces from subscribers where id = $1',
    [blocked],
  )
  expect(untouched).toMatchObject({ state: 'active', soft_bounces: '0' })
  const states = await sendingNewsletter.query<{ state: string }>(
    `select distinct state::text from mails where kind = 'letter'`,
  )
  expect(states).toEqual([{ state: 'bounced' }])
  await sending.stop()
  mailServer.stop()
})
