import { tzlib_get_ical_block } from 'timezones-ical-library'
import { expect, test } from 'vitest'
import { canonicalTimeZone, listTimeZones, storedTimeZone } from './time-zone.ts'
import { formatVenueTime, moveToZone } from './venue-time.ts'

test.each([
  ['Europe/London', 'Europe/London'],
  ['europe/london', 'Europe/London'],
  [' EUROPE/BERLIN ', 'Europe/Berlin'],
  ['GB', 'Europe/London'],
  ['US/Eastern', 'America/New_York'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['asia/katmandu', 'Asia/Kathmandu'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Etc/UTC', 'UTC'],
])('the time zone %s is stored as %s', (name, canonical) => {
  expect(canonicalTimeZone(name)).toBe(canonical)
})

test.each([
  '+01:00',
  '-0530',
  '+1',
  'UTC+1',
  '',
  ' ',
  'London',
  'Europe/',
  'Europe/Nowhere',
  null,
  1,
])('%s is no time zone', (name) => {
  expect(canonicalTimeZone(name)).toBeNull()
})

test.each([
  ['+01:00', 'Etc/GMT-1', '13:00'],
  ['+01', 'Etc/GMT-1', '13:00'],
  ['-0500', 'Etc/GMT+5', '07:00'],
  ['+14:00', 'Etc/GMT-14', '02:00'],
  ['+00:00', 'UTC', '12:00'],
  ['+0530', 'Asia/Kolkata', '17:30'],
  ['+05:45', 'Asia/Kathmandu', '17:45'],
  ['-09:30', 'Pacific/Marquesas', '02:30'],
  ['-03:30', '-03:30', '08:30'],
  ['-13:00', '-13:00', '23:00'],
  ['europe/paris', 'Europe/Paris', '13:00'],
  ['Europe/Nowhere', 'UTC', '12:00'],
])('a stored zone %s is %s, and its clock shows the same time as before', (name, zone, clock) => {
  expect(storedTimeZone(name)).toBe(zone)
  expect(formatVenueTime(new Date('2026-01-15T12:00Z'), zone)).toContain(clock)
  const moved = moveToZone(new Date('2026-01-15T12:00Z'), { from: zone, to: 'UTC' })
  expect(moved.toISOString().slice(11, 16)).toBe(clock)
})

test('calendar files can describe every time zone that a form offers', () => {
  const zones = listTimeZones()
  expect(zones.length).toBeGreaterThan(400)
  for (const zone of [...zones, 'UTC', 'Etc/GMT+5']) {
    expect(canonicalTimeZone(zone), zone).toBe(zone)
    expect(String(tzlib_get_ical_block(zone)), zone).toContain('BEGIN:VTIMEZONE')
  }
})
