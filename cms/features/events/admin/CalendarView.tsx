import './events.css'
import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { can } from '../../../platform/staff/can.ts'
import { areaName } from '../../venue/names.ts'
import { venueAreas } from '../../venue/rules.ts'
import { type CalendarEntry, calendarEntries } from '../ports.ts'
import { findStaffDates, type StaffDate } from '../queries/staff-dates.ts'
import { eventStatuses } from '../rules.ts'
import { describeDay, timeIn } from '../when.ts'
import { GuestsLink } from './GuestsLink.tsx'
import { isCollapsedDay, monthAfter, monthGridDays, monthName } from './month.ts'
import { statusNames } from './texts.ts'

type Filter = { month: string; area?: string; status?: string }

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)

/**
 * The view `/cms/events`: all events of a month, including drafts. Phones show a list by day, in which past days of the
 * current month are collapsed.
 */
export async function CalendarView(view: AdminViewServerProps) {
  requireStaff(view, 'events.write')
  const { req } = view.initPageResult
  const { timeZone, today } = await findAdminContext(req.payload)
  const { month: given, area: givenArea, status: givenStatus } = view.searchParams ?? {}
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(String(given)) ? String(given) : today.slice(0, 7)
  const area = oneOf(venueAreas, givenArea)
  const status = oneOf(eventStatuses, givenStatus)
  const filter = { month, ...(area && { area }), ...(status && { status }) }
  const days = monthGridDays(month)
  const dates = await findStaffDates(databaseOf(req.payload), {
    from: days[0] ?? '',
    until: days.at(-1) ?? '',
    ...filter,
  })
  const range = { from: days[0] ?? '', until: days.at(-1) ?? '' }
  const entries = status
    ? []
    : (
        await Promise.all(calendarEntries.all(req.payload).map((find) => find(req.payload, range)))
      ).flat()
  const now = new Date()
  const shown = days.map((day) => {
    const datesOfDay = dates.filter((each) => each.day === day)
    const isEarlier = isCollapsedDay(day, { month, today, now, dates: datesOfDay })
    const others = entries.filter((each) => each.day === day && can(req, each.permission))
    return { day, isOutsideMonth: !day.startsWith(month), isEarlier, dates: datesOfDay, others }
  })
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Events', url: '/cms/events' }]}
      className="admin-inputs lists event-calendar"
    >
      <header className="event-calendar__head">
        <h1>{monthName(month)}</h1>
        <nav aria-label="Months">
          <CmsLink href={calendarPathOf({ ...filter, month: monthAfter(month, -1) })}>
            {monthName(monthAfter(month, -1))}
          </CmsLink>
          <CmsLink href={calendarPathOf({ ...filter, month: today.slice(0, 7) })}>Today</CmsLink>
          <CmsLink href={calendarPathOf({ ...filter, month: monthAfter(month, 1) })}>
            {monthName(monthAfter(month, 1))}
          </CmsLink>
        </nav>
        <p className="event-calendar__ways">
          <CmsLink href="/cms/collections/events/create">New event</CmsLink>
          <CmsLink href="/cms/collections/events">All as a list</CmsLink>
        </p>
        <FilterForm filter={filter} />
      </header>
      {dates.length ? null : <p>Nothing is on in {monthName(month)}, as it is filtered.</p>}
      {shown.some(({ isEarlier, dates }) => isEarlier && dates.length) ? (
        <details className="event-calendar__earlier">
          <summary>Earlier in {monthName(month)}</summary>
        </details>
      ) : null}
      <ol className="event-month">
        {shown.map((each) => (
          <Day key={each.day} {...{ today, timeZone }} {...each} />
        ))}
      </ol>
    </AdminPage>
  )
}

function calendarPathOf(filter: Filter): string {
  return `/cms/events?${new URLSearchParams(filter)}`
}

const FilterForm = ({ filter: { month, area = '', status = '' } }: { filter: Filter }) => (
  <form className="event-calendar__filter" action="/cms/events">
    <input type="hidden" name="month" value={month} />
    <label>
      Space
      <select name="area" defaultValue={area} key={`area ${area}`}>
        <option value="">All</option>
        {venueAreas.map((each) => (
          <option key={each} value={each}>
            {areaName(each)}
          </option>
        ))}
      </select>
    </label>
    <label>
      State
      <select name="status" defaultValue={status} key={`status ${status}`}>
        <option value="">All</option>
        {eventStatuses.map((each) => (
          <option key={each} value={each}>
            {statusNames[each]}
          </option>
        ))}
      </select>
    </label>
    <button type="submit" className="ui-button" data-kind="plain">
      Show
    </button>
  </form>
)

type DayProps = {
  day: string
  today: string
  timeZone: string
  isOutsideMonth: boolean
  isEarlier: boolean
  dates: StaffDate[]
  others: CalendarEntry[]
}

function Day({ day, today, timeZone, isOutsideMonth, isEarlier, dates, others }: DayProps) {
  return (
    <li
      data-empty={(dates.length === 0 && others.length === 0) || undefined}
      data-other={isOutsideMonth || undefined}
      data-earlier={isEarlier || undefined}
      aria-current={day === today ? 'date' : undefined}
    >
      <div className="event-month__day">
        <time dateTime={day}>{describeDay(day, today)}</time>
        {day >= today ? (
          <CmsLink href={`/cms/collections/events/create?day=${day}`}>
            <span aria-hidden="true">+</span>
            <span className="sr">New event on {describeDay(day, today)}</span>
          </CmsLink>
        ) : null}
      </div>
      {dates.length ? (
        <ul>
          {dates.map((date) => (
            <li key={date.id} data-status={date.status}>
              <CmsLink href={editPath(date)}>
                <time dateTime={date.startsAt.toISOString()}>
                  {timeIn(date.startsAt, timeZone)}
                </time>{' '}
                <b>{date.title}</b>
              </CmsLink>
              <span className="event-month__more">
                {date.areas.map(areaName).join(', ')}
                <br />
                <GuestsLink date={date} />
                {date.status === 'published' ? null : (
                  <span className="event-status" data-status={date.status}>
                    {' '}
                    {statusNames[date.status]}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {others.map(({ href, text }) => (
        <p key={href} className="event-month__other">
          <CmsLink href={href}>{text}</CmsLink>
        </p>
      ))}
    </li>
  )
}

/** The path of the page on which staff change a date. A date of a series has its own page. */
const editPath = ({ id, event, isSeries }: StaffDate): string =>
  isSeries ? `/cms/events/date/${id}` : `/cms/collections/events/${event}`
