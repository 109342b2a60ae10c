import './opening-section.css'
import { Fragment } from 'react'
import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { can } from '../../../platform/staff/can.ts'
import { areaStatus, hoursOn, localMoment } from '../hours/opening-hours.ts'
import { areaName, dayNames } from '../names.ts'
import { type PublishedDate, publishedDates } from '../ports.ts'
import type { VenueArea } from '../rules.ts'
import { readVenue } from '../service.ts'
import { formatClock, type OpeningLabels, statusTexts } from '../ui/opening-texts.ts'
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
 * Shows which areas are open now, and until when. Publishers can close an area or the whole venue for today. Events in
 * a closed area still take place, so the section lists them.
 */
export async function OpeningSection({ req, timeZone }: DashboardProps) {
  const { hours } = await readVenue(req.payload)
  const now = localMoment(new Date(), timeZone)
  const mayClose = can(req, 'venue.close')
  const mayCancel = can(req, 'events.write')
  const isClosed = (area: VenueArea | null) =>
    hours.exceptions.some(
      (each) => each.atShortNotice && each.date === now.date && each.area === area,
    )
  const isVenueClosed = isClosed(null)
  const isAnyClosed = isVenueClosed || hours.areas.some(({ area }) => isClosed(area))
  const findDates = isAnyClosed && publishedDates.find(req.payload)
  const dates = findDates ? await findDates(databaseOf(req.payload), now.date) : []
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
                <span>
                  {detail ? `${state}, ${detail}` : state}
                  {isAreaClosed && !isVenueClosed ? (
                    <StillOn
                      dates={dates.filter(({ areas }) => areas.includes(area))}
                      {...{ timeZone, mayCancel }}
                    />
                  ) : null}
                </span>
                {mayClose && !isVenueClosed && (isAreaClosed || opensToday) ? (
                  <ClosedToday area={area} isClosed={isAreaClosed} />
                ) : null}
              </li>
            )
          })}
          {mayClose || isVenueClosed ? (
            <li className="today__house">
              <b>Whole house</b>
              <span>
                {isVenueClosed ? 'Closed today' : ''}
                {isVenueClosed ? <StillOn {...{ dates, timeZone, mayCancel }} /> : null}
              </span>
              {mayClose ? <ClosedToday area={null} isClosed={isVenueClosed} /> : null}
            </li>
          ) : null}
        </ul>
      ) : (
        <p className="admin-quiet">No hours are written yet.</p>
      )}
    </section>
  )
}

type StillOnProps = { dates: readonly PublishedDate[]; timeZone: string; mayCancel: boolean }

/** The events of today that take place although their area or the venue is closed. */
function StillOn({ dates, timeZone, mayCancel }: StillOnProps) {
  if (!dates.length) return null
  const [they, them] = dates.length === 1 ? ['It', 'it'] : ['They', 'them']
  return (
    <span className="today__still-on">
      Today:{' '}
      {dates.map(({ path, title, startsAt }, index) => (
        <Fragment key={path}>
          {index ? '; ' : ''}
          {mayCancel ? <CmsLink href={path}>{title}</CmsLink> : title},{' '}
          {formatClock(localMoment(startsAt, timeZone).minutes, labels)}
        </Fragment>
      ))}
      . {they} still {dates.length === 1 ? 'takes' : 'take'} place
      {mayCancel ? `, unless you cancel ${them}` : ''}.
    </span>
  )
}
