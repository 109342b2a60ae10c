import { expect, test } from 'vitest'
import { sortExceptions } from './sort-exceptions.ts'

const today = '2026-11-22'
const rows = ['christmas', 'today', 'new', 'summer', 'easter', 'newer'].map((id) => ({ id }))
const saved = [
  { id: 'christmas', date: '2026-12-25' },
  { id: 'today', date: '2026-11-22' },
  { id: 'summer', date: '2026-08-31' },
  { id: 'easter', date: '2027-03-28' },
  { id: 'removed', date: '2026-11-24' },
]
const ids = (placed: { id: string }[]) => placed.map(({ id }) => id)

test('coming exceptions are sorted by their saved date, and new ones come last', () => {
  const { coming, past } = sortExceptions(rows, saved, today)
  expect(ids(coming)).toEqual(['today', 'christmas', 'easter', 'new', 'newer'])
  expect(ids(past)).toEqual(['summer'])
})

test('each exception keeps its position in the form', () => {
  const { coming, past } = sortExceptions(rows, saved, today)
  for (const { id, index } of [...coming, ...past]) expect(rows[index]?.id).toBe(id)
})

test('past exceptions are sorted newest first, and exceptions of one day keep their order', () => {
  const { coming, past } = sortExceptions(rows, saved, '2027-03-28')
  expect(ids(coming)).toEqual(['easter', 'new', 'newer'])
  expect(ids(past)).toEqual(['christmas', 'today', 'summer'])
  const sameDay = [
    { id: 'a', date: today },
    { id: 'b', date: today },
  ]
  expect(ids(sortExceptions(sameDay, sameDay, today).coming)).toEqual(['a', 'b'])
})

test('all exceptions count as new before they are saved', () => {
  const { coming, past } = sortExceptions(rows, [], today)
  expect(ids(coming)).toEqual(ids(rows))
  expect(past).toEqual([])
})
