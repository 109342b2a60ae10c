import { expect, test } from 'vitest'
import type { Hours } from '../../venue/hours/opening-hours.ts'
import { deskSlots } from './slots.ts'

const hoursWith = (...intervals: { opens: string; closes: string }[]): Hours => ({
  areas: [
    {
      area: 'Common Room',
      week: { mon: [], tue: [], wed: [], thu: [], fri: intervals, sat: [], sun: [] },
    },
  ],
  exceptions: [],
})
const slotsOn = (day: string, ...intervals: { opens: string; closes: string }[]) =>
  deskSlots(day, {
    ...{ hours: hoursWith(...intervals), area: 'Common Room', timeZone: 'Europe/London' },
  }).map(({ slot, from, until }) => [
    slot,
    from.toISOString().slice(11, 16),
    until.toISOString().slice(11, 16),
  ])

test('a day is divided into the four slots between opening and closing', () => {
  expect(slotsOn('2026-12-04', { opens: '08:00', closes: '01:00' })).toEqual([
    ['Morning', '08:00', '12:00'],
    ['Afternoon', '12:00', '17:00'],
    ['Evening', '17:00', '21:00'],
    ['Late Night', '21:00', '01:00'],
  ])
})

test('before 8 is Morning, and a slot ends when the area closes; half an hour is the least', () => {
  expect(slotsOn('2026-12-04', { opens: '07:00', closes: '12:15' })).toEqual([
    ['Morning', '07:00', '12:00'],
  ])
  expect(slotsOn('2026-12-05', { opens: '08:00', closes: '12:00' })).toEqual([])
})
