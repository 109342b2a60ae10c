import { expect, test } from 'vitest'
import { readRow } from '../imports/row-texts.ts'
import { cellTextsOf, columnsOf } from './columns.ts'

const row = (cell: string, problem: string | null = null) =>
  readRow(
    { cells: ['Ada', cell], problem },
    { columns: ['name', 'email'], header: ['name', 'email'], isAssigned: false },
  )

test.each([
  "'left1@example.org",
  '’left1@example.org',
  'ｌｅｆｔ１＠ｅｘａｍｐｌｅ．ｏｒｇ',
  'left1＠example.org',
  '\u200bleft1@example.org\u00a0',
  'Ada Left <left1@example.org>',
  '"Left, Ada" <left1@example.org>;',
  '<mailto:left1@example.org>',
  'MAILTO:left1@example.org',
  '"left1@example.org",',
  'left1@example.org.',
])('the address %j is read without what spreadsheets and keyboards made of it', (cell) => {
  expect(row(cell)).toMatchObject({
    email: 'left1@example.org',
    texts: { email: 'left1@example.org' },
  })
  expect(row(cell, 'The row has more cells.').email).toBe('left1@example.org')
  expect(columnsOf(['Name', 'Who'], [['Ada', cell]])).toEqual(['name', 'email'])
})

test.each(['left1@example.org, left2@example.org', 'left1@example.org <left2@example.org>'])(
  'of two addresses, none is read: %s',
  (cell) => expect(row(cell).email).toBeNull(),
)

test('an apostrophe within an address stays', () => {
  expect(row("o'neill@example.org").email).toBe("o'neill@example.org")
  expect(cellTextsOf(["'Ada'"], ['name'])).toEqual({ name: "'Ada'" })
})
