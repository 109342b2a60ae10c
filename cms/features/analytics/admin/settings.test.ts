import { expect, test } from 'vitest'
import {
  cleanQuery,
  daysRemark,
  formatSettings,
  parseSettings,
  periodOf,
  queryOf,
  rangeOf,
  rangeProblem,
  type ScreenSettings,
  settingsForReports,
  settingsForRows,
  shiftRange,
  stepBy,
  toggleFilter,
  unknownFilters,
} from './settings.ts'

const today = '2026-11-23'
/** The query of the default range. */
const defaultQuery = '?period=7d'
const parse = (query: string): ScreenSettings => parseSettings(new URLSearchParams(query), today)
const clean = (query: string): string => cleanQuery(new URLSearchParams(query), parse(query))

test.each([
  ['today', '2026-11-23', '2026-11-23'],
  ['yesterday', '2026-11-22', '2026-11-22'],
  ['7d', '2026-11-16', '2026-11-22'],
  ['30d', '2026-10-24', '2026-11-22'],
  ['month', '2026-11-01', '2026-11-23'],
  ['last-month', '2026-10-01', '2026-10-31'],
  ['12mo', '2025-12-01', '2026-11-23'],
] as const)('the period %s is from %s to %s', (period, from, to) => {
  const range = rangeOf(period, today)
  expect(range).toEqual({ from, to })
  expect(periodOf(range, today)).toBe(period)
})

test('without a query, the last seven days are shown and compared with the seven days before', () => {
  const settings = parse('')
  expect(settings).toEqual({
    period: '7d',
    range: { from: '2026-11-16', to: '2026-11-22' },
    compare: 'previous',
    filters: {},
    bots: false,
    measure: 'visitors',
    tabs: {},
  })
  expect(formatSettings(settings)).toBe(defaultQuery)
})

test('a URL with a relative period shows other days on the next day; a URL with dates shows the same days', () => {
  const copied = clean('period=30d&table=page_views')
  expect(copied).toBe('?period=30d&table=page_views')
  const tomorrow = (query: string) => parseSettings(new URLSearchParams(query), '2026-11-24')
  expect(tomorrow(copied)).toMatchObject({
    period: '30d',
    range: { from: '2026-10-25', to: '2026-11-23' },
  })
  const dates = { from: '2026-11-16', to: '2026-11-22' }
  expect(clean('from=2026-11-16&to=2026-11-22')).toBe('?from=2026-11-16&to=2026-11-22')
  expect(tomorrow('from=2026-11-16&to=2026-11-22')).toMatchObject({
    period: 'custom',
    range: dates,
  })
})

test.each([
  ['from=2026-11-07&to=2026-11-01', '?from=2026-11-01&to=2026-11-07', 'swapped'],
  ['from=2026-11-20&to=2026-12-31', '?from=2026-11-20&to=2026-11-23', 'until today'],
  ['from=2026-12-01&to=2026-11-20', '?from=2026-11-20&to=2026-11-23', 'swapped'],
  ['from=2026-12-01&to=2026-12-31', defaultQuery, 'still to come'],
  ['from=2026-11-01', defaultQuery, 'both dates'],
  ['from=2020-01-01&to=2026-01-01', defaultQuery, 'three years'],
  ['period=ever', defaultQuery, 'no such period'],
])(
  'the query %s with invalid days is changed to %s, and a remark says why',
  (query, valid, remark) => {
    expect(clean(query)).toBe(valid)
    expect(daysRemark(new URLSearchParams(query), today)).toContain(remark)
    expect(daysRemark(new URLSearchParams(valid), today)).toBeNull()
  },
)

test.each([
  ['from=2026-11-20&to=2026-11-10', '?from=2026-11-10&to=2026-11-20'],
  ['from=2026-11-20&to=2027-01-10', '?from=2026-11-20&to=2026-11-23'],
  ['from=2027-01-10&to=2026-11-20', '?from=2026-11-20&to=2026-11-23'],
  ['from=2027-01-01&to=2027-01-10', defaultQuery],
])('the query %s is corrected to %s', (query, shown) => expect(clean(query)).toBe(shown))

test('invalid parameters are removed from a query, and removed filters are listed', () => {
  const query = 'period=7d&device=fridge&area=Moon&os=iOS&pages=all&compare=ever&table=x&page='
  expect(clean(query)).toBe(`${defaultQuery}&os=iOS&table=x`)
  expect(unknownFilters(new URLSearchParams(query))).toEqual([
    'Device “fridge”',
    'Members who like “Moon”',
  ])
  const valid = clean(query).slice(1)
  expect(unknownFilters(new URLSearchParams(valid))).toEqual([])
  expect(clean(valid)).toBe(`?${valid}`)
})

test.each([
  'from=2026-11-01&to=2026-11-07&chart=views&pages=exits&sources=campaign&technology=systems',
  'from=2026-10-24&to=2026-11-22&page=%2Fbeer&bots=1',
  'period=month&page=%2Fbeer',
  'from=2026-11-01&to=2026-11-07&compare=year',
  'from=2026-11-01&to=2026-11-07&compare=none&source=&device=phone&signed=no&chart=views',
  'from=2026-11-01&to=2026-11-07&area=Beer+Hall&slot=Late+Night',
])('the valid query %s stays the same when it is parsed and formatted', (query) =>
  expect(formatSettings(parse(query))).toBe(`?${query}`),
)

test.each([
  'period=ever',
  'period=custom',
  'from=2026-02-30&to=2026-03-01',
  'from=2020-01-01&to=2026-01-01',
  'device=fridge&signed=perhaps&page=&area=Moon&browser=',
  `page=${'x'.repeat(301)}`,
  'chart=constructor&compare=all&bots=2',
])('all parameters of this query are invalid and left out: %s', (query) =>
  expect(formatSettings(parse(query))).toBe(defaultQuery),
)

const reportQueryOf = (query: string) => queryOf(parse(query), settingsForReports(parse(query)))
const rowQueryOf = (query: string) => queryOf(parse(query), settingsForRows(parse(query)))

test('the query of the reports contains the days and the filters', () =>
  expect(reportQueryOf('period=today&source=&bots=1&chart=views')).toBe(
    'from=2026-11-23&to=2026-11-23&compare=previous&source=&bots=1',
  ))

test('in reports, a filter by members’ profiles applies alone; rows of single visits ignore this filter', () => {
  const days = 'from=2026-11-23&to=2026-11-23&compare=none'
  const query = 'period=today&device=phone&area=Cafe&slot=Evening&bots=1'
  expect(reportQueryOf(query)).toBe(`${days}&area=Cafe`)
  const manyFilters = 'period=today&page=%2Fbeer&device=phone&os=iOS&signed=no&area=Cafe'
  expect(reportQueryOf(manyFilters)).toBe(`${days}&area=Cafe`)
  expect(rowQueryOf(query)).toBe('from=2026-11-23&to=2026-11-23&compare=none&device=phone&bots=1')
})

test('a range of whole months shifts by its number of months, any other range by its number of days', () => {
  const shift = (from: string, to: string, by: -1 | 1) =>
    Object.values(shiftRange({ from, to }, by, today))
  expect(shift('2026-03-01', '2026-03-31', -1)).toEqual(['2026-02-01', '2026-02-28'])
  expect(shift('2026-01-01', '2026-02-28', 1)).toEqual(['2026-03-01', '2026-04-30'])
  expect(shift('2026-11-16', '2026-11-22', -1)).toEqual(['2026-11-09', '2026-11-15'])
  expect(shift('2026-11-23', '2026-11-23', -1)).toEqual(['2026-11-22', '2026-11-22'])
  // A range that begins on the first day of a month and ends today counts as a range of whole months.
  expect(shift('2026-11-01', '2026-11-23', -1)).toEqual(['2026-10-01', '2026-10-31'])
  expect(shift('2026-10-01', '2026-10-31', 1)).toEqual(['2026-11-01', '2026-11-23'])
  expect(shift('2025-12-01', '2026-11-23', -1)).toEqual(['2024-12-01', '2025-11-30'])
  expect(shift('2026-11-17', '2026-11-23', -1)).toEqual(['2026-11-10', '2026-11-16'])
})

test('the problem of an invalid range is described', () => {
  expect(rangeProblem({ from: '', to: '2026-11-01' })).toBe('Choose both dates.')
  expect(rangeProblem({ from: '2026-11-02', to: '2026-11-01' })).toContain('before the first')
  expect(rangeProblem({ from: '2020-11-02', to: '2026-11-01' })).toContain('three years')
  expect(rangeProblem({ from: '2026-11-01', to: '2026-11-01' })).toBeNull()
  expect(rangeProblem({ from: '2019-12-31', to: '2020-01-01' })).toContain('since 2020')
  expect(rangeProblem({ from: '2026-11-23', to: '2026-11-24' }, today)).toContain('still to come')
})

test('a filter that is set to the same value again is removed', () => {
  const filters = { page: '/beer' }
  expect(toggleFilter(filters, 'page', '/beer')).toEqual({})
  expect(toggleFilter(filters, 'page', '/hall')).toEqual({ page: '/hall' })
  expect(toggleFilter(filters, 'source', '')).toEqual({ page: '/beer', source: '' })
})

test('a step forward does not lead to days in the future', () => {
  expect(stepBy(1, today)(parse('period=today'))).toEqual({})
  expect(stepBy(1, today)(parse('period=yesterday'))).toEqual({
    period: 'today',
    range: { from: today, to: today },
  })
  expect(stepBy(-1, today)(parse(''))).toEqual({
    period: 'custom',
    range: { from: '2026-11-09', to: '2026-11-15' },
  })
})
