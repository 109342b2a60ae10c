import { expect, test } from 'vitest'
import { isTonight, startOfTonight } from './rules.ts'

const date = {
  day: '2026-06-05',
  startsAt: new Date('2026-06-05T20:00:00Z'),
  endsAt: new Date('2026-06-06T01:00:00Z'),
}

test.each([
  ['in the morning of its day', '2026-06-05', '2026-06-05T09:00:00Z', true],
  ['after midnight, while it is on', '2026-06-06', '2026-06-06T00:30:00Z', true],
  ['in the night, when the last guests leave', '2026-06-06', '2026-06-06T06:59:00Z', true],
  ['in the morning after it', '2026-06-06', '2026-06-06T07:00:00Z', false],
  ['on the day before', '2026-06-04', '2026-06-04T23:00:00Z', false],
])('an event is one of tonight, or not, %s', (_, today, now, expected) => {
  expect(isTonight(date, { today, now: new Date(now) })).toBe(expected)
})

test.each([
  ['in the evening since midnight', '2026-06-05T21:00:00Z', '2026-06-05T00:00:00Z'],
  ['after midnight since the noon before', '2026-06-05T00:30:00Z', '2026-06-04T12:00:00Z'],
  ['from 6 am on since midnight', '2026-06-05T06:00:00Z', '2026-06-05T00:00:00Z'],
])('what began is listed as tonight’s %s', (_, now, expected) => {
  expect(startOfTonight(new Date('2026-06-05T00:00:00Z'), new Date(now))).toEqual(
    new Date(expected),
  )
})
