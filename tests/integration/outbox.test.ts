import { type ParsedMail, simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import {
  countMailsByAddress,
  countMailsByState,
  findMail,
  makeDue,
  queueMany,
  queueOne,
  waitUntilSettled,
} from '../support/outbox.ts'
import { type Server, startServer } from '../support/server.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let mails: MailServer
let server: Server
const settings = () => ({
  DATABASE_URL: url,
  DEMO: '0',
  SMTP_URL: mails.url,
  MAIL_FROM: 'Common People <hello@venue.example>',
  MAIL_REPLY_TO: 'desk@venue.example',
  MAIL_BOUNCE: 'bounces@venue.example',
  MAIL_PER_SECOND: '1000',
})

beforeAll(async () => {
  mails = await startMailServer()
  url = await makeDatabase('empty')
  server = await startServer(settings())
})
afterAll(async () => {
  await server?.stop()
  mails?.stop()
})

const outcomeOf = (address: string) =>
  waitUntil(
    () => findMail(url, address),
    (row) => row !== undefined && !['queued', 'sending'].includes(row.state),
  )
const messageTo = async (address: string): Promise<ParsedMail> => {
  const found = await waitUntil(
    async () => (await mails.received()).find(({ to }) => to.includes(address)),
    (message) => message !== undefined,
  )
  return simpleParser(found?.source ?? '')
}

describe('a mail', () => {
  test('is sent at once, with both parts and the venue’s addresses', async () => {
    await queueMany(url, 'first', 1, { priority: 10 })
    const message = await messageTo('first1@venue.example')
    expect(message).toMatchObject({
      subject: 'Letter 1',
      text: expect.stringContaining('Hello'),
      html: expect.stringContaining('<p>Hello</p>'),
      from: { value: [{ name: 'Common People', address: 'hello@venue.example' }] },
      replyTo: { value: [{ address: 'desk@venue.example' }] },
      to: { value: [{ name: 'Reader 1', address: 'first1@venue.example' }] },
    })
    expect((await mails.received()).at(-1)?.from).toBe('bounces@venue.example')
    const row = await outcomeOf('first1@venue.example')
    expect(row).toMatchObject({ state: 'sent', tries: 1, error: null })
    expect(row?.response).toMatch(/^250 /)
  })

  test('whose recipient’s name has line breaks and `Bcc:` goes to that recipient only', async () => {
    const name = 'Ada\r\nBcc: eve@evil.example\r\n\r\n<b>'
    await queueOne(url, 'named@venue.example', { name })
    const message = await messageTo('named@venue.example')
    expect(message.bcc).toBeUndefined()
    expect([message.to].flat()[0]?.value).toEqual([
      { name: 'Ada Bcc: eve@evil.example <b>', address: 'named@venue.example' },
    ])
    const all = countMailsByAddress(await mails.received())
    expect(all.get('eve@evil.example')).toBeUndefined()
  })

  test.each([
    ['nobody', 'bounced', /^550/],
    ['spam', 'failed', /^554/],
    ['full', 'deferred', /^452/],
    ['later', 'deferred', /^451/],
  ])('to %s is %s, and the server’s response is stored', async (recipient, state, response) => {
    await queueOne(url, `${recipient}@venue.example`)
    const row = await outcomeOf(`${recipient}@venue.example`)
    expect(row).toMatchObject({ state, tries: 1, response: expect.stringMatching(response) })
    if (state === 'deferred') {
      expect(row?.waitMs).toBeGreaterThan(40_000)
      expect(row?.waitMs).toBeLessThan(61_000)
    }
    // The other mails are not affected.
    await queueOne(url, `after-${recipient}@venue.example`)
    expect(await outcomeOf(`after-${recipient}@venue.example`)).toMatchObject({ state: 'sent' })
  })

  test('that was deferred is retried after pauses that double', async () => {
    for (const tries of [2, 3]) {
      await makeDue(url)
      const row = await waitUntil(
        () => findMail(url, 'later@venue.example'),
        (each) => each?.state === 'deferred' && each.tries === tries,
      )
      expect(row?.waitMs).toBeGreaterThan((2 ** (tries - 1) - 0.3) * 60_000)
    }
  })

  test('fails after twenty attempts', async () => {
    await onDatabase(url, (query) =>
      query(`update mails set tries = 19, next_at = now() where to_address = $1`, [
        'later@venue.example',
      ]),
    )
    expect(
      await waitUntil(
        () => findMail(url, 'later@venue.example'),
        (row) => row?.state !== 'deferred' && row?.state !== 'sending',
      ),
    ).toMatchObject({ state: 'failed', tries: 20 })
  })

  test('with an expired code is not sent', async () => {
    await onDatabase(url, (query) =>
      query(
        `insert into mails (key, kind, priority, to_address, subject, html, text, created_at)
         select address, 'sign_in_code', 0, address, 'A code', 'A code', 'A code', now() - age
           from (values ('old-code@venue.example', interval '11 minutes'),
                        ('code-in-time@venue.example', interval '9 minutes')) as mail (address, age)`,
      ),
    )
    expect(await outcomeOf('old-code@venue.example')).toMatchObject({
      state: 'cancelled',
      tries: 0,
    })
    expect(await outcomeOf('code-in-time@venue.example')).toMatchObject({ state: 'sent' })
    expect(countMailsByAddress(await mails.received()).has('old-code@venue.example')).toBe(false)
  })

  test('with an existing key is not queued again', async () => {
    await expect(queueMany(url, 'first', 1)).rejects.toThrow(/unique/)
    expect(countMailsByAddress(await mails.received()).get('first1@venue.example')).toBe(1)
  })

  test('that is sent twice has the same message id both times', async () => {
    await queueOne(url, 'again@venue.example')
    await outcomeOf('again@venue.example')
    await onDatabase(url, (query) =>
      query(`update mails set state = 'queued' where to_address = 'again@venue.example'`),
    )
    const both = await waitUntil(
      async () => (await mails.received()).filter(({ to }) => to[0] === 'again@venue.example'),
      ({ length }) => length === 2,
    )
    expect(new Set(both.map(({ messageId }) => messageId)).size).toBe(1)
  })
})

describe('many mails', () => {
  test('are sent by priority', async () => {
    await mails.answerAfter(100)
    await queueMany(url, 'slow', 300)
    await waitUntil(
      () => countMailsByState(url, 'slow%'),
      ({ sent = 0 }) => sent > 10,
    )
    await queueOne(url, 'code@venue.example', { priority: 0 })
    expect(await outcomeOf('code@venue.example')).toMatchObject({ state: 'sent' })
    expect((await countMailsByState(url, 'slow%')).queued).toBeGreaterThan(100)
    await mails.answerAfter(0)
    expect(await waitUntilSettled(url, 'slow%')).toEqual({ sent: 300 })
    const order = (await mails.received()).map(({ to }) => to[0])
    const before = order.slice(0, order.indexOf('code@venue.example'))
    expect(before.filter((to) => to?.startsWith('slow')).length).toBeLessThan(150)
  })

  test('are sent within the rate limit that all processes share', {
    timeout: 90_000,
  }, async () => {
    await server.stop()
    const limited = { ...settings(), MAIL_PER_SECOND: '40' }
    const two = [await startServer(limited), await startServer(limited)]
    try {
      await mails.forget()
      await queueMany(url, 'paced', 240)
      expect(await waitUntilSettled(url, 'paced%')).toEqual({ sent: 240 })
      const at = (await mails.received()).map((each) => each.at).sort((one, other) => one - other)
      const seconds = ((at.at(-1) ?? 0) - (at[0] ?? 0)) / 1000
      expect(at.length).toBe(240)
      expect(seconds).toBeGreaterThan(240 / 40 - 0.5)
      const most = Math.max(
        ...at.map((start) => at.filter((each) => each >= start && each < start + 1000).length),
      )
      // The sum of three limits: twice the rate, in case a process or the mail server stalls for a second; the unused
      // capacity of a tenth of a second; and for each process, 4 mails claimed ahead and 5 mails that are being sent.
      expect(most).toBeLessThanOrEqual(2 * 40 + 4 + 2 * (4 + 5))
    } finally {
      await Promise.all(two.map((each) => each.stop()))
      server = await startServer(settings())
    }
  })
})
