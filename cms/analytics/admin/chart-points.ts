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

type Drawn = ChartPoint & { over: number | null; open: number | null }

/**
 * Splits the numbers: `over` are those of periods that are over, `open` lead from the last of these to the present.
 * @returns also which of these is a single point, which a line does not show
 */
export function toDrawn(points: readonly ChartPoint[]): {
  drawn: Drawn[]
  isDot: { over: boolean; open: boolean }
} {
  const drawn = points.map((point, index) => {
    const isOpen = point.isPresent || points[index + 1]?.isPresent
    return { ...point, over: point.isPresent ? null : point.now, open: isOpen ? point.now : null }
  })
  const isDot = (part: 'over' | 'open') => drawn.filter((each) => each[part] !== null).length === 1
  return { drawn, isDot: { over: isDot('over'), open: isDot('open') } }
}
