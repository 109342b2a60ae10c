import { expect, test } from 'vitest'
import { isSecretGesture, maxGestureMs, minGesturePoints, type Point } from './gesture.ts'

/**
 * A stroke through corners (`x,y` each). Its points are evenly spaced in time, and each leg takes the same
 * time.
 */
function stroke(corners: string, count = 24, durationMs = 600): Point[] {
  const places = corners.split(' ').map((corner) => corner.split(',').map(Number))
  return Array.from({ length: count }, (_, index) => {
    const along = (index / (count - 1)) * (places.length - 1)
    const leg = Math.min(Math.floor(along), places.length - 2)
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = places.slice(leg)
    const part = along - leg
    return {
      x: ax + (bx - ax) * part,
      y: ay + (by - ay) * part,
      atMs: (index / (count - 1)) * durationMs,
    }
  })
}

const drawn = '40,200 180,200 180,340'

test.each([
  ['across and down', drawn],
  ['across and slightly up, then down and slightly to the right', '796,489 917,465 938,680'],
  ['from right to left', '300,100 120,110 110,300'],
  ['that slopes like one drawn with a thumb', '40,200 180,258 230,370'],
  ['with short legs', '40,200 91,200 91,252'],
])('a stroke %s is the gesture', (_, corners) => {
  expect(isSecretGesture(stroke(corners))).toBe(true)
})

test.each([
  ['only across', '40,200 300,205'],
  ['only down', '40,200 45,500'],
  ['a diagonal', '40,200 240,400'],
  ['across and up', '40,300 180,300 180,120'],
  ['down and across', '40,200 40,340 200,340'],
  ['down and up again', '40,200 45,400 50,200'],
  ['across and back', '40,200 240,205 40,210'],
  ['across, but not far enough down', '40,200 180,200 180,230'],
  ['down, but not far enough across', '40,200 70,200 70,400'],
  ['too steep for across', '40,200 180,290 180,420'],
  ['too slanted for down', '40,200 180,200 290,340'],
  ['a zigzag', '40,200 240,190 60,230 260,240 250,420'],
  ['all in one place', '40,200 40,200'],
])('a stroke that is %s is not the gesture', (_, corners) => {
  expect(isSecretGesture(stroke(corners, 48))).toBe(false)
})

test('a stroke of twelve points is accepted, one of eleven is not', () => {
  expect(isSecretGesture(stroke(drawn, minGesturePoints))).toBe(true)
  expect(isSecretGesture(stroke(drawn, minGesturePoints - 1))).toBe(false)
})

test('a stroke of eight seconds is accepted, a longer one is not', () => {
  expect(isSecretGesture(stroke(drawn, 24, maxGestureMs))).toBe(true)
  expect(isSecretGesture(stroke(drawn, 24, maxGestureMs + 1))).toBe(false)
})

test('a slightly shaky stroke is recognised', () => {
  const trembling = stroke(drawn, 40).map((point, index) => ({
    ...point,
    x: point.x + (index % 2 ? 1 : -1),
    y: point.y + (index % 3) - 1,
  }))
  expect(isSecretGesture(trembling)).toBe(true)
})

test('a circle is not the gesture', () => {
  const circle = Array.from({ length: 48 }, (_, index) => ({
    x: 200 + 100 * Math.sin((index / 47) * 2 * Math.PI),
    y: 200 - 100 * Math.cos((index / 47) * 2 * Math.PI),
    atMs: index * 20,
  }))
  expect(isSecretGesture(circle)).toBe(false)
})

test('an empty stroke is not the gesture', () => {
  expect(isSecretGesture([])).toBe(false)
})
