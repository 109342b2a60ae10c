/** Longest duration of the gesture. Source: spec section 9, "Gesture time-out". */
export const maxGestureMs = 8_000
/** Minimum number of points. Source: spec section 9, "minimum points". */
export const minGesturePoints = 12

/** A point of a stroke: CSS pixels in the viewport, milliseconds. */
export type Point = { x: number; y: number; atMs: number }

/** Minimum length of a leg. Shorter strokes are accidental. */
const minLegPx = 48
// Maximum deviation of each leg from its axis, as a slope: about 24 and 27 degrees.
const levelSlope = 0.45
const steepSlope = 0.5
/** Maximum ratio of a leg's drawn length to its straight length. */
const maxCrookedness = 1.35

/**
 * Whether a stroke is the secret gesture: a roughly horizontal leg to the left or right, then a steep
 * leg downwards. Source: spec section 2, "Common Room gate".
 */
export function isSecretGesture(points: readonly Point[]): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < minGesturePoints) return false
  if (last.atMs - first.atMs > maxGestureMs) return false
  const corner = cornerOf(points, first, last)
  return isLevel(points.slice(0, corner + 1)) && isSteep(points.slice(corner))
}

// The point farthest from the line between the ends.
function cornerOf(points: readonly Point[], first: Point, last: Point): number {
  const [dx, dy] = [last.x - first.x, last.y - first.y]
  const distances = points.map(({ x, y }) => Math.abs(dy * (x - first.x) - dx * (y - first.y)))
  return distances.indexOf(Math.max(...distances))
}

function isLevel(leg: readonly Point[]): boolean {
  const { dx, dy } = spanOf(leg)
  const isLong = Math.abs(dx) >= minLegPx
  return isLong && Math.abs(dy) <= Math.abs(dx) * levelSlope && isStraight(leg)
}

function isSteep(leg: readonly Point[]): boolean {
  const { dx, dy } = spanOf(leg)
  return dy >= minLegPx && Math.abs(dx) <= dy * steepSlope && isStraight(leg)
}

function isStraight(leg: readonly Point[]): boolean {
  const { dx, dy } = spanOf(leg)
  let length = 0
  leg.forEach(({ x, y }, index) => {
    const before = leg[index - 1]
    if (before) length += Math.hypot(x - before.x, y - before.y)
  })
  return length <= Math.hypot(dx, dy) * maxCrookedness
}

function spanOf(leg: readonly Point[]): { dx: number; dy: number } {
  const [first, last] = [leg[0], leg.at(-1)]
  return first && last ? { dx: last.x - first.x, dy: last.y - first.y } : { dx: 0, dy: 0 }
}
