import { expect, test } from 'vitest'
import { addDays, type Hours, type Weekday, weekdays } from './opening-hours.ts'
import { closedDatesOf, daysUntilServed, sortByNextServed } from './served-days.ts'

const sunday = '2026-11-22'

test.each<[Weekday[], number]>([
  [[], 0],
  [['sun'], 0],
  [['mon', 'sun'], 0],
  [['mon', 'tue'], 1],
  [['sat'], 6],
])('on a Sunday, a menu with the days %j is served in %i days', (days, wait) => {
  expect(daysUntilServed(days, sunday)).toBe(wait)
})

test.each<[Weekday[], string[], number | null]>([
  [['sun', 'mon'], [sunday], 1],
  [['sun'], [sunday], 7],
  [['wed'], ['2026-11-25'], 10],
  [['sun'], Array.from({ length: 9 }, (_, week) => addDays(sunday, 7 * week)), null],
  [['sun'], ['2026-11-23'], 0],
  [['mon', 'wed'], ['2026-11-23'], 3],
])(
  'a menu with the days %j, closed on %j, is served in this many days: %j',
  (days, closedDates, wait) => {
    expect(daysUntilServed(days, sunday, closedDates)).toBe(wait)
  },
)

test('if the next day of a menu is a closed date, the menu is sorted by its following day', () => {
  const menus = [
    { title: 'Roast', days: ['sun'] },
    { title: 'Pies', days: ['tue'] },
  ] satisfies { title: string; days: Weekday[] }[]
  const titles = (closedDates: string[]) =>
    sortByNextServed(menus, sunday, closedDates).map(({ title }) => title)
  expect(titles([])).toEqual(['Roast', 'Pies'])
  expect(titles([sunday])).toEqual(['Pies', 'Roast'])
})

test('an area is closed on a date by an exception without hours', () => {
  const week = Object.fromEntries(
    weekdays.map((day) => [day, [{ opens: '12:00', closes: '21:00' }]]),
  ) as Hours['areas'][number]['week']
  const closed = { closed: true, intervals: [], note: '' }
  const hours: Hours = {
    areas: [{ area: 'Kitchens', week }],
    exceptions: [
      { ...closed, date: '2026-11-22', area: 'Kitchens', atShortNotice: true },
      { ...closed, date: '2026-11-23', area: 'Cafe' },
      { ...closed, date: '2026-12-25', area: null },
      { date: '2026-12-26', area: null, closed: false, intervals: week.sat, note: 'Boxing Day' },
    ],
  }
  expect(closedDatesOf(hours, 'Kitchens')).toEqual(['2026-11-22', '2026-12-25'])
})

test('menus are sorted by the next day on which they are served, and menus of one day keep their order', () => {
  const menus = [
    { title: 'Pies', days: ['mon', 'tue'] },
    { title: 'Toast' },
    { title: 'Dinner', days: ['sun'] },
    { title: 'Dal', days: ['mon'] },
  ] satisfies { title: string; days?: Weekday[] }[]
  const titles = (date: string) => sortByNextServed(menus, date).map(({ title }) => title)
  expect(titles(sunday)).toEqual(['Toast', 'Dinner', 'Pies', 'Dal'])
  expect(titles('2026-11-23')).toEqual(['Pies', 'Toast', 'Dal', 'Dinner'])
  expect(titles('2026-11-28')).toEqual(['Toast', 'Dinner', 'Pies', 'Dal'])
})
