import { expect, test } from 'vitest'
import { cellText } from './raw-table.ts'

test.each([
  ['at', '2026-11-23T22:05:09.123+00:00', '23 Nov 2026, 23:05:09'],
  ['page_path', '/beer', '/beer'],
  ['exit_page', '/*', 'Addresses without a page'],
  ['to_page', 'other', 'Another site'],
  ['source', 'other', 'other'],
  ['country', null, '–'],
  ['is_bounce', false, 'no'],
  ['coordinates', { x: 1 }, '{"x":1}'],
])('in the column %s, %j is shown as %s', (column, value, text) =>
  expect(cellText(column, value, 'Europe/Berlin')).toBe(text),
)
