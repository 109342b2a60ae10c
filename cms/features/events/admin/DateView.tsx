import './events.css'
import { notFound } from 'next/navigation.js'
import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff, viewPath } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { can } from '../../../platform/staff/can.ts'
import { findLedgerSettings } from '../../ledger/service.ts'
import { areaName } from '../../venue/names.ts'
import { findStoredDate } from '../queries/records.ts'
import { findStaffDatesOf } from '../queries/staff-dates.ts'
import { eventPath } from '../rules.ts'
import { formOf, versionOf } from '../series/change-date.ts'
import { isOver } from '../series/stored-date.ts'
import { recordOf } from '../series/sync.ts'
import { describeWhen } from '../when.ts'
import { AudienceButtons } from './AudienceButtons.tsx'
import { DateActions } from './DateActions.tsx'
import { DateForm } from './DateForm.tsx'
import { describeGuests, guestsPath, statusNames } from './texts.ts'

/** The view `/cms/events/date/{id}`: staff change one date. The other dates of its series stay as they are. */
export async function DateView(view: AdminViewServerProps) {
  requireStaff(view, 'events.write')
  const { req } = view.initPageResult
  const { payload } = req
  const id = Number(viewPath(view).rest[1])
  const db = databaseOf(payload)
  const date = Number.isInteger(id) && id > 0 && id < 2 ** 31 ? await findStoredDate(db, id) : null
  if (!date) notFound()
  const { timeZone, today } = await findAdminContext(payload)
  const { currency } = await findLedgerSettings(payload)
  const found = await payload.find({
    collection: 'events',
    where: { id: { equals: date.event } },
    depth: 0,
  })
  const doc = found.docs[0]
  const counts = (await findStaffDatesOf(db, date.event)).find((each) => each.id === id)
  const record = doc ? recordOf(doc) : null
  const isPublisher = can(req, 'events.publish')
  const canChange =
    record !== null &&
    !isOver(date, new Date()) &&
    date.status !== 'cancelled' &&
    (isPublisher || date.status === 'draft')
  const canBeAnnounced =
    isPublisher &&
    date.status === 'published' &&
    date.visibility !== 'secret' &&
    !isOver(date, new Date())
  const when = describeWhen(date, timeZone, today)
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Events', url: '/cms/events' }, { label: date.title }]}
      className="admin-inputs lists event-date"
    >
      <header className="event-date__head">
        <h1>{date.title}</h1>
        <p>
          <b>{when}</b> · {date.areas.map(areaName).join(', ')} ·{' '}
          <span className="event-status" data-status={date.status}>
            {statusNames[date.status]}
          </span>
        </p>
        <p>{counts ? describeGuests(counts) : null}</p>
        <p className="event-calendar__ways">
          {date.status === 'draft' ? null : (
            <CmsLink href={guestsPath(id)}>Guests, check-in and links</CmsLink>
          )}
          {record ? (
            <CmsLink href={`/cms/collections/events/${date.event}`}>
              {record.rule ? 'Change the whole series' : 'Change the event'}
            </CmsLink>
          ) : null}
          {date.status === 'draft' ? null : <a href={eventPath(date.slug)}>Look at its page</a>}
          <CmsLink href={`/cms/events?month=${date.day.slice(0, 7)}`}>Calendar</CmsLink>
        </p>
        {canBeAnnounced ? <AudienceButtons date={id} /> : null}
      </header>
      {canChange && record ? (
        <div className="lists-ways">
          <section>
            <h2>{record.rule ? 'Only this date' : 'This date'}</h2>
            <DateForm
              key={versionOf(date)}
              id={id}
              seen={versionOf(date)}
              values={formOf(record, date)}
              mails={date.status === 'published' ? date.mails : 0}
              currency={currency}
              isSeries={record.rule !== null}
              timeZone={timeZone}
            />
          </section>
          <section>
            <h2>Other ways</h2>
            <DateActions
              id={id}
              when={when}
              seen={versionOf(date)}
              event={date.event}
              status={date.status}
              mails={date.mails}
              cancelMails={date.cancelMails}
              isSeries={record.rule !== null}
              hasReservations={date.hasReservations}
              isPublisher={isPublisher}
            />
          </section>
        </div>
      ) : (
        <p>{whyUnchangeable(date.status, isPublisher)}</p>
      )}
    </AdminPage>
  )
}

const whyUnchangeable = (status: string, isPublisher: boolean): string => {
  if (status === 'cancelled') return 'It is cancelled, so it can’t be changed any more.'
  if (!isPublisher && status !== 'ended') {
    return 'Publishers change events that are out. Ask one of them.'
  }
  return 'It is over, so it can’t be changed any more.'
}
