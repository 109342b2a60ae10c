import { describe, expect, test } from 'vitest'
import { usedQuery } from '../../../platform/http/server/target.ts'
import { pageQueries } from '../../pages.ts'
import {
  agendaPage,
  type CalendarState,
  calendarPath,
  datesPerAgendaPage,
  monthsBetween,
  parseCalendarQuery,
} from './rules.ts'

// `today` is a Tuesday.
const bounds = { today: '2026-11-24', first: '2026-11-04', last: '2027-02-10' }
const plain: CalendarState = {
  view: 'agenda',
  from: bounds.today,
  area: null,
  slot: null,
  interest: null,
}

describe('a URL of the calendar', () => {
  test.each<[string, Partial<CalendarState>, string]>([
    ['', {}, '/calendar'],
    ['?from=2026-11', {}, '/calendar'],
    ['?from=2026-11-24', {}, '/calendar'],
    ['?from=2026-12', { from: '2026-12-01' }, '/calendar?from=2026-12-01'],
    ['?from=2026-12-03', { from: '2026-12-03' }, '/calendar?from=2026-12-03'],
    ['?view=week&from=2026-11', { view: 'week', from: '2026-11-24' }, '/calendar?view=week'],
    ['?view=week', { view: 'week', from: '2026-11-24' }, '/calendar?view=week'],
    [
      '?view=week&from=2026-12-03',
      { view: 'week', from: '2026-12-03' },
      '/calendar?view=week&from=2026-12-03',
    ],
    [
      '?view=month&from=2026-12-03',
      { view: 'month', from: '2026-12-01' },
      '/calendar?view=month&from=2026-12',
    ],
    [
      '?interest=film-cinema&area=beer-hall&slot=late-night',
      { area: 'Beer Hall', slot: 'Late Night', interest: 'Film & Cinema' },
      '/calendar?area=beer-hall&slot=late-night&interest=film-cinema',
    ],
  ])('with the query “%s” is parsed, and its canonical form is built', (search, state, path) => {
    expect(parseCalendarQuery(search, bounds)).toEqual({ ...plain, ...state })
    expect(calendarPath(parseCalendarQuery(search, bounds), bounds)).toBe(path)
    // `usedQuery` does not change the canonical form.
    const query = path.replace('/calendar', '')
    expect(usedQuery(pageQueries['/calendar'], query)).toBe(query)
  })

  test.each([
    '?from=2027-03',
    '?from=2026-10',
    '?from=2026-11-03',
    '?from=2026-13',
    '?from=2026-02-30',
    '?from=2026-12-3',
    '?from=x',
    '?view=year&area=Beer+Hall&slot=noon&interest=__proto__',
  ])('with the invalid values “%s” shows the default view', (search) => {
    expect(parseCalendarQuery(search, bounds)).toEqual(plain)
  })

  test('for a month or a week is valid if at least one of its days lies in the calendar’s range', () => {
    for (const search of ['?view=month&from=2026-11-02', '?view=month&from=2027-02']) {
      expect(parseCalendarQuery(search, bounds).from).toMatch(/^(2026-11|2027-02)-01$/)
    }
    expect(parseCalendarQuery('?view=week&from=2026-11-03', bounds).from).toBe('2026-11-03')
    expect(parseCalendarQuery('?view=month&from=2027-03', bounds).from).toBe('2026-11-01')
    expect(parseCalendarQuery('?view=week&from=2026-10-26', bounds).from).toBe('2026-11-24')
  })
})

test('the months of a range include its first and its last month', () => {
  expect(monthsBetween('2026-11-24', '2027-02-01')).toEqual([
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
  ])
})

describe('a page of the agenda', () => {
  const days = (...counts: [string, number][]) =>
    counts.flatMap(([day, count]) => Array.from({ length: count }, () => ({ day })))

  test('ends with a whole day', () => {
    const { shown, next } = agendaPage(days(['01', 30], ['02', 9], ['03', 5]))
    expect(shown).toHaveLength(39)
    expect(next).toBe('03')
  })
  test('has all dates of a day, even if they are more than fit on a page', () => {
    const { shown, next } = agendaPage(
      days(['2026-12-01', datesPerAgendaPage + 5], ['2026-12-02', 1]),
    )
    expect(shown).toHaveLength(datesPerAgendaPage + 5)
    expect(next).toBe('2026-12-02')
  })
  test('has no next page if no dates come after it', () => {
    expect(agendaPage(days(['01', datesPerAgendaPage]))).toMatchObject({ next: null })
  })
  test('has a next page if more dates may follow, however few of those that were read can be shown', () => {
    const { shown, next } = agendaPage(days(['2026-12-01', 3], ['2026-12-02', 2]), '2026-12-02')
    expect(shown).toHaveLength(3)
    expect(next).toBe('2026-12-02')
    expect(agendaPage(days(['2026-12-02', 2]), '2026-12-02')).toMatchObject({ next: '2026-12-03' })
    expect(agendaPage([], '2026-12-02')).toEqual({ shown: [], next: '2026-12-03' })
  })
})
