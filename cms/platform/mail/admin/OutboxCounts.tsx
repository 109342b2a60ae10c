import type { Payload } from 'payload'
import { asWords } from '../../ui/as-words.ts'
import { countMails } from '../queries/state.ts'
import { mailStates } from '../rules.ts'
import { MailBanner } from './MailBanner.tsx'

const labels: { [state: string]: string } = {
  sent: 'sent since yesterday',
  kept: 'not sent since yesterday, only kept in the mailbox',
}

/** Shown above the outbox: warnings, and the number of mails in each state. */
export const OutboxCounts = ({ payload }: { payload: Payload }) => (
  <>
    <MailBanner req={{ payload }} />
    <MailCounts payload={payload} />
  </>
)

/** The number of mails in each state. */
export async function MailCounts({ payload }: { payload: Payload }) {
  const counts = await countMails(payload)
  // The number of sent mails is shown even if it is 0, unless mails were only kept in the mailbox.
  const alwaysShown = counts.kept ? 'kept' : 'sent'
  return (
    <ul className="outbox-counts">
      {([...mailStates, 'kept'] as const)
        .filter((state) => counts[state] || state === alwaysShown)
        .map((state) => (
          <li key={state} className="cell-state" data-state={state}>
            <b>{counts[state] ?? 0}</b> {labels[state] ?? asWords(state).toLowerCase()}
          </li>
        ))}
    </ul>
  )
}
