import { expect, test } from 'vitest'
import { reportOf } from './rules.ts'

const at = (clock: string) => Date.parse(`2026-12-04T${clock}:00Z`)
const row = (given: object = {}) => ({
  ...{ id: 1, direction: 'in' as const, count: 2, counted: 2, area: 'Beer Hall' as const },
  ...{ door: 'event:7', by: 'Anna', at: at('19:10'), reservation: 1, member: null, reason: null },
  ...{ isGuess: false, isOverride: false, ...given },
})

test('an evening without scans has an empty report', () => {
  expect(reportOf([])).toEqual({ people: 0, inside: 0, times: [], doors: [], listed: [] })
})

test('people are counted by half hours and doors; those who left count as people of the evening', () => {
  const report = reportOf([
    row(),
    row({ id: 2, at: at('19:29'), counted: 4, reservation: 2 }),
    row({ id: 3, at: at('19:40'), door: 'tables', counted: 1, reservation: 3 }),
    row({ id: 4, at: at('20:00'), direction: 'out', counted: 3, reservation: 2 }),
  ])
  expect(report).toMatchObject({ people: 7, inside: 4 })
  expect(report.times).toEqual([
    { at: at('19:00'), people: 6 },
    { at: at('19:30'), people: 1 },
  ])
  expect(report.doors).toEqual([
    { door: 'event:7', people: 6 },
    { door: 'tables', people: 1 },
  ])
})

test('repeats are listed with both doors, and invalid tickets with the reason', () => {
  const report = reportOf([
    row(),
    row({ id: 2, at: at('19:20'), door: 'tables', by: 'Ben', counted: 0 }),
    row({ id: 3, reservation: 9, reason: 'cancelled' }),
    row({ id: 4, reservation: 8, isOverride: true }),
    row({ id: 5, reservation: 7, isGuess: true }),
  ])
  expect(report.listed).toEqual([
    {
      ...{
        id: 2,
        why: 'repeat',
        reservation: 1,
        people: 2,
        at: at('19:20'),
        door: 'tables',
        by: 'Ben',
      },
      first: { at: at('19:10'), door: 'event:7', by: 'Anna' },
    },
    expect.objectContaining({ id: 3, why: 'cancelled', people: 2, first: null }),
    expect.objectContaining({ id: 4, why: 'override' }),
    expect.objectContaining({ id: 5, why: 'clock' }),
  ])
})
