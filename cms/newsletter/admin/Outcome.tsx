'use client'
import { formatNumber } from '../../letters/admin/texts.ts'
import type { ImportStatus } from '../imports/contract.ts'
import { describeOutcome, describeRows } from './texts.ts'

export const Outcome = ({ status }: { status: ImportStatus }) => (
  <ul className="lists-outcome">
    {describeOutcome(status).map(({ verdict, count, text }) => (
      <li key={verdict} data-verdict={verdict}>
        <b>{count}</b> <span>{text}</span>
      </li>
    ))}
  </ul>
)

/** Why rows were rejected, and how the columns were recognised. */
export function Findings({ status }: { status: ImportStatus }) {
  const { id, counts, reasons, columns, unused, state } = status
  return (
    <div className="lists-findings">
      {counts.rejected ? (
        <section className="lists-reasons">
          <h2>{state === 'done' ? 'Why some were not taken' : 'Why some can’t be taken'}</h2>
          <ul>
            {reasons.map((each) => (
              <li key={each.reason}>
                <b>{formatNumber(each.count)} ×</b> {each.reason}{' '}
                <small>{describeRows(each)}</small>
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
      {/* Open if a column was not recognised, so that staff notice it. */}
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
