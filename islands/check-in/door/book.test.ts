import { expect, test } from 'vitest'
import type { ScanResult } from '../../../cms/features/check-in/contract.ts'
import { addReply, addSent, bookOf, type FullList, listOf, type StoredScan } from './book.ts'

const at = Date.parse('2026-12-04T21:00:00Z')
const list: FullList = {
  ...{ now: at, version: '1', night: { day: '2026-12-04', ends_at: at + 3_600_000 } },
  ...{ areas: [], area: 'Beer Hall', unchanged: false, title: 'Beer Hall', keys: [] },
  guests: [{ id: 1, name: 'Ada Lovelace', party: 4 }],
  ...{ members: [[7, 0, 1, at]], lost: { members: [], suspended: [], devices: [] } },
}
const scan = (given: Partial<StoredScan> = {}): StoredScan => ({
  ...{ client_id: 'a', door: 'area:beer-hall', area: null, direction: 'in', override: false },
  ...{ what: { type: 'guest', reservation: 1 }, count: 2, at, clock: at, base: '/api', shift: 's' },
  ...{ result: 'yes', counted: 2, reservation: 1, member: null, inArea: 'Beer Hall', party: 4 },
  ...{ version: 1, by: 'Anna', where: 'Beer Hall' },
  ...given,
})
const reply = (given: Partial<ScanResult> = {}): ScanResult => ({
  kind: null,
  ...{ client_id: 'a', result: 'yes', count: 2, reservation: 1, member: null, name: 'Ada' },
  ...{ party: 4, inside: 2, due_cents: 0, since: null, where: null, by: null, day: null },
  ...given,
})
const said = { at, by: 'Anna', version: 1, waiting: [] }

test('a list that is older than a reply does not take it back', () => {
  const book = bookOf(list, 'area:beer-hall', [])
  const guest = addReply(book, reply(), said)
  expect(guest).toMatchObject({ inside: 2, came: 2, name: 'Ada Lovelace' })
  const learnt = guest ? [{ guest, at: at + 1 }] : []
  expect(bookOf(list, 'area:beer-hall', [], learnt).guests.get(1)).toMatchObject({ inside: 2 })
})

test('a member without a reservation is remembered as inside', () => {
  const book = bookOf(list, 'area:beer-hall', [])
  addReply(book, reply({ reservation: null, member: 7, party: 1, inside: 1 }), said)
  expect(book.members.get(7)).toMatchObject({ inside: 1, came: 1 })
  expect(listOf(book).members).toEqual([[7, 1, 1, at]])
})

test('a guest who is newer than the list is remembered with the version of the code', () => {
  const book = bookOf(list, 'area:beer-hall', [])
  addReply(book, reply({ reservation: 9, name: 'Zoë' }), { ...said, version: 3 })
  expect(book.guests.get(9)).toMatchObject({ name: 'Zoë', inside: 2, version: 3 })
})

test('what the phone keeps has the replies, and not the scans that wait', () => {
  const waiting = [scan({ counted: 1, at: at + 5 })]
  const book = bookOf(list, 'area:beer-hall', waiting)
  addReply(book, reply(), { ...said, waiting })
  expect(book.guests.get(1)).toMatchObject({ inside: 3 })
  const kept = listOf(book)
  expect(kept.guests).toMatchObject([{ id: 1, inside: 2, came: 2 }])
  // After a reload, the scans that wait are added once.
  expect(bookOf(kept, 'area:beer-hall', waiting).guests.get(1)).toMatchObject({ inside: 3 })
})

test('a scan that was sent stays counted once, before and after the next list', () => {
  const waiting = [scan(), scan({ client_id: 'b', counted: 1, at: at + 5 })]
  const book = bookOf(list, 'area:beer-hall', waiting)
  const [guest] = addSent(book, waiting.slice(0, 1), waiting.slice(1))
  expect(guest).toMatchObject({ inside: 2 })
  expect(book.guests.get(1)).toMatchObject({ inside: 3 })
  const next = bookOf(listOf(book), 'area:beer-hall', waiting.slice(1))
  expect(next.guests.get(1)).toMatchObject({ inside: 3 })
})
