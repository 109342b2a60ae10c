import type { Payload } from 'payload'
import { findAdminContext } from '../../admin/shell/find-admin-context.ts'
import { formatMoment } from '../../admin/shell/format.ts'
import { lettersState } from '../state.ts'

/** Says on the dashboard which letters did not go out; nothing while all is well. */
export async function LetterBanner({ payload }: { payload: Payload }) {
  const { overdue, beatAt, failed } = await lettersState(payload)
  if (!overdue && !failed.length) return null
  const { timeZone, today } = await findAdminContext(payload)
  return (
    <aside className="admin-warning" role="alert">
      {overdue ? (
        <p>
          <strong>Letters are late.</strong>{' '}
          {overdue === 1 ? 'One letter is' : `${overdue} letters are`} overdue by more than two
          minutes.{' '}
          {beatAt
            ? `The program last looked for letters: ${formatMoment(beatAt, timeZone, today)}. `
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
