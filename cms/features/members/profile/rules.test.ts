import { expect, test } from 'vitest'
import { slotAt } from './rules.ts'

test.each([
  [0, 'Late Night'],
  [7, 'Late Night'],
  [8, 'Morning'],
  [11, 'Morning'],
  [12, 'Afternoon'],
  [16, 'Afternoon'],
  [17, 'Evening'],
  [20, 'Evening'],
  [21, 'Late Night'],
  [23, 'Late Night'],
])('at %i o’clock the time slot is %s', (hour, slot) => {
  expect(slotAt(hour)).toBe(slot)
})
