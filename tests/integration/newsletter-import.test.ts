import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { importsOf, nonZeroCounts } from '../support/newsletter-imports.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitForLockWaiters } from '../support/while-locked.ts'

let url: string
let server: Server
let sessions: Awaited<ReturnType<typeof makeStaff>>
let newsletter: ReturnType<typeof newsletterOf>
let lists: ReturnType<typeof importsOf>
let serial = 0
const newAddress = () => `brought${++serial}@venue.example`
const consentCells = '2026-01-02,web form'
const list = (...rows: string[]) => ['email,name,consent_at,consent_how', ...rows].join('\n')

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  sessions = await makeStaff(server)
  newsletter = newsletterOf(server, url)
  lists = importsOf(server, sessions.publisher)
})
afterAll(() => server?.stop())

const reasonsOf = async (id: number): Promise<Record<string, string>> => {
  const rows = parse(await lists.rejected(id), {
    bom: true,
    columns: true,
    relax_column_count: true,
  }) as Record<string, string>[]
  return Object.fromEntries(rows.map(({ email = '', reason = '' }) => [email, reason]))
}
const consentsOf = (address: string) =>
  newsletter.query<{ kind: string; how: string; at: Date; wording: string | null }>(
    `select c.kind::text, c.how, c.at, c.wording from consents as c
       join subscribers as s on s.id = c.subscriber_id where s.email = $1 order by c.id`,
    [address],
  )

describe('a list', () => {
  test('is previewed first, without changes', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const file = list(
      `${one},Ada,${consentCells}`,
      `${two},Bob,,`,
      'nobody,Eve,,',
      `${one},Ada again,${consentCells}`,
    )
    const ready = await lists.uploadAndPreview(file, { name: 'friends.csv' })
    expect(ready).toMatchObject({
      state: 'ready',
      name: 'friends.csv',
      by: 'publisher',
      rows: 4,
      counts: { joins: 1, asks: 1, rejected: 2, changes: 0, same: 0, stops: 0, noted: 0 },
      columns: [
        { header: 'email', as: 'email' },
        { header: 'name', as: 'name' },
        { header: 'consent_at', as: 'consent_at' },
        { header: 'consent_how', as: 'consent_how' },
      ],
      reasons: [
        {
          reason: 'Please enter a valid email.',
          count: 1,
          rows: [{ number: 4, cell: 'email “nobody”' }],
        },
        {
          reason: 'The same address stands in row 2 already.',
          count: 1,
          rows: [{ number: 5, cell: null }],
        },
      ],
    })
    expect(await newsletter.subscriber(one)).toBeUndefined()
    expect(await newsletter.mailsTo(two)).toEqual([])
    expect(
      (
        await server.send(
          `${lists.base}/${ready.id}/drop`,
          jsonRequest('POST', {}, sessions.publisher),
        )
      ).status,
    ).toBe(200)
    expect((await server.get(`${lists.base}/${ready.id}`, lists.headers)).status).toBe(404)
    expect(
      await newsletter.query('select from subscriber_import_rows where email = $1', [one]),
    ).toEqual([])
  })

  test('of another service is recognised by its headers', async () => {
    const email = newAddress()
    const file = [
      'Email Address\tFirst Name\tLast Name\tPhone Number\tBirthday\tCONFIRM_TIME\tConsent source\tTAGS',
      `${email.toUpperCase()}\tAda\tLovelace\t+44 114 496 0184\t12/25\t2026-01-02 03:04:05\tsign-up form\tvip`,
    ].join('\r\n')
    const done = await lists.importList(file, { birthdays: 'month/day' })
    expect([nonZeroCounts(done), done.unused]).toEqual([{ joins: 1 }, ['TAGS']])
    expect(await newsletter.subscriber(email)).toMatchObject({
      name: 'Ada Lovelace',
      phone: '+44 114 496 0184',
      birthday_day: '25',
      birthday_month: '12',
      state: 'active',
    })
    const [consent] = await consentsOf(email)
    expect(consent).toMatchObject({
      kind: 'given',
      how: 'import: sign-up form',
      at: new Date('2026-01-02T03:04:05Z'),
    })
  })

  test('updates fields for which it has values, and keeps the other fields', async () => {
    const email = newAddress()
    await newsletter.join(
      signUpRequest(email, { phone: '0114 496 0184', interests: ['Film & Cinema'] }),
    )
    const before = await newsletter.subscriber(email)
    const done = await lists.importList(
      [
        'email,name,phone,birthday,interests,state',
        `${email},Countess,,29/2,cooking classes; Film & Cinema,active`,
      ].join('\n'),
    )
    expect(nonZeroCounts(done)).toEqual({ changes: 1 })
    expect(done.omitted).toMatchObject([{ rows: [{ number: 2, cell: 'name “Countess”' }] }])
    expect(await newsletter.subscriber(email)).toMatchObject({
      name: before?.name,
      phone: '0114 496 0184',
      birthday_day: '29',
      birthday_month: '2',
      interests: ['Cooking Classes', 'Film & Cinema'],
    })
    expect((await newsletter.subscriber(email))?.updated_at).not.toEqual(before?.updated_at)
    expect((await consentsOf(email)).length).toBe(1)
    const renamed = await lists.importList(list(`${email},Countess,,`), {
      settings: { renames: true },
    })
    expect([nonZeroCounts(renamed), renamed.omitted]).toEqual([{ changes: 1 }, []])
    expect((await newsletter.subscriber(email))?.name).toBe('Countess')
  })

  test('is taken without the cells that can’t be read; the rows can be corrected and imported', async () => {
    const emails = Array.from({ length: 8 }, newAddress)
    const file = [
      'note,email,phone,birthday,interests,state,consent_at,consent_how',
      `"=1+1, hm",${emails[0]},12,,,,${consentCells}`,
      `x,${emails[1]},,32/1,,,${consentCells}`,
      `x,${emails[2]},,,Golf; Film & Cinema,,${consentCells}`,
      `x,${emails[3]},,,,asleep,${consentCells}`,
      `x,${emails[4]},,,,,yesterday,web form`,
      `x,${emails[5]},,,,,2999-01-01,web form`,
      `x,${emails[6]},,,,,${consentCells},one,too many`,
      `x,${emails[7]},4.47E+11,,,,${consentCells}`,
    ].join('\n')
    const done = await lists.importList(file)
    expect(nonZeroCounts(done)).toEqual({ joins: 4, asks: 2, rejected: 2 })
    expect(done.omitted.map(({ count, rows }) => [count, rows])).toEqual([
      [1, [{ number: 9, cell: 'phone “4.47E+11”' }]],
      [1, [{ number: 4, cell: 'interests “Golf”' }]],
      [1, [{ number: 3, cell: 'birthday “32/1”' }]],
      [1, [{ number: 2, cell: 'phone “12”' }]],
    ])
    expect(await newsletter.subscriber(emails[2] ?? '')).toMatchObject({
      state: 'active',
      interests: ['Film & Cinema'],
    })
    expect(Object.values(await reasonsOf(done.id))).toEqual([
      'phone “12”: Write a phone number, for example +44 114 496 0184.',
      'birthday “32/1”: There is no such day: a birthday is a day and its month, for example 7/11.',
      'interests “Golf”: One of these interests is not on the list.',
      'state “asleep”: The state is none: write active, unsubscribed, bounced, complained or pending.',
      'The row has more cells than the first one: does a comma stand in a cell without quotation marks?',
      'phone “4.47E+11”: A spreadsheet has rounded this number: its last digits are lost. Write it anew, as text.',
    ])
    const rows = await lists.rejected(done.id)
    expect(rows.split('\r\n')[0]).toBe(
      '\ufeffnote,email,phone,birthday,interests,state,consent_at,consent_how,reason',
    )
    expect(rows).toContain(`"'=1+1, hm"`)
    // The unchanged file changes nothing, and is reported for the same reasons.
    const again = await lists.importList(rows)
    expect(nonZeroCounts(again)).toEqual({ same: 4, rejected: 2 })
    const cellsOf = ({ omitted }: typeof done) => omitted.map(({ rows: [row] }) => row?.cell)
    expect([again.unused, cellsOf(again)]).toEqual([['note'], cellsOf(done)])
    const corrected = rows
      .replace(",'12,", ',0114 496 0184,')
      .replace("'32/1", '31/1')
      .replace('Golf', 'Cooking Classes')
      .replace('asleep', 'active')
      .replace(',one,', ',,')
      .replace(',too many', '')
      .replace("'4.47E+11", '0114 496 0185')
    const mended = await lists.importList(corrected)
    expect(nonZeroCounts(mended)).toEqual({ changes: 4, joins: 2 })
  })

  test('keeps rejected rows that were read by an earlier version, whatever settings change', async () => {
    const [wide, left, whole] = [newAddress(), newAddress(), newAddress()]
    const file = [
      'email,name,consent_at,consent_how',
      `${wide},Doe, Jane,${consentCells}`,
      `${left},Doe, Jane,unsubscribed,${consentCells}`,
      `${whole},Ada,${consentCells}`,
    ].join('\n')
    const { id } = await lists.uploadAndPreview(file)
    // Earlier versions stored the problem only as the reason, and did not look for departures in such rows.
    await newsletter.query(
      `update subscriber_import_rows
          set problem = null, omitted = null, verdict = 'rejected', cell = null,
              reason = 'The row has more cells than the first one: does a comma stand in a cell without quotation marks?'
        where import_id = $1 and number < 3`,
      [id],
    )
    await newsletter.query('update subscriber_imports set layout = null where id = $1', [id])
    await lists.change(id, { renames: true })
    const again = await lists.change(id, { renames: false })
    expect(nonZeroCounts(again)).toEqual({ joins: 1, noted: 1, rejected: 1 })
    await lists.begin(id)
    await lists.waitForState(id, ['done'])
    expect(await newsletter.subscriber(wide)).toBeUndefined()
    expect(await newsletter.subscriber(left)).toMatchObject({ state: 'unsubscribed' })
    const refused = await lists.sendSettings(id, {
      consent: { when: '2026-01-02', how: '', evidence: 'the archive' },
    })
    expect(refused.status).toBe(400)
    expect(refused.json()).toMatchObject({ error: 'bad_request', field: 'consent.how' })
  })

  test('keeps people who are left out to itself', async () => {
    const email = newAddress()
    const done = await lists.importList(`email,birthday\n${email},32/1`)
    expect(nonZeroCounts(done)).toEqual({ asks: 1 })
    expect(
      await newsletter.query('select from subscriber_import_rows where email = $1', [email]),
    ).toEqual([])
  })

  test('returns a duplicate row, which is rejected again until its reason is deleted', async () => {
    const [email, wrong] = [newAddress(), newAddress()]
    const done = await lists.importList(
      [
        'email,phone,state,consent_at,consent_how',
        `${email},0114 496 0184,,${consentCells}`,
        `${email},0114 496 0185,,${consentCells}`,
        `${wrong},0114 496 0186,asleep,${consentCells}`,
      ].join('\n'),
    )
    expect(nonZeroCounts(done)).toEqual({ joins: 1, rejected: 2 })
    const corrected = (await lists.rejected(done.id)).replace('asleep', 'active')
    const again = await lists.importList(corrected)
    expect(nonZeroCounts(again)).toEqual({ joins: 1, rejected: 1 })
    expect(await newsletter.subscriber(email)).toMatchObject({ phone: '0114 496 0184' })
    const [reason = ''] = Object.values(await reasonsOf(again.id))
    expect(reason).toContain('Empty this cell')
    // The row is rejected again until its reason is deleted. Then it updates the subscriber.
    const rejectedRows = await lists.rejected(again.id)
    expect(nonZeroCounts(await lists.importList(rejectedRows))).toEqual({ rejected: 1 })
    expect(nonZeroCounts(await lists.importList(rejectedRows.replace(reason, '')))).toEqual({
      changes: 1,
    })
    expect(await newsletter.subscriber(email)).toMatchObject({ phone: '0114 496 0185' })
  })

  test('is audited with person and counts, without addresses', async () => {
    const email = newAddress()
    await lists.importList(list(`${email},Ada,${consentCells}`), { name: `${email}.csv` })
    const [entry] = await newsletter.query<{ row: string }>(
      `select row_to_json(a)::text as row from audit as a where action = 'imported' order by id desc limit 1`,
    )
    expect(JSON.parse(entry?.row ?? '')).toMatchObject({
      by_name: 'publisher',
      subject: 'a list of 1 subscriber',
      details: { joins: 1, left_out: 0, rejected: 0 },
    })
    expect(entry?.row).not.toContain('@')
  })
})

describe('consent', () => {
  test('is never assumed: addresses without a consent get one request, or are skipped', async () => {
    const [skipped, requested] = [newAddress(), newAddress()]
    expect(nonZeroCounts(await lists.importList(list(`${skipped},Ada,,`)))).toEqual({ asks: 1 })
    expect(await newsletter.subscriber(skipped)).toBeUndefined()
    expect(await newsletter.mailsTo(skipped)).toEqual([])

    const file = list(`${requested},=Ada,,`)
    expect(nonZeroCounts(await lists.importList(file, { unstated: 'ask' }))).toEqual({ asks: 1 })
    expect(await newsletter.subscriber(requested)).toMatchObject({ state: 'pending', name: null })
    const [mail, ...more] = await newsletter.mailsTo(requested)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('May Common People write to you?')
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('you say: “Yes, write to me.')
    expect(mail?.text).not.toContain('=Ada')
    expect(nonZeroCounts(await lists.importList(file, { unstated: 'ask' }))).toEqual({ same: 1 })
    expect(await newsletter.mailsTo(requested)).toHaveLength(1)

    await newsletter.post(await newsletter.linkTo(requested))
    expect(await newsletter.subscriber(requested)).toMatchObject({ state: 'active', name: '=Ada' })
    const [consent] = await consentsOf(requested)
    expect(consent).toMatchObject({ kind: 'given', how: 'mail after an import' })
    expect(consent?.wording).toContain('Yes, write to me.')
  })

  test('is requested only once, even after the request expired', async () => {
    const email = newAddress()
    await lists.importList(list(`${email},Ada,,`), { unstated: 'ask' })
    // After the request expired, the subscriber is deleted; a record of the request remains.
    await newsletter.query('delete from subscription_requests where email = $1', [email])
    await newsletter.query('delete from subscribers where email = $1', [email])
    await newsletter.query('delete from mails where to_address = $1', [email])
    const done = await lists.importList(list(`${email},Ada,,`), { unstated: 'ask' })
    expect(nonZeroCounts(done)).toEqual({ rejected: 1 })
    expect((await reasonsOf(done.id))[email]).toContain('Nobody is asked twice')
    expect(await newsletter.mailsTo(email)).toEqual([])
    // A consent that was given elsewhere is accepted.
    expect(nonZeroCounts(await lists.importList(list(`${email},Ada,${consentCells}`)))).toEqual({
      joins: 1,
    })
  })

  test.each([
    ['a time alone', '2026-01-02,'],
    ['a source alone', ',web form'],
    ['empty cells', ','],
  ])('is not stated by %s', async (_, cells) => {
    const email = newAddress()
    expect(nonZeroCounts(await lists.importList(list(`${email},Ada,${cells}`)))).toEqual({
      asks: 1,
    })
    expect(await newsletter.subscriber(email)).toBeUndefined()
  })

  test('is stored with its time and wording', async () => {
    const email = newAddress()
    const wording = 'Send me your letter, please.'
    await lists.importList(
      `email,consent_at,consent_wording\n${email},2026-01-02T03:04:05+01:00,"${wording}"`,
    )
    expect(await consentsOf(email)).toEqual([
      { kind: 'given', how: 'import', wording, at: new Date('2026-01-02T02:04:05Z') },
    ])
  })
})

describe('an address that does not want letters', () => {
  test('is not reactivated by any list', async () => {
    const emails: Record<string, string> = {}
    for (const state of ['unsubscribed', 'bounced', 'complained']) {
      const email = newAddress()
      emails[state] = email
      await newsletter.join(signUpRequest(email))
      await newsletter.query(
        `update subscribers set state = $1::enum_subscribers_state where email = $2`,
        [state, email],
      )
    }
    const deleted = newAddress()
    await newsletter.join(signUpRequest(deleted))
    const { id } = (await newsletter.subscriber(deleted)) ?? {}
    await server.send(`/api/subscribers/${id}`, jsonRequest('DELETE', {}, sessions.admin))
    emails.deleted = deleted
    const before = await Promise.all(
      Object.values(emails).map((email) => newsletter.subscriber(email)),
    )
    const file = [
      'email,state,name,consent_at,consent_how',
      ...Object.values(emails).map((email) => `${email},active,Eve,${consentCells}`),
    ].join('\n')
    for (const unstated of ['ask', 'leave_out'] as const) {
      const done = await lists.importList(file, { unstated })
      expect(nonZeroCounts(done)).toEqual({ rejected: 4 })
      const reasons = await reasonsOf(done.id)
      expect(reasons[emails.unsubscribed ?? '']).toContain('They left.')
      expect(reasons[emails.bounced ?? '']).toContain('came back')
      expect(reasons[emails.complained ?? '']).toContain('unwanted')
      expect(reasons[deleted]).toContain('deleted')
    }
    expect(
      await Promise.all(Object.values(emails).map((email) => newsletter.subscriber(email))),
    ).toEqual(before)
    // A sign-up by a stranger does not reactivate the address either.
    await newsletter.query('delete from limits')
    await newsletter.send(signUpRequest(deleted))
    expect(nonZeroCounts(await lists.importList(list(`${deleted},Eve,${consentCells}`)))).toEqual({
      rejected: 1,
    })
    expect((await newsletter.subscriber(deleted))?.state).toBe('pending')
  })

  test('that unsubscribed elsewhere is unsubscribed here too, except if it subscribed later', async () => {
    const [unknown, known, rejoined] = [newAddress(), newAddress(), newAddress()]
    await newsletter.join(signUpRequest(known))
    await newsletter.join(signUpRequest(rejoined))
    const { id } = (await newsletter.subscriber(known)) ?? {}
    await newsletter.query(
      `insert into mails (key, kind, to_address, subject, subscriber, next_at)
       values ('waits for import', 'letter', $1, 's', $2, now() + interval '1 hour')`,
      [known, id],
    )
    const file = [
      'email,status,unsubscribed_at',
      `${unknown},unsubscribed,2026-01-02`,
      `${known},Unsubscribed,`,
      `${rejoined},unsubscribed,2026-01-02`,
    ].join('\n')
    expect(nonZeroCounts(await lists.importList(file))).toEqual({ noted: 1, stops: 1, same: 1 })
    expect(await newsletter.subscriber(unknown)).toMatchObject({ state: 'unsubscribed' })
    expect(await newsletter.subscriber(known)).toMatchObject({ state: 'unsubscribed' })
    expect(await newsletter.subscriber(rejoined)).toMatchObject({ state: 'active' })
    expect((await consentsOf(known)).map(({ kind, how }) => `${kind}: ${how}`)).toEqual([
      'given: form',
      'withdrawn: import',
    ])
    expect((await newsletter.mailsTo(known)).at(-1)).toMatchObject({
      kind: 'letter',
      state: 'cancelled',
    })
  })

  test('is removed from waiting imports when it is deleted', async () => {
    const email = newAddress()
    await newsletter.join(signUpRequest(email))
    const { id: number = 0 } = (await newsletter.subscriber(email)) ?? {}
    const { id } = await lists.uploadAndPreview(
      list(`${email},Eve,${consentCells}`, `${newAddress()},Ada,${consentCells}`),
    )
    await server.send(`/api/subscribers/${number}`, jsonRequest('DELETE', {}, sessions.admin))
    expect(
      await newsletter.query('select from subscriber_import_rows where email = $1', [email]),
    ).toEqual([])
    await lists.begin(id)
    expect(nonZeroCounts(await lists.waitForState(id, ['done']))).toEqual({ joins: 1 })
    expect(await newsletter.subscriber(email)).toBeUndefined()
  })
})

describe('many subscribers', () => {
  const insert = (emails: string[], source: (n: number) => string) =>
    newsletter.query(
      `insert into subscribers (email, state, source)
       select row->>0, 'active', row->>1 from jsonb_array_elements($1::jsonb) as row`,
      [JSON.stringify(emails.map((email, n) => [email, source(n)]))],
    )
  const named = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${name}${n}@venue.example`)
  const countRemaining = async (name: string) =>
    (await newsletter.query('select from subscribers where email like $1', [`${name}%`])).length
  const deleteFrom = (source: string) =>
    server.send(
      `/api/subscribers?where[source][equals]=${source}`,
      jsonRequest('DELETE', {}, sessions.admin),
    )

  test('are deleted by two requests while an import writes them, without an error', async () => {
    const count = 900
    const emails = named('bulk', count)
    await insert(emails, (n) => (n % 2 ? 'odd' : 'even'))
    const file = list(...emails.map((email, n) => `${email},Name ${n},${consentCells}`))
    const { id } = await lists.uploadAndPreview(file)
    await lists.begin(id)
    const deletions = await Promise.all(['odd', 'even'].map(deleteFrom))
    for (const { status, text } of deletions) expect(status, text).toBe(200)
    const deleted = deletions.flatMap((each) => each.json<{ docs: { id: number }[] }>().docs)
    expect(deleted).toHaveLength(count)
    expect((await lists.waitForState(id, ['done'])).counts.joins).toBe(0)
    expect(await countRemaining('bulk')).toBe(0)
    const [counts] = await newsletter.query<{ audited: number; rows: number }>(
      `select (select count(*)::int from audit where action = 'delete'
                and of_collection = 'subscribers' and document = any($1)) as audited,
              (select count(*)::int from subscriber_import_rows where email like 'bulk%') as rows`,
      [deleted.map((each) => String(each.id))],
    )
    expect(counts).toEqual({ audited: count, rows: 0 })
  })

  test('are deleted in batches, and each batch releases its locks', async () => {
    const emails = named('some', 250)
    await insert(emails, () => 'some')
    const response = await onDatabase(url, async (query) => {
      await query('begin')
      // Takes the lock that an import holds when it has just written the last subscriber.
      await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `subscriber ${emails.at(-1)}`,
      ])
      const deletion = deleteFrom('some')
      await waitForLockWaiters(url)
      expect(await countRemaining('some')).toBe(50)
      // The last subscriber no longer matches the filter when the deletion locks it.
      await query(`update subscribers set source = 'other' where email = $1`, [emails.at(-1)])
      await query('commit')
      return deletion
    })
    expect(response.json<{ docs: unknown[] }>().docs).toHaveLength(249)
    expect(await countRemaining('some')).toBe(1)
  })
})

describe('a file', () => {
  test.each<[string, string | Buffer, string]>([
    ['that is empty', '', 'The file is empty.'],
    ['with a header alone', 'email,name\n', 'nobody below it'],
    ['without addresses', 'Name,Town\nAda,London\n', 'No column holds addresses'],
    [
      'in another encoding',
      Buffer.from('email,name\na@b.example,Jos\u00e9\n', 'latin1'),
      'not written in UTF-8',
    ],
    ['that is a workbook', Buffer.from('PK\u0003\u0004\u0014'), 'Excel workbook'],
    ['that is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'UTF-8'],
    [
      'with a cell that is never closed',
      `email,name\na@b.example,"Ada\n${'x,y\n'.repeat(100)}`,
      'row 2',
    ],
  ])('%s is refused with the reason, and nothing is stored', async (_, file, reason) => {
    const refused = await lists.uploadAndPreview(file)
    expect([refused.state, refused.refusal]).toEqual(['refused', expect.stringContaining(reason)])
    expect((await lists.begin(refused.id)).status).toBe(409)
    const storedRows = await newsletter.query(
      `select from subscriber_import_rows where import_id = $1
        union all select from subscriber_import_parts where import_id = $1`,
      [refused.id],
    )
    expect(storedRows).toEqual([])
  })

  test('is imported without huge cells and NUL characters, which are reported; formulas are escaped in exports', async () => {
    const [long, nul, formula, half] = [newAddress(), newAddress(), newAddress(), newAddress()]
    const file = list(
      `${long},${'x'.repeat(1024 * 1024)},${consentCells}`,
      `${nul},A\0da,${consentCells}`,
      `${formula},"=HYPERLINK(""https://evil.example"")",${consentCells}`,
      `${half},"A\u0007d\u202ea\nBcc: eve@evil.example",${consentCells}`,
    )
    const done = await lists.importList(file)
    expect(nonZeroCounts(done)).toEqual({ joins: 4 })
    expect((await newsletter.subscriber(long))?.name).toBeNull()
    expect((await newsletter.subscriber(nul))?.name).toBe('Ada')
    const reasons = await reasonsOf(done.id)
    expect(reasons[long]).toContain('more than 10000 characters')
    expect(reasons[nul]).toContain('characters that are none')
    expect((await lists.rejected(done.id)).length).toBeLessThan(2000)
    expect((await newsletter.subscriber(half))?.name).toBe('Ada Bcc: eve@evil.example')
    expect((await lists.exportList()).text).toContain(`'=HYPERLINK(`)
  })

  test('is accepted only from publishers, from this site and up to 128 MB', async () => {
    const file = list(`${newAddress()},Ada,${consentCells}`)
    for (const session of ['', sessions.editor]) {
      const response = await importsOf(server, session).upload(file)
      expect([401, 403]).toContain(response.status)
    }
    const foreign = await server.send(`${lists.base}?name=x`, {
      method: 'POST',
      headers: {
        cookie: `payload-token=${sessions.publisher}`,
        origin: 'https://evil.example',
        'content-type': 'text/csv',
      },
      body: file,
    })
    expect(foreign.status).toBe(403)
    const large = await server.send(`${lists.base}?name=x`, {
      method: 'POST',
      headers: {
        ...lists.headers,
        'content-type': 'text/csv',
        'content-length': String(200 * 1024 * 1024),
      },
      body: file,
    })
    expect(large.status).toBe(413)
    const { id } = await lists.uploadAndPreview(file)
    for (const path of [`${lists.base}/${id}`, `${lists.base}/${id}/rejected`, lists.base]) {
      expect((await server.get(path)).status).toBe(401)
    }
    for (const action of ['begin', 'drop']) {
      const response = await server.send(
        `${lists.base}/${id}/${action}`,
        jsonRequest('POST', { unstated: 'ask' }, sessions.editor),
      )
      expect(response.status).toBe(403)
    }
    for (const invalidId of ['0', '-1', '1e9', 'x', '99999999999']) {
      expect((await server.get(`${lists.base}/${invalidId}`, lists.headers)).status).toBe(404)
    }
  })

  test('that is aborted during its upload is removed', async () => {
    const before = await newsletter.query('select from subscriber_imports')
    await server
      .send(`${lists.base}?name=x`, {
        method: 'POST',
        headers: { ...lists.headers, 'content-type': 'text/csv', 'content-length': '100000' },
        body: 'email\n',
        timeoutMs: 500,
      })
      .catch(() => null)
    const isRemoved = async () =>
      (await newsletter.query('select from subscriber_imports')).length === before.length
    await expect.poll(isRemoved).toBe(true)
  })
})

describe('a subscriber whom staff add by hand', () => {
  const add = (email: string, others: object = {}, who: 'editor' | 'publisher' = 'publisher') =>
    server.send(
      '/api/newsletter/add',
      jsonRequest(
        'POST',
        {
          email,
          name: 'Ada',
          interests: ['Film & Cinema'],
          on_paper: false,
          consent_on: '2026-11-02',
          consent_where: 'at the bar',
          ...others,
        },
        sessions[who],
      ),
    )

  test('confirms by mail; the consent states the place, the day and the person who added the subscriber', async () => {
    const email = newAddress()
    expect((await add(email)).json()).toMatchObject({ state: 'pending' })
    expect(await newsletter.subscriber(email)).toMatchObject({ state: 'pending', name: null })
    expect(await consentsOf(email)).toEqual([])
    await newsletter.post(await newsletter.linkTo(email))
    expect(await newsletter.subscriber(email)).toMatchObject({
      state: 'active',
      name: 'Ada',
      interests: ['Film & Cinema'],
    })
    expect(await consentsOf(email)).toMatchObject([
      {
        kind: 'given',
        wording: expect.stringContaining('Yes, write to me'),
        how: 'in person, 2026-11-02, at the bar; added by publisher',
      },
    ])
    expect((await add(email)).json()).toMatchObject({ message: 'They get letters already.' })
  })

  test('gets letters at once if the consent is on paper', async () => {
    const email = newAddress()
    expect((await add(email, { on_paper: true })).json()).toMatchObject({ state: 'active' })
    const kinds = (await newsletter.mailsTo(email)).map(({ kind }) => kind)
    expect(kinds).not.toContain('confirm_subscription')
    expect(await consentsOf(email)).toMatchObject([
      {
        kind: 'given',
        wording: null,
        at: new Date('2026-11-02T00:00:00Z'),
        how: 'on paper, 2026-11-02, at the bar; added by publisher',
      },
    ])
    const [entry] = await newsletter.query<{ row: string }>(
      `select row_to_json(a)::text as row from audit as a
        where action = 'subscriber_added' order by id desc limit 1`,
    )
    expect(JSON.parse(entry?.row ?? '')).toMatchObject({
      by_name: 'publisher',
      details: { consent: 'on paper' },
    })
    expect(entry?.row).not.toContain('@')
  })

  test('is added once by concurrent requests', async () => {
    const email = newAddress()
    const replies = await Promise.all([1, 2, 3].map(() => add(email, { on_paper: true })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await consentsOf(email)).toHaveLength(1)
  })

  test.each(['unsubscribed', 'bounced', 'complained'])('is not added if %s', async (state) => {
    const email = newAddress()
    await newsletter.query(
      `insert into subscribers (email, state) values ($1, $2::enum_subscribers_state)`,
      [email, state],
    )
    for (const on_paper of [true, false]) expect((await add(email, { on_paper })).status).toBe(409)
    expect(await newsletter.subscriber(email)).toMatchObject({ state })
    expect(await newsletter.mailsTo(email)).toEqual([])
  })

  test('is not added if staff deleted the same address before', async () => {
    const email = newAddress()
    await add(email, { on_paper: true })
    const { id } = (await newsletter.subscriber(email)) ?? {}
    const headers = sessionHeaders(sessions.admin)
    await server.send(`/api/subscribers/${id}`, { method: 'DELETE', headers })
    expect(await newsletter.subscriber(email)).toBeUndefined()
    for (const on_paper of [true, false]) expect((await add(email, { on_paper })).status).toBe(409)
  })

  test.each<[string, object]>([
    ['a consent in the future', { consent_on: '2999-01-01' }],
    ['no day', { consent_on: 'last week' }],
    ['no place', { consent_where: ' ' }],
    ['an invalid address', { email: 'ada' }],
    ['no value for paper', { on_paper: null }],
  ])('is refused with %s', async (_, wrong) => {
    expect((await add(newAddress(), wrong)).status).toBe(400)
  })

  test('is added by publishers only', async () => {
    expect((await add(newAddress(), {}, 'editor')).status).toBe(403)
  })
})

describe('an address that staff correct', () => {
  const correct = async (id: number, email: string, seen?: Date) => {
    const [row] = await newsletter.query<{ at: Date }>(
      'select updated_at as at from subscribers where id = $1',
      [id],
    )
    const body = { id, email, seen: (seen ?? row?.at ?? new Date()).toISOString() }
    return server.send('/api/newsletter/address', jsonRequest('POST', body, sessions.publisher))
  }
  const importSubscriber = async () => {
    const email = newAddress()
    await lists.importList(list(`${email},Ada,${consentCells}`))
    const found = await newsletter.subscriber(email)
    if (!found) throw new Error('They were not imported.')
    return { email, id: found.id }
  }

  test('gets letters once it is confirmed, and the old address gets no more', async () => {
    const { email, id } = await importSubscriber()
    await newsletter.query(
      `insert into mails (key, kind, to_address, subject, subscriber, letter, next_at)
       values ($1, 'letter', $1, 'A letter', $2, 7, now() + interval '1 hour')`,
      [email, id],
    )
    const right = newAddress()
    expect((await correct(id, right)).status).toBe(200)
    expect((await newsletter.mailsTo(email)).map(({ state }) => state)).toEqual(['cancelled'])
    expect(await newsletter.subscriber(right)).toMatchObject({ id, state: 'pending', name: 'Ada' })
    await newsletter.post(await newsletter.linkTo(right))
    expect(await newsletter.subscriber(right)).toMatchObject({ id, state: 'active', name: 'Ada' })
    expect((await consentsOf(right)).at(-1)).toMatchObject({
      kind: 'given',
      how: 'address corrected by publisher',
    })
    // An import with the mistyped address does not add it again.
    expect(nonZeroCounts(await lists.importList(list(`${email},Ada,${consentCells}`)))).toEqual({
      rejected: 1,
    })
    // The subscriber keeps the history of letters.
    const history = await server.get(
      `/api/newsletter/letters?id=${id}`,
      sessionHeaders(sessions.publisher),
    )
    expect(history.json()).toMatchObject({
      letters: [{ letter: 7, subject: 'A letter', state: 'cancelled', isComplaint: false }],
    })
  })

  test('is refused if it is unchanged, belongs to somebody else, or was corrected in an outdated form', async () => {
    const [one, other] = [await importSubscriber(), await importSubscriber()]
    expect((await correct(one.id, one.email)).status).toBe(400)
    expect((await correct(one.id, other.email)).json()).toMatchObject({
      message: 'Another subscriber has that address.',
    })
    expect((await correct(one.id, newAddress(), new Date('2020-01-01'))).status).toBe(409)
    await newsletter.query(`update subscribers set state = 'unsubscribed' where id = $1`, [one.id])
    expect((await correct(one.id, newAddress())).status).toBe(409)
    expect((await correct(999_999_999, newAddress())).status).toBe(404)
    expect(await newsletter.subscriber(one.email)).toMatchObject({ id: one.id })
  })

  test('keeps the data of an unconfirmed sign-up', async () => {
    const wrong = newAddress()
    await newsletter.send(signUpRequest(wrong, { name: 'Bea' }))
    const { id = 0 } = (await newsletter.subscriber(wrong)) ?? {}
    const link = await newsletter.linkTo(wrong)
    const right = newAddress()
    expect((await correct(id, right)).status).toBe(200)
    await newsletter.post(link)
    expect(await newsletter.subscriber(right)).toMatchObject({ state: 'pending' })
    await newsletter.post(await newsletter.linkTo(right))
    expect(await newsletter.subscriber(right)).toMatchObject({
      state: 'active',
      name: 'Bea',
      interests: ['Cooking Classes'],
    })
  })
})
