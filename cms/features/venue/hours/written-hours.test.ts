import { describe, expect, test } from 'vitest'
import {
  isCalendarDate,
  isTimeOfDay,
  isWrittenTwice,
  overlapDay,
  runsOfDays,
  toExceptions,
} from './written-hours.ts'

test.each(['00:00', '07:30', '23:59', '24:00'])('%s is a time', (text) => {
  expect(isTimeOfDay(text)).toBe(true)
})
test.each(['7:30', '24:01', '25:00', '12:60', 'noon', '12:00 ', '', null, 1200])(
  '%j is not a time',
  (text) => expect(isTimeOfDay(text)).toBe(false),
)

test.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s is a date', (text) => {
  expect(isCalendarDate(text)).toBe(true)
})
test.each([
  '2026-02-31',
  '2026-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '26-01-01',
  '',
  7,
])('%j is not a date', (text) => expect(isCalendarDate(text)).toBe(false))

describe('a span of hours', () => {
  const span = (days: string[], opens: string, closes: string, area = 'Cafe') => ({
    area,
    days,
    opens,
    closes,
  })
  const lunch = span(['mon', 'tue'], '12:00', '14:30')

  test.each([
    ['a later one', span(['tue'], '17:00', '21:00')],
    ['an adjacent one', span(['mon'], '14:30', '17:00')],
    ['one of another day', span(['wed'], '12:00', '14:30')],
    ['one of another area', span(['mon'], '13:00', '15:00', 'Kitchens')],
    ['an incomplete one', { area: 'Cafe', days: ['mon'], opens: '13:00' }],
    ['one without days', { area: 'Cafe', days: null, opens: '13:00', closes: '15:00' }],
    ['hours past midnight that end before it', span(['sun'], '18:00', '02:00')],
  ])('does not overlap %s', (_, other) => {
    expect(overlapDay(lunch, [lunch, other])).toBeNull()
    expect(overlapDay(other, [lunch, other])).toBeNull()
  })

  test.each([
    ['one that begins in it', span(['tue'], '14:00', '15:00'), 'tue'],
    ['one that contains it', span(['mon', 'wed'], '10:00', '18:00'), 'mon'],
    ['a duplicate of itself', { ...lunch }, 'mon'],
    ['hours past midnight that reach into it', span(['mon'], '18:00', '12:30'), 'tue'],
    ['hours from Sunday that reach into it on Monday', span(['sun'], '18:00', '12:30'), 'mon'],
  ])('overlaps %s', (_, other, day) => {
    expect(overlapDay(lunch, [lunch, other])).toBe(day)
    expect(overlapDay(other, [lunch, other])).not.toBeNull()
  })
})

describe('an exception', () => {
  const christmas = { date: '2026-12-25', area: null }
  test('is allowed beside other dates and areas', () => {
    const others = [christmas, { date: '2026-12-26' }, { date: '2026-12-25', area: 'Cafe' }]
    for (const each of others) expect(isWrittenTwice(each, others)).toBe(false)
  })
  test('is a duplicate of one with the same date and area', () => {
    expect(isWrittenTwice(christmas, [christmas, { date: '2026-12-25' }])).toBe(true)
  })
})

describe('exceptions of several days and with a pause', () => {
  const holidays = { date: '2026-12-24', until: '2026-12-27', closed: true, note: 'Holidays' }
  const lunch = { date: '2026-12-30', area: 'Cafe', opens: '11:00', closes: '14:00' }
  const evening = { ...lunch, opens: '17:00', closes: '22:00' }

  test('are read as one exception for each day, with an interval for each part', () => {
    const exceptions = toExceptions([holidays, evening, lunch])
    expect(exceptions.map(({ date }) => date)).toEqual([
      ...['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'],
      '2026-12-30',
    ])
    expect(exceptions[0]).toEqual({
      ...{ date: '2026-12-24', area: null, closed: true, intervals: [], note: 'Holidays' },
    })
    expect(exceptions.at(-1)?.intervals).toEqual([
      { opens: '11:00', closes: '14:00' },
      { opens: '17:00', closes: '22:00' },
    ])
  })
  test('are shown as one line for consecutive days', () => {
    expect(
      runsOfDays(toExceptions([lunch, holidays])).map(({ date, last }) => [date, last]),
    ).toEqual([
      ['2026-12-24', '2026-12-27'],
      ['2026-12-30', '2026-12-30'],
    ])
  })
  test.each([
    [lunch, evening, false],
    [lunch, { ...evening, opens: '13:00' }, true],
    [lunch, { ...lunch, opens: null, closes: null, closed: true }, true],
    [holidays, { date: '2026-12-26', opens: '11:00', closes: '14:00' }, true],
    [holidays, { date: '2026-12-28', closed: true }, false],
    [holidays, { ...lunch, date: '2026-12-25' }, false],
  ])('of %j and %j contradict each other: %j', (one, other, expected) => {
    expect(isWrittenTwice(one, [one, other])).toBe(expected)
    expect(isWrittenTwice(other, [one, other])).toBe(expected)
  })
  test('an endless range has at most 92 days', () => {
    expect(toExceptions([{ ...holidays, until: '2099-01-01' }])).toHaveLength(92)
  })
})
