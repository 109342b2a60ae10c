import type { DashboardProps, FeatureAdmin } from '../feature-admin.ts'

type Props = DashboardProps & { sources: NonNullable<FeatureAdmin['scheduled']>[] }

/** Lists everything that is scheduled, feature by feature. */
export async function ScheduledSection({ sources, ...props }: Props) {
  const items = (await Promise.all(sources.map(({ find }) => find(props)))).flat()
  return (
    <section className="today__scheduled">
      <h2>Scheduled</h2>
      {items.length ? (
        <ol>
          {items.map(({ key, dateTime, time, description }) => (
            <li key={key}>
              <time dateTime={dateTime}>{time}</time>
              <span>{description}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="admin-quiet">Nothing is scheduled.</p>
      )}
    </section>
  )
}
