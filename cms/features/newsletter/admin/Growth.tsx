import { formatDate } from '../../../platform/admin/shell/format.ts'
import { formatNumber } from '../../../platform/ui/format-number.ts'
import type { GrowthWeek } from '../queries/growth.ts'
import { describeGrowth } from './texts.ts'

const height = 100
const width = 10

/** The number of subscribers in each week of the last year, as a chart and as a table. */
export function Growth({ weeks, today }: { weeks: GrowthWeek[]; today: string }) {
  const maxSubscribers = Math.max(0, ...weeks.map(({ subscribers }) => subscribers))
  return (
    <section className="lists-growth" aria-labelledby="lists-growth">
      <h2 id="lists-growth">Subscribers over a year</h2>
      <p>{describeGrowth(weeks)}</p>
      {maxSubscribers ? (
        <>
          <svg
            viewBox={`0 0 ${weeks.length * width} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {weeks.map(({ monday, subscribers }, index) => {
              const barHeight = (subscribers / maxSubscribers) * height
              const position = { x: index * width, y: height - barHeight }
              return <rect key={monday} {...position} width={width - 2} height={barHeight} />
            })}
          </svg>
          <details className="lists-columns">
            <summary>Week by week</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">Week from</th>
                  <th scope="col">Joined</th>
                  <th scope="col">Left</th>
                  <th scope="col">Subscribers</th>
                </tr>
              </thead>
              <tbody>
                {weeks.toReversed().map(({ monday, joined, left, subscribers }) => (
                  <tr key={monday}>
                    <th scope="row">{formatDate(monday, today)}</th>
                    <td>{formatNumber(joined)}</td>
                    <td>{formatNumber(left)}</td>
                    <td>{formatNumber(subscribers)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="admin-quiet">Whoever was deleted is in none of these weeks.</p>
          </details>
        </>
      ) : null}
    </section>
  )
}
