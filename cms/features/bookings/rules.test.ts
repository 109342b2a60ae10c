import { describe, expect, test } from 'vitest'
import {
  type BookingRule,
  bySlot,
  cancelUntil,
  depositOf,
  groupsIn,
  nearestTimes,
  ruleFor,
  shortestUse,
  slotOf,
  stayOf,
} from './rules.ts'

const stays = [
  { party: 8, minutes: 150 },
  { party: 2, minutes: 90 },
  { party: 4, minutes: 120 },
]

describe('how long a party stays', () => {
  test.each([
    [1, 90],
    [2, 90],
    [3, 120],
    [4, 120],
    [8, 150],
    [12, 150],
  ])('depends on its size: %d people %d minutes', (party, minutes) => {
    expect(stayOf({ stays }, party)).toBe(minutes)
  })

  test('a gap is long enough for the shortest stay and the time until the next party', () => {
    expect(shortestUse({ stays, buffer: 15 })).toBe(105)
  })
})

test.each([
  [0, 'Morning'],
  [7 * 60 + 59, 'Morning'],
  [8 * 60, 'Morning'],
  [11 * 60 + 59, 'Morning'],
  [12 * 60, 'Afternoon'],
  [17 * 60, 'Evening'],
  [20 * 60 + 45, 'Evening'],
  [21 * 60, 'Late Night'],
  [24 * 60, 'Late Night'],
  [24 * 60 + 90, 'Late Night'],
])('the minute %d of a day’s hours is in the slot %s', (minutes, slot) => {
  expect(slotOf(minutes)).toBe(slot)
})

test('times are grouped by slots in the order of the day, without empty slots', () => {
  const [early, late] = [{ slot: 'Late Night' } as const, { slot: 'Afternoon' } as const]
  expect(bySlot([early, late])).toEqual([
    { slot: 'Afternoon', times: [late] },
    { slot: 'Late Night', times: [early] },
  ])
})

test('a rule for the day of the week comes before the rule for every day', () => {
  const rule = (area: 'Cafe' | 'Kitchens', days: BookingRule['days']) =>
    ({ area, days }) as BookingRule
  const rules = [rule('Cafe', []), rule('Cafe', ['fri', 'sat']), rule('Kitchens', ['fri'])]
  // 4 December 2026 is a Friday.
  expect(ruleFor(rules, 'Cafe', '2026-12-04')).toBe(rules[1])
  expect(ruleFor(rules, 'Cafe', '2026-12-03')).toBe(rules[0])
  expect(ruleFor(rules, 'Kitchens', '2026-12-03')).toBeNull()
})

test('a deposit is for large parties, and on some days for every party', () => {
  const rule = {
    deposit: { cents: 500, party: 6 },
    depositDays: [
      { day: '2026-12-31', cents: 2000 },
      { day: '2026-12-25', cents: 0 },
    ],
  }
  const of = (day: string, party: number) => depositOf(rule, { day, party })
  expect(of('2026-12-04', 5)).toBe(0)
  expect(of('2026-12-04', 6)).toBe(3000)
  expect(of('2026-12-31', 2)).toBe(4000)
  expect(of('2026-12-25', 8)).toBe(0)
  expect(depositOf({ deposit: null, depositDays: [] }, { day: '2026-12-31', party: 8 })).toBe(0)
})

test('a guest can cancel until some hours before', () => {
  const until = cancelUntil({ cancelHours: 2 }, new Date('2026-12-04T19:00Z'))
  expect(until.toISOString()).toBe('2026-12-04T17:00:00.000Z')
})

describe('the nearest times', () => {
  const at = (time: string, isFree = true) => ({ at: new Date(`2026-12-04T${time}Z`), isFree })
  const times = [at('17:00'), at('18:30'), at('19:00', false), at('19:30'), at('20:00')]
  const nearest = (count: number) =>
    nearestTimes(times, new Date('2026-12-04T19:00Z'), count).map((each) =>
      each.at.toISOString().slice(11, 16),
    )

  test('are free, and in the order of the day', () => {
    expect(nearest(3)).toEqual(['18:30', '19:30', '20:00'])
  })

  test('prefer the later one of two', () => {
    expect(nearest(1)).toEqual(['19:30'])
  })
})

test('names of groups are read from a text', () => {
  expect(groupsIn(' Window,, snug , window')).toEqual(['window', 'snug'])
  expect(groupsIn(null)).toEqual([])
})
