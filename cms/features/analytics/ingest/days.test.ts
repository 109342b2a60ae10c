import { expect, test } from 'vitest'
import { monthsFrom, sessionDays } from './days.ts'

test.each([
  ['2026-11-23T12:00:00Z', 'Europe/London', '2026-11-23', null, null],
  ['2026-11-23T00:30:00Z', 'Europe/London', '2026-11-23', '2026-11-22', null],
  ['2026-11-23T02:00:00Z', 'Europe/London', '2026-11-23', null, null],
  ['2026-11-23T00:30:00Z', 'America/New_York', '2026-11-22', null, null],
  ['2026-11-30T23:30:00Z', 'Pacific/Auckland', '2026-12-01', null, null],
  ['2026-12-31T15:10:00Z', 'Asia/Tokyo', '2027-01-01', '2026-12-31', null],
  ['2026-12-31T13:59:00Z', 'Asia/Tokyo', '2026-12-31', null, null],
  ['2026-12-31T14:00:00Z', 'Asia/Tokyo', '2026-12-31', null, '2027-01-01'],
])(
  'at %s in %s it is %s, the day %s is still open, and the day %s is prepared',
  (at, timeZone, today, yesterday, tomorrow) => {
    expect(sessionDays(Date.parse(at), timeZone)).toEqual({ today, yesterday, tomorrow })
  },
)

test('months are counted across the end of a year', () => {
  expect(monthsFrom('2026-11', 3)).toEqual(['2026-11', '2026-12', '2027-01'])
})
