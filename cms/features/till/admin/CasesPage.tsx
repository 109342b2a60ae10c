import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { findCases } from '../cases.ts'
import { CaseRow } from './CaseRow.tsx'
import type { TillPage } from './till-page.ts'

export const findOpenAndEnded = ({ view }: Pick<TillPage, 'view'>) =>
  findCases(view.initPageResult.req)

type Props = TillPage & { found: Awaited<ReturnType<typeof findOpenAndEnded>> }

/** `/cms/till/cases`: what members asked staff to look at. */
export function CasesPage({ timeZone, today, found }: Props) {
  const { openCases, endedCases, names } = found
  const moment = (at: string | null) => formatMoment(at, timeZone, today)
  return (
    <>
      <section className="till-list">
        <h2>Open</h2>
        {openCases.length ? (
          <ol className="till-cases">
            {openCases.map((each) => (
              <CaseRow key={each.id} item={each} head={`Asked ${moment(each.created_at)}`} />
            ))}
          </ol>
        ) : (
          <p className="admin-quiet">
            Nobody waits for an answer. Members ask on their ledger, with “Something wrong?” beside
            a line.
          </p>
        )}
      </section>
      {endedCases.length ? (
        <section className="till-list">
          <h2>Answered and closed</h2>
          <ol className="till-cases">
            {endedCases.map((each) => (
              <CaseRow
                key={each.id}
                item={each}
                head={`${each.state === 'answered' ? 'Answered' : 'Closed'} ${moment(each.ended_at)} by ${names.get(each.staff ?? 0) ?? 'former staff'}`}
              />
            ))}
          </ol>
        </section>
      ) : null}
    </>
  )
}
