import { expect, test } from 'vitest'
import { valueText } from './value-text.ts'

test.each([
  ['price_cents', 495, '4.95'],
  ['number', 3, '3'],
  ['vegan', true, 'yes'],
  ['days', ['mon', 'tue'], 'mon, tue'],
  ['note', null, ''],
  ['sold_out_on', '2026-11-29', '29 Nov 2026'],
  ['start', '2027-06-27T11:00', '27 Jun 2027, 11:00'],
  ['title', '2026-11-29 and later', '2026-11-29 and later'],
  [
    'items',
    [
      { id: 'a', name: 'Soup', price_cents: 600 },
      { id: 'b', name: 'Tea' },
    ],
    'Soup, 6.00\nTea',
  ],
])('the field %s with the value %j is shown as %j', (name, value, text) => {
  expect(valueText(name, value)).toBe(text)
})

test('amounts of money have the given currency sign', () => {
  const items = [{ id: 'a', name: 'Soup', price_cents: 600 }]
  expect(valueText('price_cents', 495, '£')).toBe('£4.95')
  expect(valueText('items', items, '£')).toBe('Soup, £6.00')
})

test('rich text is shown with one line for each paragraph', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] })
  const block = { type: 'block', fields: { blockType: 'button', label: 'Book' } }
  const root = { type: 'root', children: [paragraph('One'), paragraph('Two'), block] }
  expect(valueText('body', { root })).toBe('One\nTwo\n[button, Book]')
})
