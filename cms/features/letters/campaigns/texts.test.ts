import { expect, test } from 'vitest'
import type { TimedVisits } from './contract.ts'
import {
  describeActions,
  describeAfterwards,
  describeViews,
  describeVisits,
  describeVisitTime,
} from './texts.ts'

const counted: TimedVisits['found'] = {
  kind: 'counted',
  visits: 1204,
  views: 3000,
  pages: [],
  afterwards: { reserved: 0, came: 0 },
  path: '/cms/member-analytics',
  actions: { kind: 'counted', rows: [] },
}

test.each<[TimedVisits['found'], boolean, string]>([
  [counted, true, '1,204 visits with 3,000 page views came by it.'],
  [counted, false, '1,204 visits with 3,000 page views came by it so far.'],
  [{ ...counted, visits: 5, views: 1 }, true, '5 visits with 1 page view came by it.'],
  [{ kind: 'none' }, true, 'No visit came by it.'],
  [{ kind: 'none' }, false, 'No visit came by it so far.'],
  [
    { kind: 'few' },
    false,
    'Fewer than five visitors came by it so far. What so few did is not shown.',
  ],
  [{ kind: 'small' }, true, 'Fewer than five people got it, so nothing is told of their visits.'],
  [
    { kind: 'small' },
    false,
    'Fewer than five people have got it so far, and nothing is told of the visits of so few.',
  ],
  [
    { kind: 'deleted', keptFor: '13 months', path: '' },
    true,
    'Single visits are deleted after 13 months. Analytics still has their sums.',
  ],
])('the visits %j are described in words (counting has ended: %s)', (found, isOver, text) =>
  expect(describeVisits({ found, isOver })).toBe(text),
)

test.each([
  [
    { until: '2026-11-22T18:05:00Z', isOver: true },
    'Visits that began from Saturday, 21 November 2026 at 18:05 until Sunday, 22 November 2026 at 18:05.',
  ],
  [
    { until: '2026-11-22T18:05:00Z', isOver: false },
    'Visits since Saturday, 21 November 2026 at 18:05, until Sunday, 22 November 2026 at 18:05.',
  ],
  [
    { until: null, isOver: false },
    'Visits since Saturday, 21 November 2026 at 18:05, until a day after the last device gets it.',
  ],
])('the period of visits %j is described in words', (time, text) =>
  expect(
    describeVisitTime(
      { from: '2026-11-21T18:05:00Z', ...time },
      { timeZone: 'Europe/London', openEnd: 'a day after the last device gets it' },
    ),
  ).toBe(text),
)

test('the number of page views and the deletion of actions are described in words', () => {
  expect(describeViews({ views: 20, visits: 1 })).toBe('20 views in 1 visit')
  expect(describeActions('90 days')).toBe(
    'What visitors did on the pages is deleted after 90 days.',
  )
})

test('what members did afterwards is explained, and why it is not shown before', () => {
  expect(describeAfterwards({ days: 28, isShown: true })).toMatch(/^In the 28 days after the visit/)
  expect(describeAfterwards({ days: 28, isShown: false })).toMatch(
    /is shown 28 days after the last visit counts/,
  )
})
