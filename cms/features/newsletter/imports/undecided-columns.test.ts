import { describe, expect, test } from 'vitest'
import { columnLabels, columnsOf } from '../csv/columns.ts'
import { findHeader } from '../csv/find-header.ts'
import { recordsOf } from '../csv/records.ts'
import { createSurvey } from '../csv/survey-columns.ts'
import { evaluateRow } from './evaluate-row.ts'
import { readRow } from './row-texts.ts'
import { fileLayout, storedSettings } from './settings.ts'
import { describeUndecided, undecidedColumns } from './undecided-columns.ts'

async function* inOnePart(text: string) {
  yield text
}

/** What comes of a file: the verdict of each row by address, and the columns that must be decided before it begins. */
async function lookAt(file: string, leftOut: string[] = []) {
  const records: string[][] = []
  for await (const record of recordsOf(inOnePart(file))) records.push(record)
  const place = findHeader(records)
  const header =
    place === null ? (records[0] ?? []).map((_, n) => `Column ${n + 1}`) : (records[place] ?? [])
  const rows = records.slice(place === null ? 0 : place + 1)
  const columns = columnsOf(header, rows)
  const survey = createSurvey(header, columns)
  const verdicts: Record<string, string> = {}
  for (const cells of rows) {
    survey.add(cells)
    const read = { columns, header, isAssigned: false }
    const { texts, email } = readRow({ cells, problem: null }, read)
    const outcome = evaluateRow(
      texts,
      { subscriber: null, suppressed: null },
      { order: 'day/month', now: new Date('2026-11-29') },
    )
    if (email) verdicts[email] = outcome.verdict
  }
  const layout = fileLayout.parse({
    columns,
    isOrderKnown: true,
    doubtful: survey.doubtful(),
  })
  const settings = storedSettings.parse({ left_out: leftOut })
  const undecided = undecidedColumns({ header, layout, settings })
  return { header, skipped: place ?? 0, columns, verdicts, undecided, rows: rows.length }
}
type Look = Awaited<ReturnType<typeof lookAt>>

/** Whether somebody would be asked by an import that can begin. */
const isAsked = ({ verdicts, undecided }: Look, email: string) =>
  !undecided.length && verdicts[email] === 'asks'

const people = (count: number, cells: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `p${n}@w.test,${cells(n)}`)

describe('titles above the header', () => {
  test.each<[string, string]>([
    ['with separators', 'My list,,\nExported 2024,,\n\nemail,name,status\n'],
    [
      'without separators',
      'Subscribers of the venue\nExported on Monday, 3 May\nemail,name,status\n',
    ],
    ['with an address', 'Exported by,ada@w.test,\n,,\nE-Mail,Name,Status\n'],
    ['that look like a heading', 'Subscriber,,\nEmail address,Name,Status\n'],
  ])('%s are skipped', async (_, head) => {
    const found = await lookAt(`${head}pre1@w.test,P,\npre2@w.test,P,unsubscribed\n`)
    expect(found.verdicts).toEqual({ 'pre1@w.test': 'asks', 'pre2@w.test': 'noted' })
    expect(found.columns).toEqual(['email', 'name', 'state'])
    expect(found.skipped).toBeGreaterThan(0)
  })

  test('in a file with semicolons don’t decide how it is split', async () => {
    const found = await lookAt('Liste, Stand Mai\n\nKontakt;Wer;Status\na@w.test;A;abgemeldet\n')
    expect([found.header, found.verdicts]).toEqual([
      ['Kontakt', 'Wer', 'Status'],
      { 'a@w.test': 'noted' },
    ])
  })

  test('are none: a header of unknown words is directly above the first address', async () => {
    const found = await lookAt('Kontakte 2024,\nKontakt,Wer\na@w.test,A\n')
    expect([found.header, found.skipped]).toEqual([['Kontakt', 'Wer'], 1])
  })
})

describe('a file without a header', () => {
  test.each<[string, string]>([
    ['with names', 'noh@y.test,Ann\nnoh2@y.test,Bob\n'],
    ['with addresses alone', 'noh@y.test\nnoh2@y.test\n'],
    ['with addresses in the second column', 'Ann,noh@y.test\nBob,noh2@y.test\n'],
    ['whose first address is mistyped', 'noh@y@z,Ann\n<noh@y.test>,Ann\nnoh2@y.test,Bob\n'],
  ])('%s keeps its first row', async (_, file) => {
    const found = await lookAt(file)
    expect(found.header[0]).toBe('Column 1')
    expect(found.rows).toBe(file.trim().split('\n').length)
    expect(found.verdicts).toEqual({ 'noh@y.test': 'asks', 'noh2@y.test': 'asks' })
  })

  test('has its columns decided by their texts', async () => {
    const found = await lookAt('a@w.test,Ann,ok\nb@w.test,Bob,weg\nc@w.test,Cleo,ok\n')
    expect(found.undecided.map(({ name }) => name)).toEqual(['Column 3'])
  })
})

describe('a column that is not used is undecided', () => {
  const columnOf = (header: string, cells: (n: number) => string, count = 400) =>
    lookAt([`email,${header}`, ...people(count, cells)].join('\n'))

  test.each<[string, string, (n: number) => string]>([
    [
      'a text far down names a departure',
      'Zustand',
      (n) => (n === 399 ? 'Unsubscribed' : 'Implicit'),
    ],
    [
      'one of a thousand texts names one',
      'Bemerkung',
      (n) => (n === 300 ? 'möchte kein Newsletter, abgemeldet' : `Text ${n} von allen`),
    ],
    [
      'one of the notes names one',
      'Notes',
      (n) => (n === 300 ? 'opted out by phone' : `Note ${n}`),
    ],
    ['it has few texts', 'Zuztand', (n) => (n % 2 ? 'AA' : 'BB')],
    ['it is filled for some', 'Xyz', (n) => (n % 10 ? '' : `2020-01-${10 + (n % 20)}`)],
    ['it is filled for most, with different texts', 'Xyz', (n) => (n % 5 ? `text ${n}` : '')],
    ['its header is about consent', 'Einwilligung vom', (n) => `Formular ${n}`],
    ['its header is about suppression, in a language', 'Supprimé', (n) => `raison ${n}`],
  ])('if %s', async (_, header, cells) => {
    const { undecided } = await columnOf(header, cells)
    expect(undecided.map(({ name }) => name)).toEqual([header])
  })

  test('unless it is empty, names each person, or is known to be about something else', async () => {
    for (const [header, cells] of [
      ['Zustand', () => ''],
      ['Nickname', (n: number) => `Name ${n}`],
      ['City', (n: number) => (n % 2 ? 'London' : 'Leeds')],
      ['Unsubscribe link', (n: number) => `https://x.example/u/${n}`],
    ] as const)
      expect((await columnOf(header, cells)).undecided, header).toEqual([])
  })

  test('with the texts that name a departure first, and no more than staff can read', async () => {
    const { undecided } = await columnOf('Zustand', (n) => (n === 7 ? 'opted out' : `Z${n % 30}`))
    const [{ values = [], others, filled } = {}] = undecided
    expect([values[0], values.length, others, filled]).toEqual([
      { text: 'opted out', count: 1 },
      8,
      23,
      400,
    ])
    expect(describeUndecided(undecided)).toContain('“Zustand” (“opted out”, ')
  })

  test('until it is left out by its name, also if two have the same', async () => {
    const file = ['email,Zustand,Zustand', ...people(3, () => 'x,y')].join('\n')
    const names = async (leftOut: string[]) =>
      (await lookAt(file, leftOut)).undecided.map(({ name }) => name)
    expect(await names([])).toEqual(['Zustand', 'Zustand (column 3)'])
    expect(await names(['Zustand'])).toEqual(['Zustand (column 3)'])
    expect(columnLabels(['', ' a  b ', ''])).toEqual(['Column 1', 'a b', 'Column 3'])
  })
})

describe('a row whose unused column plainly says that they left is rejected', () => {
  test.each([
    'Unsubscribed',
    'SPAM_COMPLAINT',
    'hard bounce',
    'abgemeldet',
    'Opted-Out',
    'désinscrit',
  ])('with %j, although the column is left out', async (text) => {
    const file = `email,Zustand\ngone@w.test,${text}\nb@w.test,Implicit\n`
    const found = await lookAt(file, ['Zustand'])
    expect(found.verdicts).toEqual({ 'gone@w.test': 'rejected', 'b@w.test': 'asks' })
    expect(found.undecided).toEqual([])
  })

  test.each(['Implicit', 'not unsubscribed', 'never bounced', 'https://x.example/unsubscribe'])(
    'but not with %j',
    async (text) => {
      const found = await lookAt(`email,Zustand\na@w.test,${text}\n`, ['Zustand'])
      expect(found.verdicts).toEqual({ 'a@w.test': 'asks' })
    },
  )
})

test.each<[string, string]>([
  [
    'Mailchimp',
    'Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS\na@w.test,Ada,L,,,,2,,,2020-01-02 03:04:05,1.2.3.4,,,0,1,Europe/London,gb,eng,2020-01-02 03:04:05,1,ab,,"""vip"""\nb@w.test,Bob,M,"1 High St",,12/25,2,,,2020-01-02 03:04:05,1.2.3.5,,,0,1,Europe/London,gb,eng,2020-01-02 03:04:05,2,ac,regular guest,',
  ],
  [
    'Ghost',
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n1,a@w.test,Ada,,true,false,,2020-01-02T03:04:05.000Z,,bar,\n2,b@w.test,Bob,x,true,false,cus_1,2020-01-02T03:04:05.000Z,,,Gold',
  ],
  [
    'Brevo',
    'CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,LANDLINE_NUMBER,WHATSAPP,EMAIL_BLACKLIST,SMS_BLACKLIST,DOUBLE_OPT-IN,OPT_IN,ADDED_TIME,MODIFIED_TIME\n1,a@w.test,Ada,L,,,,0,0,1,,2020-01-02 03:04,2020-01-02 03:04\n2,b@w.test,Bob,M,447700900000,,,0,1,1,,2020-01-02 03:04,2021-01-02 03:04',
  ],
])('a normal export of %s needs no decision', async (_, file) => {
  const { undecided, verdicts } = await lookAt(file)
  expect(undecided).toEqual([])
  expect(verdicts).toEqual({ 'a@w.test': 'asks', 'b@w.test': 'asks' })
})

describe('nobody is asked who has left according to any column', () => {
  const names = [
    'Zustand',
    'Raus seit',
    'Will nichts',
    'Mag keine Post',
    'Verlassen',
    'Letzter Stand',
    'Widerspruch',
    'Unsub?',
    'Do not disturb',
    'Parted',
    'Quiet',
    'Mute',
    'No thanks',
    'Farewell',
    'Hidden',
    'Sorti',
    'Parti le',
    'Ne plus écrire',
    'Rayé',
    'Fuera',
    'Salió',
    'Se fue',
    'Andato via',
    'Weg sinds',
    'Vertrokken',
    'Bort',
    'Væk',
    'Ушёл',
    '离开',
    '脱退',
  ]
  const marks = ['x', 'ja', '2024-05-03', '31.12.2023', '1', 'Ausgang B']
  const sizes = [1, 2, 25, 60]

  test.each(names)('%s', async (name) => {
    for (const mark of marks)
      for (const size of sizes)
        for (const isLast of [true, false]) {
          const gone = isLast ? size - 1 : 0
          const rows = people(size, (n) => `Reader ${n},${n === gone ? mark : ''}`)
          const file = [`email,name,${name}`, ...rows].join('\n')
          const found = await lookAt(file)
          const about = `${name} ${mark} ${size}`
          // A single row with words of its own can’t be told from a name.
          if (size > 1 || mark !== 'Ausgang B')
            expect(isAsked(found, `p${gone}@w.test`), about).toBe(false)
        }
    const file = `email,name,${name}\n${people(9, (n) => `R${n},${n ? '' : 'x'}`).join('\n')}`
    const leftOut = await lookAt(file, [name])
    // Some of the names are those of known columns.
    expect(isAsked(leftOut, 'p0@w.test')).toBe(!leftOut.columns[2])
  })

  test.each(names)('%s, filled in every row', async (name) => {
    for (const [stays, leaves] of [
      ['nein', 'ja'],
      ['0', '1'],
      ['-', 'x'],
      ['da', 'weg'],
      ['9999-12-31', '2024-05-03'],
    ])
      for (const size of sizes.slice(1)) {
        const rows = people(size, (n) => `Reader ${n},${n === 1 ? leaves : stays}`)
        const found = await lookAt([`email,name,${name}`, ...rows].join('\n'))
        expect(isAsked(found, 'p1@w.test'), `${name} ${leaves} ${size}`).toBe(false)
      }
  })
})
