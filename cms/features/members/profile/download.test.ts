import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { bareCell } from '../../../platform/http/csv/cells.ts'
import { personalDataTable } from './download.ts'

test('no part of a cell of the download is a formula, wherever a spreadsheet splits it', () => {
  const texts = ['=1+1', 'Ada;=1+1', 'Ada\t=1+1', 'Ada\n@SUM(A1)', 'Ada";"=1+1', '＝1+1']
  const table = personalDataTable({
    written_at: '2026-11-29T12:00:00.000Z',
    profile: { name: texts[0] },
    notes: texts.map((text) => ({ text })),
  })
  expect(table).not.toMatch(/(^|[,;\t\r\n"])[=+@＝]/)
  const rows: string[][] = parse(table, { bom: true })
  expect(rows[0]).toEqual(['Section', 'Number', 'Field', 'Value'])
  expect(rows.slice(-texts.length).map((row) => bareCell(row[3] ?? ''))).toEqual(texts)
})

test('fields are named in words, amounts are in pounds', () => {
  const table = personalDataTable({
    written_at: '2026-11-29T12:00:00.000Z',
    card_payments: [{ amount: 450, createdAt: new Date(0), depositCents: null }],
    profile: { favourite_areas: ['Cafe', 'Kitchens'], seat: { row_number: 2, price_cents: 5 } },
  })
  expect(parse(table, { bom: true }).slice(1)).toEqual([
    ['Written at', '', '', '2026-11-29T12:00:00.000Z'],
    ['Card payments', '1', 'Amount', '4.50'],
    ['Card payments', '1', 'Created at', '1970-01-01T00:00:00.000Z'],
    ['Card payments', '1', 'Deposit', ''],
    ['Profile', '', 'Favourite areas', 'Cafe, Kitchens'],
    ['Profile', '', 'Seat', 'Row number: 2, Price: 0.05'],
  ])
})
