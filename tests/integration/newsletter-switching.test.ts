import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../support/database.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { importsOf, nonZeroCounts } from '../support/newsletter-imports.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'

let server: Server
let newsletter: ReturnType<typeof newsletterOf>
let lists: ReturnType<typeof importsOf>
let editorLists: ReturnType<typeof importsOf>
let serial = 0
const newAddress = () => `moves${++serial}@venue.example`
const consentCells = '2026-01-02,web form'

beforeAll(async () => {
  const url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  const { publisher, editor } = await makeStaff(server)
  newsletter = newsletterOf(server, url)
  lists = importsOf(server, publisher)
  editorLists = importsOf(server, editor)
})
afterAll(() => server?.stop())

const stateOf = async (email: string) => (await newsletter.subscriber(email))?.state
const joined = async () => {
  const email = newAddress()
  await newsletter.query('delete from limits')
  await newsletter.join(signUpRequest(email))
  return email
}
const consentsOf = (email: string) =>
  newsletter.query<{ kind: string; how: string; at: Date; wording: string | null }>(
    `select c.kind::text, c.how, c.at, c.wording from consents as c
       join subscribers as s on s.id = c.subscriber_id where s.email = $1 order by c.id`,
    [email],
  )

describe('a list of people who left', () => {
  test.each<[string, string, string, string]>([
    ['Mailchimp’s', 'UNSUB_TIME,UNSUB_REASON', '2020-01-02 03:04:05,NORMAL', 'unsubscribed'],
    ['Mailchimp’s cleaned', 'MEMBER_RATING,CLEAN_TIME', '2,2020-01-02 03:04:05', 'bounced'],
    ['Substack’s', 'active_subscription,email_disabled', 'true,true', 'unsubscribed'],
    ['Ghost’s', 'subscribed_to_emails,deleted_at', 'true,2020-01-02T03:04:05.000Z', 'unsubscribed'],
    ['Brevo’s', 'SMS,EMAIL_BLACKLIST', ',1', 'unsubscribed'],
    ['a spreadsheet’s', 'Opted Out,birthday', 'JA,31/02', 'unsubscribed'],
  ])('(%s) stops letters and asks nobody', async (_, header, cells, state) => {
    const [unknown, agreed] = [newAddress(), newAddress()]
    const known = await joined()
    const file = [
      `Email Address,${header},consent_at,consent_how`,
      `${unknown},${cells},,`,
      `${agreed},${cells},${consentCells}`,
      // They joined here later than the list says that they left, except if it gives no time.
      `${known},${cells.replaceAll('2020', '2999')},,`,
    ].join('\n')
    const done = await lists.importList(file, { unstated: 'ask' })
    expect(nonZeroCounts(done)).toEqual({ noted: 2, stops: 1 })
    for (const email of [unknown, agreed, known]) expect(await stateOf(email)).toBe(state)
    expect(await newsletter.mailsTo(unknown)).toEqual([])
  })

  test('wins over other rows with the same address, in either order and in other parts of the file', async () => {
    const [before, after, far] = [newAddress(), newAddress(), newAddress()]
    const known = await joined()
    const others = Array.from({ length: 1200 }, () => `${newAddress()},,${consentCells}`)
    const file = [
      'email,unsubscribed,consent_at,consent_how',
      `${before},TRUE,,`,
      `${before.toUpperCase()},,${consentCells}`,
      `${after},,${consentCells}`,
      ` ${after} ,1,,`,
      `${far},,${consentCells}`,
      `${known},,${consentCells}`,
      ...others,
      `${far},yes,${consentCells}`,
      `${known},yes,${consentCells}`,
    ].join('\n')
    const done = await lists.importList(file)
    expect(nonZeroCounts(done)).toEqual({ noted: 3, stops: 1, joins: 1200, rejected: 4 })
    for (const email of [before, after, far, known])
      expect(await stateOf(email)).toBe('unsubscribed')
    expect(done.reasons.map(({ reason }) => reason)).toContain(
      'Row 1208 with the same address says that they get no letters.',
    )
  })

  test('stops letters also in rows that can’t be taken as a whole', async () => {
    const [long, wide, shifted] = [await joined(), await joined(), await joined()]
    const file = [
      'name,email,status,note',
      `Ada,${long},unsubscribed,${'x'.repeat(20_000)}`,
      `Bob,${wide},unsubscribed,one,two,three`,
      `Doe, Jane,${shifted},unsubscribed,x`,
    ].join('\n')
    const done = await lists.importList(file)
    expect(nonZeroCounts(done)).toEqual({ stops: 3 })
    for (const email of [long, wide, shifted]) expect(await stateOf(email)).toBe('unsubscribed')
    const reasons = done.omitted.map(({ reason }) => reason).join()
    expect(reasons).toContain('more cells than the first one')
    expect(reasons).toContain('more than 10000 characters')
  })

  test('is recognised by its name if it has addresses alone; staff can contradict', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const name = 'unsubscribed_email_audience_export_1a2b.csv'
    const left = await lists.importList(`email\n${email}`, { name, unstated: 'ask' })
    expect(nonZeroCounts(left)).toEqual({ noted: 1 })
    expect(await stateOf(email)).toBe('unsubscribed')
    const { id } = await lists.uploadAndPreview(`email\n${other}`, { name })
    expect(nonZeroCounts(await lists.change(id, { leavers: false }))).toEqual({ asks: 1 })
  })
})

describe('a quotation mark that is never closed', () => {
  test('swallows nobody, and is reported with its line', async () => {
    const [ada, bob, cleo] = [newAddress(), newAddress(), newAddress()]
    const file = [
      'email,name,consent_at,consent_how',
      `${ada},"Ada,${consentCells}`,
      `${bob},Bob,${consentCells}`,
      `${cleo},"Cleo",${consentCells}`,
    ].join('\n')
    const done = await lists.importList(file)
    expect(nonZeroCounts(done)).toEqual({ joins: 3 })
    expect(await newsletter.subscriber(ada)).toMatchObject({ name: 'Ada' })
    expect(done.omitted).toEqual([
      {
        reason: expect.stringContaining('opened in line 2'),
        count: 1,
        rows: [{ number: 2, cell: null }],
      },
    ])
  })
})

describe('the order of day and month', () => {
  const birthdays = (...texts: string[]) => {
    const rows = texts.map((text) => ({ email: newAddress(), text }))
    const lines = rows.map(({ email, text }) => `${email},${text},${consentCells}`)
    const file = ['email,birthday,consent_at,consent_how', ...lines].join('\n')
    return { file, emails: rows.map(({ email }) => email) }
  }
  const birthdayOf = async (email: string | undefined) => {
    const { birthday_day, birthday_month } = (await newsletter.subscriber(email ?? '')) ?? {}
    return `${birthday_day}/${birthday_month}`
  }

  test('is found from the days that fit only one order', async () => {
    const { file, emails } = birthdays('03/04', '12/25')
    const done = await lists.importList(file)
    expect([done.birthdays, nonZeroCounts(done)]).toEqual(['month/day', { joins: 2 }])
    expect(await Promise.all(emails.map(birthdayOf))).toEqual(['4/3', '25/12'])
  })

  test('is asked for if the days fit both, before anything is carried out', async () => {
    const { file, emails } = birthdays('03/04', '05/06')
    const ready = await lists.uploadAndPreview(file)
    expect(ready.birthdays).toBeNull()
    const refused = await lists.begin(ready.id)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Say first')])
    const stated = await lists.change(ready.id, { birthdays: 'month/day' })
    expect([stated.birthdays, nonZeroCounts(stated)]).toEqual(['month/day', { joins: 2 }])
    await lists.begin(ready.id)
    await lists.waitForState(ready.id, ['done'])
    expect(await Promise.all(emails.map(birthdayOf))).toEqual(['4/3', '6/5'])
  })

  test('needs no answer if no day depends on it', async () => {
    const { file, emails } = birthdays('07-Jan', '2/2', '1994-11-07', '24.12.')
    expect(nonZeroCounts(await lists.importList(file))).toEqual({ joins: 4 })
    expect(await Promise.all(emails.map(birthdayOf))).toEqual(['7/1', '2/2', '7/11', '24/12'])
  })
})

describe('an export that a spreadsheet has saved', () => {
  test('is as it was: no cell looks like a number, a day or a formula', async () => {
    const email = newAddress()
    const file = `email,name,phone,birthday,consent_at,consent_how\n${email},007,01144960184,7/1,${consentCells}`
    await lists.importList(file, { birthdays: 'day/month' })
    const [row] = (
      parse((await lists.exportList()).text, { bom: true, columns: true }) as Record<
        string,
        string
      >[]
    ).filter((each) => each.email === email)
    expect(row).toMatchObject({ name: "'007", phone: "'01144960184", birthday: "'7/1" })
    // Older exports had no apostrophes.
    const saved = `email,name,phone,birthday\n${email},007,1144960184,07-Jan`
    expect(nonZeroCounts(await lists.importList(saved))).toEqual({ same: 1 })
    const rounded = await lists.importList(`email,phone\n${email},4.47E+11`)
    expect([nonZeroCounts(rounded), rounded.omitted[0]?.reason]).toEqual([
      { same: 1 },
      expect.stringContaining('rounded'),
    ])
    expect((await newsletter.subscriber(email))?.phone).toBe('01144960184')
  })
})

describe('columns', () => {
  test('are shown with samples and can be assigned by hand', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const file = ['Kontakt,Wer,Sonst', `${one},Ada,raus`, `${two},Bob,`].join('\n')
    const ready = await lists.uploadAndPreview(file)
    expect(ready.layout).toEqual([
      { header: 'Kontakt', as: 'email', samples: [one, two] },
      { header: 'Wer', as: null, samples: ['Ada', 'Bob'] },
      { header: 'Sonst', as: null, samples: ['raus'] },
    ])
    expect(nonZeroCounts(ready)).toEqual({ asks: 2 })
    const columns = ['email', 'name', 'unsubscribed'] as const
    const assigned = await lists.change(ready.id, { columns: [...columns] })
    expect(nonZeroCounts(assigned)).toEqual({ asks: 1, noted: 1 })
    expect(assigned.columns.map(({ as }) => as)).toEqual(columns)
    await lists.begin(ready.id)
    await lists.waitForState(ready.id, ['done'])
    expect(await newsletter.subscriber(one)).toMatchObject({ name: 'Ada', state: 'unsubscribed' })
  })

  test('that are assigned again find other addresses and other duplicates', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const file = ['email,other', `${one},${two}`, `${newAddress()},${two}`].join('\n')
    const { id } = await lists.uploadAndPreview(file)
    const other = await lists.change(id, { columns: [null, 'email'] })
    expect(nonZeroCounts(other)).toEqual({ asks: 1, rejected: 1 })
    expect(nonZeroCounts(await lists.change(id, {}))).toEqual({ asks: 2 })
  })

  test('can’t be assigned in a way that makes no sense', async () => {
    const { id } = await lists.uploadAndPreview(`email,a,b\n${newAddress()},x,y`)
    for (const columns of [
      [null, null, null],
      ['email', 'email', null],
      ['email', 'name', 'name'],
      ['email'],
      ['email', 'password', null],
    ]) {
      expect((await lists.sendSettings(id, { columns })).status).toBe(400)
    }
    expect((await editorLists.sendSettings(id, {})).status).toBe(403)
    expect((await lists.sendSettings(999_999, {})).status).toBe(404)
    await lists.begin(id)
    await lists.waitForState(id, ['done'])
    expect((await lists.sendSettings(id, {})).status).toBe(409)
  })
})

describe('a column that is not used and may say who has left', () => {
  const listWith = (header: string, others: string, last: string, count = 3) => {
    const emails = Array.from({ length: count }, newAddress)
    const rows = emails.map((each, n) => `${each},${n === count - 1 ? last : others}`)
    return { emails, gone: emails.at(-1) ?? '', file: [`email,${header}`, ...rows].join('\n') }
  }

  test('keeps an import from asking anybody until it is assigned or left out by name', async () => {
    const { file, gone, emails } = listWith('Zustand', 'Implicit', 'raus seit Mai', 400)
    const ready = await lists.uploadAndPreview(file)
    const column = {
      name: 'Zustand',
      place: 1,
      filled: 400,
      others: 0,
      values: [
        { text: 'Implicit', count: 399 },
        { text: 'raus seit Mai', count: 1 },
      ],
    }
    expect(ready.undecided).toEqual([column])
    const refused = await lists.begin(ready.id, 'ask')
    expect([refused.status, refused.json()]).toEqual([
      400,
      {
        error: 'columns_undecided',
        message: expect.stringContaining('“Zustand” (“Implicit”, “raus seit Mai”)'),
        columns: [column],
      },
    ])
    expect(await newsletter.mailsTo(emails[0] ?? '')).toEqual([])
    for (const left_out of [{ a: 1 }, 'Zustand', [1], ['Other'], null]) {
      const body = { unstated: 'ask', left_out }
      const wrong = await lists.sendBegin(ready.id, body)
      expect([wrong.status, wrong.json()]).toMatchObject([
        400,
        { field: expect.stringMatching(/^left_out/) },
      ])
      expect((await lists.sendSettings(ready.id, { left_out })).status).toBe(400)
    }
    const assigned = await lists.change(ready.id, { columns: ['email', 'unsubscribed'] })
    expect(assigned.undecided).toEqual([])
    const kept = await lists.change(ready.id, { left_out: ['Zustand'] })
    expect([kept.undecided, nonZeroCounts(kept)]).toEqual([[], { asks: 400 }])
    expect((await lists.change(ready.id, {})).undecided).toEqual([column])
    expect((await lists.sendBegin(ready.id, { unstated: 'leave_out' })).status).toBe(200)
    await lists.waitForState(ready.id, ['done'])
    expect(await newsletter.mailsTo(gone)).toEqual([])
  })

  test('that is left out is recorded; whoever has plainly left is rejected all the same', async () => {
    const { file, gone, emails } = listWith('Zustand', 'Implicit', 'Unsubscribed')
    const twice = `${gone.toUpperCase()},Implicit`
    const [header = '', ...rows] = file.split('\n')
    const done = await lists.importList([header, twice, ...rows, twice].join('\n'), {
      unstated: 'ask',
      leftOut: ['Zustand'],
    })
    expect(nonZeroCounts(done)).toEqual({ asks: 2, rejected: 3 })
    expect(done.reasons[0]).toMatchObject({
      reason: 'Row 5 with the same address says that they get no letters.',
      count: 2,
    })
    expect(done.reasons[1]).toMatchObject({
      reason: expect.stringContaining('A column that is not used says'),
      rows: [{ number: 5, cell: 'Zustand “Unsubscribed”' }],
    })
    expect(await newsletter.mailsTo(gone)).toEqual([])
    expect(await newsletter.mailsTo(emails[0] ?? '')).toHaveLength(1)
    const [entry] = await newsletter.query<{ details: object }>(
      `select details from audit where action = 'imported' and document = $1`,
      [`import ${done.id}`],
    )
    expect(entry?.details).toMatchObject({ columns_left_out: 'Zustand' })
  })

  test.each([
    ['Constant Contact', 'Email permission status', 'Implicit', 'Unsubscribed'],
    ['Klaviyo', 'Email Suppressions', '[]', "['SPAM_COMPLAINT']"],
    ['HubSpot', 'Email hard bounce reason', '', 'UNKNOWN_USER'],
    ['Mailjet', 'is_excluded', 'false', 'true'],
    ['a German list', 'Kein Newsletter', '', 'ja'],
  ])('of %s is known', async (_, header, others, last) => {
    const { file, gone } = listWith(header, others, last)
    const done = await lists.importList(file, { unstated: 'ask' })
    expect(nonZeroCounts(done)).toEqual({ asks: 2, noted: 1 })
    expect(await newsletter.mailsTo(gone)).toEqual([])
  })

  test('keeps an import from adding anybody who is new since it began', async () => {
    const { file, emails } = listWith('Zustand', 'AA', 'BB', 2)
    const consent = { when: '2026-01-02', how: 'form', evidence: 'folder' }
    for (const email of emails) await newsletter.send(signUpRequest(email))
    await newsletter.query(`update subscribers set state = 'active' where email = any($1)`, [
      emails,
    ])
    const { id } = await lists.uploadAndPreview(file)
    expect(nonZeroCounts(await lists.change(id, { consent }))).toEqual({ same: 2 })
    await newsletter.query('delete from subscribers where email = any($1)', [emails])
    expect((await lists.begin(id, 'ask')).status).toBe(200)
    expect(nonZeroCounts(await lists.waitForState(id, ['done']))).toEqual({ rejected: 2 })
    for (const email of emails) expect(await stateOf(email)).toBeUndefined()
  })
})

describe('what is above the rows', () => {
  test('is skipped and reported; rows are numbered as in the file', async () => {
    const [stays, left] = [newAddress(), newAddress()]
    const file = `My list,,\nExported 2024,,\n\nemail,name,status\n${stays},P,\n${left},P,unsubscribed\nnobody,,\n`
    const done = await lists.importList(file, { unstated: 'ask' })
    expect([done.skipped, done.hasHeader]).toEqual([['My list', 'Exported 2024'], true])
    expect(nonZeroCounts(done)).toEqual({ asks: 1, noted: 1, rejected: 1 })
    expect(done.reasons[0]?.rows).toEqual([{ number: 6, cell: 'email “nobody”' }])
    expect(await newsletter.mailsTo(left)).toEqual([])
  })

  test('may be nothing: the first row is read as a person', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const done = await lists.importList(`${first},Ann\n${second},Bob\nnobody,Eve`, {
      unstated: 'ask',
    })
    expect([done.skipped, done.hasHeader, done.unused]).toEqual([[], false, ['Column 2']])
    expect(nonZeroCounts(done)).toEqual({ asks: 2, rejected: 1 })
    expect(done.reasons[0]?.rows[0]?.number).toBe(3)
    const again = await lists.importList((await lists.rejected(done.id)).replace('nobody', first))
    expect([nonZeroCounts(again), again.hasHeader]).toEqual([{ same: 1 }, true])
  })

  test('is read once: settings change nothing about it', async () => {
    const email = newAddress()
    const ready = await lists.uploadAndPreview(`Titel\nKontakt;Wer\n${email};Ada\nnobody;Eve`)
    const changed = await lists.change(ready.id, { columns: ['email', 'name'] })
    expect([changed.skipped, changed.reasons[0]?.rows[0]?.number]).toEqual([['Titel'], 4])
  })
})

describe('a consent that is stated for a list', () => {
  const stated = { when: '2026-05-03', how: 'Sign-up form at the bar', evidence: 'Paper, folder 7' }
  const text = `${stated.how}; evidence: ${stated.evidence}; stated for the list by publisher`

  test('is recorded for each person without a consent, and in the audit trail', async () => {
    const [silent, own, left, pending] = [newAddress(), newAddress(), newAddress(), newAddress()]
    const file = [
      'email,status,consent_at,consent_how',
      `${silent},,,`,
      `${own},,${consentCells}`,
      `${left},unsubscribed,,`,
      `${pending},unconfirmed,,`,
    ].join('\n')
    const { id, counts } = await lists.uploadAndPreview(file)
    expect(counts).toMatchObject({ asks: 2, joins: 1, noted: 1 })
    const ready = await lists.change(id, { consent: stated })
    expect(nonZeroCounts(ready)).toEqual({ joins: 2, noted: 1, asks: 1 })
    expect(ready.settings.consent).toEqual({ ...stated, by: 'publisher' })
    await lists.begin(id)
    await lists.waitForState(id, ['done'])
    expect(await consentsOf(silent)).toEqual([
      {
        kind: 'given',
        how: `import: ${text}`,
        wording: null,
        at: new Date('2026-05-03T00:00:00Z'),
      },
    ])
    expect(await consentsOf(own)).toMatchObject([{ how: 'import: web form' }])
    expect(await stateOf(left)).toBe('unsubscribed')
    expect(await stateOf(pending)).toBeUndefined()
    const entries = await newsletter.query<{ action: string; by_name: string; details: object }>(
      `select action, by_name, details from audit where document = $1 order by id`,
      [`import ${id}`],
    )
    const details = {
      consent_when: stated.when,
      consent_how: stated.how,
      consent_evidence: stated.evidence,
      consent_stated_by: 'publisher',
      joins: 2,
    }
    expect(entries).toMatchObject([
      { action: 'list_consent_stated', by_name: 'publisher', details },
      { action: 'imported', details },
    ])
  })

  test('is proposed from the times of confirmations and sign-ups', async () => {
    const [one, two, three] = [newAddress(), newAddress(), newAddress()]
    const mailchimp = [
      'Email Address,OPTIN_TIME,CONFIRM_TIME',
      `${one},2019-01-02 03:04:05,2020-01-02 03:04:05`,
      `${two},2019-01-02 03:04:05,`,
    ].join('\n')
    const ready = await lists.uploadAndPreview(mailchimp)
    expect([nonZeroCounts(ready), ready.consentColumns]).toEqual([
      { asks: 2 },
      [
        { column: 'consent_at', header: 'CONFIRM_TIME', count: 1 },
        { column: 'joined_at', header: 'OPTIN_TIME', count: 2 },
      ],
    ])
    await lists.change(ready.id, { consent: { ...stated, when: 'consent_at' } })
    await lists.begin(ready.id)
    expect(nonZeroCounts(await lists.waitForState(ready.id, ['done']))).toEqual({
      joins: 1,
      asks: 1,
    })
    expect(await consentsOf(one)).toMatchObject([
      { at: new Date('2020-01-02T03:04:05Z'), how: `import: ${text}` },
    ])
    const ghost = [
      'email,subscribed_to_emails,created_at',
      `${three},true,2021-01-02T03:04:05.000Z`,
      `${newAddress()},,2021-01-02T03:04:05.000Z`,
    ].join('\n')
    const done = await lists.importList(ghost, {
      settings: { consent: { ...stated, when: 'joined_at' } },
    })
    expect(nonZeroCounts(done)).toMatchObject({ joins: 1, asks: 1 })
    expect(await consentsOf(three)).toMatchObject([{ at: new Date('2021-01-02T03:04:05Z') }])
  })

  test.each<[string, object, RegExp]>([
    ['no day', { ...stated, when: '' }, /Write the day/],
    ['a day in the future', { ...stated, when: '2999-01-01' }, /in the future/],
    ['no way', { ...stated, how: ' ' }, /how they agreed/],
    ['no evidence', { ...stated, evidence: '' }, /looked up/],
  ])('is refused with %s', async (_, consent, reason) => {
    const { id } = await lists.uploadAndPreview(`email\n${newAddress()}`)
    const refused = await lists.sendSettings(id, { consent })
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(reason)])
  })
})
