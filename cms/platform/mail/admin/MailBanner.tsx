import type { Payload } from 'payload'
import { findAdminContext } from '../../admin/shell/find-admin-context.ts'
import { formatMoment } from '../../admin/shell/format.ts'
import { databaseOf } from '../../database/query.ts'
import { findOutboxState, findServerTrouble } from '../queries/state.ts'
import { describeTrouble } from './describe-trouble.ts'

/** Warns that mails are not sent on time, or that no mail server is configured. */
export async function MailBanner({ req: { payload } }: { req: { payload: Payload } }) {
  const { late, overdue, beatAt, error } = await findOutboxState(payload)
  const { hasMailServer, timeZone, today } = await findAdminContext(payload)
  const trouble = hasMailServer ? await findServerTrouble(databaseOf(payload)) : null
  if (trouble) {
    const format = (time: string) => formatMoment(time, timeZone, today)
    return (
      <aside className="admin-warning" role="alert">
        <strong>{late ? 'Mails are late.' : 'Mails wait.'}</strong>{' '}
        {describeTrouble(trouble, { format, now: new Date() })}{' '}
        <a href="/cms/collections/mails">See the outbox</a>
      </aside>
    )
  }
  if (!late) return hasMailServer ? null : <NoServer />
  return (
    <aside className="admin-warning" role="alert">
      <strong>Mails are late.</strong> {overdue === 1 ? 'One mail has' : `${overdue} mails have`}{' '}
      been waiting for more than two minutes.{' '}
      {error
        ? `The mail server: ${error} `
        : beatAt
          ? `The program last looked at the outbox: ${formatMoment(beatAt, timeZone, today)}. `
          : 'Nothing has looked at the outbox yet. '}
      <a href="/cms/collections/mails">See the outbox</a>
    </aside>
  )
}

const NoServer = () => (
  <aside className="admin-warning">
    <strong>No mail server is set.</strong> Nobody gets a mail: all of them stay in the{' '}
    <a href="/cms/mailbox">mailbox</a>.
  </aside>
)
