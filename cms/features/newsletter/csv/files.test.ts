import { describe, expect, test } from 'vitest'
import type { QuoteNote } from './close-quotes.ts'
import { cellTextsOf, columnsOf } from './columns.ts'
import { decodeFile } from './encoding.ts'
import { recordsOf } from './records.ts'

/** Yields the file in chunks of `size` bytes. */
async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const read = async (file: string | Buffer, size = 7, notes: QuoteNote[] = []) => {
  const records: string[][] = []
  const decoded = decodeFile(inChunks(Buffer.from(file), size))
  for await (const record of recordsOf(decoded, (note) => notes.push(note))) records.push(record)
  return records
}
const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}

describe('a file', () => {
  const list =
    'email,name\r\nada@venue.example,"Ada, ""Countess""\nof Lovelace"\r\n\r\njosé@venue.example,José\r\n'
  const records = [
    ['email', 'name'],
    ['ada@venue.example', 'Ada, "Countess"\nof Lovelace'],
    ['josé@venue.example', 'José'],
  ]

  test.each([1, 3, 7, 1024])('is read in chunks of %i bytes', async (size) => {
    expect(await read(list, size)).toEqual(records)
  })

  test.each<[string, string | Buffer]>([
    ['with a byte order mark', `\ufeff${list}`],
    ['with LF line ends', list.replaceAll('\r\n', '\n')],
    ['without a last line break', list.trimEnd()],
    [
      'with semicolons',
      list.replace(',', ';').replace('example,"', 'example;"').replace('example,J', 'example;J'),
    ],
    [
      'with tabs',
      list.replace(',', '\t').replace('example,"', 'example\t"').replace('example,J', 'example\tJ'),
    ],
    ['with a `sep=` line', `sep=,\r\n${list}`],
    ['in Excel’s UTF-16', utf16(list)],
    ['in UTF-16 big endian', utf16(list, true)],
    ['in UTF-16 without a byte order mark', utf16(list).subarray(2)],
  ])('%s gives the same records', async (_, file) => {
    expect(await read(file)).toEqual(records)
  })

  test('keeps a quotation mark in the middle of a cell', async () => {
    expect(await read('email,name\na@b.example,Joe "the bar" Bloggs\n')).toEqual([
      ['email', 'name'],
      ['a@b.example', 'Joe "the bar" Bloggs'],
    ])
  })

  test.each<[string, Buffer, string]>([
    ['is empty', Buffer.alloc(0), 'The file is empty.'],
    [
      'is neither in UTF-8 nor in UTF-16',
      Buffer.from('email,name\na@b.example,Jos\u00e9\n', 'latin1'),
      'UTF-8',
    ],
    ['is a workbook', Buffer.from('PK\u0003\u0004 and more'), 'Excel workbook'],
    [
      'has a cell without a closing quotation mark',
      Buffer.from('email,name\na@b.example,Ada\nb@b.example,"Bob\nc,d\n'),
      'row 3',
    ],
  ])('that %s is refused with the reason', async (_, file, why) => {
    await expect(read(file)).rejects.toThrow(why)
  })

  test.each<[string, string, string[][], [record: number, line: number][]]>([
    [
      'that another one closes by accident',
      'email,name\na@b.example,"Ada\nb@b.example,Bob\nc@b.example,"Cleo"\nd@b.example,Dora\n',
      [
        ['a@b.example', 'Ada'],
        ['b@b.example', 'Bob'],
        ['c@b.example', 'Cleo'],
        ['d@b.example', 'Dora'],
      ],
      [[1, 2]],
    ],
    [
      'up to the end of the file',
      'email;name\r\n\r\na@b.example;"Ada\r\nb@b.example;Bob\r\n',
      [
        ['a@b.example', 'Ada'],
        ['b@b.example', 'Bob'],
      ],
      [[1, 3]],
    ],
    [
      'in the last line',
      'email,name\na@b.example,Ada\nb@b.example,"Bob',
      [
        ['a@b.example', 'Ada'],
        ['b@b.example', 'Bob'],
      ],
      [[2, 3]],
    ],
    [
      'twice, below a cell with several lines',
      'email,name\na@b.example,"Ada\nof Lovelace"\nb@b.example,"Bob\nc@b.example,"Cleo\nd@b.example,Dora\n',
      [
        ['a@b.example', 'Ada\nof Lovelace'],
        ['b@b.example', 'Bob'],
        ['c@b.example', 'Cleo'],
        ['d@b.example', 'Dora'],
      ],
      [
        [2, 4],
        [3, 5],
      ],
    ],
    [
      'in the second line of a record',
      'name,note,email\n"Ada\nB","x,a@b.example\nBob,y,b@b.example\n',
      [
        ['Ada\nB', 'x', 'a@b.example'],
        ['Bob', 'y', 'b@b.example'],
      ],
      [[1, 3]],
    ],
    [
      'in a list of addresses alone',
      'email\n"a@b.example\nb@b.example\nc@b.example\n',
      [['a@b.example'], ['b@b.example'], ['c@b.example']],
      [[1, 2]],
    ],
  ])('with a quotation mark that is not closed, %s, keeps all rows', async (_, file, rows, at) => {
    for (const size of [1, 7, 1024]) {
      const notes: QuoteNote[] = []
      expect((await read(file, size, notes)).slice(1)).toEqual(rows)
      expect(notes).toEqual(at.map(([record, line]) => ({ record, line, kind: 'unclosed' })))
    }
  })

  test('with addresses in the lines of a cell is read as it is, with a note if a mark may be missing', async () => {
    const file =
      'name,note,email\nAda,"wrote to\nbob@b.example, and called\nhim","ada@b.example"\nBob,"one\ntwo, three",b@b.example\n'
    const notes: QuoteNote[] = []
    expect(await read(file, 9, notes)).toEqual([
      ['name', 'note', 'email'],
      ['Ada', 'wrote to\nbob@b.example, and called\nhim', 'ada@b.example'],
      ['Bob', 'one\ntwo, three', 'b@b.example'],
    ])
    expect(notes).toEqual([{ record: 1, line: 2, kind: 'doubtful' }])
  })

  test('with many lines in an unclosed cell keeps the rows below', async () => {
    const file = `email,name\nada@x.org,"Ada\n${'\n'.repeat(200_000)}bo@x.org,Bo\n`
    const rows = [
      ['email', 'name'],
      ['ada@x.org', 'Ada'],
      ['bo@x.org', 'Bo'],
    ]
    expect(await read(file, 65_536)).toEqual(rows)
  })

  test('with an unclosed cell is refused once the cell exceeds the size limit', async () => {
    await expect(read(`email\n"${'x'.repeat(5 * 1024 * 1024)}`, 65_536)).rejects.toThrow('row 2')
  })
})

describe('columns', () => {
  test.each<[string, string[], string[]]>([
    ['an export of our own', ['email', 'consent_at'], ['email', 'consent_at']],
    [
      'Mailchimp',
      [
        'Email Address',
        'First Name',
        'Last Name',
        'Phone Number',
        'Birthday',
        'CONFIRM_TIME',
        'TAGS',
      ],
      ['email', 'first_name', 'last_name', 'phone', 'birthday', 'consent_at', ''],
    ],
    [
      'Ghost',
      ['id', 'email', 'name', 'note', 'subscribed_to_emails', 'created_at', 'labels'],
      ['', 'email', 'name', '', 'state', 'joined_at', ''],
    ],
    ['Listmonk', ['uuid', 'email', 'name', 'status'], ['', 'email', 'name', 'state']],
    ['a list with an unusual order and spelling', [' NAME ', 'E-Mail'], ['name', 'email']],
    ['a list with two email columns', ['email', 'Email address'], ['email', '']],
    ['a list of rejected rows', ['email', 'reason'], ['email', '']],
  ])('of %s are recognised', (_, header, known) => {
    expect(columnsOf(header).map((each) => each ?? '')).toEqual(known)
  })

  test('for addresses are found by their content', () => {
    const columns = columnsOf(
      ['Kontakt', 'Stadt'],
      [
        ['ada@b.example', 'London'],
        ['', 'x@y.example'],
      ],
    )
    expect(columns).toEqual(['email', null])
    const both = columnsOf(['Email', 'E-Mail Address'], [['yes', 'ada@b.example']])
    expect(both).toEqual([null, 'email'])
  })

  test('without an address column are refused with an error that lists them', () => {
    expect(() => columnsOf(['Name', 'Town'])).toThrow('“Name”, “Town”')
  })

  test('for first and last name are joined unless there is a full name', () => {
    const known = columnsOf(['First name', 'Last name', 'email', 'name'])
    expect(cellTextsOf(['Ada', 'Lovelace', 'a@b.example', ''], known).name).toBe('Ada Lovelace')
    expect(cellTextsOf(['Ada', 'Lovelace', 'a@b.example', 'Countess'], known).name).toBe('Countess')
    expect(cellTextsOf(['', '', 'a@b.example'], known)).toEqual({ email: 'a@b.example', name: '' })
  })
})
