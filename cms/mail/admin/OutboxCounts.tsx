import type { Payload } from 'payload'
import { asWords } from '../../../collections/fields/as-words.ts'
import { countMails } from '../queries/state.ts'
import { mailStates } from '../rules.ts'
import { MailBanner } from './MailBanner.tsx'

/** Above the outbox: the number of mails in each state. */
export const OutboxCounts = ({ payload }: { payload: Payload }) => (
  <>
    <MailBanner req={{ payload }} />
    <MailCounts payload={payload} />
  </>
)

/** The number of mails in each state. */
export async function MailCounts({ payload }: { payload: Payload }) {
  const counts = await countMails(payload)
  return (
    <ul className="outbox-counts">
      {mailStates
        .filter((state) => counts[state] || state === 'sent')
        .map((state) => (
          <li key={state} className="cell-state" data-state={state}>
            <b>{counts[state] ?? 0}</b> {asWords(state).toLowerCase()}
            {state === 'sent' ? ' since yesterday' : ''}
          </li>
        ))}
    </ul>
  )
}
