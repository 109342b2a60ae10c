import { describe, expect, test } from 'vitest'
import type { ReadCode } from './code.ts'
import {
  areaOfSlug,
  areaSlug,
  chooseGuest,
  countLeaving,
  countMovements,
  type DoorFacts,
  decide,
  doorKey,
  type Found,
  findOf,
  findOfName,
  type Guest,
  guestAfter,
  type Movement,
  readDoor,
  timeOfScan,
} from './rules.ts'

const guest = (given: Partial<Guest> = {}): Guest => ({
  kind: null,
  ...{ reservation: 7, member: null, area: null, name: 'Ada', party: 4, status: 'going' },
  ...{ version: 1, inside: 0, came: 0, last: null, dueCents: 0, times: null, ...given },
})
const open = { inside: 0, limit: null, reEntry: true }
const decideFor = (
  given: Partial<Guest>,
  request: { direction?: 'in' | 'out'; count?: number; isOverride?: boolean } = {},
  area = open as { inside: number; limit: number | null; reEntry: boolean },
) =>
  decide(
    { is: 'guest', guest: guest(given), by: 'ticket' },
    { direction: 'in', count: null, isOverride: false, ...request },
    () => area,
  )

describe('a scan', () => {
  test.each<[Partial<Guest>, object, object]>([
    [{}, {}, { result: 'yes', count: 4, inside: 4 }],
    [{ inside: 1, came: 1 }, { count: 2 }, { result: 'yes', count: 2, inside: 3 }],
    [{ inside: 4, came: 4 }, {}, { result: 'already', count: 0, inside: 4 }],
    // Validity comes before "already inside".
    [{ inside: 4, came: 4, status: 'cancelled' }, {}, { result: 'cancelled', count: 0 }],
    [{ status: 'waitlisted' }, {}, { result: 'waitlisted' }],
    [{ status: 'offered' }, {}, { result: 'waitlisted' }],
    [{ status: 'held' }, {}, { result: 'unconfirmed' }],
    [{ status: 'no_show' }, {}, { result: 'yes', count: 4 }],
    [{ dueCents: 500 }, { count: 3 }, { result: 'pay', dueCents: 1500 }],
    // Who came in before has paid.
    [{ dueCents: 500, inside: 1, came: 3 }, { count: 3 }, { result: 'pay', dueCents: 500 }],
    [{ inside: 3, came: 3 }, { direction: 'out' }, { result: 'out', count: 3, inside: 0 }],
    [{}, { direction: 'out' }, { result: 'not_inside', count: 0 }],
  ])('of %j with %j has the result %j', (given, request, expected) => {
    expect(decideFor(given, request)).toMatchObject(expected)
  })

  test('without re-entry lets in only those who have not come yet', () => {
    const area = { ...open, reEntry: false }
    expect(decideFor({ inside: 1, came: 3 }, {}, area)).toMatchObject({ result: 'yes', count: 1 })
    expect(decideFor({ inside: 1, came: 4 }, {}, area)).toMatchObject({ result: 'no_reentry' })
  })

  test('warns at 90 % of the limit, stops at 100 %, and can be overridden', () => {
    const area = (inside: number) => ({ ...open, inside, limit: 100 })
    expect(decideFor({}, {}, area(85)).isNearLimit).toBe(false)
    expect(decideFor({}, {}, area(86)).isNearLimit).toBe(true)
    expect(decideFor({}, {}, area(96))).toMatchObject({ result: 'yes' })
    expect(decideFor({}, {}, area(97))).toMatchObject({ result: 'full', count: 0 })
    expect(decideFor({}, { isOverride: true }, area(97))).toMatchObject({ result: 'yes' })
    expect(decideFor({ inside: 4, came: 4 }, {}, area(100))).toMatchObject({ result: 'already' })
  })

  test('changes the phone’s list as the server counts', () => {
    const after = guestAfter(guest(), {
      result: 'yes',
      count: 3,
      at: 5,
      door: 'tables',
      by: 'Anna',
    })
    expect(after).toMatchObject({ inside: 3, came: 3, last: { at: 5, door: 'tables', by: 'Anna' } })
    const left = guestAfter(after, { result: 'out', count: 2, at: 6, door: 'tables', by: 'Anna' })
    expect(left).toMatchObject({ inside: 1, came: 3 })
    expect(guestAfter(after, { result: 'full', count: 0, at: 6, door: '', by: '' })).toEqual(after)
  })
})

describe('a member with several reservations at a door', () => {
  const hour = 3_600_000
  const now = Date.parse('2026-12-04T19:00:00Z')
  /** Times in hours from now. */
  const at = (
    reservation: number,
    [opens, starts, ends]: [number, number, number],
    given: Partial<Guest> = {},
  ) =>
    guest({
      ...{ reservation, member: 9, party: 1 },
      times: { opens: now + opens * hour, starts: now + starts * hour, ends: now + ends * hour },
      ...given,
    })
  const desk = {
    morning: at(1, [-13, -10, -6]),
    allDay: at(2, [-13, -10, 2]),
    later: at(3, [4, 7, 9]),
  }
  const event = { now: at(4, [-36, -0.5, 3]), soon: at(5, [-35, 1, 4]), over: at(6, [-41, -5, -2]) }
  const table = { now: at(7, [-3.2, -0.2, 2]), soon: at(8, [-2.5, 0.5, 2]) }
  const inside = { status: 'attended', inside: 1, came: 1 } as const
  const area = { type: 'area', area: 'Beer Hall' } as const
  const choose = (guests: Guest[], given: Partial<Parameters<typeof chooseGuest>[1]> = {}) =>
    chooseGuest(guests, { now, direction: 'in', door: area, ...given })?.reservation ?? null

  test.each<[string, Guest[], number | null]>([
    ['a desk that is over and an event now', [desk.morning, event.now], 4],
    ['a desk that is over and an event soon', [desk.morning, event.soon], 5],
    ['a desk later and an event now', [desk.later, event.now], 4],
    ['a desk that is over and a table now', [desk.morning, table.now], 7],
    ['a table now and an event soon', [event.soon, table.now], 7],
    ['a table soon and an event later', [event.soon, table.soon], 8],
    ['two at once: the one that began last', [desk.allDay, event.now], 4],
    ['two at once, and they are inside with one', [{ ...event.now, ...inside }, desk.allDay], 2],
    ['a desk that is over', [desk.morning], null],
    ['a desk later', [desk.later], null],
    ['an event that is over', [event.over], null],
    ['an event that is over, and they are inside', [{ ...event.over, ...inside }], 6],
    ['a cancelled event and a table soon', [{ ...event.now, status: 'cancelled' }, table.soon], 8],
    ['a place in a queue', [{ ...event.now, status: 'waitlisted' }], 4],
    ['a reservation without times', [guest({ reservation: 10, member: 9 })], 10],
  ])('%s', (_, guests, expected) => {
    expect(choose(guests)).toBe(expected)
    expect(choose(guests.toReversed())).toBe(expected)
  })

  test('leaves with the one with people inside', () => {
    const guests = [desk.allDay, { ...event.over, ...inside }]
    expect(choose(guests, { direction: 'out' })).toBe(6)
    expect(choose(guests)).toBe(2)
  })

  test('is told at the door of bookings what is wrong with the nearest one', () => {
    expect(choose([desk.later, desk.morning], { door: { type: 'tables' } })).toBe(3)
  })
})

describe('a code', () => {
  const now = Date.parse('2026-12-04T20:00:00Z')
  const facts: DoorFacts = {
    ...{ door: { type: 'event', event: 3 }, night: '2026-12-04', now, isListComplete: false },
    lost: { members: new Set([1]), suspended: new Set([2]), devices: new Set([30]) },
    findReservation: (id) => (id === 7 ? guest({ version: 2 }) : null),
    findOfMember: (member) => (member === 9 ? guest({ member: 9 }) : null),
    findMember: (member) => guest({ reservation: null, member, party: 1 }),
  }
  const ticket = (given: object = {}): ReadCode => ({
    ...{ type: 'ticket', kid: 'k', signed: '', signature: '' },
    ticket: {
      ...{ kind: 'event', reservation: 7, version: 2, subject: 3, area: 'Beer Hall', party: 2 },
      ...{ from: '2026-12-04', until: '2026-12-04', ...given },
    },
  })
  const card = (given: object = {}): ReadCode => ({
    ...{ type: 'card', kid: 'k', certificate: '', certificateSignature: '', deviceKey: '' },
    ...{ signed: '', signature: '' },
    card: { device: 5, member: 9, certifiedUntil: now + 1000, at: now, ...given },
  })
  const resultOf = (found: Found) => (found.is === 'guest' ? found.guest.reservation : found.result)

  test.each([
    ['table', { type: 'tables' }, 8],
    ['desk', { type: 'tables' }, 8],
    ['event', { type: 'tables' }, 'wrong_area'],
    ['desk', { type: 'area', area: 'Beer Hall' }, 8],
    ['desk', { type: 'event', event: 3 }, 'wrong_area'],
  ] as const)(
    'with the ticket of a %s, which is newer than the list, at the door %j',
    (kind, door, expected) => {
      const found = findOf(ticket({ reservation: 8, kind }), true, { ...facts, door })
      expect(resultOf(found)).toBe(expected)
      if (found.is === 'guest') expect(found.guest.kind).toBe(kind === 'desk' ? 'desk' : null)
    },
  )

  test.each<[string, ReadCode, unknown]>([
    ['a known ticket', ticket(), 7],
    ['an older link', ticket({ version: 1 }), 'code_too_old'],
    ['a ticket that is newer than the list', ticket({ reservation: 8 }), 8],
    [
      'another day',
      ticket({ reservation: 8, from: '2026-12-05', until: '2026-12-05' }),
      'wrong_day',
    ],
    ['another event', ticket({ reservation: 8, subject: 4 }), 'wrong_area'],
    ['a card', card(), 7],
    ['a card after 30 s', card({ at: now - 30_000 }), 7],
    ['a card after 31 s', card({ at: now - 31_000 }), 'code_too_old'],
    ['a card from the future', card({ at: now + 31_000 }), 'code_too_old'],
    ['an ended certificate', card({ certifiedUntil: now }), 'code_too_old'],
    ['a browser that signed out', card({ device: 30 }), 'code_too_old'],
    ['a deleted member', card({ member: 1 }), 'membership_ended'],
    ['a suspended member', card({ member: 2 }), 'suspended'],
    ['a member without a reservation', card({ member: 10 }), 'no_reservation'],
    ['the card of somebody online', { type: 'online_card' }, 'needs_network'],
    ['a printed number', { type: 'number', member: 9 }, 'needs_network'],
    ['no code', { type: 'unknown' }, 'unknown'],
  ])('that is %s', (_, read, expected) => {
    expect(resultOf(findOf(read, true, facts))).toBe(expected)
  })

  test('without a valid signature is unknown', () => {
    expect(resultOf(findOf(ticket(), false, facts))).toBe('unknown')
    expect(resultOf(findOf(card(), false, facts))).toBe('unknown')
  })

  test('at the door of an area is for members too', () => {
    const area: DoorFacts = { ...facts, door: { type: 'area', area: 'Beer Hall' } }
    expect(findOf(card({ member: 10 }), true, area)).toMatchObject({ guest: { member: 10 } })
    expect(resultOf(findOf(ticket({ reservation: 8 }), true, area))).toBe(8)
    expect(resultOf(findOf(ticket({ reservation: 8, area: 'Cafe' }), true, area))).toBe(
      'wrong_area',
    )
  })

  test('that a complete list does not have is unknown', () => {
    const complete = { ...facts, isListComplete: true }
    expect(resultOf(findOf(ticket({ reservation: 8 }), true, complete))).toBe('unknown')
  })
})

describe('a member who lost access', () => {
  const suspended = { is: 'guest', by: 'name', lost: 'suspended' } as const
  const decideAbout = (given: Partial<Guest>, direction: 'in' | 'out') =>
    decide(
      { ...suspended, guest: guest(given) },
      { direction, count: null, isOverride: false },
      () => open,
    )
  test('does not come in, and may leave', () => {
    expect(decideAbout({}, 'in')).toMatchObject({ result: 'suspended', count: 0 })
    expect(decideAbout({ inside: 2, came: 2 }, 'out')).toMatchObject({ result: 'out', count: 2 })
  })
  test('is known by ticket and by name', () => {
    const lost = { members: new Set([1]), suspended: new Set([2]), devices: new Set<number>() }
    const lostOf = (member: number | null) => findOfName(guest({ member }), { lost })
    expect([1, 2, 3, null].map((member) => lostOf(member))).toMatchObject([
      { lost: 'membership_ended' },
      { lost: 'suspended' },
      { lost: null },
      { lost: null },
    ])
  })
})

test.each<[Partial<Guest>, boolean, string]>([
  [{}, false, 'ask_name'],
  [{ inside: 1, came: 1 }, false, 'number_used'],
  [{}, true, 'number_used'],
  [{ inside: 4, came: 4 }, true, 'already'],
])('a printed number of %j, used before: %s, has the result %s', (given, isUsed, result) => {
  const request = { direction: 'in', count: null, isOverride: false } as const
  const found = { is: 'guest', guest: guest(given), by: 'number', isUsed } as const
  expect(decide(found, request, () => open).result).toBe(result)
})

test('those who left without a reservation are at most those who were inside then', () => {
  const row = (
    id: number,
    at: number,
    direction: 'in' | 'out',
    count: number,
    counted = count,
  ) => ({
    ...{ id, at, direction, count, counted, isWalkIn: true },
  })
  // The phone that counted three out sends first; the five who came before that arrive later.
  const rows = [row(1, 20, 'out', 3, 0), row(2, 10, 'in', 5), row(3, 30, 'out', 9, 5)]
  expect(countLeaving(rows)).toEqual([
    { id: 1, counted: 3, slot: null },
    { id: 3, counted: 2, slot: null },
  ])
  const guests = { ...row(4, 15, 'out', 4, 4), isWalkIn: false }
  expect(countLeaving([guests, row(2, 10, 'in', 5)])).toEqual([])
})

describe('movements', () => {
  const move = (
    id: number,
    at: number,
    count: number,
    direction: Movement['direction'] = 'in',
  ) => ({
    ...{ id, at, count, direction },
  })
  test('count in the order of their times, however they are listed', () => {
    const rows = [move(1, 20, 2), move(2, 10, 1), move(3, 30, 1), move(4, 25, 1, 'out')]
    for (const given of [rows, rows.toReversed()]) {
      const { rows: counted, inside, came } = countMovements(given, 3)
      expect(Object.fromEntries(counted.map((row) => [row.id, row.counted]))).toEqual({
        ...{ 1: 2, 2: 1, 3: 1, 4: 1 },
      })
      expect({ inside, came }).toEqual({ inside: 3, came: 3 })
    }
  })
  test.each([
    [[2, 4], { 1: 2, 2: 2 }],
    [[4, 2], { 1: 4, 2: 0 }],
  ])('of a party of four at two doors, %j, count four', ([one = 0, other = 0], expected) => {
    const { rows, inside } = countMovements([move(2, 20, other), move(1, 10, one)], 4)
    expect(Object.fromEntries(rows.map(({ id, counted }) => [id, counted]))).toEqual(expected)
    expect(inside).toBe(4)
  })
  test('of a party that became smaller count no fewer than none', () => {
    const { rows } = countMovements([move(1, 10, 4), move(2, 20, 1)], 2)
    expect(rows.map(({ counted }) => counted)).toEqual([2, 0])
  })
  test('of a ticket that was used twice: the earlier counts', () => {
    const { rows, inside } = countMovements([move(1, 20, 2), move(2, 10, 2)], 2)
    expect(rows).toEqual([
      { id: 2, counted: 2, slot: 0 },
      { id: 1, counted: 0, slot: null },
    ])
    expect(inside).toBe(2)
  })
  test('that a list took back do not count as having come', () => {
    const { inside, came } = countMovements([move(1, 1, 3), move(2, 2, 3, 'back')], 4)
    expect({ inside, came }).toEqual({ inside: 0, came: 0 })
  })
})

describe('the time of a scan', () => {
  const hour = 3_600_000
  const receivedAt = 100 * hour
  test.each([
    ['is that of the phone', { at: 99, clock: 99 }, 100, { at: 99, isGuess: false }],
    [
      'is only a guess if the clock disagrees',
      { at: 99, clock: 90 },
      100,
      { at: 99, isGuess: true },
    ],
    ['is by the clock if it is impossible', { at: 3, clock: 9 }, 10, { at: 99, isGuess: true }],
    ['is now if it is in the future', { at: 200, clock: 200 }, 100, { at: 100, isGuess: true }],
    ['is none if it is too old', { at: 60, clock: 60 }, 100, null],
  ])('%s', (_, { at, clock }, sent, expected) => {
    const time = timeOfScan(
      { at: at * hour, clock: clock * hour },
      { clock: sent * hour, receivedAt },
    )
    expect(time).toEqual(expected && { ...expected, at: expected.at * hour })
  })
})

test.each(['event:12', 'area:beer-hall', 'tables'])('%s is a door', (key) => {
  const door = readDoor(key)
  expect(door && doorKey(door)).toBe(key)
})
test.each(['', 'event:0', 'event:1x', 'area:moon', 'area:', 'table'])('%j is no door', (key) => {
  expect(readDoor(key)).toBeNull()
})
test('areas have addresses', () => {
  expect(areaSlug('Beer Hall')).toBe('beer-hall')
  expect(areaOfSlug('event-spaces')).toBe('Event Spaces')
  expect(areaOfSlug(null)).toBeNull()
})
