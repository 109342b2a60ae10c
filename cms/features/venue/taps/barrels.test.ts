import { expect, test } from 'vitest'
import { nextBarrel } from './barrels.ts'

const free = { id: 2, number: null, name: 'Big Wheel' }
const other = { id: 3, number: null, name: 'Hay Meadow' }
const reserved = { id: 4, number: 7, name: 'Second Bus' }

test('the next beer is the one reserved for the tap, else the first unreserved one', () => {
  expect(nextBarrel(7, [free, reserved])).toBe(reserved)
  expect(nextBarrel(3, [reserved, free, other])).toBe(free)
  expect(nextBarrel(3, [reserved])).toBeUndefined()
})
