import './campaigns.css'
import type { ReactNode } from 'react'
import { useClocks } from '../../../platform/admin/shell/use-clocks.ts'
import { formatNumber } from '../../../platform/ui/format-number.ts'
import type { CampaignVisits, TimedVisits } from './contract.ts'
import {
  describeActions,
  describeAfterwards,
  describeViews,
  describeVisits,
  describeVisitTime,
  visitsNote,
} from './texts.ts'

type Props = {
  title: string
  visits: TimedVisits | null
  problem: string | null
  /** When counting ends, while it is being sent: `a day after the last device gets it`. */
  openEnd: string
  /** For how many days after their visit those who came in are counted. */
  cameDays: number
}

/** What visits did that began with a click on a letter or nudge, and how many of these people came in at the door. */
export function CampaignSection({ title, visits, problem, openEnd, cameDays }: Props) {
  const { timeZone } = useClocks()
  const found = visits?.found
  return (
    <div className="campaign-visits">
      <h3>{title}</h3>
      {problem ? (
        <p className="admin-warning" role="alert">
          {problem}
        </p>
      ) : null}
      {visits ? (
        <>
          <p>{describeVisits(visits)}</p>
          {found?.kind === 'counted' ? <Numbers found={found} cameDays={cameDays} /> : null}
          <p className="admin-quiet">
            {describeVisitTime(visits, { timeZone, openEnd })}{' '}
            {found?.kind === 'counted' ? visitsNote : null}
          </p>
        </>
      ) : null}
      {found && 'path' in found ? (
        <p>
          <a href={found.path}>See these days in Analytics</a>
        </p>
      ) : null}
    </div>
  )
}

function Numbers({
  found,
  cameDays,
}: {
  found: Extract<CampaignVisits, { kind: 'counted' }>
  cameDays: number
}) {
  const { pages, actions, afterwards } = found
  return (
    <>
      <Rows name="Most viewed pages">
        {pages.map((row) => (
          <div key={row.page}>
            <dt>{row.title ? `${row.title} (${row.page})` : row.page}</dt>
            <dd>{describeViews(row)}</dd>
          </div>
        ))}
      </Rows>
      {pages.length ? null : <p>No page was viewed by five or more visitors.</p>}
      {actions.kind === 'counted' ? (
        <Rows name="Visits with these actions">
          {actions.rows.map(({ name, visits }) => (
            <Row key={name} name={name} count={visits} />
          ))}
        </Rows>
      ) : (
        <p>{describeActions(actions.keptFor)}</p>
      )}
      {afterwards ? (
        <Rows name="Members afterwards">
          <Row name="Reserved" count={afterwards.reserved} />
          <Row name="Came in at the door" count={afterwards.came} />
        </Rows>
      ) : null}
      <p className="admin-quiet">
        {describeAfterwards({ days: cameDays, isShown: afterwards !== null })}
      </p>
    </>
  )
}

const Row = ({ name, count }: { name: string; count: number | null }) => (
  <div>
    <dt>{name}</dt>
    <dd>{count === null ? 'fewer than five' : formatNumber(count)}</dd>
  </div>
)

const Rows = ({ name, children }: { name: string; children: ReactNode[] }) =>
  children.length ? (
    <>
      <h4>{name}</h4>
      <dl>{children}</dl>
    </>
  ) : null
