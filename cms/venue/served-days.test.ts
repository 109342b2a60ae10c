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
])('a menu of %j is served %i days after a Sunday', (days, wait) => {
  expect(daysUntilServed(days, sunday)).toBe(wait)
})

test('menus of the day come first, then those served next; menus of one day keep their order', () => {
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
