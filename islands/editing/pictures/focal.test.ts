import { expect, test } from 'vitest'
import { focalAt, movedFocal } from './focal.ts'

test('arrow keys move the focal point inside the picture, and Shift moves it ten times as far', () => {
  expect(movedFocal({ x: 50, y: 50 }, 'ArrowLeft', false)).toEqual({ x: 49, y: 50 })
  expect(movedFocal({ x: 50, y: 95 }, 'ArrowDown', true)).toEqual({ x: 50, y: 100 })
  expect(movedFocal({ x: 50, y: 50 }, 'Enter', false)).toBeNull()
})

test('a click moves the focal point to the position of the click', () => {
  const box = { left: 100, top: 50, width: 200, height: 100 }
  expect(focalAt(box, { clientX: 150, clientY: 75 })).toEqual({ x: 25, y: 25 })
  expect(focalAt(box, { clientX: 0, clientY: 500 })).toEqual({ x: 0, y: 100 })
})
