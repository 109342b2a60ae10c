import { expect, test } from 'vitest'
import { vitalTargets } from '../rules.ts'
import {
  type AvailableSums,
  daysOf,
  lastDayOf,
  maxDirtyDays,
  splitRange,
  vitalScales,
} from './rules.ts'

const availableSums = (
  changes: Partial<Record<keyof AvailableSums, unknown>> = {},
): AvailableSums =>
  ({
    firstDay: '2026-01-10',
    days: new Set(daysOf({ from: '2026-01-10', to: '2026-04-14' })),
    dirtyDays: new Set(),
    months: new Set(['2026-01-01', '2026-02-01', '2026-03-01']),
    ...changes,
  }) as AvailableSums

test('a range is split into whole months, the days around them, and days without sums', () => {
  const split = splitRange({ from: '2026-01-25', to: '2026-04-16' }, availableSums())
  expect(split.months).toEqual(['2026-02-01', '2026-03-01'])
  expect(split.days).toEqual([
    ...daysOf({ from: '2026-01-25', to: '2026-01-31' }),
    ...daysOf({ from: '2026-04-01', to: '2026-04-14' }),
  ])
  expect(split.raw).toEqual(['2026-04-15', '2026-04-16'])
})

test('a month in which the data begins counts as a whole month', () => {
  const split = splitRange({ from: '2025-12-01', to: '2026-01-31' }, availableSums())
  expect(split).toMatchObject({ months: ['2026-01-01'], days: [], raw: [] })
})

test('a month with a changed day is counted by days, and that day from raw rows', () => {
  const changed = availableSums({ dirtyDays: new Set(['2026-02-03']) })
  const split = splitRange({ from: '2026-02-01', to: '2026-03-31' }, changed)
  expect(split).toMatchObject({ months: ['2026-03-01'], raw: ['2026-02-03'], staleDays: 0 })
  expect(split.days).toHaveLength(27)
})

test('if very many days have changed, their old sums are used', () => {
  const dirtyDays = daysOf({ from: '2026-02-01', to: '2026-02-28' })
  const split = splitRange(
    { from: '2026-02-01', to: '2026-03-31' },
    availableSums({ dirtyDays: new Set(dirtyDays) }),
  )
  expect(dirtyDays.length).toBeGreaterThan(maxDirtyDays)
  expect(split).toEqual({
    months: ['2026-02-01', '2026-03-01'],
    days: [],
    raw: [],
    staleDays: 28,
  })
})

test('changed days without raw rows keep their sums, and are not counted again', () => {
  const dirtyDays = daysOf({ from: '2026-02-10', to: '2026-02-28' })
  const firstRaw = '2026-02-25'
  const split = splitRange(
    { from: '2026-01-01', to: '2026-02-28' },
    availableSums({ dirtyDays: new Set(dirtyDays) }),
    { firstRaw },
  )
  expect(split).toEqual({
    months: ['2026-01-01'],
    days: daysOf({ from: '2026-02-01', to: '2026-02-24' }),
    raw: daysOf({ from: firstRaw, to: '2026-02-28' }),
    staleDays: 0,
  })
  const whole = splitRange(
    { from: '2026-02-01', to: '2026-02-28' },
    availableSums({ dirtyDays: new Set(dirtyDays) }),
    { firstRaw: '2026-03-01' },
  )
  expect(whole).toMatchObject({ months: ['2026-02-01'], days: [], raw: [] })
})

test('if each day is needed separately, no sums of months are used', () => {
  const range = { from: '2026-02-01', to: '2026-03-31' }
  const split = splitRange(range, availableSums(), { byDay: true })
  expect(split).toMatchObject({ months: [], days: daysOf(range), raw: [] })
})

test.each([
  [{ from: '2026-01-01', to: '2026-01-05' }, availableSums()],
  [{ from: '2026-01-01', to: '2026-12-31' }, availableSums({ firstDay: null })],
])('nothing is counted in %j before there is data', (range, known) => {
  expect(splitRange(range, known)).toEqual({ months: [], days: [], raw: [], staleDays: 0 })
})

test('each day of a range is in exactly one part of the split', () => {
  for (let from = 0; from < 60; from += 7) {
    for (let to = from; to < 120; to += 5) {
      const [first, last] = [from, to].map((days) =>
        new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10),
      ) as [string, string]
      const { months, days, raw } = splitRange({ from: first, to: last }, availableSums())
      const counted = [
        ...months.flatMap((month) => daysOf({ from: month, to: lastDayOf(month) })),
        ...days,
        ...raw,
      ].filter((day) => day >= '2026-01-10')
      const expected = daysOf({ from: first < '2026-01-10' ? '2026-01-10' : first, to: last })
      expect(counted.toSorted()).toEqual(expected)
    }
  }
})

test('the targets of web vitals are multiples of the steps to which values are rounded', () => {
  for (const [metric, { good, poor }] of Object.entries(vitalTargets)) {
    const { factor, step } = vitalScales[metric as keyof typeof vitalScales]
    expect([Math.round(good * factor) % step, Math.round(poor * factor) % step]).toEqual([0, 0])
  }
})

test('a range until the end of the year 9999 is refused, because later dates do not sort as text', () => {
  const tooLate = { from: '9999-12-01', to: '9999-12-31' }
  expect(() => splitRange(tooLate, availableSums({ months: new Set() }))).toThrow(RangeError)
})
