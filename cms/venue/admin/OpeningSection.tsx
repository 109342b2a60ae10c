import './opening-section.css'
import { Fragment } from 'react'
import { formatClock, type OpeningLabels, statusTexts } from '../../../islands/opening/texts.ts'
import type { DashboardProps } from '../../admin/feature-admin.ts'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { databaseOf } from '../../database/query.ts'
import { featuresOf, findProvider, type PublishedDate } from '../../feature.ts'
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
 * Shows which areas are open now, and until when. Publishers can close an area or the whole venue for today. Events in
 * a closed area still take place, so the section lists them.
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
  const isAnyClosed = isVenueClosed || hours.areas.some(({ area }) => isClosed(area))
  const findDates = isAnyClosed && findProvider(featuresOf(req.payload), 'publishedDatesOn')
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
                      timeZone={timeZone}
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
                {isVenueClosed ? <StillOn dates={dates} timeZone={timeZone} /> : null}
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

/** The events of today that take place although their area or the venue is closed. */
function StillOn({ dates, timeZone }: { dates: readonly PublishedDate[]; timeZone: string }) {
  if (!dates.length) return null
  const [they, them] = dates.length === 1 ? ['It', 'it'] : ['They', 'them']
  return (
    <span className="today__still-on">
      Today:{' '}
      {dates.map(({ path, title, startsAt }, index) => (
        <Fragment key={path}>
          {index ? '; ' : ''}
          <CmsLink href={path}>{title}</CmsLink>,{' '}
          {formatClock(localMoment(startsAt, timeZone).minutes, labels)}
        </Fragment>
      ))}
      . {they} still {dates.length === 1 ? 'takes' : 'take'} place, unless you cancel {them}.
    </span>
  )
}
