/** A stroke ends unfinished after so long. Source: spec section 9, "Gesture time-out". */
export const gestureMs = 8_000
/** Source: spec section 9, "minimum points". */
export const gesturePoints = 12

/** Where a stroke was, in CSS pixels from the window's upper left corner, and when. */
export type Point = { x: number; y: number; atMs: number }

/** Each of the two legs is at least so long: less is a slip of the finger. */
const shortestLegPx = 48
// Sideways by height, and height by sideways: some 24 and 27 degrees.
const levelSlope = 0.45
const steepSlope = 0.5
/** How much longer than straight a leg may be. */
const crooked = 1.35

/**
 * Whether somebody drew the sign that opens the room: a roughly horizontal stroke, to either side, and
 * from its end a steep one downwards, without lifting. Source: spec section 2, "Common Room gate".
 */
export function isSecretGesture(points: readonly Point[]): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < gesturePoints) return false
  if (last.atMs - first.atMs > gestureMs) return false
  const corner = cornerOf(points, first, last)
  return isLevel(points.slice(0, corner + 1)) && isSteep(points.slice(corner))
}

// The point farthest from the straight line between the ends.
function cornerOf(points: readonly Point[], first: Point, last: Point): number {
  const [dx, dy] = [last.x - first.x, last.y - first.y]
  const away = points.map(({ x, y }) => Math.abs(dy * (x - first.x) - dx * (y - first.y)))
  return away.indexOf(Math.max(...away))
}

function isLevel(leg: readonly Point[]): boolean {
  const { dx, dy } = spanOf(leg)
  const isLong = Math.abs(dx) >= shortestLegPx
  return isLong && Math.abs(dy) <= Math.abs(dx) * levelSlope && isStraight(leg)
}

function isSteep(leg: readonly Point[]): boolean {
  const { dx, dy } = spanOf(leg)
  return dy >= shortestLegPx && Math.abs(dx) <= dy * steepSlope && isStraight(leg)
}

function isStraight(leg: readonly Point[]): boolean {
  const { dx, dy } = spanOf(leg)
  let length = 0
  leg.forEach(({ x, y }, index) => {
    const before = leg[index - 1]
    if (before) length += Math.hypot(x - before.x, y - before.y)
  })
  return length <= Math.hypot(dx, dy) * crooked
}

function spanOf(leg: readonly Point[]): { dx: number; dy: number } {
  const [first, last] = [leg[0], leg.at(-1)]
  return first && last ? { dx: last.x - first.x, dy: last.y - first.y } : { dx: 0, dy: 0 }
}
