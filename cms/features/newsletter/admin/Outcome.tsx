'use client'
import { formatNumber } from '../../../platform/ui/format-number.ts'
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

/** Why rows were rejected and cells left out, and how the columns were read. */
export function Findings({ status }: { status: ImportStatus }) {
  const { id, counts, reasons, omitted, columns, unused, state } = status
  const isDone = state === 'done'
  return (
    <div className="lists-findings">
      {counts.rejected ? (
        <Reasons
          heading={isDone ? 'Why some were not taken' : 'Why some can’t be taken'}
          reasons={reasons}
        />
      ) : null}
      {omitted.length ? (
        <Reasons
          heading={isDone ? 'What was left out' : 'What is left out'}
          about={`The rest of these rows ${isDone ? 'was' : 'is'} taken.`}
          reasons={omitted}
        />
      ) : null}
      {counts.rejected || omitted.length ? (
        <section className="lists-reasons">
          <p>
            <a className="ui-button" href={`/api/newsletter/imports/${id}/rejected`} download>
              Download these rows
            </a>
          </p>
          <p className="admin-quiet">
            The last column says why. Mend the rows and import that file as it is
            {isDone ? '; it is kept here for a week' : ''}.
          </p>
        </section>
      ) : null}
      {state === 'ready' ? null : (
        <details className="lists-columns">
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
      )}
    </div>
  )
}

const Reasons = ({
  heading,
  about,
  reasons,
}: {
  heading: string
  about?: string
  reasons: ImportStatus['reasons']
}) => (
  <section className="lists-reasons">
    <h2>{heading}</h2>
    {about ? <p>{about}</p> : null}
    <ul>
      {reasons.map((each) => (
        <li key={each.reason}>
          <b>{formatNumber(each.count)} ×</b>
          <span>
            {each.reason} <small>{describeRows(each)}</small>
          </span>
        </li>
      ))}
    </ul>
  </section>
)
