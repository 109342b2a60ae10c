import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role, sessionHeaders } from '../support/staff.ts'
import { visitorOf } from '../support/visitor.ts'

let server: Server
let membership: ReturnType<typeof membershipOf>
let newsletter: ReturnType<typeof newsletterOf>
let sessions: Record<Role, string>
beforeAll(async () => {
  const url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  membership = membershipOf(server, url)
  newsletter = newsletterOf(server, url)
  sessions = await makeStaff(server)
})
afterAll(() => server?.stop())

const as = (who: Role, method: string, path: string, body?: unknown) =>
  server.send(
    path,
    body === undefined
      ? { method, headers: sessionHeaders(sessions[who]) }
      : jsonRequest(method, body, sessions[who]),
  )
const records = '/api/mail_texts'
const codeTexts = {
  mail: 'sign_in_code',
  subject: '{code}: dein Code',
  heading: 'Dein Code',
  opening: 'Willkommen <b>bei</b> {venue}.\n\nEr gilt einmal.',
  closing: 'Nicht du? Dann ist nichts zu tun.',
}
const write = (words: object, who: Role = 'publisher') => as(who, 'POST', records, words)
/** Creates the record of a mail, or changes it. */
async function save(words: { mail: string }) {
  const [row] = await membership.query<{ id: number }>(
    'select id from mail_texts where mail = $1',
    [words.mail],
  )
  return row ? as('publisher', 'PATCH', `${records}/${row.id}`, words) : write(words)
}
let serial = 0
async function requestCode() {
  const email = `reader${++serial}@venue.example`
  await membership.resetCodeLimits()
  const reply = await visitorOf(server).call('/api/auth/code', { email })
  expect(reply.status, reply.text).toBe(200)
  return (await membership.mailsTo(email)).at(-1)
}

describe('the words of a mail', () => {
  test('that a publisher saves are used in later mails, escaped and with the code, and can be reset', async () => {
    expect((await requestCode())?.subject).toMatch(/^\d{6} is your code for /)
    const saved = await save(codeTexts)
    expect(saved.status, saved.text).toBe(201)
    await expect.poll(async () => (await requestCode())?.subject).toMatch(/^\d{6}: dein Code$/)
    const mail = await requestCode()
    const [digits = ''] = /^\d{6}/.exec(mail?.subject ?? '') ?? []
    expect(mail?.html).toContain('Willkommen &lt;b&gt;bei&lt;/b&gt; ')
    expect(mail?.html).toContain(`>${digits}<`)
    expect(mail?.text.split('\n').at(-1)).toBe(`@localhost #${digits}`)

    const { id } = saved.json<{ doc: { id: number } }>().doc
    const versions = await as('publisher', 'GET', `${records}/versions?where[parent][equals]=${id}`)
    expect(versions.json()).toMatchObject({ totalDocs: 1 })
    const defaults = {
      subject: '{code} is your code for {venue}',
      heading: 'Your code',
      opening: `Type this code where you asked for it and you’re in. Welcome to {venue}.\nIt works once, for ten minutes, in the browser that asked for it.`,
    }
    const reset = await as('publisher', 'PATCH', `${records}/${id}`, defaults)
    expect(reset.json()).toMatchObject({ doc: { ...defaults, closing: codeTexts.closing } })
    // Default texts are stored as null, so that a later version of the program can change them.
    expect(
      await membership.query(
        'select subject, heading, opening, closing from mail_texts where id = $1',
        [id],
      ),
    ).toEqual([{ subject: null, heading: null, opening: null, closing: codeTexts.closing }])
    await expect.poll(async () => (await requestCode())?.subject).toMatch(/is your code for/)

    const trail = await membership.query<{ action: string; subject: string; by_name: string }>(
      `select action, subject, by_name from audit where of_collection = 'mail_texts' order by id`,
    )
    const by = { subject: 'A code to sign in with', by_name: 'publisher' }
    expect(trail).toEqual([
      { action: 'create', ...by },
      { action: 'change', ...by },
    ])
  })

  test('of the newsletter’s confirmation mail can be changed by a publisher; the link stays', async () => {
    const email = 'joins@venue.example'
    const saved = await save({
      ...{ mail: 'confirm_subscription', subject: 'Noch ein Klick', heading: 'Noch ein Klick' },
      ...{ opening: 'Drück den Knopf.', closing: 'Nicht du?' },
    })
    expect(saved.status, saved.text).toBe(201)
    const subjectOf = async () => {
      await newsletter.query('delete from subscription_requests')
      await newsletter.query('delete from limits')
      await newsletter.send(signUpRequest(email))
      return (await newsletter.mailsTo(email)).at(-1)?.subject
    }
    await expect.poll(subjectOf).toBe('Noch ein Klick')
    expect((await newsletter.post(await newsletter.linkTo(email))).status).toBeLessThan(400)
    expect(await newsletter.subscriber(email)).toMatchObject({ state: 'active' })
  })

  test.each<[string, object, string]>([
    ['the code left out', { subject: 'Your code' }, '{code} is missing'],
    ['a mistyped placeholder', { opening: 'At {venu}' }, 'There is no {venu} in this mail'],
    ['a second line in the subject', { subject: '{code}\r\nBcc: a@b.example' }, 'one line'],
    ['an empty text', { closing: '' }, 'Write something'],
  ])('are not saved with %s', async (_, wrong, reason) => {
    const [, before] = [await save(codeTexts), await membership.query('select * from mail_texts')]
    const reply = await save({ ...codeTexts, ...wrong })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain(reason)
    const shown = await as('publisher', 'POST', '/api/mail/preview', { ...codeTexts, ...wrong })
    expect(shown.json()).toEqual({ fault: expect.stringContaining(reason) })
    expect(await membership.query('select * from mail_texts')).toEqual(before)
  })

  test('have one record per kind of mail, for known kinds only', async () => {
    for (const words of [{ ...codeTexts, mail: 'letter' }, {}]) {
      expect((await write(words)).status).toBe(400)
    }
    const words = { ...codeTexts, mail: 'link_code' }
    const replies = await Promise.all([1, 2, 3].map(() => write(words)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const created = replies.find(({ status }) => status === 201)?.json<{ doc: { id: number } }>()
    await as('admin', 'PATCH', `${records}/${created?.doc.id}`, { mail: 'confirm_code' })
    expect(await membership.count('mail_texts', `mail = 'link_code'`)).toBe(1)
  })

  test('are previewed with a made-up code, and not stored', async () => {
    const before = await membership.query('select * from mail_texts')
    const reply = await as('publisher', 'POST', '/api/mail/preview', {
      ...{ ...codeTexts, heading: 'Nur zur Ansicht' },
    })
    expect(reply.json()).toMatchObject({
      subject: '123456: dein Code',
      html: expect.stringContaining('Nur zur Ansicht'),
    })
    expect(await membership.query('select * from mail_texts')).toEqual(before)
    for (const mail of ['letter', 'toString', '']) {
      expect(
        (await as('publisher', 'POST', '/api/mail/preview', { ...codeTexts, mail })).status,
      ).toBe(404)
    }
  })

  test('are read, previewed and changed by publishers only, and cannot be deleted', async () => {
    await save(codeTexts)
    const [{ id } = { id: 0 }] = await membership.query<{ id: number }>('select id from mail_texts')
    expect((await as('editor', 'GET', records)).status).toBe(403)
    expect((await write({ ...codeTexts, mail: 'leave_link' }, 'editor')).status).toBe(403)
    expect((await as('editor', 'PATCH', `${records}/${id}`, codeTexts)).status).toBe(403)
    expect((await as('editor', 'POST', '/api/mail/preview', codeTexts)).status).toBe(403)
    expect((await server.get(records)).status).toBe(403)
    expect((await as('admin', 'DELETE', `${records}/${id}`)).status).toBe(403)
  })
})
