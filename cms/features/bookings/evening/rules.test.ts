import { describe, expect, test } from 'vitest'
import {
  canDo,
  coversOf,
  dateOfClock,
  depositAfter,
  eveningDay,
  isFound,
  isOpen,
  phoneKey,
  type SheetFacts,
  type SheetStatus,
  sheetStatuses,
  sheetStatusOf,
  warningsOf,
} from './rules.ts'

const facts: SheetFacts = {
  ...{ reservation: 'going', isHeld: false, isReleased: false },
  ...{ isQuoted: false, isSeated: false, isFinished: false },
}

test.each<[Partial<SheetFacts>, SheetStatus]>([
  [{}, 'expected'],
  [{ reservation: null, isHeld: true }, 'held'],
  [{ reservation: 'held' }, 'held'],
  [{ reservation: 'offered' }, 'waitlist'],
  [{ reservation: null, isQuoted: true }, 'waiting'],
  [{ reservation: 'attended', isSeated: true }, 'seated'],
  [{ isQuoted: true, isSeated: true }, 'seated'],
  [{ isSeated: true, isFinished: true }, 'finished'],
  [{ isQuoted: true, isFinished: true }, 'left'],
  [{ reservation: 'no_show', isReleased: true }, 'no_show'],
  [{ reservation: 'cancelled', isReleased: true }, 'cancelled'],
  [{ reservation: null, isReleased: true }, 'cancelled'],
])('%j is %s', (given, status) => {
  expect(sheetStatusOf({ ...facts, ...given })).toBe(status)
})

test('nothing can be done with a cancelled booking, and only undone with one that is over', () => {
  const over = sheetStatuses.filter((status) => !isOpen(status))
  expect(over).toEqual(['finished', 'left', 'no_show', 'cancelled'])
  for (const status of over) {
    for (const action of ['seat', 'move', 'late', 'finish', 'cancel', 'no_show'] as const) {
      expect(canDo(status, action), `${status} ${action}`).toBe(false)
    }
  }
  expect(canDo('finished', 'unfinish')).toBe(true)
  expect(canDo('no_show', 'undo_no_show')).toBe(true)
  expect(canDo('seated', 'no_show')).toBe(false)
})

test('the small hours belong to the evening before', () => {
  expect(eveningDay({ date: '2026-12-05', minutes: 90 })).toBe('2026-12-04')
  expect(eveningDay({ date: '2026-12-05', minutes: 360 })).toBe('2026-12-05')
  expect(dateOfClock('2026-12-04', '00:30')).toBe('2026-12-05')
  expect(dateOfClock('2026-12-04', '06:00')).toBe('2026-12-04')
})

test('people are counted at the time at which they arrive, without those who waited or did not come', () => {
  const at = (clock: string) => new Date(`2026-12-04T${clock}:00Z`)
  const times = [{ at: at('19:00') }, { at: at('19:30') }]
  const arriving = (clock: string, party: number, status: SheetStatus, hasTable = true) => ({
    ...{ startsAt: at(clock), party, status, hasTable },
  })
  const bookings = [
    arriving('18:45', 7, 'expected'),
    arriving('19:00', 2, 'expected'),
    arriving('19:29', 3, 'seated'),
    arriving('19:30', 4, 'finished'),
    arriving('20:00', 1, 'held'),
    arriving('19:00', 8, 'cancelled'),
    arriving('19:00', 8, 'no_show'),
    arriving('19:00', 8, 'expected', false),
  ]
  expect(coversOf(times, bookings).map(({ covers }) => covers)).toEqual([5, 5])
})

describe('what speaks against a booking', () => {
  const fine = { party: 4, seats: 4, covers: 6, capacity: 10, isOpenThen: true }
  test.each([
    [{}, []],
    [{ capacity: null, covers: 900 }, []],
    [{ covers: 7 }, ['too_many_arrive']],
    [{ seats: 3 }, ['too_few_seats']],
    [{ seats: null, isOpenThen: false }, ['closed', 'no_table']],
    [{ isBlocked: true, isOccupied: true }, ['blocked', 'occupied']],
    [{ isKept: true, isBlocked: true, isOpenThen: false }, ['kept']],
  ])('%j', (given, warnings) => {
    expect(warningsOf({ ...fine, ...given })).toEqual(warnings)
  })
})

test('a telephone number is the same with and without the prefix of its country', () => {
  expect(phoneKey('+44 7700 900-123')).toBe(phoneKey('07700 900123'))
  expect(phoneKey('07700 900124')).not.toBe(phoneKey('07700 900123'))
  expect(phoneKey('999')).toBeNull()
  expect(phoneKey(null)).toBeNull()
})

test('who twice did not come pays a deposit, and never less than the rule asks', () => {
  expect(depositAfter(1, { depositCents: 0, party: 4 })).toBe(0)
  expect(depositAfter(2, { depositCents: 0, party: 4 })).toBe(4000)
  expect(depositAfter(2, { depositCents: 9000, party: 4 })).toBe(9000)
})

test.each([
  ['', true],
  ['  lovel', true],
  ['0770', true],
  ['900123', true],
  ['+44', false],
  ['babbage', false],
])('a search for “%s” finds: %s', (search, found) => {
  expect(isFound({ name: 'Ada Lovelace', phone: '7700 900123' }, search)).toBe(found)
})
