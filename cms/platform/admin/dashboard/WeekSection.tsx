import './week-section.css'
import type { DashboardProps, FeatureAdmin } from '../feature-admin.ts'
import { CmsLink } from '../shell/CmsLink.tsx'

type Props = DashboardProps & { sources: NonNullable<FeatureAdmin['weekFigures']>[] }

const numberFormat = new Intl.NumberFormat('en-GB')

/** The features' counts of today and of the last seven days, compared with the counts of the seven days before. */
export async function WeekSection({ sources, ...props }: Props) {
  const figures = (await Promise.all(sources.map(({ find }) => find(props)))).flat()
  if (!figures.length) return null
  return (
    <section className="today__week">
      <h2>Today, and the last seven days</h2>
      <p>Seven times 24 hours until now, where a number says nothing else.</p>
      <ul>
        {figures.map(({ label, href, count, before, today: counted, note }) => (
          <li key={label}>
            <b>{numberFormat.format(count)}</b>
            <CmsLink href={href}>{label}</CmsLink>
            {counted === undefined ? null : (
              <strong>{counted ? `${numberFormat.format(counted)} today` : 'none today'}</strong>
            )}
            <span>
              {before === null
                ? 'not counted the week before'
                : `${numberFormat.format(before)} the week before`}
            </span>
            {note && <small>{note}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
