import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { changeOf, formatCompactNumber, formatNumber } from '../texts.ts'
import { ChangeText } from './ChangeText.tsx'
import { type ChartPoint, splitPoints } from './chart-points.ts'

type Props = { label: string; points: ChartPoint[]; hasBefore: boolean }

const activeDot = { r: 5, fill: 'var(--spot)', stroke: 'var(--theme-bg)', strokeWidth: 2 }
const tick = { fill: 'var(--theme-elevation-650)', fontSize: 12 }

/**
 * The chosen measure over a range, as an area. Dashed lines show the compared range, and the hour, day or month that is
 * not over. Arrow keys move along the chart. Nothing is animated: a printed page would show the first frame, which has
 * no lines.
 */
export function TimeChart({ label, points, hasBefore }: Props) {
  const { drawn, isSinglePoint } = splitPoints(points)
  return (
    <ComposedChart
      responsive
      data={drawn}
      className="analytics-chart__picture"
      margin={{ top: 12, right: 12, bottom: 0, left: 0 }}
      title={`${label} over time${hasBefore ? ', with the range before' : ''}. The table below has the numbers.`}
    >
      <CartesianGrid vertical={false} stroke="var(--theme-elevation-150)" />
      <XAxis
        dataKey="label"
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--theme-text)', strokeWidth: 2 }}
        interval="preserveStartEnd"
        minTickGap={28}
        height={28}
      />
      <YAxis
        width={44}
        tick={tick}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
        tickFormatter={formatCompactNumber}
      />
      <Tooltip
        content={(shown: TooltipContentProps) => <TooltipContent shown={shown} label={label} />}
        cursor={{ stroke: 'var(--theme-text)', strokeWidth: 1 }}
        isAnimationActive={false}
      />
      {hasBefore ? (
        <Line
          dataKey="before"
          type="linear"
          stroke="var(--theme-elevation-500)"
          strokeWidth={2}
          strokeDasharray="5 5"
          dot={false}
          isAnimationActive={false}
        />
      ) : null}
      <Area
        dataKey="finished"
        type="linear"
        stroke="var(--spot)"
        strokeWidth={3}
        fill="var(--spot)"
        fillOpacity={0.14}
        dot={isSinglePoint.finished}
        activeDot={activeDot}
        isAnimationActive={false}
      />
      <Line
        dataKey="unfinished"
        type="linear"
        stroke="var(--spot)"
        strokeWidth={3}
        strokeDasharray="4 4"
        dot={isSinglePoint.unfinished}
        activeDot={activeDot}
        isAnimationActive={false}
      />
    </ComposedChart>
  )
}

function TooltipContent({
  shown: { active, payload },
  label,
}: {
  shown: TooltipContentProps
  label: string
}) {
  const point = payload?.[0]?.payload as ChartPoint | undefined
  if (!active || !point) return null
  return (
    <div className="analytics-tooltip">
      <p>{point.name}</p>
      <p>
        <b>{point.count === null ? '–' : formatNumber(point.count)}</b> {label.toLowerCase()}
      </p>
      {point.before === null ? null : (
        <p>
          {point.count === null || !point.isComparable ? null : (
            <ChangeText change={changeOf(point.count, point.before)} />
          )}
          <small>
            {point.beforeName}: {formatNumber(point.before)}
          </small>
        </p>
      )}
    </div>
  )
}
