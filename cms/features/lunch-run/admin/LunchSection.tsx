import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import { can } from '../../../platform/staff/can.ts'
import { findKitchenRuns } from '../kitchen.ts'
import { BarPayments } from './BarPayments.tsx'
import { RunCard } from './RunCard.tsx'
import './lunch.css'

/** Today’s lunch runs, on the first page of the kitchen; what is paid at the bar, on that of the bar. */
export async function LunchSection({ req, timeZone }: DashboardProps) {
  const [runs, { currency }] = await Promise.all([
    findKitchenRuns(req.payload),
    findSiteFacts(req.payload),
  ])
  const mayRead = can(req, 'lunch.read')
  const mayTake = can(req, 'till.use')
  const toPay = mayTake && !mayRead ? runs.filter(({ atBar }) => atBar.length) : []
  if (mayRead ? !runs.length : !toPay.length) return null
  return (
    <section className="lunch">
      <h2>Lunch</h2>
      {mayRead
        ? runs.map((run) => (
            <RunCard key={run.id} {...{ run, timeZone, currency, mayTake, isShort: true }} />
          ))
        : toPay.map((run) => <BarPayments key={run.id} {...{ run, currency }} />)}
      {mayRead ? (
        <div className="station__buttons">
          <CmsLink className="station__button" href="/cms/lunch">
            Lists and paper
          </CmsLink>
        </div>
      ) : null}
    </section>
  )
}
