import { describe, expect, test } from 'vitest'
import { type Weekday, weekdays } from './opening-hours.ts'
import {
  copyDay,
  describeWeek,
  type HoursRow,
  lateEnd,
  nextDay,
  problemsOf,
  sortHours,
  weekOf,
  withWeek,
} from './week.ts'

const row = (id: string, days: string[], opens: string, closes: string, area = 'Kitchens') => ({
  id,
  area,
  days,
  opens,
  closes,
})
const cafe = row('cafe', [...weekdays], '07:00', '18:00', 'Cafe')
const hall = row('hall', ['sat'], '19:00', '01:00', 'Event Spaces')
const lunch = row('lunch', ['tue', 'wed'], '12:00', '14:30')
const dinner = row('dinner', ['mon', 'tue', 'wed'], '17:00', '21:00')
const stored = [cafe, lunch, dinner, hall]

let created = 0
const newId = () => `new ${++created}`
const change = (rows: HoursRow[], edit: (week: ReturnType<typeof weekOf>) => void) => {
  const week = structuredClone(weekOf(rows, 'Kitchens'))
  edit(week)
  return withWeek(rows, 'Kitchens', week, newId)
}
const times = (rows: readonly HoursRow[], day: Weekday) =>
  weekOf(rows, 'Kitchens')[day].map(({ opens, closes }) => `${opens}–${closes}`)

test('a week lists the spans of opening hours of each day', () => {
  expect(times(stored, 'tue')).toEqual(['12:00–14:30', '17:00–21:00'])
  expect(times(stored, 'sun')).toEqual([])
})

test('the rows of each area are sorted by opening time', () => {
  expect(sortHours([dinner, cafe, lunch, hall])).toEqual([lunch, dinner, cafe, hall])
})

describe('the rows after a change of one area’s week', () => {
  test('are the same rows if nothing changed', () => {
    expect(change(stored, () => {})).toEqual(stored)
  })

  test('include the rows of other areas, and have the same ids as before for unchanged hours', () => {
    const rows = change(stored, (week) => {
      week.wed = []
      week.thu = [{ row: '', opens: '10:00', closes: '11:00' }]
    })
    expect(rows.map(({ id }) => id)).toEqual([
      'cafe',
      expect.stringMatching('new'),
      'lunch',
      'dinner',
      'hall',
    ])
    expect(rows[2]).toEqual({ ...lunch, days: ['tue'] })
    expect(rows[3]).toEqual({ ...dinner, days: ['mon', 'tue'] })
  })

  test('keep the id of hours if their start is changed on all their days', () => {
    const rows = change([lunch], (week) => {
      const later = { row: 'lunch', opens: '12:30', closes: '14:30' }
      for (const day of ['tue', 'wed'] as const) week[day] = [later]
    })
    expect(rows).toEqual([{ ...lunch, opens: '12:30' }])
  })

  test('keep the order of the spans while somebody types them', () => {
    const rows = change(stored, (week) => {
      week.tue = [
        { row: 'dinner', opens: '17:00', closes: '21:00' },
        { row: '', opens: null, closes: null },
        { row: 'lunch', opens: '12:00', closes: '14:30' },
      ]
    })
    expect(times(rows, 'tue')).toEqual(['17:00–21:00', 'null–null', '12:00–14:30'])
    expect(times(rows, 'wed')).toEqual(['12:00–14:30', '17:00–21:00'])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  test('are removed when an area is closed all week, and added when it opens again', () => {
    const closed = change(stored, (week) => {
      for (const day of weekdays) week[day] = []
    })
    expect(closed).toEqual([cafe, hall])
    const opened = change(closed, (week) => {
      week.fri = [{ row: '', opens: '17:00', closes: '21:00' }]
    })
    expect(opened.at(-1)).toMatchObject({ area: 'Kitchens', days: ['fri'], opens: '17:00' })
  })
})

test('the hours of a day are copied to the next day or to all days', () => {
  const week = weekOf(stored, 'Kitchens')
  const copied = withWeek(stored, 'Kitchens', copyDay(week, 'tue', ['wed', 'thu']), newId)
  expect(times(copied, 'thu')).toEqual(times(copied, 'tue'))
  const everywhere = withWeek(stored, 'Kitchens', copyDay(week, 'tue', weekdays), newId)
  expect(everywhere).toEqual([
    cafe,
    { ...lunch, days: [...weekdays] },
    { ...dinner, days: [...weekdays] },
    hall,
  ])
  expect([nextDay('mon'), nextDay('sun')]).toEqual(['tue', null])
})

describe('a span of opening hours', () => {
  const problemOf = (opens: string | null, closes: string | null, others: HoursRow[] = []) => {
    const tested = { ...row('tested', ['mon'], '', ''), opens, closes }
    return problemsOf(weekOf([tested, ...others], 'Kitchens')).get('mon 0') ?? null
  }
  test.each([
    [null, null, /from when to when, or tick “Closed”/],
    [null, '18:00', /when it opens/],
    ['07:00', null, /when it closes/],
  ])('from %s to %s lacks a time', (opens, closes, message) => {
    expect(problemOf(opens, closes)).toMatch(message)
  })
  test('may not overlap another span of the same day or of the night before', () => {
    expect(problemOf('12:00', '15:00', [row('b', ['mon'], '14:00', '16:00')])).toBe(
      'Overlaps 14:00–16:00 on Monday.',
    )
    expect(problemOf('01:00', '03:00', [row('b', ['sun'], '20:00', '02:00')])).toBe(
      'Overlaps 20:00–02:00 on Sunday.',
    )
    expect(problemOf('12:00', '15:00', [row('b', ['mon'], '12:00', '15:00')])).toMatch('Overlaps')
  })
  test('may be adjacent to other spans', () => {
    expect(problemOf('12:00', '14:00', [row('b', ['mon'], '14:00', '16:00')])).toBeNull()
    expect(problemOf('12:00', '14:00', [{ ...cafe, opens: null }])).toBeNull()
  })
  test.each([
    ['12:00', '24:00', 'midnight'],
    ['12:00', '00:00', 'midnight'],
    ['20:00', '02:00', 'next day'],
    ['12:00', '18:00', null],
    [null, '18:00', null],
  ])('from %s to %s ends late: %s', (opens, closes, end) => {
    expect(lateEnd({ opens, closes })).toBe(end)
  })
})

test('a week is described in one line', () => {
  expect(describeWeek(weekOf(stored, 'Kitchens'))).toBe(
    'Mon 17:00–21:00; Tue–Wed 12:00–14:30, 17:00–21:00; Thu–Sun closed',
  )
  expect(describeWeek(weekOf(stored, 'Cafe'))).toBe('Every day 07:00–18:00')
})
