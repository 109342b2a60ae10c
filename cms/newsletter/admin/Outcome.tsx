'use client'
import { figure } from '../../letters/admin/texts.ts'
import type { ImportStanding } from '../imports/contract.ts'
import { outcomeSaid } from './words.ts'

/** What a list comes to: how many of what. */
export const Outcome = ({ standing }: { standing: ImportStanding }) => (
  <ul className="lists-outcome">
    {outcomeSaid(standing).map(({ verdict, count, words }) => (
      <li key={verdict} data-verdict={verdict}>
        <b>{count}</b> <span>{words}</span>
      </li>
    ))}
  </ul>
)

/** Why some rows can’t be taken, and how the list was read. */
export function Findings({ standing }: { standing: ImportStanding }) {
  const { id, counts, reasons, columns, unused, state } = standing
  return (
    <div className="lists-findings">
      {counts.rejected ? (
        <section className="lists-reasons">
          <h2>{state === 'done' ? 'Why some were not taken' : 'Why some can’t be taken'}</h2>
          <ul>
            {reasons.map(({ reason, count }) => (
              <li key={reason}>
                <b>{figure(count)} ×</b> {reason}
              </li>
            ))}
          </ul>
          <p>
            <a className="ui-button" href={`/api/newsletter/imports/${id}/rejected`} download>
              Download these rows
            </a>
          </p>
          <p className="admin-quiet">
            The last column says why. Mend the rows and import that file as it is
            {state === 'done' ? '; it is kept here for a week' : ''}.
          </p>
        </section>
      ) : null}
      {/* What is passed over by mistake is seen before it is too late. */}
      <details className="lists-columns" open={unused.length > 0 && state === 'ready'}>
        <summary>How the columns were read</summary>
        <dl>
          {columns.map(({ header, as }) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>{as.replaceAll('_', ' ')}</dd>
            </div>
          ))}
          {unused.map((header) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd className="admin-quiet">not used</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
