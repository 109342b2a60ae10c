import dynamic from 'next/dynamic'
import type { OverviewReport, Point } from '../../reports/contract.ts'
import { monthStart } from '../../rollups/rules.ts'
import type { ChartPoint } from '../charts/chart-points.ts'
import { Scrolling } from '../charts/Scrolling.tsx'
import { measures } from '../settings.ts'
import { describeRange, formatNumber, pointLabel, pointName } from '../texts.ts'
import { useScreen } from '../use-screen.tsx'

const TimeChart = dynamic(() => import('../charts/TimeChart.tsx').then((file) => file.TimeChart), {
  ssr: false,
  loading: () => null,
})

/** The values of the chosen measure over time, as a chart and as a table. */
export function OverTime({ reply }: { reply: OverviewReport | null }) {
  const { settings, hour, today } = useScreen()
  const label = measures[settings.measure]
  const found = reply && !reply.tooFew ? reply : null
  const points = found ? chartPointsOf(found, settings.measure, hour) : []
  // The chart contains all hours of the compared day, so the legend names no end time.
  const compared =
    found?.step === 'hour' && found.compared ? { ...found.compared, until: '' } : found?.compared
  const hasBefore = points.some(({ before }) => before !== null)
  return (
    <div className="analytics-time">
      <div className="analytics-chart" data-waiting={!found || undefined}>
        {found ? <TimeChart label={label} points={points} hasBefore={hasBefore} /> : null}
      </div>
      {points.some(({ isCurrent }) => isCurrent) ? (
        <p className="analytics-quiet">The dashed end counts until now.</p>
      ) : null}
      {found && hasBefore && compared ? (
        <p className="analytics-legend" aria-hidden="true">
          <span>{describeRange(found.range, today)}</span>
          <span>{describeRange(compared, today)}</span>
        </p>
      ) : null}
      {found ? (
        <details className="analytics-table">
          <summary>{label} as a table</summary>
          <Scrolling label={label}>
            <table>
              <caption className="sr">{label}</caption>
              <thead>
                <tr>
                  <th scope="col">{{ hour: 'Hour', day: 'Day', month: 'Month' }[found.step]}</th>
                  <th scope="col">{label}</th>
                  {hasBefore ? <th scope="col">Before</th> : null}
                  {hasBefore ? <th scope="col">Compared with</th> : null}
                </tr>
              </thead>
              <tbody>
                {points.map(({ start, name, count: now, before, beforeName }) => (
                  <tr key={start}>
                    <th scope="row">{name}</th>
                    <td>{now === null ? '–' : formatNumber(now)}</td>
                    {hasBefore ? <td>{before === null ? '–' : formatNumber(before)}</td> : null}
                    {hasBefore ? <td>{beforeName}</td> : null}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolling>
        </details>
      ) : null}
    </div>
  )
}

type Found = Extract<OverviewReport, { tooFew: false }>

/**
 * The points of the chart. Hours in the future have no number, so the line ends at the present. An hour or month that
 * is not over is not compared. A day that is not over is compared with the same part of the earlier day.
 * @param hour the venue's date and hour, `YYYY-MM-DDTHH:00`
 */
function chartPointsOf(found: Found, measure: keyof typeof measures, hour: string): ChartPoint[] {
  const { series, seriesBefore, step, compared } = found
  const present = { hour, day: hour.slice(0, 10), month: monthStart(hour.slice(0, 10)) }[step]
  const until = step === 'day' && compared?.until ? `, until ${compared.until}` : ''
  const value = (point: Point | undefined) => point?.[measure] ?? null
  return series.map((point, index) => {
    const before = seriesBefore?.[index]
    const isToCome = step === 'hour' && point.start > hour
    const isCurrent = point.start === present
    return {
      start: point.start,
      label: pointLabel(point.start, step),
      name: `${pointName(point.start, step)}${isCurrent ? ', so far' : ''}`,
      isCurrent,
      isComparable: !isCurrent || step === 'day',
      count: isToCome ? null : value(point),
      before: value(before),
      beforeName: before ? pointName(before.start, step) + (isCurrent ? until : '') : '',
    }
  })
}
