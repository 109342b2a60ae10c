import { describe, expect, test } from 'vitest'
import { createStartMover } from './move-start.ts'

const from = '2026-12-03T19:30'
const times = { end: '2026-12-03T22:00', doors: '2026-12-03T19:00' }

test.each([
  ['earlier on its day', '2026-12-03T18:00', '2026-12-03T20:30', '2026-12-03T17:30'],
  ['to another day', '2026-12-10T19:30', '2026-12-10T22:00', '2026-12-10T19:00'],
  ['to the last evening of a year', '2026-12-31T22:00', '2027-01-01T00:30', '2026-12-31T21:30'],
])('a start that is moved %s moves the end and the doors by as much', (_, to, end, doors) => {
  expect(createStartMover(times)({ from, to, ...times })).toEqual({ end, doors })
})

test.each([null, '', '12026-12-03T19:30'])(
  'the end does not move while the start is %j, but moves with the next complete start',
  (between) => {
    const moveStart = createStartMover(times)
    expect(moveStart({ from, to: between, ...times })).toEqual(times)
    const moved = moveStart({ from: between, to: '2026-12-04T19:30', ...times })
    expect(moved).toEqual({ end: '2026-12-04T22:00', doors: '2026-12-04T19:00' })
  },
)

test('an event without an end gets one, and an end that was entered before the start stays', () => {
  const empty = { end: null, doors: null }
  const change = { from: null, to: from, doors: null }
  expect(createStartMover(empty)({ ...change, end: null }).end).toBe('2026-12-03T22:00')
  expect(createStartMover(empty)({ ...change, end: '2026-12-03T23:00' }).end).toBe(
    '2026-12-03T23:00',
  )
})

describe('a typed time', () => {
  test('stays if it fits the new start, whatever the start was while it was typed', () => {
    const moveStart = createStartMover(times)
    const typed = { end: '2026-12-10T22:00', doors: '2026-12-10T19:15' }
    const between = moveStart({ from, to: '2026-12-01T19:30', ...typed })
    expect(moveStart({ from: '2026-12-01T19:30', to: '2026-12-10T19:30', ...between })).toEqual(
      typed,
    )
  })

  test('moves with the start if it does not fit the new start', () => {
    const moveStart = createStartMover(times)
    const typed = { end: '2026-12-03T23:00', doors: '2026-12-03T18:30' }
    const between = moveStart({ from, to: '2026-12-01T19:30', ...typed })
    expect(moveStart({ from: '2026-12-01T19:30', to: '2026-12-10T19:30', ...between })).toEqual({
      end: '2026-12-10T23:00',
      doors: '2026-12-10T18:30',
    })
  })

  test('that was removed gives way to the usual end, also while a year is typed', () => {
    const moveStart = createStartMover(times)
    const removed = { end: null, doors: null }
    const between = moveStart({ from, to: '0002-12-10T19:30', ...removed })
    expect(moveStart({ from: '0002-12-10T19:30', to: '2026-12-10T19:30', ...between })).toEqual({
      end: '2026-12-10T22:00',
      doors: null,
    })
  })
})
