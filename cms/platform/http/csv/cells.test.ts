import { expect, test } from 'vitest'
import { bareCell, guardCell, guardText } from './cells.ts'

test.each([
  ['=HYPERLINK("https://evil.example")', `'=HYPERLINK("https://evil.example")`],
  ['+44 114 496 0184', "'+44 114 496 0184"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1+1', "'\t'=1+1"],
  ['\r=1+1', "'\r'=1+1"],
  ['＝1+1', "'＝1+1"],
  // Spreadsheets in some locales split at semicolons.
  ['Ada;=1+1', "Ada;'=1+1"],
  ['Ada","=1+1', `Ada","'=1+1`],
  // A value that already looks guarded gets another apostrophe, so that reading restores it.
  ["'=1+1", "''=1+1"],
])('the text %j is written to a CSV cell as %j', (text, cell) => {
  expect(guardCell(text)).toBe(cell)
  expect(bareCell(cell)).toBe(text)
})

test.each([
  ['01144960184', "'01144960184"],
  ['441144960184', "'441144960184"],
  ["'007", "''007"],
])(
  'the digits %j are written to a CSV cell as %j, so that no spreadsheet loses some',
  (text, cell) => {
    expect(guardCell(text)).toBe(cell)
    expect(bareCell(cell)).toBe(text)
  },
)

test.each([
  '7/11',
  '7-11',
  '07.11.',
  '7 Nov',
  'Nov-07',
  'May 5',
  '2026-01-02',
  '1/2/2026',
  '12:30',
  '0114 496 0184',
  '4960184',
  '12.50',
  '1E5',
  '50%',
  'TRUE',
  "'7/11",
])(
  'the text %j, which a spreadsheet would store in another form, is written with an apostrophe',
  (text) => {
    expect(guardText(text)).toBe(`'${text}`)
    expect(bareCell(guardText(text))).toBe(text)
  },
)

test.each([
  'Ada',
  'Maya 7',
  'Studio 54',
  'ada@venue.example',
  '2026-01-02T03:04:05.678Z',
  '0114-496',
  '',
])('the text %j is written unchanged, because no spreadsheet changes it', (text) =>
  expect(guardText(text)).toBe(text),
)

test.each(['Ada', "O'Neill", "'Ada'", 'ada@venue.example', '7/11', '', 'a=b', '0114-496', "'"])(
  'the text %j is written to a CSV cell unchanged',
  (text) => {
    expect(guardCell(text)).toBe(text)
    expect(bareCell(text)).toBe(text)
  },
)

test('random text is read back unchanged and never starts a formula', () => {
  const signs = [
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    "'",
    '"',
    ',',
    ';',
    'a',
    ' ',
    '＝',
    '0',
    '7',
    '/',
  ]
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: random(9) }, () => signs[random(signs.length)]).join('')
    expect(bareCell(guardText(text))).toBe(text)
    const cell = guardCell(text)
    expect(bareCell(cell)).toBe(text)
    expect(cell).not.toMatch(/(^|[,;\t\r\n"])[=+\-@\t\r\n＝＋－＠]/)
  }
})
