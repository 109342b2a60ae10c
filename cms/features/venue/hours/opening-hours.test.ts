import { describe, expect, test } from 'vitest'
import {
  areaStatus,
  type Hours,
  type HoursException,
  hoursOn,
  type Interval,
  localMoment,
  minutesToNextChange,
  weekdayOf,
  weekdays,
} from './opening-hours.ts'

const at = (date: string, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { date, minutes: hours * 60 + minutes }
}
const week = (intervals: Interval[]) =>
  Object.fromEntries(weekdays.map((day) => [day, intervals])) as Hours['areas'][number]['week']
const hoursWith = (intervals: Interval[], exceptions: HoursException[] = []): Hours => ({
  areas: [{ area: 'Beer Hall', week: week(intervals) }],
  exceptions,
})
const closed = (date: string, area: HoursException['area'] = null): HoursException => ({
  date,
  area,
  closed: true,
  intervals: [],
  note: 'Closed',
})
const lateHours = [{ opens: '12:00', closes: '01:00' }]

describe('an area', () => {
  test.each([
    ['before it opens', '11:59', false, null, at('2026-11-20', '12:00')],
    ['at the minute it opens', '12:00', true, at('2026-11-21', '01:00'), null],
    ['just before midnight', '23:59', true, at('2026-11-21', '01:00'), null],
    [
      'after midnight, in the hours of the day before',
      '00:30',
      true,
      at('2026-11-20', '01:00'),
      null,
    ],
    ['at the minute it closes', '01:00', false, null, at('2026-11-20', '12:00')],
  ])('that closes after midnight has the right status %s', (_, time, open, until, next) => {
    expect(areaStatus(hoursWith(lateHours), 'Beer Hall', at('2026-11-20', time))).toEqual({
      area: 'Beer Hall',
      open,
      until,
      next,
      note: null,
    })
  })

  test('with adjoining hours stays open', () => {
    const hours = hoursWith([
      { opens: '07:00', closes: '12:00' },
      { opens: '12:00', closes: '15:00' },
    ])
    expect(areaStatus(hours, 'Beer Hall', at('2026-11-20', '11:00')).until).toEqual(
      at('2026-11-20', '15:00'),
    )
  })

  test('whose hours overlap is open until the later end', () => {
    const hours = hoursWith([
      { opens: '07:00', closes: '13:00' },
      { opens: '12:00', closes: '12:30' },
    ])
    expect(areaStatus(hours, 'Beer Hall', at('2026-11-20', '12:15')).until?.minutes).toBe(13 * 60)
  })

  test('that never closes is open until the end of the search range', () => {
    const status = areaStatus(
      hoursWith([{ opens: '00:00', closes: '24:00' }]),
      'Beer Hall',
      at('2026-11-20', '03:00'),
    )
    expect(status.open).toBe(true)
    expect(status.until?.date).toBe('2026-12-05')
  })

  test('without hours is closed and has no next opening', () => {
    const status = areaStatus(hoursWith([]), 'Beer Hall', at('2026-11-20', '12:00'))
    expect(status).toMatchObject({ open: false, until: null, next: null })
  })

  test('that is closed for days has the next opening if it is within two weeks', () => {
    const days = Array.from({ length: 5 }, (_, i) => closed(`2026-11-2${i}`))
    const status = areaStatus(hoursWith(lateHours, days), 'Beer Hall', at('2026-11-20', '13:00'))
    expect(status.next).toEqual(at('2026-11-25', '12:00'))
  })
})

describe('an exception', () => {
  test('does not cut off hours from the evening before', () => {
    const hours = hoursWith(lateHours, [closed('2026-11-20')])
    expect(areaStatus(hours, 'Beer Hall', at('2026-11-20', '00:30')).open).toBe(true)
    expect(areaStatus(hours, 'Beer Hall', at('2026-11-20', '13:00')).open).toBe(false)
  })

  test('for the area takes precedence over one for the venue', () => {
    const party = {
      ...closed('2026-11-20', 'Beer Hall'),
      closed: false,
      intervals: lateHours,
      note: 'Party',
    }
    const hours = hoursWith([], [closed('2026-11-20'), party])
    expect(hoursOn(hours, 'Beer Hall', '2026-11-20')).toEqual({
      intervals: lateHours,
      note: 'Party',
    })
  })

  test('at short notice takes precedence over all others of its date', () => {
    const party = { ...closed('2026-11-20', 'Beer Hall'), closed: false, intervals: lateHours }
    for (const area of [null, 'Beer Hall'] as const) {
      const short = { ...closed('2026-11-20', area), note: '', atShortNotice: true }
      for (const exceptions of [
        [party, short],
        [short, party],
      ]) {
        expect(
          hoursOn(hoursWith(lateHours, exceptions), 'Beer Hall', '2026-11-20').intervals,
        ).toEqual([])
      }
    }
    const elsewhere = { ...closed('2026-11-20', 'Cafe'), atShortNotice: true }
    expect(hoursOn(hoursWith([], [elsewhere, party]), 'Beer Hall', '2026-11-20').intervals).toBe(
      lateHours,
    )
  })

  test('for another area changes nothing', () => {
    const hours = hoursWith(lateHours, [closed('2026-11-20', 'Cafe')])
    expect(hoursOn(hours, 'Beer Hall', '2026-11-20').intervals).toEqual(lateHours)
  })

  test('whose note is an empty text has the note null', () => {
    const hours = hoursWith(lateHours, [{ ...closed('2026-11-20'), note: '' }])
    expect(hoursOn(hours, 'Beer Hall', '2026-11-20').note).toBeNull()
  })
})

describe('the venue’s clock', () => {
  test.each([
    ['winter', '2026-01-15T12:00:00Z', 'Europe/London', at('2026-01-15', '12:00')],
    ['summer', '2026-07-15T12:00:00Z', 'Europe/London', at('2026-07-15', '13:00')],
    [
      'the hour that is skipped',
      '2026-03-29T01:00:00Z',
      'Europe/London',
      at('2026-03-29', '02:00'),
    ],
    [
      'the hour that is repeated',
      '2026-10-25T01:30:00Z',
      'Europe/London',
      at('2026-10-25', '01:30'),
    ],
    ['midnight', '2026-06-30T23:00:00Z', 'Europe/London', at('2026-07-01', '00:00')],
    [
      'the other side of the date line',
      '2026-12-31T12:00:00Z',
      'Pacific/Auckland',
      at('2027-01-01', '01:00'),
    ],
  ])('shows the right local date and time: %s', (_, instant, timeZone, moment) => {
    expect(localMoment(new Date(instant), timeZone)).toEqual(moment)
  })

  test.each([
    ['2026-07-01T22:30:00Z', 'Europe/London', 23 * 60 + 30],
    ['2026-12-01T22:30:00Z', 'Europe/London', 22 * 60 + 30],
    ['2026-12-01T00:00:59Z', 'Europe/London', 0],
    ['2026-12-01T20:00:00Z', 'Pacific/Auckland', 9 * 60],
  ])('at %s in %s shows minute %i of the day', (at, timeZone, minute) => {
    expect(localMoment(new Date(at), timeZone).minutes).toBe(minute)
  })

  test('tells when an area closes at 01:00, also in the night in which the clocks go back', () => {
    const open = (instant: string) =>
      areaStatus(hoursWith(lateHours), 'Beer Hall', localMoment(new Date(instant), 'Europe/London'))
        .open
    expect(open('2026-10-24T23:59:00Z')).toBe(true)
    expect(open('2026-10-25T01:00:00Z')).toBe(false)
  })

  test('has the right weekday in every year', () => {
    expect(['2026-11-20', '2024-02-29', '2027-01-01'].map(weekdayOf)).toEqual(['fri', 'thu', 'fri'])
  })
})

describe('the next change', () => {
  test.each([
    ['is the opening', '11:00', 60],
    ['is the closing, past midnight', '23:00', 120],
    ['is the closing at the minute of the opening', '12:00', 13 * 60],
  ])('%s', (_, time, minutes) => {
    expect(minutesToNextChange(hoursWith(lateHours), at('2026-11-20', time))).toBe(minutes)
  })

  test('is the earliest of all areas', () => {
    const hours = hoursWith(lateHours)
    hours.areas.push({ area: 'Cafe', week: week([{ opens: '07:00', closes: '15:00' }]) })
    expect(minutesToNextChange(hours, at('2026-11-20', '14:30'))).toBe(30)
  })

  test('is null if nothing ever opens', () => {
    expect(minutesToNextChange(hoursWith([]), at('2026-11-20', '12:00'))).toBeNull()
  })
})
