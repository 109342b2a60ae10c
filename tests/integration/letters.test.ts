import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localMoment } from '../../cms/features/venue/hours/opening-hours.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { eventsOf } from '../support/event-records.ts'
import { runDue } from '../support/jobs.ts'
import { bodyOf, letterData, lettersOf, makeSubscribers } from '../support/letters.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let letters: ReturnType<typeof lettersOf>
let staff: Awaited<ReturnType<typeof makeStaff>>
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const at = '2100-07-01T12:00'
// In summer the venue's month begins an hour before UTC's.
const month = Number(localMoment(new Date(), 'Europe/London').date.split('-')[1])
const otherMonth = (month % 12) + 1

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  staff = await makeStaff(server)
  letters = lettersOf(server, staff, url)
  await makeSubscribers(url, [
    { email: 'plain@venue.example', joinedAt: '2026-06-30T22:59:00Z' },
    { email: 'film@venue.example', interests: ['Film & Cinema'], joinedAt: '2026-06-30T23:01:00Z' },
    {
      email: 'both@venue.example',
      interests: ['Film & Cinema', 'Cooking Classes'],
      birthdayMonth: month,
      joinedAt: '2026-07-02T10:00:00Z',
    },
    { email: 'born@venue.example', birthdayMonth: month, joinedAt: '2020-01-01T10:00:00Z' },
    { email: 'later@venue.example', birthdayMonth: otherMonth, joinedAt: '2020-01-01T10:00:00Z' },
    { email: 'rests@venue.example', pausedUntil: '2100-01-01T00:00:00Z' },
    {
      email: 'rested@venue.example',
      pausedUntil: '2020-01-01T00:00:00Z',
      joinedAt: '2020-01-01T10:00:00Z',
    },
    ...['pending', 'unsubscribed', 'bounced', 'complained'].map((state) => ({
      email: `${state}@venue.example`,
      state,
      interests: ['Film & Cinema' as const],
      birthdayMonth: month,
    })),
  ])
  await query(
    `update subscribers set own_topics = '["Quiz night"]' where email ~ '^(plain|both|bounced)@'`,
  )
})
afterAll(() => server?.stop())

describe('the readers of a letter', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['no condition', {}, ['plain', 'film', 'both', 'born', 'later', 'rested']],
    ['one interest', { interests: ['Film & Cinema'] }, ['film', 'both']],
    [
      'either of two interests',
      { interests: ['Film & Cinema', 'Cooking Classes'] },
      ['film', 'both'],
    ],
    ['one topic of the venue', { ownTopics: ['Quiz night'] }, ['plain', 'both']],
    [
      'an interest or a topic of the venue',
      { interests: ['Film & Cinema'], ownTopics: ['Quiz night'] },
      ['plain', 'film', 'both'],
    ],
    [
      'a topic of the venue and the month of birth',
      { ownTopics: ['Quiz night', 'Gone'], birthdayThisMonth: true },
      ['both'],
    ],
    ['a topic that the venue no longer has', { ownTopics: ['Gone'] }, []],
    ['the month of birth', { birthdayThisMonth: true }, ['both', 'born']],
    // London is an hour ahead: June ends there at 23:00 UTC.
    ['the date of joining', { joinedSince: '2026-07-01' }, ['film', 'both']],
    [
      'all three conditions',
      { interests: ['Film & Cinema'], birthdayThisMonth: true, joinedSince: '2026-07-01' },
      ['both'],
    ],
    ['an interest that nobody has', { interests: ['Networking Events'] }, []],
  ])('who are selected by %s are counted, and get the letter', async (_, audience, expected) => {
    const counted = await letters.call('audience', audience, 'editor')
    expect(counted.json()).toEqual({ count: expected.length, of: 6 })
    const { id } = await letters.write('For some', { audience })
    const sent = await letters.act(id, 'send')
    if (!expected.length) {
      expect(sent.status).toBe(400)
      expect(sent.json()).toMatchObject({ message: expect.stringContaining('Nobody') })
      expect((await letters.find(id)).state).toBe('draft')
      return
    }
    expect(sent.json()).toMatchObject({ total: expected.length, state: 'sending' })
    const rows = await query<{ to_address: string; key: string }>(
      'select to_address, key from mails where letter = $1 order by id',
      [id],
    )
    expect(rows.map(({ to_address }) => to_address.split('@')[0])).toEqual(expected)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(expected.length)
  })

  test.each([
    [{ interests: ['Golf'] }],
    [{ interests: 'Film & Cinema' }],
    [{ ownTopics: 'Quiz night' }],
    [{ ownTopics: ['x'.repeat(61)] }],
    [{ ownTopics: [1] }],
    [{ joinedSince: '2026-02-30' }],
    [{ birthdayThisMonth: 'yes' }],
    [[]],
    ['text'],
  ])('are not counted for the invalid audience %j', async (audience) => {
    const response = await letters.call('audience', audience, 'editor')
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
  })
})

describe('the collection of letters', () => {
  test('allows changes of drafts only', async () => {
    const { id } = await letters.write('Fixed')
    const change = (who: 'editor' | 'publisher' | 'admin') =>
      letters.sendAs(who, 'PATCH', `/api/letters/${id}`, { subject: 'Changed' })
    const storedSubject = async () =>
      (await query<{ subject: string }>('select subject from letters where id = $1', [id]))[0]
    await letters.actOrThrow(id, 'schedule', { at })
    for (const who of ['editor', 'publisher', 'admin'] as const) {
      expect((await change(who)).status).toBe(403)
    }
    const many = await letters.sendAs('admin', 'PATCH', `/api/letters?where[id][equals]=${id}`, {
      subject: 'Changed',
    })
    expect(many.status).toBe(403)
    expect(await storedSubject()).toEqual({ subject: 'Fixed' })
    await letters.actOrThrow(id, 'unschedule')
    expect((await change('editor')).status).toBe(200)
    await letters.actOrThrow(id, 'send')
    expect((await change('admin')).status).toBe(403)
    expect(await storedSubject()).toEqual({ subject: 'Changed' })
  })

  test('does not overwrite unseen changes', async () => {
    const { id, updatedAt } = await letters.write('Of two')
    const save = (who: 'editor' | 'publisher', subject: string, updatedAt: string) =>
      letters.sendAs(who, 'PATCH', `/api/letters/${id}`, { subject, updatedAt })
    expect((await save('editor', 'The first’s', updatedAt)).status).toBe(200)
    const refused = await save('publisher', 'The second’s', updatedAt)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Somebody else')])
    const { updatedAt: seen } = await letters.find(id)
    const reply = await save('publisher', 'The second’s', seen)
    expect(reply.json()).toMatchObject({ doc: { subject: 'The second’s' } })
  })

  test('stores a draft that lacks a picture, with its versions; such a draft cannot be scheduled', async () => {
    const blocks = [
      { blockType: 'image', picture: null },
      { blockType: 'button', label: '', url: '' },
      { blockType: 'menu', room: null },
    ]
    const { body } = letterData('x')
    const children = blocks.map((fields) => ({ type: 'block', version: 2, format: '', fields }))
    const written = { root: { ...body.root, children: [...body.root.children, ...children] } }
    const { id } = await letters.write('Half', { body: written })
    const refused = await letters.act(id, 'schedule', { at })
    expect([refused.status, refused.json()]).toEqual([
      400,
      expect.objectContaining({ message: 'A picture is not chosen yet.' }),
    ])
    const changed = await letters.sendAs('editor', 'PATCH', `/api/letters/${id}`, {
      subject: 'Whole',
      body,
    })
    expect(changed.status, changed.text).toBe(200)
    const path = `/api/letters/versions?where[parent][equals]=${id}&sort=createdAt`
    const { docs } = (await letters.sendAs('editor', 'GET', path)).json<{
      docs: { id: number; version: { subject: string } }[]
    }>()
    expect(docs.map(({ version }) => version.subject)).toEqual(['Half', 'Whole'])
    const restoring = await letters.sendAs(
      'editor',
      'POST',
      `/api/letters/versions/${docs[0]?.id}`,
      {},
    )
    expect(restoring.status, restoring.text).toBe(200)
    const [restored] = await query('select subject, state from letters where id = $1', [id])
    expect(restored).toEqual({ subject: 'Half', state: 'draft' })
  })

  test('stores an unfinished letter without subject or text; such a letter cannot be scheduled', async () => {
    const empty = { subject: '', body: { root: { type: 'root', children: [] } } }
    const refused = await letters.sendAs('editor', 'POST', '/api/letters', empty)
    expect(refused.status).toBe(400)
    const path = '/api/letters?unfinished=true'
    const created = await letters.sendAs('editor', 'POST', path, { ...empty, subject: 'Only this' })
    expect(created.status, created.text).toBe(201)
    const { id } = created.json<{ doc: { id: number } }>().doc
    const sent = await letters.act(id, 'schedule', { at })
    expect([sent.status, sent.json()]).toEqual([
      400,
      expect.objectContaining({ message: 'The letter is empty yet.' }),
    ])
    const address = `/api/letters/${id}`
    const { body } = letterData('x')
    const incomplete = { subject: '', body }
    expect((await letters.sendAs('editor', 'PATCH', address, incomplete)).status).toBe(400)
    const saved = await letters.sendAs('editor', 'PATCH', `${address}?unfinished=true`, incomplete)
    expect(saved.status, saved.text).toBe(200)
    const resent = await letters.act(id, 'schedule', { at })
    expect(resent.json()).toMatchObject({ message: 'The letter has no subject yet.' })
    const whole = await letters.sendAs('editor', 'PATCH', address, { subject: 'Whole', body })
    expect(whole.status, whole.text).toBe(200)
  })

  test('ignores values for fields that only the server writes', async () => {
    const claims = {
      state: 'sent',
      sendAt: '2026-01-01T00:00:00.000Z',
      startedAt: '2026-01-01T00:00:00.000Z',
      slug: 'chosen',
      lastError: 'x',
      finishedAt: '2026-01-01T00:00:00.000Z',
    }
    const { id } = await letters.write('Claimed', claims)
    await letters.sendAs('admin', 'PATCH', `/api/letters/${id}`, claims)
    const [row] = await query(
      'select state, send_at, started_at, finished_at, last_error, slug from letters where id = $1',
      [id],
    )
    expect(row).toEqual({
      state: 'draft',
      send_at: null,
      started_at: null,
      finished_at: null,
      last_error: null,
      slug: 'claimed',
    })
  })

  test('derives a unique slug from the subject', async () => {
    const slugs = []
    for (let n = 0; n < 3; n++) slugs.push((await letters.write('Café & Bär: 2 für 1!')).slug)
    expect(slugs).toEqual(['cafe-bar-2-fur-1', 'cafe-bar-2-fur-1-2', 'cafe-bar-2-fur-1-3'])
    const both = await Promise.all([letters.write('Same'), letters.write('Same')])
    expect(new Set(both.map(({ slug }) => slug)).size).toBe(2)
    const { id, slug } = await letters.write('Same')
    expect(slug).toBe('same-3')
    const keeps = await letters.sendAs('editor', 'PATCH', `/api/letters/${id}`, { preheader: 'x' })
    expect(keeps.json()).toMatchObject({ doc: { slug: 'same-3' } })
    const other = await letters.sendAs('editor', 'PATCH', `/api/letters/${id}`, { subject: '夏' })
    expect(other.json()).toMatchObject({ doc: { slug: 'letter' } })
  })

  test('creates a draft when a letter is duplicated', async () => {
    const { id } = await letters.write('Twice', { isPublic: true })
    await letters.actOrThrow(id, 'send')
    const copy = await letters.sendAs('editor', 'POST', `/api/letters/${id}/duplicate`, {})
    expect(copy.status, copy.text).toBe(200)
    expect(copy.json()).toMatchObject({
      doc: { state: 'draft', startedAt: null, slug: expect.stringMatching(/^twice/) },
    })
  })

  test('does not allow deleting a scheduled or sent letter; a cancelled one can be deleted for good by an admin', async () => {
    const { id } = await letters.write('Gone')
    const remove = (who: 'editor' | 'publisher' | 'admin') =>
      letters.sendAs(who, 'DELETE', `/api/letters/${id}`)
    await letters.actOrThrow(id, 'schedule', { at })
    expect((await remove('admin')).status).toBe(403)
    await letters.actOrThrow(id, 'send')
    expect((await remove('admin')).status).toBe(403)
    await query(`update letters set state = 'cancelled' where id = $1`, [id])
    expect((await remove('editor')).status).toBe(403)
    expect((await remove('publisher')).status).toBe(403)
    expect((await remove('admin')).status).toBe(200)
  })
})

describe('the first save of a form, sent again,', () => {
  const unfinished = '/api/letters?unfinished=true&depth=0'
  const save = (formKey: unknown, subject: string, who: 'editor' | 'admin' = 'editor') =>
    letters.sendAs(who, 'POST', unfinished, { formKey, subject })
  const written = (subject: string) =>
    query<{ id: number }>('select id from letters where subject = $1', [subject])

  test('updates the letter that it created, and stores a version', async () => {
    const key = 'a'.repeat(24)
    const first = await save(key, 'Key 1')
    expect(first.status, first.text).toBe(201)
    for (const subject of ['Key 2', 'Key 3']) {
      const again = await save(key, subject)
      expect(again.status, again.text).toBe(200)
      expect(again.json()).toMatchObject({
        doc: { id: first.json<{ doc: { id: number } }>().doc.id, subject },
      })
    }
    expect(await written('Key 3')).toHaveLength(1)
    expect(await written('Key 1')).toHaveLength(0)
    expect(first.text).not.toContain(key)
  })

  test('changes nothing that somebody else has changed since', async () => {
    const key = 'b'.repeat(24)
    const { doc } = (await save(key, 'Ours')).json<{ doc: { id: number } }>()
    const otherSave = await letters.sendAs(
      'admin',
      'PATCH',
      `/api/letters/${doc.id}?unfinished=true`,
      {
        subject: 'Theirs',
      },
    )
    expect(otherSave.status, otherSave.text).toBe(200)
    expect((await save(key, 'Ours again')).status).toBe(409)
    expect(await written('Theirs')).toEqual([{ id: doc.id }])
  })

  test('several times at once, creates one letter', async () => {
    const key = 'c'.repeat(24)
    const replies = await Promise.all(Array.from({ length: 6 }, () => save(key, 'At once')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(await written('At once')).toHaveLength(1)
  })

  test('creates another letter if the first was deleted or the key is invalid', async () => {
    const key = 'd'.repeat(24)
    const { doc } = (await save(key, 'Gone')).json<{ doc: { id: number } }>()
    expect((await letters.sendAs('admin', 'DELETE', `/api/letters/${doc.id}`)).status).toBe(200)
    expect((await save(key, 'Not gone')).status).toBe(201)
    for (const none of [undefined, null, '', 'short', 7, key.toUpperCase()]) {
      expect((await save(none, 'Without a key')).status).toBe(201)
    }
    expect(await written('Without a key')).toHaveLength(6)
  })
})

test('a letter with an unknown placeholder is not sent', async () => {
  const { id } = await letters.write('Hello {nmae}')
  for (const action of ['send', 'schedule'] as const) {
    const refused = await letters.act(id, action, { at })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('{nmae} is no')])
  }
  expect((await letters.find(id)).state).toBe('draft')
})

test('without a mail server no letter counts as delivered', async () => {
  const { id } = await letters.write('To the mailbox')
  const { total } = await letters.actOrThrow(id, 'send')
  await letters.waitForState(id, 'sent')
  await query('update mails set response = null where letter = $1', [id])
  expect(await letters.stats(id)).toMatchObject({ total, kept: total, sent: 0, delivered: 0 })
})

describe('a letter that went out', () => {
  test('has a page if a publisher makes it public', async () => {
    const { id, slug } = await letters.write('Open to all')
    expect((await letters.act(id, 'show')).status).toBe(409)
    await letters.actOrThrow(id, 'send')
    await letters.waitForState(id, 'sent')
    const page = async () => (await server.get(`/letters/${slug}`)).status
    expect(await page()).toBe(404)
    await letters.actOrThrow(id, 'show')
    await waitUntil(page, (status) => status === 200)
    expect((await letters.act(id, 'hide', {}, 'editor')).status).toBe(403)
    await letters.actOrThrow(id, 'hide')
    await waitUntil(page, (status) => status === 404)
  })

  test('is listed at /letters while it is public and not cancelled', async () => {
    const listed = async (page = '/letters') =>
      [...(await server.get(page)).text.matchAll(/href="\/letters\/([\w-]+)"/g)].map(
        ([, slug]) => slug,
      )
    await query('update letters set is_public = false')
    expect((await server.get('/letters')).text).toContain('Nothing in it yet')
    expect((await server.get('/letters/page/2')).status).toBe(404)
    const { id, slug } = await letters.write('Pies for {name|you}', { preheader: 'In {town}' })
    await letters.actOrThrow(id, 'send')
    await letters.waitForState(id, 'sent')
    expect(await listed()).toEqual([])
    await letters.actOrThrow(id, 'show')
    await waitUntil(listed, (slugs) => slugs.includes(slug))
    const { text } = await server.get('/letters')
    expect(text).toMatch(/>Pies for you<[\s\S]*>In Sheffield</)
    await letters.actOrThrow(id, 'hide')
    await waitUntil(listed, (slugs) => !slugs.includes(slug))
    // A letter that is cancelled while it is sent.
    const other = await letters.write('Called off', { isPublic: true })
    await letters.actOrThrow(other.id, 'send')
    await waitUntil(listed, (slugs) => slugs.includes(other.slug))
    await letters.waitForState(other.id, 'sent')
    await query(`update letters set state = 'sending' where id = $1`, [other.id])
    await letters.actOrThrow(other.id, 'cancel')
    await waitUntil(listed, (slugs) => !slugs.includes(other.slug))
    // Readers who received the letter have a link to its page.
    expect((await server.get(`/letters/${other.slug}`)).status).toBe(200)
  })

  test('is listed on pages of twenty, newest first', async () => {
    await query(
      `with made as (
         insert into letters (subject, slug, state, is_public, started_at, body)
         select 'Old ' || n, 'old-' || n, 'sent', true, now() - n * interval '1 day', $1::jsonb
           from generate_series(1, 21) as n returning id)
       insert into letter_editions (letter, subject, html, text) select id, 's', 'h', 't' from made`,
      [JSON.stringify(bodyOf(['First words.']))],
    )
    const { id } = await letters.write('Drops the cached page', { isPublic: true })
    await letters.actOrThrow(id, 'send')
    const first = await waitUntil(
      () => server.get('/letters'),
      ({ text }) => text.includes('Old 19'),
    )
    expect(first.text).not.toContain('Old 20')
    expect(first.text.indexOf('Old 1<')).toBeLessThan(first.text.indexOf('Old 2<'))
    expect(first.text).toContain('First words.')
    expect(first.text).toContain('href="/letters/page/2"')
    const second = await server.get('/letters/page/2')
    expect(second.text).toMatch(/Old 20<[\s\S]*Old 21</)
    expect(second.text).toMatch(/rel="canonical" href="[^"]*\/letters\/page\/2"/)
    expect((await server.get('/letters/page/3')).status).toBe(404)
    expect((await server.get('/sitemap.xml')).text).toContain('/letters</loc>')
  })

  test('prevents the deletion of its pictures', async () => {
    const [picture] = await query<{ id: number }>('select id from media order by id limit 1')
    const image = {
      type: 'block',
      version: 2,
      format: '',
      fields: { id: '6a', blockName: '', blockType: 'image', picture: picture?.id },
    }
    const { root } = bodyOf(['Look:'])
    const body = { root: { ...root, children: [...root.children, image] } }
    const { id } = await letters.write('With a picture', { body })
    await letters.actOrThrow(id, 'send')
    const content = await letters.sendAs('admin', 'POST', '/api/cms_content', {
      page: 'cafe',
      section: 'pictures',
      content_key: 'picture_3',
      _status: 'published',
      content_type: 'image',
      content_data: { media: picture?.id, alt: 'x', focal: { x: 1, y: 1 } },
    })
    expect(content.status, content.text).toBe(201)
    const refused = await letters.sendAs('admin', 'DELETE', `/api/media/${picture?.id}`)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('With a picture')
    expect(await query('select from media where id = $1', [picture?.id])).toHaveLength(1)
    const shown = await letters.sendAs('editor', 'GET', `/cms/collections/media/${picture?.id}`)
    for (const [path, place] of [
      [`/cms/collections/letters/${id}`, 'the letter “With a picture”'],
      ['/cms/visual/cafe/pictures/picture_3', 'the page “Cafe”'],
      ['/cms/globals/venue', 'the pictures of /'],
    ]) {
      expect(shown.text).toContain(`href="${path}">${place}`)
    }
  })
})

describe('an action of a publisher', () => {
  test('is confirmed with its time in the venue’s time zone, and is audited', async () => {
    const { id } = await letters.write('Summer')
    const reply = await letters.actOrThrow(id, 'schedule', { at })
    expect(reply).toMatchObject({
      state: 'scheduled',
      sendAt: '2100-07-01T11:00:00.000Z',
      total: 0,
    })
    expect(reply.message).toContain('1 July 2100 at 12:00')
    // A paused reader counts, because the pause ends before the letter is sent.
    expect(reply.message).toContain('7 readers')
    const later = await letters.actOrThrow(id, 'schedule', { at: '2100-10-31T01:30' })
    expect(later.message).toContain('the first one')
    await letters.actOrThrow(id, 'unschedule')
    const trail = await query<{ action: string; by_name: string }>(
      `select action, by_name from audit where of_collection = 'letters' and document = $1 order by id`,
      [String(id)],
    )
    expect(trail).toEqual([
      { action: 'create', by_name: 'editor' },
      ...['letter_schedule', 'letter_schedule', 'letter_unschedule'].map((action) => ({
        action,
        by_name: 'publisher',
      })),
    ])
  })

  test.each([
    ['a time that has passed', { at: '2020-01-01T12:00' }],
    ['a date that does not exist', { at: '2100-02-30T12:00' }],
    ['no time', { at: null }],
    ['words for a time', { at: 'tomorrow' }],
  ])('is refused for %s', async (_, wrong) => {
    const { id } = await letters.write('Wrong')
    const response = await letters.act(id, 'schedule', wrong)
    expect(response.status).toBe(400)
    expect((await letters.find(id)).state).toBe('draft')
  })

  test.each([
    ['resume', 'draft'],
    ['pause', 'draft'],
    ['cancel', 'draft'],
    ['unschedule', 'draft'],
    ['pause', 'scheduled'],
    ['send', 'sent'],
    ['schedule', 'sent'],
    ['resume', 'sent'],
    ['send', 'cancelled'],
    ['resume', 'cancelled'],
  ] as const)('is refused: %s of a letter that is %s', async (action, state) => {
    const { id } = await letters.write('No')
    await query(`update letters set state = $2::enum_letters_state where id = $1`, [id, state])
    const response = await letters.act(id, action, { at })
    expect(response.status).toBe(409)
    expect(response.json()).toMatchObject({ error: 'conflict' })
    expect((await letters.find(id)).state).toBe(state)
  })

  test('sends a letter as it was reviewed, or not at all', async () => {
    const { id, updatedAt } = await letters.write('Read')
    await letters.sendAs('editor', 'PATCH', `/api/letters/${id}`, { subject: 'Not read' })
    for (const action of ['send', 'schedule'] as const) {
      const response = await letters.act(id, action, { seen: updatedAt, at })
      expect(response.status).toBe(409)
      expect(response.json()).toMatchObject({ message: expect.stringContaining('meanwhile') })
    }
    expect((await letters.find(id)).state).toBe('draft')
  })

  test('and a concurrent save exclude each other: exactly one succeeds', async () => {
    const outcomes = new Set<number>()
    const save = (id: number, subject: string) =>
      letters.sendAs('editor', 'PATCH', `/api/letters/${id}`, { subject })
    const races = ['action first', 'save first', ...Array(10).fill('at once')]
    for (const order of races) {
      const { id } = await letters.write('Agreed')
      const seen = (await letters.find(id)).updatedAt
      const act = () => letters.act(id, 'schedule', { at, seen })
      const edit = () => save(id, 'Not agreed')
      const first = order === 'action first' ? await act() : null
      const saving = edit()
      if (order === 'save first') await saving
      const [acted, saved] = await Promise.all([first ?? act(), saving])
      const [row] = await query<{ subject: string; state: string }>(
        'select subject, state::text as state from letters where id = $1',
        [id],
      )
      outcomes.add(acted.status)
      const isScheduled = acted.status === 200
      expect(row).toEqual({
        subject: isScheduled ? 'Agreed' : 'Not agreed',
        state: isScheduled ? 'scheduled' : 'draft',
      })
      expect([200, 409]).toContain(acted.status)
      expect(isScheduled ? [403, 409] : [200]).toContain(saved.status)
    }
    expect([...outcomes].sort()).toEqual([200, 409])
  })

  test('requested many times concurrently is done once', async () => {
    const { id } = await letters.write('Once')
    const seen = (await letters.find(id)).updatedAt
    const responses = await Promise.all(
      [...Array(20).keys()].map(() => letters.act(id, 'send', { seen })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    for (const response of responses.filter(({ status }) => status === 409)) {
      expect(response.json()).toMatchObject({ error: 'conflict' })
    }
    const mails = await query('select from mails where letter = $1', [id])
    expect(mails.length).toBe(6)
    const entries = await query(
      `select from audit where action = 'letter_kept' and document = $1`,
      [String(id)],
    )
    expect(entries.length).toBe(1)
  })

  test('is refused for a letter that can’t be sent, with the reason', async () => {
    const { id } = await letters.write('Menu')
    const menu = {
      ...bodyOf([]).root,
      children: [
        {
          type: 'block',
          version: 2,
          fields: { blockType: 'menu', room: 'hall', section: 999_999 },
        },
      ],
    }
    await query('update letters set body = $2 where id = $1', [id, JSON.stringify({ root: menu })])
    const refused = await letters.act(id, 'send')
    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringContaining('A menu of this letter is gone'),
    ])
    await query('update letters set body = $2 where id = $1', [id, JSON.stringify(bodyOf([' ']))])
    const empty = await letters.act(id, 'schedule', { at })
    expect([empty.status, empty.json<{ message: string }>().message]).toEqual([
      400,
      'The letter is empty yet.',
    ])
    expect((await letters.find(id)).state).toBe('draft')
  })
})

test('the block What’s on is filled when a letter is sent, with the public dates of its area and interest', async () => {
  const events = eventsOf(server, staff)
  const fields = { capacity: 10, areas: ['Kitchens'], interests: ['Film & Cinema'] }
  const blockOf = (chosen: object) => ({
    type: 'block',
    version: 2,
    fields: { blockType: 'programme', area: null, interest: null, weeks: '2', ...chosen },
  })
  const { id } = await letters.write('What is on', {
    body: {
      root: {
        ...bodyOf([]).root,
        children: [blockOf({ area: 'Kitchens', interest: 'Film & Cinema' })],
      },
    },
  })
  await letters.actOrThrow(id, 'schedule', { at })
  await events.publish({ ...fields, title: 'Pie and a film' })
  await events.publish({ ...fields, title: 'A film elsewhere', areas: ['Beer Hall'] })
  await events.publish({ ...fields, title: 'Only a pie', interests: ['Cooking Classes'] })
  await events.publish({ ...fields, title: 'A secret film', visibility: 'secret' })
  const called = await events.publish({ ...fields, title: 'A film called off' })
  expect((await events.act(called.id, 'cancel', { reason: 'No film' })).status).toBe(200)
  await events.make({ ...fields, title: 'A film in draft' })
  await query(`update letters set send_at = now() where id = $1`, [id])
  await runDue(url)
  await letters.waitForState(id, 'sent')
  const [mail] = await query<{ id: number }>('select id from mails where letter = $1 limit 1', [id])
  const { text } = await server.get(
    `/cms/mailbox/${mail?.id}`,
    sessionHeaders(letters.sessions.publisher),
  )
  // The page contains the mail as escaped HTML.
  const words = text.replaceAll(/&lt;[^&]*?(?:&(?!gt;)[^&]*?)*&gt;/g, '')
  const line = /\w{3} \d+ \w{3}(?: \d{4})?, 7\.30pm: Pie and a film, Kitchens/
  const left = [
    'A film elsewhere',
    'Only a pie',
    'A secret film',
    'A film called off',
    'A film in draft',
  ]
  expect(line.test(words)).toBe(true)
  expect(left.filter((each) => words.includes(each))).toEqual([])
})

describe('a preview or test mail of a letter', () => {
  const draft = letterData('Hello {name|you}')

  test('is made for a sample reader or a subscriber', async () => {
    const preview = await letters.call('preview', draft, 'editor')
    expect(preview.json()).toMatchObject({
      subject: 'Hello Ada',
      to: 'Ada <ada@example.org>',
      text: expect.stringContaining('Hello Ada, the hall is open again.'),
      html: expect.stringContaining('https://example.com/tickets'),
    })
    const [reader] = await query<{ id: number }>(
      `update subscribers set name = 'Grace' where email = 'film@venue.example' returning id`,
    )
    const as = { ...draft, as: reader?.id }
    const personal = await letters.call('preview', as, 'publisher')
    expect(personal.json()).toMatchObject({
      subject: 'Hello Grace',
      to: 'Grace <film@venue.example>',
    })
    expect(personal.text).not.toMatch(/unsubscribe\/\d/)
    for (const path of ['preview', 'test']) {
      const refused = await letters.call(path, { ...as, to: 'a@venue.example' }, 'editor')
      expect(refused.status).toBe(403)
      expect(refused.text).not.toContain('film@')
    }
    expect((await letters.call('preview', { ...draft, as: 999_999 })).status).toBe(404)
  })

  test('is marked as a test if it is mailed, and has no tracked links and no unsubscribe links', async () => {
    const response = await letters.call(
      'test',
      { ...draft, to: ' Publisher@Venue.example ' },
      'editor',
    )
    expect(response.json()).toEqual({ to: 'publisher@venue.example' })
    const [mail] = await query<Record<string, string>>(
      `select kind, subject, text, html, letter, subscriber from mails
        where to_address = 'publisher@venue.example'`,
    )
    expect(mail).toMatchObject({
      kind: 'test',
      subject: '[Test] Hello Ada',
      letter: null,
      subscriber: null,
      text: expect.stringContaining('https://example.com/tickets'),
    })
    expect(mail?.html).not.toMatch(/\/go\/|unsubscribe\/\d/)
  })

  test.each([
    '',
    'desk',
    'a@venue.example, b@venue.example',
    'a@venue.example\r\nBcc: b@venue.example',
  ])('is refused for the recipient %j', async (to) => {
    const response = await letters.call('test', { ...draft, to }, 'editor')
    expect(response.status).toBe(400)
  })

  test('is refused for an address that does not belong to staff', async () => {
    const response = await letters.call('test', { ...draft, to: 'victim@venue.example' }, 'admin')
    expect(response.status).toBe(403)
    expect(await query(`select from mails where to_address = 'victim@venue.example'`)).toEqual([])
  })

  test.each([
    [{ body: 'text' }],
    [{ body: [] }],
    [{ body: null }],
    [{ body: { root: { type: 'root', children: [{ type: 'iframe' }] } } }],
    [{ subject: ' ' }],
    [{ subject: ['x'] }],
    [{ subject: 'x'.repeat(501) }],
    [{ preheader: {} }],
    [{ as: 'film' }],
  ])('is refused with the invalid input %j', async (wrong) => {
    const response = await letters.call('preview', { ...draft, ...wrong })
    expect(response.status, response.text).toBe(400)
    expect(response.json()).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
    })
  })

  test('is limited for each staff account', async () => {
    const send = () => letters.call('test', { ...draft, to: 'editor@venue.example' }, 'admin')
    await send()
    await query(`update limits set taken = 30 where key like 'letter tests of %'`)
    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

test('staff see a letter’s mail as its reader does, without the reader’s own links', async () => {
  const { id } = await letters.write('For {name|neighbour}')
  await letters.actOrThrow(id, 'send')
  const [mail] = await query<{ id: number; subscriber: number }>(
    `select id, subscriber::int as subscriber from mails
      where letter = $1 and to_address = 'plain@venue.example'`,
    [id],
  )
  const { text } = await server.get(`/cms/mailbox/${mail?.id}`, {
    cookie: `payload-token=${letters.sessions.publisher}`,
    'sec-fetch-site': 'same-origin',
  })
  expect(text).toContain('For neighbour')
  expect(text).toContain('Hello neighbour, the hall is open again.')
  expect(text).toContain('/unsubscribe/…')
  expect(text).not.toContain(`/unsubscribe/${mail?.subscriber}-${mail?.id}-`)
})

describe('permissions on letters', () => {
  const calls = {
    audience: ['editor', {}],
    preview: ['editor', letterData('x')],
    test: ['editor', { ...letterData('x'), to: 'editor@venue.example' }],
    act: ['publisher', { id: 1, action: 'send', seen: '2026-01-01T00:00:00.000Z' }],
  } as const
  test.each(Object.entries(calls))(
    'the call %s refuses strangers, forged tokens, and roles without the permission',
    async (path, [least, body]) => {
      const stranger = await letters.call(path, body, null)
      expect([stranger.status, stranger.json<{ error: string }>().error]).toEqual([
        401,
        'unauthorized',
      ])
      const forged = await server.send(`/api/letter/${path}`, {
        method: 'POST',
        headers: { authorization: 'JWT made.up.token', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(forged.status).toBe(401)
      const editor = await letters.call(path, body, 'editor')
      expect(editor.status === 403).toBe(least === 'publisher')
      expect((await letters.call(path, 'no object', 'publisher')).status).toBe(400)
    },
  )

  test('only staff can read the progress of a letter', async () => {
    expect((await server.get('/api/letter/progress?id=1')).status).toBe(401)
    for (const id of ['', 'x', '-1', '1.5', '99999999999']) {
      const response = await letters.sendAs('editor', 'GET', `/api/letter/progress?id=${id}`)
      expect([400, 404], id).toContain(response.status)
    }
    expect((await letters.sendAs('editor', 'GET', '/api/letter/progress?id=999999')).status).toBe(
      404,
    )
  })
})

describe('a scheduled letter that cannot be started', () => {
  const dashboard = async () =>
    (
      await server.get('/cms', {
        cookie: `payload-token=${letters.sessions.editor}`,
        'sec-fetch-site': 'same-origin',
      })
    ).text

  test('becomes a draft, and the letter and the dashboard show the reason', async () => {
    const { id } = await letters.write('Nobody there', {
      audience: { interests: ['Wine Tastings & Masterclasses'] },
    })
    const [one] = await makeSubscribers(url, [
      { email: 'wine@venue.example', interests: ['Wine Tastings & Masterclasses'] },
    ])
    await letters.actOrThrow(id, 'schedule', { at })
    await query('delete from subscribers where id = $1', [one])
    await query('update letters set send_at = now() where id = $1', [id])
    await runDue(url)
    await letters.waitForState(id, 'draft')
    const { last_error } = await letters.find(id)
    expect(last_error).toContain('did not. Nobody would get this letter.')
    const text = await dashboard()
    expect(text).toContain('Nobody there')
    expect(text).toContain('Nobody would get this letter.')
    expect(
      await query(`select by_name from audit where action = 'letter_failed' and document = $1`, [
        String(id),
      ]),
    ).toEqual([{ by_name: null }])
    await makeSubscribers(url, [
      { email: 'wine2@venue.example', interests: ['Wine Tastings & Masterclasses'] },
    ])
    await letters.actOrThrow(id, 'send')
    expect((await letters.find(id)).last_error).toBeNull()
    expect(await dashboard()).not.toContain('Nobody would get this letter.')
  })

  test('is retried after a temporary failure, and the failure is shown', async () => {
    const { id } = await letters.write('Not now')
    await letters.actOrThrow(id, 'schedule', { at })
    // Each attempt to start the letter fails, because its edition is stored already.
    await query(
      `insert into letter_editions (letter, subject, html, text) values ($1, '', '', '')`,
      [id],
    )
    await query('update letters set send_at = now() where id = $1', [id])
    await runDue(url)
    const retry = async () => {
      await query('update letters set retry_at = now() where id = $1', [id])
      await runDue(url)
    }
    const triesOf = async () =>
      (await query<{ tries: number }>('select tries::int from letters where id = $1', [id]))[0]
        ?.tries
    for (const tries of [1, 2]) {
      await waitUntil(triesOf, (count) => count === tries)
      expect((await letters.find(id)).state).toBe('scheduled')
      expect(await dashboard()).toContain('A letter waits:')
      await retry()
    }
    await letters.waitForState(id, 'draft')
    expect((await letters.find(id)).last_error).toContain('the program’s log says why')
    expect(await query('select from mails where letter = $1', [id])).toEqual([])
  })

  test('is shown as late two minutes after its time', async () => {
    const { id } = await letters.write('Late')
    await letters.actOrThrow(id, 'schedule', { at })
    expect(await dashboard()).not.toContain('Letters are late.')
    await query(
      `update letters set send_at = now() - interval '3 minutes', retry_at = '2100-01-01' where id = $1`,
      [id],
    )
    expect(await dashboard()).toContain('Letters are late.')
    await letters.actOrThrow(id, 'unschedule')
  })
})
