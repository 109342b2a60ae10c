import { expect, test } from 'vitest'
import { weekOf } from './ranges.ts'
import { countMembers, firstCountedWeek, retentionGrid } from './retention-grid.ts'

const joined = (count: number, day: string, firstId: number, { fits = true, agreed = day } = {}) =>
  Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    joined: day,
    agreed,
    fits: [fits],
  }))
const visits = (week: string, ...members: number[]) => members.map((member) => ({ member, week }))
const range = { from: '2026-03-01', to: '2026-03-31' }
const countedFrom = '2026-01-05'

test('a week begins on Monday', () => {
  expect(['2026-03-01', '2026-03-02', '2026-03-08'].map(weekOf)).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-02',
  ])
})

test('shares are shown only of groups that are large enough', () => {
  const members = [...joined(10, '2026-03-03', 1), ...joined(4, '2026-03-11', 100)]
  const found = retentionGrid(
    members,
    [
      ...visits('2026-03-02', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
      ...visits('2026-03-09', 1, 2, 3, 4, 5, 100, 101, 102, 103),
      ...visits('2026-03-16', 1, 2),
      ...visits('2026-03-23', 1, 2, 3, 4, 5, 6, 7),
    ],
    { range, today: '2026-04-01', countedFrom },
  )
  expect(found).toEqual([
    // A share of two of ten, or of all but three, is about too few members.
    { week: '2026-03-02', members: 10, active: [1, 0.5, null, null, 0] },
    { week: '2026-03-09', members: null, active: [null, null, null, null] },
  ])
})

test('each week of joining has shares until the current week', () => {
  const members = [...joined(5, '2026-03-03', 1), ...joined(5, '2026-03-17', 100)]
  const weeks = (today: string) =>
    retentionGrid(members, [], { range, today, countedFrom }).map(({ active }) => active.length)
  expect([weeks('2026-03-22'), weeks('2026-03-23')]).toEqual([
    [3, 1],
    [4, 2],
  ])
})

test('a share counts members who agreed before the week, or who joined and agreed in that week', () => {
  const soon = joined(6, '2026-03-03', 1, { agreed: '2026-03-08' })
  const late = joined(6, '2026-03-03', 100, { agreed: '2026-03-15' })
  const found = retentionGrid(
    [...soon, ...late],
    visits('2026-03-16', ...soon.map(({ id }) => id)),
    { range, today: '2026-03-22', countedFrom },
  )
  expect(found).toEqual([{ week: '2026-03-02', members: 12, active: [0, 0, 0.5] }])
  // It is unknown whether these members visited in the weeks before they agreed.
  const alone = retentionGrid(late, [], { range, today: '2026-03-22', countedFrom })
  expect(alone).toEqual([{ week: '2026-03-02', members: 6, active: [null, null, 0] }])
})

test('a week has no share if too few members had agreed by then', () => {
  const few = joined(4, '2026-03-03', 1)
  const late = joined(6, '2026-03-03', 100, { agreed: '2026-03-09' })
  const found = retentionGrid([...few, ...late], visits('2026-03-02', ...few.map(({ id }) => id)), {
    range,
    today: '2026-03-16',
    countedFrom,
  })
  expect(found).toEqual([{ week: '2026-03-02', members: 10, active: [null, null, 0] }])
})

test('weeks whose visits were deleted or not counted have no shares', () => {
  const found = retentionGrid(joined(5, '2026-03-03', 1), [], {
    range,
    today: '2026-03-22',
    countedFrom: '2026-03-16',
  })
  expect(found).toEqual([{ week: '2026-03-02', members: 5, active: [null, null, 0] }])
})

test.each([
  ['2025-10-23', '2026-03-04', '2026-03-02'],
  ['2025-10-23', '2024-01-01', '2025-10-27'],
  ['2025-10-27', '2024-01-01', '2025-10-27'],
])(
  'with visits kept from %s and counted from %s, shares begin in the week of %s',
  (cutoff, firstDay, week) => expect(firstCountedWeek({ cutoff, firstDay })).toBe(week),
)

test('members who joined outside of the range are left out', () => {
  const members = joined(5, '2026-02-28', 1)
  expect(retentionGrid(members, [], { range, today: '2026-04-01', countedFrom })).toEqual([])
})

test('a filter that excludes only a few members of a group hides the group, or the weeks that would reveal these members', () => {
  const grid = (fitting: number, others: number, ...visiting: number[]) =>
    retentionGrid(
      [...joined(fitting, '2026-03-03', 1), ...joined(others, '2026-03-04', 100, { fits: false })],
      visits('2026-03-09', ...visiting),
      { range, today: '2026-03-10', countedFrom },
    )
  expect(grid(13, 1, 1, 2, 3, 4, 5, 6)).toEqual([
    { week: '2026-03-02', members: null, active: [null, null] },
  ])
  const six = [1, 2, 3, 4, 5, 6]
  expect(grid(12, 6, ...six)).toMatchObject([{ members: 12, active: [0, 0.5] }])
  expect(grid(12, 6, ...six, 100)).toMatchObject([{ members: 12, active: [0, null] }])
  expect(grid(0, 9)).toEqual([])
})

test('the number of all members is not shown if it would tell how many joined in a week', () => {
  const today = '2026-04-01'
  const many = joined(10, '2026-03-03', 1)
  expect(countMembers(many, today)).toBe(10)
  expect(countMembers([...many, ...joined(3, '2026-03-11', 100)], today)).toBeNull()
})
