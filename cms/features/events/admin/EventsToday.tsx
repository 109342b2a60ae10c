import './events.css'
import type { DashboardProps } from '../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { areaName } from '../../venue/names.ts'
import { findStaffDates } from '../queries/staff-dates.ts'
import { timeIn } from '../when.ts'
import { GuestsLink } from './GuestsLink.tsx'
import { statusNames } from './texts.ts'

/** Today's events, with their guests. */
export async function EventsToday({ req, timeZone, today }: DashboardProps) {
  const dates = await findStaffDates(databaseOf(req.payload), { from: today, until: today })
  return (
    <section className="today__list event-tonight">
      <h2>Events today</h2>
      {dates.length ? (
        <ol>
          {dates.map((date) => (
            <li key={date.id}>
              <time dateTime={date.startsAt.toISOString()}>
                {timeIn(date.startsAt, timeZone)}–{timeIn(date.endsAt, timeZone)}
              </time>
              <span>
                <CmsLink href={`/cms/events/date/${date.id}`}>{date.title}</CmsLink>
                {' · '}
                {date.areas.map(areaName).join(', ')} · <GuestsLink date={date} />
                {date.status === 'published' ? null : ` · ${statusNames[date.status]}`}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="admin-quiet">Nothing is on today.</p>
      )}
      <CmsLink href="/cms/events">All events</CmsLink>
    </section>
  )
}
