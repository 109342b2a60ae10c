import { describe, expect, it } from 'vitest'
import { servedText } from '../../../../islands/opening/served.ts'
import type { AreaStatus } from '../hours/opening-hours.ts'
import {
  formatClock,
  formatSpan,
  type OpeningLabels,
  openLine,
  opensNextText,
  packWeek,
  statusTexts,
  unpackWeek,
} from './opening-texts.ts'

const labels: OpeningLabels = {
  open: 'Open now',
  until: 'until',
  closed: 'Closed',
  opens: 'opens',
  tomorrow: 'tomorrow',
  noon: 'noon',
  midnight: 'midnight',
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
}
// A Saturday.
const now = { date: '2026-11-21', minutes: 160 }
const shut = (area: AreaStatus['area'], date: string, minutes: number): AreaStatus => ({
  area,
  open: false,
  until: null,
  next: { date, minutes },
  note: null,
})

describe('formatted times', () => {
  it.each([
    [0, 'midnight'],
    [420, '7am'],
    [720, 'noon'],
    [1350, '10.30pm'],
    [1440, 'midnight'],
    [1500, '1am'],
  ])('show %i minutes as %s', (minutes, expected) => {
    expect(formatClock(minutes, labels)).toBe(expected)
  })

  it.each([
    ['17:00', '21:00', '5–9pm'],
    ['09:00', '23:00', '9am–11pm'],
    ['09:00', '01:00', '9am–1am'],
    ['12:00', '14:30', 'noon–2.30pm'],
    ['17:00', '00:00', '5pm–midnight'],
  ])('show the span from %s to %s as %s', (opens, closes, expected) => {
    expect(formatSpan({ opens, closes }, labels)).toBe(expected)
  })
})

describe('the next opening', () => {
  it('has no day for today, “tomorrow” for the next day, and a weekday after that', () => {
    const details = [
      shut('Cafe', '2026-11-21', 420),
      shut('Cafe', '2026-11-22', 420),
      shut('Cafe', '2026-11-25', 1020),
    ].map((status) => statusTexts(status, now, labels).detail)
    expect(details).toEqual(['opens 7am', 'opens tomorrow 7am', 'opens Wednesday 5pm'])
  })

  it('is that of the area that opens first, with its display name if it has another one', () => {
    const say = (...statuses: AreaStatus[]) =>
      opensNextText(statuses, now, { labels, names: { 'Event Spaces': 'Hall' } })
    expect(say(shut('Beer Hall', '2026-11-21', 720), shut('Cafe', '2026-11-21', 420))).toBe(
      'Cafe opens 7am',
    )
    expect(say(shut('Event Spaces', '2026-11-22', 420))).toBe('Hall opens tomorrow 7am')
    expect(say()).toBe('')
  })
})

describe('the line about open areas', () => {
  const names = {
    Cafe: 'Cafe',
    'Beer Hall': 'Beer Hall',
    Kitchens: 'Kitchens',
    'Cocktail Bar': 'Cocktail Bar',
    'Event Spaces': 'Hall',
    'Common Room': 'Common Room',
  }
  const open = (area: AreaStatus['area']): AreaStatus => ({
    area,
    open: true,
    until: { date: now.date, minutes: 1080 },
    next: null,
    note: null,
  })
  const line = (...statuses: AreaStatus[]) =>
    openLine(statuses, now, { labels, names, more: 'more' })

  it('shows the closing time of a single open area', () => {
    expect(line(open('Cafe'), shut('Beer Hall', '2026-11-21', 720))).toBe(
      'Open now: Cafe until 6pm',
    )
  })

  it('shows the display names of as many areas as fit on a phone, and counts the others', () => {
    expect(line(open('Cafe'), open('Event Spaces'))).toBe('Open now: Cafe, Hall')
    expect(line(open('Cafe'), open('Beer Hall'), open('Kitchens'), open('Event Spaces'))).toBe(
      'Open now: Cafe, Beer Hall +\u00a02\u00a0more',
    )
    expect(line(open('Cocktail Bar'), open('Event Spaces'), open('Beer Hall'))).toBe(
      'Open now: Cocktail Bar, Hall +\u00a01\u00a0more',
    )
    expect(line(open('Beer Hall'), open('Common Room'))).toBe('Open now: Beer Hall, Common Room')
    expect(line(open('Beer Hall'), open('Common Room'), open('Event Spaces'))).toBe(
      'Open now: Beer Hall +\u00a02\u00a0more',
    )
  })

  it('shows the next opening while everything is closed', () => {
    expect(line(shut('Beer Hall', '2026-11-21', 720), shut('Cafe', '2026-11-21', 420))).toBe(
      'Closed: Cafe opens 7am',
    )
    expect(line()).toBe('Closed')
  })
})

describe('on a Sunday, the stamp of a menu', () => {
  const words = { ...labels, today: 'On today', again: 'Back' }
  it.each([
    [['sun'], [], 'On today'],
    [['mon', 'tue'], [], 'Back tomorrow'],
    [['sat'], [], 'Back Saturday'],
    [['sun'], ['2026-11-22'], 'Back 29 November'],
    [['wed'], ['2026-11-25'], 'Back 2 December'],
  ] as const)(
    'that is served on %j, but not on the dates %j, says “%s”',
    (days, closed, expected) => {
      expect(servedText(days, '2026-11-22', words, closed)).toBe(expected)
    },
  )
})

it('a week is the same after packing and unpacking', () => {
  const day = (...spans: [string, string][]) => spans.map(([opens, closes]) => ({ opens, closes }))
  const week = {
    mon: [],
    tue: day(['09:00', '12:00'], ['17:00', '01:00']),
    wed: day(['12:00', '23:00']),
    thu: [],
    fri: day(['12:00', '23:00']),
    sat: day(['10:30', '02:00']),
    sun: [],
  }
  expect(packWeek(week)).toBe(';09:00-12:00,17:00-01:00;12:00-23:00;;12:00-23:00;10:30-02:00;')
  expect(unpackWeek(packWeek(week))).toEqual(week)
})
