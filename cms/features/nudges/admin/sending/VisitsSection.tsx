import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { usePolledProgress } from '../../../../platform/admin/forms/use-polled-progress.ts'
import { useClocks } from '../../../../platform/admin/shell/use-clocks.ts'
import { formatNumber } from '../../../../platform/ui/format-number.ts'
import type { CampaignVisits } from '../../contract.ts'
import { $visits, $visitsProblem } from '../store.ts'
import {
  describeActions,
  describeViews,
  describeVisits,
  describeVisitTime,
  visitsNote,
} from './visits-texts.ts'

const intervalMs = 30_000

/**
 * Shows, below the numbers of a sent nudge, statistics of the visits that began with a click on it. Visits count if
 * they began within 24 hours after the last device or window got the nudge.
 */
export function VisitsSection({ id }: { id: number }) {
  usePolledProgress({
    $progress: $visits,
    $problem: $visitsProblem,
    id,
    path: `nudge-list/${id}/visits`,
    intervalMs,
  })
  const visits = useStore($visits)
  const problem = useStore($visitsProblem)
  const { timeZone } = useClocks()
  const found = visits?.found
  return (
    <div className="nudge-visits">
      <h3>Visits in the next 24 hours</h3>
      {problem ? (
        <p className="admin-warning" role="alert">
          {problem}
        </p>
      ) : null}
      {visits ? (
        <>
          <p>{describeVisits(visits)}</p>
          {found?.kind === 'counted' ? <Numbers found={found} /> : null}
          <p className="admin-quiet">
            {describeVisitTime(visits, timeZone)} {found?.kind === 'counted' ? visitsNote : null}
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

function Numbers({ found }: { found: Extract<CampaignVisits, { kind: 'counted' }> }) {
  const { pages, actions } = found
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
            <div key={name}>
              <dt>{name}</dt>
              <dd>{visits === null ? 'fewer than five' : formatNumber(visits)}</dd>
            </div>
          ))}
        </Rows>
      ) : (
        <p>{describeActions(actions.keptFor)}</p>
      )}
    </>
  )
}

const Rows = ({ name, children }: { name: string; children: ReactNode[] }) =>
  children.length ? (
    <>
      <h4>{name}</h4>
      <dl>{children}</dl>
    </>
  ) : null
