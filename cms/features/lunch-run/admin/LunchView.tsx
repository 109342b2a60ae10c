import type { AdminViewServerProps } from 'payload'
import { KeepFresh } from '../../../platform/admin/dashboard/KeepFresh.tsx'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { can } from '../../../platform/staff/can.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { findKitchenRuns, findOwed } from '../kitchen.ts'
import { OwedList } from './OwedList.tsx'
import { PrintButton } from './PrintButton.tsx'
import { RunCard } from './RunCard.tsx'
import './lunch.css'

/** `/cms/lunch`: today’s lunch runs with their lists, for the kitchen, on screen and on paper. */
export async function LunchView(view: AdminViewServerProps) {
  requireStaff(view, 'lunch.run')
  const { req } = view.initPageResult
  const [runs, owed, { currency, timeZone }] = await Promise.all([
    findKitchenRuns(req.payload),
    can(req, 'till.use') ? findOwed(req.payload) : [],
    findVenue(req.payload),
  ])
  return (
    <AdminPage view={view} breadcrumbs={[{ label: 'Lunch', url: '/cms/lunch' }]} className="lunch">
      <KeepFresh />
      <header className="lunch__head">
        <h1>Lunch</h1>
        {runs.length ? <PrintButton /> : null}
      </header>
      {runs.length ? null : (
        <p className="admin-quiet">
          Nobody has started a lunch run today. Members start them on their page, The lunch run.
        </p>
      )}
      {runs.map((run) => (
        <RunCard key={run.id} {...{ run, timeZone, currency }} />
      ))}
      <OwedList {...{ owed, currency }} today={localMoment(new Date(), timeZone).date} />
      {can(req, 'drafts.read') ? (
        <p className="lunch__vendors">
          <CmsLink href="/cms/collections/lunch_vendors">Vendors and extras</CmsLink>
        </p>
      ) : null}
    </AdminPage>
  )
}
