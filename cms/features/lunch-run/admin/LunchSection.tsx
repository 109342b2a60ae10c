import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import { can } from '../../../platform/staff/can.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { findKitchenRuns, findOwed } from '../kitchen.ts'
import { OwedList } from './OwedList.tsx'
import { RunCard } from './RunCard.tsx'
import './lunch.css'

/** Today’s lunch runs, on the first page of the kitchen; what is paid at the bar, on that of the bar. */
export async function LunchSection({ req, timeZone }: DashboardProps) {
  const [mayRun, mayTake] = [can(req, 'lunch.run'), can(req, 'till.use')]
  const [runs, owed, { currency }] = await Promise.all([
    mayRun ? findKitchenRuns(req.payload) : [],
    mayTake ? findOwed(req.payload) : [],
    findSiteFacts(req.payload),
  ])
  if (!runs.length && !owed.length) return null
  return (
    <section className="lunch">
      <h2>Lunch</h2>
      {runs.map((run) => (
        <RunCard key={run.id} {...{ run, timeZone, currency, isShort: true }} />
      ))}
      <OwedList {...{ owed, currency }} today={localMoment(new Date(), timeZone).date} />
      {mayRun ? (
        <div className="station__buttons">
          <CmsLink className="station__button" href="/cms/lunch">
            Lists and paper
          </CmsLink>
        </div>
      ) : null}
    </section>
  )
}
