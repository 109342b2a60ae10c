export type ChartPoint = {
  start: string
  /** On the axis. */
  label: string
  /** In full. */
  name: string
  now: number | null
  /** Whether the period is not over. */
  isPresent: boolean
  /** Whether its change says something. */
  isComparable: boolean
  before: number | null
  beforeName: string
}

type DrawnPoint = ChartPoint & { past: number | null; current: number | null }

/**
 * Splits the numbers into two lines: `past` are those of periods that are over, `current` leads from the last
 * of these to the present.
 * @returns also which line is a single point, which is drawn as a dot
 */
export function splitAtPresent(points: readonly ChartPoint[]): {
  drawn: DrawnPoint[]
  isDot: { past: boolean; current: boolean }
} {
  const drawn = points.map((point, index) => {
    const isCurrent = point.isPresent || points[index + 1]?.isPresent
    return {
      ...point,
      past: point.isPresent ? null : point.now,
      current: isCurrent ? point.now : null,
    }
  })
  const isDot = (part: 'past' | 'current') =>
    drawn.filter((each) => each[part] !== null).length === 1
  return { drawn, isDot: { past: isDot('past'), current: isDot('current') } }
}
