import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { SheetBooking, SheetReply } from '../evening/contract.ts'
import { storedPart } from './stored-sheet.ts'

const booking: SheetBooking = {
  ...{ id: 7, version: 1, area: 'Beer Hall', day: '2026-12-04', time: '19:00', ends: '21:00' },
  ...{ at: '2026-12-04T19:00:00Z', party: 4, name: 'Ada <b>', phone: '07700 900123' },
  ...{ source: 'phone', status: 'expected', tables: [1], late_minutes: 0, quoted_for: '19:20' },
  ...{ waiting_path: '/book/waiting/7-secret', notes: 'Private words', occasion: 'date' },
  ...{ allergies: 'Nuts & "seeds"', high_chair: true, step_free: false, is_member: true },
  ...{ is_new: false, has_birthday: true, no_shows: 3 },
}
const sheet: SheetReply = {
  ...{ day: '2026-12-04', today: '2026-12-04', time: '18:30', now: '2026-12-04T18:30:00Z' },
  until: '2026-12-05T06:00:00Z',
  areas: [{ area: 'Beer Hall', tables: [{ id: 1, name: 'Booth 1', min: 2, max: 6 }], times: [] }],
  bookings: [booking, { ...booking, id: 8, name: 'Gone', status: 'cancelled' }],
  closures: [],
}

test('what is kept for an evening without a network has names, tables and allergies, and no telephone, link or note', () => {
  const kept = JSON.stringify(storedPart(sheet))
  for (const part of ['Ada', 'Booth 1', 'Nuts', '18:30']) expect(kept).toContain(part)
  for (const part of ['900123', 'secret', 'Private', 'no_shows', 'birthday']) {
    expect(kept).not.toContain(part)
  }
})

const worker = createContext({ self: { addEventListener: () => {} } })
runInContext(readFileSync('public/sw-evening.js', 'utf8'), worker)
const page = (value: unknown, now: string): string =>
  runInContext(`sheetPage(${JSON.stringify(value)}, Date.parse('${now}'))`, worker)

test('the worker shows what is kept, how old it is, and markup in names as text', () => {
  const html = page(storedPart(sheet), '2026-12-04T19:42:10Z')
  expect(html).toContain('This is how it was at 18:30, 72 minutes ago.')
  expect(html).toContain('Ada &lt;b&gt;')
  expect(html).toContain('Nuts &amp; &quot;seeds&quot;')
  expect(html).toContain('Booth 1')
  expect(html).not.toContain('Gone')
})

test('the worker itself has nothing of an evening', () => {
  expect(page(null, '2026-12-04T19:42:10Z')).toContain('Nothing of this evening is kept')
})
