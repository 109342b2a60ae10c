import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { countWaiting } from '../queries/messages.ts'
import { countReversalsToApprove } from '../queries/payout-reversals.ts'
import { countPayoutsToApprove } from '../queries/payouts.ts'
import { countRequestsToApprove } from '../queries/requests.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Shows how many messages wait for a decision, and how many payouts and reversals this staff member can approve. */
export async function WaitingSummary({ req }: DashboardProps) {
  const db = databaseOf(req.payload)
  const { pending, reported } = await countWaiting(db)
  const ownId = Number(req.user?.id)
  const requests = [
    await countPayoutsToApprove(db, ownId),
    await countReversalsToApprove(db, ownId),
  ]
  const { count: outs } = await countRequestsToApprove(db, ownId)
  const payouts = requests.reduce((sum, { count }) => sum + count, 0)
  const messages = pending + reported
  return (
    <>
      {messages ? (
        <p className="today__sum">
          <CmsLink href="/cms/common-good/messages">
            {plural(messages, 'message', 'messages')} to the Common Good
          </CmsLink>{' '}
          {messages === 1 ? 'waits' : 'wait'}
          {reported ? `, ${reported} of them reported` : null}.
        </p>
      ) : null}
      {outs ? (
        <p className="today__sum">
          <CmsLink href="/cms/common-good">
            {plural(outs, 'request', 'requests')} to take money out of the Common Good
          </CmsLink>{' '}
          {outs === 1 ? 'waits' : 'wait'} for a second person.
        </p>
      ) : null}
      {payouts ? (
        <p className="today__sum">
          <CmsLink href="/cms/common-good/causes">{plural(payouts, 'payout', 'payouts')}</CmsLink>{' '}
          {payouts === 1 ? 'waits' : 'wait'} for a second person.
        </p>
      ) : null}
    </>
  )
}
