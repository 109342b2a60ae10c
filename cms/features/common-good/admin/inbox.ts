import type { DashboardProps, InboxItem } from '../../../platform/admin/feature-admin.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { countWaiting } from '../queries/messages.ts'
import { countReversalsToApprove } from '../queries/payout-reversals.ts'
import { countPayoutsToApprove } from '../queries/payouts.ts'
import { countRequestsToApprove } from '../queries/requests.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const wait = (count: number) => (count === 1 ? 'waits' : 'wait')

/** Messages that wait for a decision, and the payouts, reversals and requests that this staff member can approve. */
export async function findWaitingOfCommonGood({ req }: DashboardProps): Promise<InboxItem[]> {
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
  return [
    {
      ...{ key: 'good-messages', count: messages, href: '/cms/common-good/messages' },
      text: `${plural(messages, 'message', 'messages')} to the Common Good ${wait(messages)}${reported ? `, ${reported} of them reported` : ''}.`,
    },
    {
      ...{ key: 'good-requests', count: outs, href: '/cms/common-good' },
      text: `${plural(outs, 'request', 'requests')} to take money out of the Common Good ${wait(outs)} for a second person.`,
    },
    {
      ...{ key: 'good-payouts', count: payouts, href: '/cms/common-good/causes' },
      text: `${plural(payouts, 'payout', 'payouts')} ${wait(payouts)} for a second person.`,
    },
  ].flatMap(({ count, ...item }) => (count ? [item] : []))
}
