import { expect, test } from 'vitest'
import { resultKinds } from '../../../cms/features/check-in/rules.ts'
import { notStored, type Result, shownOf } from './words.ts'

const venue = {
  ...{ timeZone: 'Europe/London', currency: 'GBP' },
  areaNames: { 'Event Spaces': 'Hall' },
}
const base: Result = {
  ...{ result: 'yes', count: 2, name: 'Ada', party: 4, inside: 2, due_cents: 1400, limit: 300 },
  ...{ since: Date.parse('2026-12-04T19:42:00Z'), where: 'Back door', by: 'Ben' },
  ...{ day: '2026-12-05', kind: null },
}
const shown = (result: Result['result'], change: Partial<Result> = {}) => {
  const { tone, verdict, reason, name, lines } = shownOf({ ...base, ...change, result }, venue)
  return [tone, verdict, reason, name, ...lines]
}

test.each<[Result['result'], Partial<Result>, string[]]>([
  ['yes', {}, ['yes', 'Yes', 'Come in', 'Ada', '2 of 4 inside']],
  ['yes', { party: 1 }, ['yes', 'Yes', 'Come in', 'Ada']],
  ['yes', { party: 1, kind: 'desk' }, ['yes', 'Yes', 'Come in', 'Ada', 'Desk']],
  ['pay', { party: 1 }, ['ask', 'Pay', '£14.00 at the bar', 'Ada']],
  ['already', { party: 1 }, ['no', 'No', 'Already inside since 19:42', 'Ada', 'Back door, by Ben']],
  ['wrong_day', {}, ['no', 'No', 'Wrong day', 'Ada', 'For Saturday 5 December']],
  ['wrong_area', { where: 'Event Spaces' }, ['no', 'No', 'Wrong door', 'Ada', 'For: Hall']],
  ['full', {}, ['no', 'Stop', 'It’s full', 'Ada', 'At most 300 inside']],
  ['yes', { party: 1, near: 276 }, ['yes', 'Yes', 'Come in', 'Ada', 'Nearly full: 276 of 300']],
  ['yes', { party: 1, near: 300 }, ['yes', 'Yes', 'Come in', 'Ada', 'Full now: 300 of 300']],
  ['yes', { party: 1, near: 309 }, ['yes', 'Yes', 'Come in', 'Ada', 'Above the limit: 309 of 300']],
  [
    'number_used',
    { party: 1 },
    ['ask', 'Wait', 'Number used tonight', 'Ada', 'Find them by name.', 'Back door, by Ben'],
  ],
  ['too_early', {}, ['no', 'No', 'Too early', 'Ada', 'Nobody comes in yet.']],
  ['walk_in', { name: null }, ['yes', 'Yes', '2 people without a booking', '']],
])('%s with %j', (result, change, expected) => {
  expect(shown(result, change)).toEqual(expected)
})

test('each result has words of its own', () => {
  const words = resultKinds.map((kind) => shown(kind)[2])
  expect(new Set(words).size).toBe(resultKinds.length)
})

test('only results with which people come in or leave look like a yes', () => {
  const yes = resultKinds.filter((kind) => shown(kind)[0] === 'yes')
  expect(yes).toEqual(['yes', 'out'])
  expect(notStored('full')).toMatchObject({ tone: 'no', verdict: 'Stop', reason: 'Not stored' })
})
