import { expect, test } from 'vitest'
import { clockWarning, measured, seen, timeOf, unknownClock } from './clock.ts'

const noon = Date.parse('2026-12-04T12:00:00Z')
const minute = 60_000
const after = (serverAt: number, sentAt = noon, tookMs = 200) =>
  measured(unknownClock, { sentAt, receivedAt: sentAt + tookMs, serverAt })

test('the offset is the difference to the middle of the request', () => {
  const clock = after(noon + 5_100)
  expect(clock.offsetMs).toBe(5_000)
  expect(timeOf(clock, noon + 1_000)).toBe(noon + 6_000)
})

test('a slow request does not replace a fast one, unless the clock moved or the fast one is old', () => {
  const clock = after(noon + 100)
  const slow = { sentAt: noon + minute, receivedAt: noon + minute + 4_000 }
  expect(measured(clock, { ...slow, serverAt: noon + minute + 3_900 })).toBe(clock)
  expect(measured(clock, { ...slow, serverAt: noon + 20 * minute }).offsetMs).toBe(
    19 * minute - 2_000,
  )
  const later = { sentAt: noon + 16 * minute, receivedAt: noon + 16 * minute + 4_000 }
  expect(measured(clock, { ...later, serverAt: noon + 16 * minute + 3_000 }).offsetMs).toBe(1_000)
})

test('a request during which the clock went back says nothing', () => {
  const clock = after(noon + 100)
  const request = { sentAt: noon + minute, receivedAt: noon - minute, serverAt: noon }
  expect(measured(clock, request)).toBe(clock)
})

test('a clock that was set back does not take the time back, until the server answers', () => {
  const clock = seen(after(noon + 100), noon + 30 * minute)
  expect(timeOf(clock, noon + 29.5 * minute)).toBe(noon + 29.5 * minute)
  const setBack = noon - 60 * minute
  expect(timeOf(clock, setBack)).toBe(noon + 30 * minute)
  expect(clockWarning(setBack, timeOf(clock, setBack))).toContain('90 minutes slow')
  const request = { sentAt: setBack, receivedAt: setBack + 100, serverAt: noon + 31 * minute }
  const again = measured(clock, request)
  expect(timeOf(again, setBack + minute)).toBe(noon + 32 * minute - 50)
})

test.each([
  [1, null],
  [10, 'The clock of this phone is 10 minutes slow.'],
  [-130, 'The clock of this phone is 130 minutes fast.'],
])('a clock that is %s minutes behind is noticed: %s', (minutes, text) => {
  const warning = clockWarning(noon, noon + minutes * minute)
  if (text === null) expect(warning).toBe(null)
  else expect(warning).toContain(text)
})
