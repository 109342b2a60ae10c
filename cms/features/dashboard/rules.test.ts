import { expect, test } from 'vitest'
import {
  besidePeriod,
  creditByMonth,
  earlierPeriod,
  gridOf,
  inWords,
  laterPeriod,
  monthsOf,
  moveTile,
  periodWith,
  readPeriod,
  tileKinds,
  tileOrder,
} from './rules.ts'

const today = '2026-11-29'

test.each([
  ['2026', '2026-01-01', '2027-01-01'],
  ['2026-Q4', '2026-10-01', '2027-01-01'],
  ['2026-Q1', '2026-01-01', '2026-04-01'],
  ['2026-11', '2026-11-01', '2026-12-01'],
  ['2025-12', '2025-12-01', '2026-01-01'],
])('the period %s is from %s to before %s', (key, from, until) => {
  expect(readPeriod(key, today)).toMatchObject({ key, from, until })
})

test.each([null, '', '26', '2026-13', '2026-Q5', '2026-12', '2027', '1999', '2026-11-01', ' 2026'])(
  '%s is no period that has begun',
  (text) => expect(readPeriod(text, today)).toBeNull(),
)

test.each([
  ['month', '2026-01', '2025-12', '2026-02'],
  ['quarter', '2026-Q1', '2025-Q4', '2026-Q2'],
  ['year', '2026', '2025', '2027'],
] as const)('beside the %s %s are %s and %s', (kind, key, before, after) => {
  const period = periodWith(kind, '2026-01-31')
  expect(period.key).toBe(key)
  expect(besidePeriod(period, -1).key).toBe(before)
  expect(besidePeriod(period, 1).key).toBe(after)
})

test.each([
  ['2026', '2026-11-28', null],
  ['2026', '2026-01-01', null],
  ['2026', '2025-12-31', '2025'],
  ['2026-Q4', '2026-11-28', null],
  ['2026-11', '2026-10-31', '2026-10'],
  ['2000', '1999-12-31', null],
])('before %s, a member since %s is offered %s', (key, since, expected) => {
  const period = readPeriod(key, today)
  expect(period && (earlierPeriod(period, since)?.key ?? null)).toBe(expected)
})

test('a period that has not begun is not offered', () => {
  expect(laterPeriod(periodWith('month', today), today)).toBeNull()
  expect(laterPeriod(periodWith('month', '2026-10-31'), today)?.key).toBe('2026-11')
})

test('only the months that have begun are in a period', () => {
  expect(monthsOf(periodWith('quarter', today), today)).toEqual(['2026-10', '2026-11'])
  expect(monthsOf(periodWith('year', '2025-06-01'), today)).toHaveLength(12)
})

test('the hours of a day are in four slots, and the night lasts until the morning', () => {
  const hours = [0, 7, 8, 11, 12, 16, 17, 20, 21, 23]
  const grid = gridOf(hours.map((hour) => ({ area: 'Cafe' as const, hour, visits: 1 })))
  expect(grid.slots.map(({ visits }) => visits)).toEqual([2, 2, 2, 4])
  expect(grid).toMatchObject({ visits: 10, most: 4 })
  expect(grid.rows).toHaveLength(6)
  expect(grid.rows.find(({ area }) => area === 'Cafe')?.visits).toBe(10)
  expect(gridOf([])).toMatchObject({ visits: 0, most: 0 })
})

test('a month without entries has the balance of the one before it', () => {
  const march = { month: '2026-03', receivedCents: 500, paidCents: 200, closingCents: 1300 }
  const found = creditByMonth(['2026-02', '2026-03', '2026-04'], [march], 1000)
  expect(found.map(({ closingCents }) => closingCents)).toEqual([1000, 1300, 1300])
  expect(found[2]).toMatchObject({ receivedCents: 0, paidCents: 0 })
})

test('a stored order has every tile once, whatever is stored', () => {
  expect(tileOrder([])).toEqual(tileKinds)
  expect(tileOrder(['moments', 'gone', 'moments', 'credit'])).toEqual([
    ...['moments', 'credit'],
    ...tileKinds.filter((kind) => kind !== 'moments' && kind !== 'credit'),
  ])
})

test('a tile is moved to a place, and twice is like once', () => {
  const moved = moveTile(tileKinds, 'moments', 0)
  expect(moved[0]).toBe('moments')
  expect(moveTile(moved, 'moments', 0)).toEqual(moved)
  expect(moveTile(tileKinds, 'next', 5).at(-1)).toBe('next')
})

test('taps have their numbers in words', () => {
  expect([inWords(1), inWords(2), inWords(12), inWords(13)]).toEqual(['one', 'two', 'twelve', '13'])
})
