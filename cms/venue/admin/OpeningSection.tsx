import './opening-section.css'
import { type OpeningLabels, statusTexts } from '../../../islands/opening/texts.ts'
import type { DashboardProps } from '../../admin/feature-admin.ts'
import { hasRole } from '../../staff/roles.ts'
import { areaName, dayNames } from '../names.ts'
import { areaStatus, hoursOn, localMoment } from '../opening-hours.ts'
import type { VenueArea } from '../rules.ts'
import { readVenue } from '../service.ts'
import { ClosedToday } from './ClosedToday.tsx'

const labels: OpeningLabels = {
  open: 'Open',
  until: 'until',
  closed: 'Closed',
  opens: 'opens',
  tomorrow: 'tomorrow',
  noon: 'noon',
  midnight: 'midnight',
  days: Object.values(dayNames),
}

/**
 * Shows which areas are open now, and until when. Publishers can close an area or the whole venue for today.
 */
export async function OpeningSection({ req, timeZone }: DashboardProps) {
  const { hours } = await readVenue(req.payload)
  const now = localMoment(new Date(), timeZone)
  const mayClose = hasRole(req, 'publisher')
  const isClosed = (area: VenueArea | null) =>
    hours.exceptions.some(
      (each) => each.atShortNotice && each.date === now.date && each.area === area,
    )
  const isVenueClosed = isClosed(null)
  return (
    <section className="today__opening">
      <h2>Open now</h2>
      {hours.areas.length ? (
        <ul>
          {hours.areas.map(({ area }) => {
            const { isOpen, state, detail } = statusTexts(areaStatus(hours, area, now), now, labels)
            const isAreaClosed = isClosed(area)
            const opensToday = hoursOn(hours, area, now.date).intervals.length > 0
            return (
              <li key={area} data-open={isOpen || undefined}>
                <b>{areaName(area)}</b>
                <span>{detail ? `${state}, ${detail}` : state}</span>
                {mayClose && !isVenueClosed && (isAreaClosed || opensToday) ? (
                  <ClosedToday area={area} isClosed={isAreaClosed} />
                ) : null}
              </li>
            )
          })}
          {mayClose ? (
            <li className="today__house">
              <b>Whole house</b>
              <span>{isVenueClosed ? 'Closed today' : ''}</span>
              <ClosedToday area={null} isClosed={isVenueClosed} />
            </li>
          ) : null}
        </ul>
      ) : (
        <p className="admin-quiet">No hours are written yet.</p>
      )}
    </section>
  )
}
