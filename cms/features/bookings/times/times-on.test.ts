import { describe, expect, test } from 'vitest'
import {
  type Hours,
  type HoursException,
  type Interval,
  weekdays,
} from '../../venue/hours/opening-hours.ts'
import { timesOn, useOf } from './times-on.ts'

const hoursOf = (intervals: Interval[], exceptions: HoursException[] = []): Hours => ({
  areas: [
    {
      area: 'Beer Hall',
      week: Object.fromEntries(
        weekdays.map((day) => [day, intervals]),
      ) as Hours['areas'][number]['week'],
    },
  ],
  exceptions,
})
const exception = (date: string, given: Partial<HoursException>): HoursException => ({
  ...{ date, area: 'Beer Hall', closed: false, intervals: [], note: '' },
  ...given,
})
const list = (
  day: string,
  hours: Hours,
  { interval = 30, last = 60, timeZone = 'Europe/London' } = {},
) => timesOn(day, { hours, area: 'Beer Hall', rule: { interval, last }, timeZone })
const clocks = (...args: Parameters<typeof list>) => list(...args).map(({ clock }) => clock)

describe('the times of a day', () => {
  test('go from opening until the last booking before closing', () => {
    const times = list('2026-12-03', hoursOf([{ opens: '17:00', closes: '19:00' }]))
    expect(times.map(({ at, clock }) => [at.toISOString(), clock])).toEqual([
      ['2026-12-03T17:00:00.000Z', '17:00'],
      ['2026-12-03T17:30:00.000Z', '17:30'],
      ['2026-12-03T18:00:00.000Z', '18:00'],
    ])
  })

  test('of two sittings end before each of them closes', () => {
    const hours = hoursOf([
      { opens: '12:00', closes: '14:00' },
      { opens: '17:00', closes: '19:00' },
    ])
    expect(clocks('2026-12-03', hours, { interval: 60 })).toEqual([
      '12:00',
      '13:00',
      '17:00',
      '18:00',
    ])
  })

  test('of adjacent hours have no gap where the first of them end', () => {
    const hours = hoursOf([
      { opens: '12:00', closes: '14:00' },
      { opens: '14:00', closes: '16:00' },
    ])
    expect(clocks('2026-12-03', hours, { interval: 60 })).toEqual([
      '12:00',
      '13:00',
      '14:00',
      '15:00',
    ])
  })

  test('go on after midnight, as times of the day on which the hours began', () => {
    const times = list('2026-12-04', hoursOf([{ opens: '22:00', closes: '01:00' }]), {
      interval: 60,
    })
    expect(times.map(({ at, clock, slot }) => [at.toISOString(), clock, slot])).toEqual([
      ['2026-12-04T22:00:00.000Z', '22:00', 'Late Night'],
      ['2026-12-04T23:00:00.000Z', '23:00', 'Late Night'],
      ['2026-12-05T00:00:00.000Z', '00:00', 'Late Night'],
    ])
  })

  test('before 8 belong to the morning', () => {
    const times = list('2026-12-03', hoursOf([{ opens: '07:00', closes: '09:30' }]))
    expect(times.map(({ slot }) => slot)).toEqual(['Morning', 'Morning', 'Morning', 'Morning'])
  })

  test.each([
    [
      'an area that closes early',
      exception('2026-12-24', { intervals: [{ opens: '12:00', closes: '14:00' }] }),
      ['12:00', '13:00'],
    ],
    [
      'an area that opens only then',
      exception('2026-12-24', { intervals: [{ opens: '20:00', closes: '22:00' }] }),
      ['20:00', '21:00'],
    ],
    ['a closed area', exception('2026-12-24', { closed: true }), []],
    ['a closed venue', exception('2026-12-24', { area: null, closed: true }), []],
    [
      'an area that staff closed a moment ago',
      exception('2026-12-24', { closed: true, atShortNotice: true }),
      [],
    ],
  ])('follow the exceptions of the hours: %s', (_, given, expected) => {
    const hours = hoursOf([{ opens: '12:00', closes: '16:00' }], [given])
    expect(clocks('2026-12-24', hours, { interval: 60 })).toEqual(expected)
    expect(clocks('2026-12-23', hours, { interval: 60 })).toHaveLength(4)
  })
})

describe('when the clocks change', () => {
  const night = hoursOf([{ opens: '23:00', closes: '04:00' }])

  test('times that they skip do not exist', () => {
    // London's clocks go from 01:00 to 02:00 on 28 March 2027.
    expect(
      list('2027-03-27', night).map(({ at, clock }) => `${clock} ${at.toISOString()}`),
    ).toEqual([
      '23:00 2027-03-27T23:00:00.000Z',
      '23:30 2027-03-27T23:30:00.000Z',
      '00:00 2027-03-28T00:00:00.000Z',
      '00:30 2027-03-28T00:30:00.000Z',
      '02:00 2027-03-28T01:00:00.000Z',
      '02:30 2027-03-28T01:30:00.000Z',
      '03:00 2027-03-28T02:00:00.000Z',
    ])
  })

  test('a time that they show twice is offered once, and is the first', () => {
    const times = list('2027-10-30', night, { interval: 60 })
    expect(times.map(({ at, clock }) => `${clock} ${at.toISOString()}`)).toEqual([
      '23:00 2027-10-30T22:00:00.000Z',
      '00:00 2027-10-30T23:00:00.000Z',
      '01:00 2027-10-31T00:00:00.000Z',
      '02:00 2027-10-31T02:00:00.000Z',
      '03:00 2027-10-31T03:00:00.000Z',
    ])
  })

  test('a party that stays over it stays as many minutes as on other nights', () => {
    const time = list('2027-10-30', night, { interval: 60 }).find(({ clock }) => clock === '00:00')
    const use = time && useOf(time, { stay: 120, buffer: 15 })
    expect(use?.endsAt.toISOString()).toBe('2027-10-31T01:00:00.000Z')
    expect(use?.until.toISOString()).toBe('2027-10-31T01:15:00.000Z')
  })
})

test('a party leaves when the area closes', () => {
  const [time] = list('2026-12-03', hoursOf([{ opens: '17:00', closes: '18:00' }]))
  const use = time && useOf(time, { stay: 120, buffer: 0 })
  expect(use?.endsAt.toISOString()).toBe('2026-12-03T18:00:00.000Z')
})

test('on no day of a year, in two time zones, there is a time twice, or one outside of the hours', () => {
  const hours = hoursOf([
    { opens: '00:30', closes: '05:15' },
    { opens: '11:00', closes: '00:00' },
  ])
  for (const timeZone of ['Europe/London', 'Australia/Lord_Howe']) {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
    let previous = 0
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10)
      const times = list(date, hours, { interval: 15, last: 30, timeZone })
      const isOrdered = times.every(({ at, closesAt }) => {
        const isLater = at.getTime() > previous
        previous = at.getTime()
        return isLater && at.getTime() + 30 * 60_000 <= closesAt.getTime()
      })
      expect(isOrdered, `${date} ${timeZone}`).toBe(true)
      expect(times.map(({ at }) => clock.format(at))).toEqual(times.map((each) => each.clock))
    }
  }
})
