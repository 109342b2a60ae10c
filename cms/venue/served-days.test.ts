import { expect, test } from 'vitest'
import type { Weekday } from './opening-hours.ts'
import { daysUntilServed, servedFirst } from './served-days.ts'

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

test('menus are sorted by the next day on which they are served, and menus of one day keep their order', () => {
  const menus = [
    { title: 'Pies', days: ['mon', 'tue'] },
    { title: 'Toast' },
    { title: 'Dinner', days: ['sun'] },
    { title: 'Dal', days: ['mon'] },
  ] satisfies { title: string; days?: Weekday[] }[]
  const titles = (date: string) => servedFirst(menus, date).map(({ title }) => title)
  expect(titles(sunday)).toEqual(['Toast', 'Dinner', 'Pies', 'Dal'])
  expect(titles('2026-11-23')).toEqual(['Pies', 'Toast', 'Dal', 'Dinner'])
  expect(titles('2026-11-28')).toEqual(['Toast', 'Dinner', 'Pies', 'Dal'])
})
