import { describe, expect, test } from 'vitest'
import { occurrencesOf, ruleFrom, ruleUntil, type Schedule } from './recurrence.ts'
import {
  daysToStay,
  describeRepeat,
  endOfRule,
  isDayOf,
  type Position,
  positionOf,
  positions,
  type Repeat,
  type RepeatEnd,
  type RuleDay,
  readRepeat,
  ruleDayOf,
  ruleDays,
  writeRepeat,
} from './repeat.ts'

const start = '2026-12-03T19:30'
const timeZone = 'Europe/London'
const event = { start, timeZone }

test.each([
  [null, null],
  ['FREQ=DAILY', 'every day'],
  ['FREQ=DAILY;INTERVAL=3', 'every 3 days'],
  ['FREQ=WEEKLY', 'every Thursday'],
  ['FREQ=WEEKLY;BYDAY=TU,TH,SA', 'every Tuesday, Thursday and Saturday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', 'every other Thursday'],
  ['FREQ=WEEKLY;INTERVAL=3;BYDAY=TH', 'every 3 weeks on Thursday'],
  ['FREQ=WEEKLY;BYDAY=TH;COUNT=10', 'every Thursday, 10 times'],
  ['FREQ=WEEKLY;BYDAY=TH;UNTIL=20261217', 'every Thursday, until 17 December 2026'],
  ['FREQ=MONTHLY;BYDAY=1TH', 'on the first Thursday of every month'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR', 'on the last Friday of every other month'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'by a rule of its own'],
  ['FREQ=WEEKLY;BYDAY=TH;UNTIL=20260231', 'by a rule of its own'],
  ['FREQ=YEARLY', 'by a rule of its own'],
])('the rule %s is read, described, and written back unchanged', (rule, words) => {
  expect(describeRepeat(rule, event)).toBe(words)
  expect(writeRepeat(readRepeat(rule, event))).toBe(rule)
})

test('a start has a weekday and a position in the month; a fifth position counts as the fourth', () => {
  expect([ruleDayOf(start), positionOf(start), positionOf('2026-12-31T19:30')]).toEqual([
    'TH',
    1,
    4,
  ])
})

test.each([
  ['20261217T192959', '2026-12-16'],
  ['20261217T193000', '2026-12-17'],
  ['20261217T193000Z', '2026-12-17'],
  ['20261217T192959Z', '2026-12-16'],
])('a rule with the end %s is read as the last day on which something starts', (until, day) => {
  const rule = `FREQ=WEEKLY;BYDAY=TH;UNTIL=${until}`
  expect(readRepeat(rule, event)).toMatchObject({ kind: 'weekly', end: { kind: 'until', day } })
})

test('an UNTIL in UTC is read on the venue’s clock', () => {
  const late = { start: '2026-06-04T00:15', timeZone: 'Europe/Berlin' }
  expect(readRepeat('FREQ=DAILY;UNTIL=20260610T221500Z', late)).toMatchObject({
    end: { kind: 'until', day: '2026-06-11' },
  })
})

test('the end of a rule that the form can’t describe is known', () => {
  const rule = 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1'
  expect(endOfRule(`${rule};UNTIL=20261217T193000`, event)).toEqual({
    kind: 'until',
    day: '2026-12-17',
  })
  expect(endOfRule(`${rule};COUNT=4`, event)).toEqual({ kind: 'count', count: 4 })
  expect(endOfRule(rule, event)).toEqual({ kind: 'never' })
})

describe('every rule that the program writes can be read by its form', () => {
  const starts = ['2026-12-03T19:30', '2027-03-28T01:30', '2028-02-29T00:00', '2026-12-31T23:45']
  const ends = (from: string): RepeatEnd[] => [
    { kind: 'never' },
    { kind: 'count', count: 7 },
    { kind: 'count', count: 400 },
    { kind: 'until', day: `${Number(from.slice(0, 4)) + 1}-02-28` },
  ]
  const forms = (from: string): Repeat[] =>
    ends(from).flatMap((end) =>
      [1, 3].flatMap((every): Repeat[] => [
        { kind: 'daily', every, end },
        { kind: 'weekly', every, days: [], end },
        { kind: 'weekly', every, days: [ruleDayOf(from)], end },
        { kind: 'weekly', every, days: ['MO', ruleDayOf(from), 'SA'], end },
        { kind: 'weekly', every, days: [...ruleDays], end },
        ...positions.map(
          (position): Repeat => ({
            ...{ kind: 'monthly', every, position, end },
            day: ruleDayOf(from),
          }),
        ),
      ]),
    )
  // The many dates of a long series take seconds to compute.
  const isShort = ({ kind, ...form }: Repeat) =>
    !('end' in form) ||
    (form.end.kind === 'never'
      ? kind === 'monthly'
      : form.end.kind !== 'count' || form.end.count < 400)
  const scheduleOf = (from: string, rule: string | null): Schedule => ({
    ...{ start: from, end: from, doors: null, isSecondOfRepeatedHour: false },
    ...{ rule, excludedStarts: [] },
  })
  const datesOf = (from: string, rule: string | null) =>
    occurrencesOf(scheduleOf(from, rule), timeZone, new Date(`${from}Z`)).map(
      ({ original }) => original,
    )
  /** The rule that the form writes after it has read `rule`. It must not differ. */
  const rewrite = (from: string, rule: string, kind: Repeat['kind']) => {
    const read = readRepeat(rule, { start: from, timeZone })
    expect(read.kind, rule).toBe(kind)
    return writeRepeat(read)
  }

  test.each(starts)('when it was written by the form, for the start %s', (from) => {
    for (const form of forms(from)) {
      const rule = writeRepeat(form)
      expect(rewrite(from, rule ?? '', form.kind)).toBe(rule)
    }
  })

  // A part may be split again, so both parts are split until the dates have run out or three times.
  test.each(starts.slice(0, 2))(
    'when a series was split, also several times, for the start %s',
    (from) => {
      for (const form of forms(from).filter(isShort)) {
        let [start, rule] = [from, writeRepeat(form) ?? '']
        for (let times = 0; times < 3; times++) {
          const dates = datesOf(start, rule)
          const at = dates[Math.min(2, dates.length - 1)]
          if (!at || at === dates[0]) break
          const [first, rest] = [
            ruleUntil(rule, at),
            ruleFrom(scheduleOf(start, rule), at, timeZone),
          ]
          expect(rewrite(start, first, form.kind)).toBe(first)
          expect(rewrite(at, rest, form.kind)).toBe(rest)
          const upTo = dates.at(-1) ?? ''
          const both = [...datesOf(start, first), ...datesOf(at, rest)]
          expect(
            both.filter((each) => each <= upTo),
            rule,
          ).toEqual(dates)
          // The first part keeps its dates if its time is moved within the day.
          const earlier = `${start.slice(0, 10)}T00:00`
          expect(datesOf(earlier, first)).toHaveLength(datesOf(start, first).length)
          ;[start, rule] = [at, rest]
        }
      }
    },
  )

  test('when a rule with several starts a day was split, its end is kept', () => {
    const rule = ruleUntil('FREQ=DAILY;BYHOUR=14,19', '2026-12-05T19:30')
    expect(datesOf(start, rule).at(-1)).toBe('2026-12-05T14:30')
    expect(endOfRule(rule, event).kind).toBe('until')
  })
})

describe('the day of a start', () => {
  const weekly = (days: RuleDay[]): Repeat => ({
    kind: 'weekly',
    every: 1,
    days,
    end: { kind: 'never' },
  })
  const monthly = (position: Position, day: RuleDay): Repeat => ({
    ...{ kind: 'monthly', every: 1, position, day, end: { kind: 'never' } },
  })
  test.each<[Repeat, string, boolean, number | null]>([
    [weekly([]), start, true, 0],
    [weekly(['TH']), start, true, 0],
    [weekly(['MO', 'TU']), start, false, -2],
    [weekly(['SU']), start, false, 3],
    [monthly(1, 'TH'), start, true, 0],
    [monthly(2, 'TH'), start, false, 7],
    [monthly(-1, 'TH'), start, false, -7],
    [monthly(-1, 'TH'), '2026-12-31T19:30', true, 0],
    [monthly(4, 'TH'), '2026-12-31T19:30', false, -7],
    [monthly(1, 'TH'), '2026-12-20T19:30', false, -17],
    [{ kind: 'own', rule: 'FREQ=YEARLY' }, start, true, 0],
  ])('%j on %s: %s, the nearest in %s days', (repeat, at, isOnDay, away) => {
    expect([isDayOf(repeat, at), daysToStay(repeat, at, null)]).toEqual([isOnDay, away])
  })

  test.each<[string, Repeat, string, string, number | null]>([
    ['back to the saved day', weekly(['TH']), '2026-12-04T19:30', start, -1],
    ['whatever the time', weekly(['TH']), '2026-12-04T20:00', start, -1],
    ['also if another day is nearer', weekly(['TH']), '2026-12-09T19:30', start, -6],
    ['also in a later week', weekly(['TH']), '2026-11-25T19:30', start, 8],
    ['also monthly', monthly(1, 'TH'), '2026-12-30T19:30', start, -27],
    ['the saved day is none of the series', weekly(['MO']), '2026-12-04T19:30', start, 3],
  ])('a changed start stays on the series: %s', (_, repeat, at, saved, away) => {
    expect(daysToStay(repeat, at, saved)).toBe(away)
  })
})
