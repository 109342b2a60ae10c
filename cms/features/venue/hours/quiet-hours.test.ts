import { describe, expect, test } from 'vitest'
import { quietEnd } from './quiet-hours.ts'

describe('quiet hours', () => {
  const night = { from: 22 * 60, to: 8 * 60 }
  // London is an hour ahead of UTC in summer.
  test.each([
    [null, '2026-07-01T23:00:00Z', null],
    [night, '2026-07-01T20:59:59Z', null],
    [night, '2026-07-01T21:00:00Z', '2026-07-02T07:00:00Z'],
    [night, '2026-07-01T23:30:00Z', '2026-07-02T07:00:00Z'],
    [night, '2026-07-02T06:59:59Z', '2026-07-02T07:00:00Z'],
    [night, '2026-07-02T07:00:00Z', null],
    [{ from: 60, to: 120 }, '2026-07-01T00:30:00Z', '2026-07-01T01:00:00Z'],
    [{ from: 60, to: 60 }, '2026-07-01T00:00:00Z', null],
    [{ from: 60, to: 0 }, '2026-07-01T22:30:00Z', '2026-07-01T23:00:00Z'],
    // Nights in which the clocks change: first they go back, then forward.
    [night, '2026-10-24T22:00:00Z', '2026-10-25T08:00:00Z'],
    [night, '2026-03-28T23:00:00Z', '2026-03-29T07:00:00Z'],
    // The clock skips the end of the quiet hours, or shows it twice; then the first of the two times counts.
    [{ from: 0, to: 90 }, '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
    [{ from: 0, to: 90 }, '2026-10-25T00:10:00Z', '2026-10-25T00:30:00Z'],
    [{ from: 0, to: 90 }, '2026-10-25T01:10:00Z', null],
  ])(
    '%j: a nudge that is due at %s waits until %s; null means that it does not wait',
    (quiet, at, end) => {
      expect(quietEnd(quiet, new Date(at), 'Europe/London')).toEqual(new Date(end ?? at))
    },
  )
})
