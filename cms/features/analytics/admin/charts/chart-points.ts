export type ChartPoint = {
  start: string
  /** The label on the axis. */
  label: string
  /** The full name. */
  name: string
  /** The count in the chosen range; null for an hour in the future. */
  count: number | null
  /** Whether the point is the current period, which has not ended. */
  isCurrent: boolean
  /** False for the current hour or month, because `before` is the count of a whole hour or month. */
  isComparable: boolean
  /** The count in the compared range; null without a comparison. */
  before: number | null
  beforeName: string
}

type SplitPoint = ChartPoint & { finished: number | null; unfinished: number | null }

/**
 * Splits the numbers into two lines. `finished` has the numbers of all finished periods. `unfinished` has the numbers
 * of the current period and of the period before it, so that the lines meet.
 * @returns `isSinglePoint`: whether a line has only one point; such a line must be drawn as a dot
 */
export function splitPoints(points: readonly ChartPoint[]): {
  drawn: SplitPoint[]
  isSinglePoint: { finished: boolean; unfinished: boolean }
} {
  const drawn = points.map((point, index) => {
    const isUnfinished = point.isCurrent || points[index + 1]?.isCurrent
    return {
      ...point,
      finished: point.isCurrent ? null : point.count,
      unfinished: isUnfinished ? point.count : null,
    }
  })
  const isSinglePoint = (part: 'finished' | 'unfinished') =>
    drawn.filter((each) => each[part] !== null).length === 1
  return {
    drawn,
    isSinglePoint: { finished: isSinglePoint('finished'), unfinished: isSinglePoint('unfinished') },
  }
}
