import { describe, expect, test } from 'vitest'
import {
  areTooFew,
  rankShown,
  withoutSmall,
  withoutSmallEnds,
  withoutSmallPages,
} from './small-groups.ts'

const rows = (...counts: number[]) => counts.map((members) => ({ members }))

test.each([
  ['all are large', [9, 5, 7], [9, 5, 7]],
  ['one is small: the next larger one is left out too', [9, 3, 7], [9]],
  ['two are small, and the only large one is left out too', [9, 3, 2], []],
  ['two are small and have six members together', [9, 3, 7, 3], [9]],
  ['two are small and have three members together', [9, 1, 2, 8], [9]],
  ['all are small', [1, 2], []],
])('rows about too few members are left out: %s', (_, counts, shown) => {
  expect(withoutSmall(rows(...counts)).map(({ members }) => members)).toEqual(shown)
})

test('for each metric, pages with few members are left out; a row of all pages stays if it has enough members', () => {
  const measured = [
    ...['fcp', 'lcp', 'ttfb'].flatMap((metric) => [
      { metric, page: null, members: 9 },
      { metric, page: '/beer', members: 8 },
      { metric, page: '/cafe', members: 6 },
      { metric, page: '/hall', members: 3 },
    ]),
    { metric: 'inp', page: '/beer', members: 5 },
    { metric: 'cls', page: null, members: 4 },
  ]
  const shown = withoutSmallPages(measured).map(({ metric, page }) => `${metric} ${page}`)
  expect(shown).toEqual([
    'fcp null',
    'fcp /beer',
    'lcp null',
    'lcp /beer',
    'ttfb null',
    'ttfb /beer',
    'inp /beer',
  ])
})

test('lists in different orders show the same rows, and a row with the amount 0 can cause another row to be left out', () => {
  const pages = [
    { page: '/', members: 9, views: 20, entries: 2 },
    { page: '/beer', members: 7, views: 15, entries: 8 },
    { page: '/cafe', members: 6, views: 9, entries: 5 },
    { page: '/hall', members: 3, views: 4, entries: 0 },
  ]
  const shown = (amount: 'views' | 'entries', limit: number | null) =>
    rankShown(pages, (row) => row[amount], limit).map(({ page }) => page)
  expect(shown('views', null)).toEqual(['/', '/beer'])
  expect(shown('entries', null)).toEqual(['/beer', '/'])
  // The row that is left out is not one of the first two.
  expect(shown('views', 2)).toEqual(['/', '/beer'])
  expect(shown('views', 1)).toEqual(['/'])
})

test('entries and exits of few members are hidden, together with the next smallest number', () => {
  const page = (entryMembers: number, exitMembers: number) => ({
    entryMembers,
    exitMembers,
    entries: entryMembers * 2,
    exits: exitMembers * 3,
  })
  const shown = withoutSmallEnds([page(9, 9), page(6, 8), page(1, 7), page(0, 0)])
  expect(shown.map(({ entries, exits }) => [entries, exits])).toEqual([
    [18, 27],
    [null, 24],
    [null, 21],
    [0, 0],
  ])
})

describe('a filter by members’ profiles', () => {
  const people = (count: number, ...fits: boolean[]) => Array.from({ length: count }, () => fits)

  test.each([
    ['finds nobody', true, people(9, false)],
    ['finds four', true, [...people(4, true), ...people(9, false)]],
    ['finds five', false, [...people(5, true), ...people(9, false)]],
    ['finds all but four', true, [...people(9, true), ...people(4, false)]],
    ['finds everybody', false, people(9, true)],
  ])('that %s finds or excludes too few members to show a result: %s', (_, tooFew, members) =>
    expect(areTooFew(members)).toBe(tooFew),
  )

  test('shows no result if it would reveal, with a second filter, a group of few members', () => {
    // Ten members match both filters; three match only the first.
    const few = [...people(10, true, true), ...people(3, true, false), ...people(9, false, false)]
    const enough = [...people(10, true, true), ...people(6, true, false), ...people(9, false, true)]
    expect(areTooFew(few)).toBe(true)
    expect(areTooFew(enough)).toBe(false)
    // Everybody, minus the members who match each filter, plus those who match both: three match none.
    const rest = [...enough, ...people(6, true, false), ...people(3, false, false)]
    expect(areTooFew(rest)).toBe(true)
  })
})
