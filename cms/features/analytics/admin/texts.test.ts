import { expect, test } from 'vitest'
import {
  changeOf,
  countryName,
  countWord,
  describeFilter,
  describeRange,
  differenceOf,
  duration,
  elementText,
  inRange,
  isSmallChange,
  momentText,
  pageExplanation,
  pageText,
  percent,
  percentagePointsOf,
  pointName,
  shareSoFar,
  transitionText,
  vitalValue,
} from './texts.ts'

const today = '2026-11-23'

test.each([
  [120, 100, '20% more'],
  [80, 100, '20% less'],
  [100, 100, 'the same'],
  [1001, 1000, 'under 1% more'],
  [500, 100, '5 times as many'],
  [5, 0, 'up from 0'],
  [0, 5, 'none now'],
  [0, 0, 'the same'],
])('the number %d after %d is described as “%s”', (now, before, text) =>
  expect(changeOf(now, before)?.text).toBe(text),
)

test.each([
  ['click', 'book', 'Book'],
  ['click', 'make-passkey', 'Make passkey'],
  ['submit', 'sign_in-code', 'Sign in code'],
  ['click', '→ /beer', 'Link to /beer'],
  ['click', '→ /cafe', 'Link to the same page'],
  ['click', '→ instagram.com', 'Link to instagram.com'],
  ['click', '→ mailto:', 'Link to an e-mail address'],
  ['click', '→ /*', 'Link to a file or an address that is no page'],
  ['click', '→ /unsubscribe/[redacted]', 'Link to Private pages under /unsubscribe'],
  ['click', null, 'A link or button without a name'],
  ['submit', null, 'A form without a name'],
  ['event', 'gate_in', 'Came into the Common Room'],
] as const)(
  'on /cafe, an interaction of type %s with the element %j is shown as %j',
  (type, element, text) => expect(elementText({ page: '/cafe', type, element })).toBe(text),
)

test('a move of the kind “external” is described as a link to another site', () =>
  expect(transitionText('external')).toBe('a link to another site'))

test('pages without a path of their own are shown by a name and, where needed, an explanation', () => {
  const shown = (path: string) => [pageText(path), pageExplanation(path)]
  expect(shown('/beer')).toEqual(['/beer', null])
  expect(shown('/*')).toEqual(['Addresses without a page', expect.stringContaining('Mistyped')])
  expect(shown('/unsubscribe/[redacted]')).toEqual([
    'Private pages under /unsubscribe',
    expect.stringContaining('personal key'),
  ])
  expect(shown('other')).toEqual(['Another site', null])
  expect(describeFilter('entry', '/*')).toBe('Entry page is Addresses without a page')
})

test.each([
  ['2026-11-23T22:05:09.123456+00:00', 'Europe/London', '23 Nov 2026, 22:05:09'],
  ['2026-07-01T22:30:00.999999+00:00', 'Europe/Berlin', '2 Jul 2026, 00:30:00'],
])('the moment %s in %s is %s', (moment, timeZone, text) =>
  expect(momentText(moment, timeZone)).toBe(text),
)

test.each([
  [0, 'none'],
  [1, 'one'],
  [1204, '1,204'],
])('the count %d is written as “%s”', (count, text) => expect(countWord(count)).toBe(text))

test.each([
  [104, 100, true],
  [105, 100, false],
  [95, 100, false],
  [19, 3, true],
  [20, 0, false],
])('the change to %d from %d counts as small: %s', (now, before, isSmall) =>
  expect(isSmallChange(now, before)).toBe(isSmall),
)

test('a change of a rate counts as small if the rate is computed from fewer than 20 views', () => {
  expect(isSmallChange(0.9, 0.3, 19)).toBe(true)
  expect(isSmallChange(0.9, 0.3, 20)).toBe(false)
})

test('no change is described without a value to compare with', () => {
  expect(changeOf(5, null)).toBeNull()
  expect(percentagePointsOf(0.5, null)).toBeNull()
  expect(differenceOf(null, 5, ['more', 'less'])).toBeNull()
})

test('changes of rates are described in points, changes of times as longer or shorter', () => {
  expect(percentagePointsOf(0.31, 0.34)).toEqual({ text: '3 points lower', direction: 'less' })
  expect(percentagePointsOf(0.35, 0.34)).toEqual({ text: 'one point higher', direction: 'more' })
  expect(differenceOf(90, 60, ['longer', 'shorter'])?.text).toBe('50% longer')
})

test.each([
  ['2026-11-22', '2026-11-22', 'on Sunday 22 November 2026'],
  ['2026-11-16', '2026-11-22', 'from 16 to 22 Nov'],
  ['2026-10-24', '2026-11-22', 'from 24 Oct to 22 Nov'],
  ['2025-10-01', '2025-10-31', 'in October 2025'],
  ['2025-10-02', '2025-10-31', 'from 2 to 31 Oct 2025'],
  ['2025-11-01', '2026-10-31', 'from 1 Nov 2025 to 31 Oct 2026'],
])('the range from %s to %s is described as “%s”', (from, to, text) =>
  expect(inRange({ from, to }, today)).toBe(text),
)

test('if a day is counted only until a clock time, its text contains this time', () => {
  const before = { from: '2026-11-22', to: '2026-11-22', until: '14:05' }
  expect(inRange(before, today)).toBe('on Sunday 22 November 2026, until 14:05')
})

test('durations, shares and web vitals have units, and countries have names', () => {
  expect([duration(44.6), duration(60), duration(84), duration(null)]).toEqual([
    '45 s',
    '1 min',
    '1 min 24 s',
    '–',
  ])
  expect([percent(0.314), percent(0.004), percent(0), percent(null)]).toEqual([
    '31%',
    'under 1%',
    '0%',
    '–',
  ])
  expect([vitalValue('lcp', 1940), vitalValue('inp', 80), vitalValue('cls', 0.051)]).toEqual([
    '1.9 s',
    '80 ms',
    '0.05',
  ])
  expect(countryName('GB')).toBe('United Kingdom')
  expect(countryName('not a code')).toBe('not a code')
})

test.each([
  [0, true, '0%'],
  [0, false, 'not over'],
  [0.25, false, '25% so far'],
  [null, false, ''],
])('a share of %d in a period (over: %s) is shown as "%s"', (share, isOver, text) =>
  expect(shareSoFar(share, { isOver })).toBe(text),
)

test('points of the chart over time, ranges and filters are described in words', () => {
  expect(pointName('2026-11-22T14:00', 'hour')).toBe('Sun 22 Nov, 14:00')
  expect(pointName('2026-11-01', 'month')).toBe('November 2026')
  expect(describeRange({ from: '2026-11-01', to: '2026-11-30' }, today)).toBe('November 2026')
  expect(describeFilter('page', '/beer')).toBe('Page is /beer')
  expect(describeFilter('source', '')).toBe('Source is none (came directly)')
  expect(describeFilter('signed', 'no')).toBe('Not signed in')
  expect(describeFilter('slot', 'Late Night')).toBe('Members who come in the late night')
})
