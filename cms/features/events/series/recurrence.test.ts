import { describe, expect, test } from 'vitest'
import {
  clockProblems,
  isEndless,
  occurrencesOf,
  parseRule,
  ruleFrom,
  ruleUntil,
  type Schedule,
  scheduleProblems,
  timesOf,
} from './recurrence.ts'

const zone = 'Europe/London'
const now = new Date('2026-11-24T12:00:00Z')
const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  start: '2026-12-03T19:30',
  end: '2026-12-03T22:00',
  doors: null,
  isSecondOfRepeatedHour: false,
  rule: null,
  excludedStarts: [],
  ...changes,
})
const starts = (changes: Partial<Schedule>, at = now) =>
  occurrencesOf(schedule(changes), zone, at).map(({ startsAt }) => startsAt.toISOString())
const originals = (changes: Partial<Schedule>, at = now) =>
  occurrencesOf(schedule(changes), zone, at).map(({ original }) => original)

describe('a series', () => {
  test('that repeats weekly stays at its local time when the clocks change', () => {
    const found = occurrencesOf(
      schedule({ start: '2027-03-18T19:30', end: '2027-03-18T22:00', rule: 'FREQ=WEEKLY;COUNT=3' }),
      zone,
      now,
    )
    expect(
      found.map(({ startsAt, endsAt }) => [startsAt.toISOString(), endsAt.toISOString()]),
    ).toEqual([
      ['2027-03-18T19:30:00.000Z', '2027-03-18T22:00:00.000Z'],
      ['2027-03-25T19:30:00.000Z', '2027-03-25T22:00:00.000Z'],
      ['2027-04-01T18:30:00.000Z', '2027-04-01T21:00:00.000Z'],
    ])
  })

  test('moves start and end forward only on the day on which the clocks skip them', () => {
    const found = occurrencesOf(
      schedule({ start: '2027-03-27T01:30', end: '2027-03-27T01:50', rule: 'FREQ=DAILY;COUNT=3' }),
      zone,
      now,
    )
    expect(
      found.map(({ startsAt, endsAt }) => [startsAt.toISOString(), endsAt.toISOString()]),
    ).toEqual([
      ['2027-03-27T01:30:00.000Z', '2027-03-27T01:50:00.000Z'],
      ['2027-03-28T01:30:00.000Z', '2027-03-28T01:50:00.000Z'],
      ['2027-03-29T00:30:00.000Z', '2027-03-29T00:50:00.000Z'],
    ])
    expect(found[1]?.original).toBe('2027-03-28T01:30')
  })

  test('whose start the clocks skip still ends after it starts', () => {
    const { startsAt, endsAt } = timesOf(
      {
        start: '2027-03-28T01:30',
        end: '2027-03-28T02:15',
        doors: null,
        isSecondOfRepeatedHour: false,
      },
      zone,
    )
    expect([startsAt.toISOString(), endsAt.toISOString()]).toEqual([
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T02:15:00.000Z',
    ])
  })

  test('leaves out excluded starts, which still count for COUNT, and includes the whole day of UNTIL', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=TH;COUNT=3'
    expect(originals({ rule, excludedStarts: ['2026-12-10T19:30'] })).toEqual([
      '2026-12-03T19:30',
      '2026-12-17T19:30',
    ])
    expect(originals({ rule: 'FREQ=WEEKLY;UNTIL=20261217' })).toHaveLength(3)
    expect(originals({ rule: 'FREQ=WEEKLY;UNTIL=20261217T192959' })).toHaveLength(2)
    // UNTIL is in UTC here. In summer, the venue's clock is an hour ahead of UTC.
    const summer = { start: '2027-06-03T19:30', end: '2027-06-03T20:30' }
    expect(originals({ ...summer, rule: 'FREQ=WEEKLY;UNTIL=20270610T183000Z' })).toHaveLength(2)
    expect(originals({ ...summer, rule: 'FREQ=WEEKLY;UNTIL=20270610T182959Z' })).toHaveLength(1)
  })

  test('follows the rules of RFC 5545', () => {
    expect(originals({ rule: 'FREQ=MONTHLY;BYDAY=1TH;COUNT=3' })).toEqual([
      '2026-12-03T19:30',
      '2027-01-07T19:30',
      '2027-02-04T19:30',
    ])
    expect(originals({ rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2' })).toEqual([
      '2026-12-31T19:30',
      '2027-01-29T19:30',
    ])
    expect(originals({ rule: 'FREQ=DAILY;BYHOUR=14,19;COUNT=3' })).toEqual([
      '2026-12-03T19:30',
      '2026-12-04T14:30',
      '2026-12-04T19:30',
    ])
  })

  test('without an end has dates for the next 400 days, also if it began long ago', () => {
    const found = originals({
      start: '2015-01-01T19:30',
      end: '2015-01-01T21:00',
      rule: 'FREQ=WEEKLY',
    })
    expect(found[0]).toBe('2025-10-23T19:30')
    expect(found.at(-1)).toBe('2027-12-23T19:30')
    expect(
      originals({ start: '2030-01-01T19:30', end: '2030-01-01T21:00', rule: 'FREQ=YEARLY' }),
    ).toEqual(['2030-01-01T19:30', '2031-01-01T19:30'])
  })
})

describe('an event in a night with a repeated hour', () => {
  const night = { start: '2026-10-25T01:15', end: '2026-10-25T01:45' }

  test.each([
    [false, '2026-10-25T00:15:00.000Z', '2026-10-25T00:45:00.000Z'],
    [true, '2026-10-25T01:15:00.000Z', '2026-10-25T01:45:00.000Z'],
  ])('takes place in the second of the two hours: %s', (isSecondOfRepeatedHour, start, end) => {
    const [found] = occurrencesOf(schedule({ ...night, isSecondOfRepeatedHour }), zone, now)
    expect([found?.startsAt.toISOString(), found?.endsAt.toISOString()]).toEqual([start, end])
  })

  test('takes an hour longer than its clock times suggest, if it lasts through the repeated hour', () => {
    const found = timesOf(
      {
        start: '2026-10-24T22:00',
        end: '2026-10-25T03:00',
        doors: '2026-10-24T21:00',
        isSecondOfRepeatedHour: false,
      },
      zone,
    )
    expect(found.endsAt.getTime() - found.startsAt.getTime()).toBe(6 * 3_600_000)
    expect(found).toMatchObject({ day: '2026-10-24', slot: 'Late Night' })
  })
})

describe('the schedule of an event', () => {
  const skipped = { start: '2027-03-28T01:30', end: '2027-03-28T03:00' }

  test('is refused if the event happens once and the clocks skip its start; a series may have such a start', () => {
    expect(scheduleProblems(schedule(skipped), zone, now)).toEqual([
      {
        field: 'start',
        message: 'The clocks go forward and skip 01:30 that day. Choose another time.',
      },
    ])
    expect(scheduleProblems(schedule({ ...skipped, rule: 'FREQ=WEEKLY' }), zone, now)).toEqual([])
  })

  test.each([
    [{ start: 'tomorrow' }, 'start', 'Choose a day and a time.'],
    [{ start: '2026-02-30T19:30' }, 'start', 'Choose a day and a time.'],
    [{ end: '2026-12-03T19:30' }, 'end', 'It must end after it starts.'],
    [{ end: '2026-12-20T19:30' }, 'end', 'It may last 14 days at most.'],
    [{ doors: '2026-12-03T20:00' }, 'doors', 'Doors open before it starts, on the same day.'],
    [{ doors: '2026-12-01T20:00' }, 'doors', 'Doors open before it starts, on the same day.'],
  ])('is refused with %o', (changes, field, message) => {
    expect(scheduleProblems(schedule(changes), zone, now)).toEqual([{ field, message }])
    expect(clockProblems(schedule(changes), zone)).toEqual([{ field, message }])
  })

  test.each([
    ['FREQ=SECONDLY', 'Events repeat by days, weeks, months or years, not more often.'],
    ['FREQ=HOURLY;COUNT=3', 'Events repeat by days, weeks, months or years, not more often.'],
    ['BYDAY=TH', 'The rule doesn’t say how often: it lacks FREQ.'],
    ['FREQ=WEEKLY;BYSECOND=3', 'A rule can’t say BYSECOND.'],
    [
      'FREQ=WEEKLY\nDTSTART:20200101T000000',
      '“FREQ” can’t be read. A rule looks like FREQ=WEEKLY;BYDAY=TH.',
    ],
    ['FREQ=WEEKLY;COUNT=3;UNTIL=20271201', 'The rule says both COUNT and UNTIL. Choose one.'],
    ['FREQ=WEEKLY;COUNT=0', 'COUNT must be a number from 1.'],
    ['FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,30', 'A rule can say at most 4 starts of a day.'],
    ['FREQ=DAILY;BYHOUR=99', 'BYHOUR goes from 0 to 23, BYMINUTE from 0 to 59.'],
    ['FREQ=WEEKLY;UNTIL=Christmas', 'UNTIL must be a day such as 20261231.'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'The rule gives no date.'],
    ['FREQ=WEEKLY;UNTIL=20261101', 'The rule gives no date.'],
    [
      'FREQ=DAILY;BYHOUR=12,19',
      'The rule gives 799 dates in the next 400 days, and 400 are possible.',
    ],
  ])('is refused with the rule %s', (rule, message) => {
    const [problem] = scheduleProblems(schedule({ rule }), zone, now)
    expect(problem).toEqual({ field: 'rule', message })
  })

  test.each([
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;INTERVAL=0',
    'FREQ=WEEKLY;BYDAY=1TH',
    'FREQ=WEEKLY;UNTIL=20269999',
  ])('is refused with the rule %s, which has an invalid value', (rule) => {
    const [problem] = scheduleProblems(schedule({ rule }), zone, now)
    expect(problem?.message).toMatch(/^The rule can’t be followed: /)
  })
})

describe('a series that is split', () => {
  const whole = schedule({ rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=5' })

  test('has the same dates as before in its two parts together', () => {
    const first = originals({ rule: ruleUntil(whole.rule ?? '', '2026-12-17T19:30') })
    const start = '2026-12-17T19:30'
    const rest = originals({ start, end: '2026-12-17T22:00', rule: ruleFrom(whole, start, zone) })
    expect([...first, ...rest]).toEqual(originals(whole))
    expect(rest[0]).toBe(start)
  })

  test('keeps its UNTIL; a rule is endless if it has neither UNTIL nor COUNT', () => {
    expect(
      ruleFrom(schedule({ rule: 'FREQ=WEEKLY;UNTIL=20270101' }), '2026-12-17T19:30', zone),
    ).toBe('FREQ=WEEKLY;UNTIL=20270101')
    expect(isEndless('FREQ=WEEKLY')).toBe(true)
    expect(isEndless('FREQ=WEEKLY;COUNT=3')).toBe(false)
  })
})

test('a rule can be in lower case and have the prefix “RRULE:”', () => {
  expect(parseRule('rrule:freq=weekly;byday=th')).toEqual(
    new Map([
      ['FREQ', 'WEEKLY'],
      ['BYDAY', 'TH'],
    ]),
  )
})

test('a daily rule without an end is accepted', () => {
  expect(scheduleProblems(schedule({ rule: 'FREQ=DAILY' }), zone, now)).toEqual([])
})

test('an event without a rule has one start', () => {
  expect(starts({})).toEqual(['2026-12-03T19:30:00.000Z'])
})
