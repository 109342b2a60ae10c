import { describe, expect, test } from 'vitest'
import { type Hours, weekdays } from '../../venue/hours/opening-hours.ts'
import type { BookingRule, Closure, Table } from '../rules.ts'
import {
  availabilityIn,
  closesTable,
  closureHitting,
  isAreaClosed,
  type PartyRequest,
  type Situation,
  type TakenTable,
} from './availability.ts'

const day = '2026-12-04'
const at = (time: string, on = day) => new Date(`${on}T${time}Z`)
const table = (id: number, given: Partial<Table> = {}): Table => ({
  ...{ id, name: `${id}`, area: 'Beer Hall', min: 1, max: 4, groups: [] },
  ...{ isStepFree: false, isOutdoors: false, hasHighChair: false },
  ...given,
})
const rule: BookingRule = {
  ...{ area: 'Beer Hall', days: [], interval: 60, stays: [{ party: 8, minutes: 120 }] },
  ...{ buffer: 0, daysAhead: 30, notice: 0, last: 60, covers: null, cancelHours: 2 },
  ...{ deposit: null, depositDays: [], spareSeats: 2, largestParty: 8 },
}
const week = Object.fromEntries(
  weekdays.map((each) => [each, [{ opens: '17:00', closes: '22:00' }]]),
) as Hours['areas'][number]['week']
const hours: Hours = {
  areas: [
    { area: 'Beer Hall', week },
    { area: 'Cafe', week },
  ],
  exceptions: [
    {
      ...{ date: '2026-12-05', area: 'Beer Hall', closed: false, note: '' },
      intervals: [{ opens: '17:00', closes: '19:00' }],
    },
  ],
}
const closure = (given: Partial<Closure>): Closure => ({
  ...{ area: null, tables: [], from: at('00:00'), to: at('23:59'), guestText: '' },
  ...given,
})
const taken = (from: string, to: string, given: Partial<TakenTable> = {}): TakenTable => ({
  ...{ table: 1, arrivals: 4, from: at(from).getTime(), to: at(to).getTime() },
  ...given,
})
type Given = Partial<Situation['setup']> & Partial<Pick<Situation, 'now' | 'taken'>>
const situation = ({
  now = at('12:00', '2026-12-01'),
  taken: rows = [],
  ...setup
}: Given = {}): Situation => ({
  setup: { tables: [table(1), table(2)], rules: [rule], closures: [], ...setup },
  ...{ hours, timeZone: 'Europe/London', now, taken: rows },
})
const hall = (given: Given = {}, request: PartyRequest = { party: 4 }, on = day) =>
  availabilityIn(situation(given)).ofArea('Beer Hall', on, request)
/** The times of the hall, those that are not free with an x. */
const times = (...args: Parameters<typeof hall>) =>
  hall(...args).times.map(({ clock, isFree }) => (isFree ? clock : `${clock}x`))

describe('a time is free', () => {
  test('if a table is free as long as the party stays', () => {
    const rows = [taken('18:00', '19:00'), taken('20:00', '21:00', { table: 2 })]
    expect(times({ taken: rows })).toEqual(['17:00', '18:00', '19:00', '20:00', '21:00'])
    expect(times({ taken: rows, tables: [table(1)] })).toEqual([
      '17:00x',
      '18:00x',
      '19:00',
      '20:00',
      '21:00',
    ])
  })

  test('for a joined booking only if all its tables are', () => {
    const tables = [table(1, { groups: ['w'] }), table(2, { groups: ['w'] })]
    expect(times({ tables, taken: [taken('20:00', '22:00')] }, { party: 7 })).toEqual([
      '17:00',
      '18:00',
      '19:00x',
      '20:00x',
      '21:00x',
    ])
  })

  test('if no more people arrive than the rule allows; a party at joined tables counts once', () => {
    const rules = [{ ...rule, covers: 10 }]
    const rows = [
      taken('19:00', '20:00', { arrivals: 6 }),
      taken('19:00', '20:00', { table: 2, arrivals: 0 }),
    ]
    const tables = [1, 2, 3].map((id) => table(id))
    expect(times({ rules, tables, taken: rows })).not.toContain('19:00x')
    const fewer = [{ ...rule, covers: 9 }]
    expect(times({ rules: fewer, tables, taken: rows })).toContain('19:00x')
    const late = taken('19:45', '20:00', { table: 2, arrivals: 1 })
    expect(times({ rules, tables, taken: [...rows, late] })).toContain('19:00x')
  })

  test('unless a closure closes its tables', () => {
    const parts = { from: at('19:00'), to: at('21:00') }
    const closed = ['17:00', '18:00x', '19:00x', '20:00x', '21:00']
    expect(times({ closures: [closure(parts)] })).toEqual(closed)
    expect(times({ closures: [closure({ ...parts, area: 'Beer Hall' })] })).toEqual(closed)
    expect(times({ closures: [closure({ ...parts, area: 'Cafe' })] })).not.toContain('19:00x')
    expect(times({ closures: [closure({ ...parts, tables: [1] })] })).not.toContain('19:00x')
    expect(times({ closures: [closure({ ...parts, tables: [1, 2] })] })).toEqual(closed)
  })

  test('only in the hours of the day, also if it closes early', () => {
    expect(times({}, { party: 4 }, '2026-12-05')).toEqual(['17:00', '18:00'])
  })

  test('only if it has not passed, and is not too soon', () => {
    expect(times({ now: at('19:00') })).toEqual(['19:00', '20:00', '21:00'])
    expect(times({ now: at('19:01') })).toEqual(['20:00', '21:00'])
    const rules = [{ ...rule, notice: 60 }]
    expect(times({ rules, now: at('19:01') })).toEqual(['21:00'])
  })
})

test('a closure hits a booking at its tables, only in its time', () => {
  const tables = [table(1), table(2)]
  const hit = (given: Partial<Closure>, from = '18:00', to = '20:00') =>
    closureHitting([closure(given)], { tables, startsAt: at(from), endsAt: at(to) }) !== null
  expect(hit({ tables: [2] })).toBe(true)
  expect(hit({ tables: [3] })).toBe(false)
  expect(hit({ area: 'Cafe' })).toBe(false)
  expect(hit({ area: 'Beer Hall', from: at('20:00') })).toBe(false)
  expect(hit({ area: 'Beer Hall', from: at('19:59') })).toBe(true)
  expect(isAreaClosed([closure({ area: 'Beer Hall' })], 'Beer Hall', at('18:00'))).toBe(true)
  expect(isAreaClosed([closure({ tables: [1] })], 'Beer Hall', at('18:00'))).toBe(false)
})

test('a time whose stay reaches into a closure of the area is closed, and not full', () => {
  const closures = [closure({ area: 'Beer Hall', from: at('18:00'), to: at('20:00') })]
  expect(
    hall({ closures })
      .times.filter(({ isClosed }) => isClosed)
      .map(({ clock }) => clock),
  ).toEqual(['17:00', '18:00', '19:00'])
  const allDay = availabilityIn(situation({ closures: [closure({ area: 'Beer Hall' })] }))
  expect(allDay.stateOf(day, { area: 'Beer Hall', party: 4 })).toBe('closed')
})

test('a party that is too large for an area finds the day neither closed nor full', () => {
  const { stateOf } = availabilityIn(situation())
  expect(stateOf(day, { area: null, party: 9 })).toBe('too_large')
  expect(stateOf(day, { area: null, party: 8 })).toBe('too_large')
})

describe('an area says why it has no times', () => {
  test.each([
    ['it has no tables', { tables: [] }, 4, day, 'none'],
    ['it has no rule', { rules: [] }, 4, day, 'none'],
    ['the day is over', { now: at('21:30') }, 4, day, 'closed'],
    ['it is too far ahead', {}, 4, '2027-01-01', 'too_far'],
    ['the party is too large', {}, 9, day, 'too_large'],
    ['none of its tables has the right size', {}, 8, day, 'no_fit'],
    ['none is small enough', {}, 1, day, 'no_fit'],
    ['it is open', {}, 4, day, 'open'],
  ] as const)('%s', (_, given, party, on, state) => {
    expect(hall(given as Given, { party }, on).state).toBe(state)
  })

  test('and shows what staff wrote for guests', () => {
    const closures = [closure({ from: at('20:00'), guestText: 'A wedding.' })]
    expect(hall({ closures }).closedText).toBe('A wedding.')
    expect(hall({ closures }, { party: 4 }, '2026-12-05').closedText).toBe('')
  })
})

test('a day lists the areas that take bookings; it is free, full or closed', () => {
  const stateOf = (given: Given, on = day) => {
    const { ofDay, stateOf: state } = availabilityIn(situation(given))
    const request = { area: null, party: 4 }
    return [ofDay(on, request).map(({ area }) => area), state(on, request)]
  }
  expect(stateOf({})).toEqual([['Beer Hall'], 'free'])
  expect(stateOf({ closures: [closure({})] })).toEqual([['Beer Hall'], 'closed'])
  expect(stateOf({ closures: [closure({ tables: [1, 2] })] })).toEqual([['Beer Hall'], 'full'])
  expect(stateOf({ tables: [] })).toEqual([[], 'closed'])
  const rules = [rule, { ...rule, area: 'Cafe' as const }]
  const tables = [table(1), table(2, { area: 'Cafe' })]
  expect(stateOf({ rules, tables })).toEqual([['Beer Hall', 'Cafe'], 'free'])
})

test.each([
  ['the whole venue', closure({}), true],
  ['its area', closure({ area: 'Beer Hall' }), true],
  ['another area', closure({ area: 'Cafe' }), false],
  ['it and others', closure({ tables: [7, 1] }), true],
  ['other tables of its area', closure({ area: 'Beer Hall', tables: [7] }), false],
] as const)('a closure of %s closes a table: %#', (_, each, isClosed) => {
  expect(closesTable(each, table(1))).toBe(isClosed)
})
