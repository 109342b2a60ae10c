import type { Payload } from 'payload'
import { outboxState } from '../../mail/state.ts'

/** Says on the dashboard that mails don’t go out; nothing while all is well. */
export async function MailBanner({ payload }: { payload: Payload }) {
  const { late, overdue, beatAt, error } = await outboxState(payload)
  if (!late) return null
  return (
    <aside className="house-warning" role="alert">
      <strong>Mails are late.</strong> {overdue === 1 ? 'One mail waits' : `${overdue} mails wait`}{' '}
      for more than two minutes.{' '}
      {error
        ? `The mail server: ${error} `
        : beatAt
          ? `The program last looked at the outbox at ${beatAt.slice(0, 16).replace('T', ' ')} UTC. `
          : 'Nothing has looked at the outbox yet. '}
      <a href="/cms/collections/mails">See the outbox</a>
    </aside>
  )
}
