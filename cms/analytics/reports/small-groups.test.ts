import { describe, expect, test } from 'vitest'
import { areTooFew, withoutSmall } from './small-groups.ts'

const rows = (...counts: number[]) => counts.map((members) => ({ members }))

test.each([
  ['all are large', [9, 5, 7], [9, 5, 7]],
  ['one is small: the next one is left out too', [9, 3, 7], [9]],
  ['small ones that are many together', [9, 3, 2], [9]],
  ['small ones that are few together', [9, 1, 2, 8], [9]],
  ['all are small', [1, 2], []],
])('%s', (_, counts, shown) => {
  expect(withoutSmall(rows(...counts)).map(({ members }) => members)).toEqual(shown)
})

describe('a filter by the profile', () => {
  const people = (count: number, ...fits: boolean[]) => Array.from({ length: count }, () => fits)

  test.each([
    ['finds nobody', people(9, false), true],
    ['finds four', [...people(4, true), ...people(9, false)], true],
    ['finds five', [...people(5, true), ...people(9, false)], false],
    ['finds all but four', [...people(9, true), ...people(4, false)], true],
    ['finds everybody', people(9, true), false],
  ])('%s', (_, members, tooFew) => expect(areTooFew(members)).toBe(tooFew))

  test('finds too few if one of two filters would tell who is missing', () => {
    // Ten fit both; three fit only the first.
    const few = [...people(10, true, true), ...people(3, true, false), ...people(9, false, false)]
    const enough = [...people(10, true, true), ...people(6, true, false), ...people(9, false, true)]
    expect(areTooFew(few)).toBe(true)
    expect(areTooFew(enough)).toBe(false)
    // Everybody, less those who fit each filter, with those who fit both: three who fit none.
    const rest = [...enough, ...people(6, true, false), ...people(3, false, false)]
    expect(areTooFew(rest)).toBe(true)
  })
})
