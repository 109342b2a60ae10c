import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { findStartProblems } from '../queries/state.ts'

/** Warns of letters that were not sent on time. */
export async function LetterBanner({ req, timeZone, today }: DashboardProps) {
  const { overdue, beatAt, failed } = await findStartProblems(req.payload)
  if (!overdue && !failed.length) return null
  return (
    <aside className="admin-warning" role="alert">
      {overdue ? (
        <p>
          <strong>Letters are late.</strong>{' '}
          {overdue === 1 ? 'One letter is' : `${overdue} letters are`} overdue by more than two
          minutes.{' '}
          {beatAt
            ? `The program last looked for letters: ${formatMoment(beatAt.toISOString(), timeZone, today)}. `
            : 'Nothing has looked for letters yet. '}
          Ask whoever runs the server to look at it.
        </p>
      ) : null}
      {failed.map(({ id, subject, error, isGivenUp }) => (
        <p key={id}>
          <strong>{isGivenUp ? 'A letter did not go out:' : 'A letter waits:'}</strong>{' '}
          <a href={`/cms/collections/letters/${id}`}>{subject}</a>. {error}{' '}
          {isGivenUp ? 'It is a draft again.' : 'It is tried again.'}
        </p>
      ))}
    </aside>
  )
}
