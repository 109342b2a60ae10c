import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatDate, formatMoment } from '../../../platform/admin/shell/format.ts'
import { can } from '../../../platform/staff/can.ts'
import type { Permission } from '../../../platform/staff/permissions.ts'
import { findLedgerSettings } from '../../ledger/service.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { findReservationsOfDay, type SubjectOfDay } from '../staff/day.ts'
import { AddGuestForm } from './AddGuestForm.tsx'
import { GuestList } from './GuestList.tsx'
import './guests.css'
import { toListed } from './listed-guest.ts'

const path = '/cms/reservations'
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 120) : '')

/** `/cms/reservations?day=YYYY-MM-DD&search=…`: the reservations of a day, of all kinds. */
export async function ReservationsView(view: AdminViewServerProps) {
  requireStaff(view, 'guests.check-in')
  const { req } = view.initPageResult
  const { timeZone, today } = await findAdminContext(req.payload)
  const { currency } = await findLedgerSettings(req.payload)
  const given = textOf(view.searchParams?.day)
  const isAnyDay = can(req, 'guests.other-days')
  const day = isAnyDay && /^20\d\d-[01]\d-[0-3]\d$/.test(given) ? given : today
  const search = textOf(view.searchParams?.search)
  const isPublisher = can(req, 'guests.manage')
  const options = {
    ...{ day, timeZone, search, withAddresses: isPublisher, isOnlyTonight: !isAnyDay },
    isAllowed: (permission: Permission) => can(req, permission),
  }
  const subjects = await findReservationsOfDay(req.payload, options)
  const dayPath = (date: string) => `${path}?${new URLSearchParams({ day: date })}`
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Reservations', url: path }, { label: formatDate(day, today) }]}
      className="lists admin-inputs"
    >
      <h1>Reservations</h1>
      <form className="guests-find" action={path}>
        {isAnyDay ? (
          <div className="lists-field">
            <label htmlFor="reservations-day">Day</label>
            <input id="reservations-day" name="day" type="date" defaultValue={day} />
          </div>
        ) : null}
        <div className="lists-field">
          <label htmlFor="reservations-search">Name{isPublisher ? ' or email' : ''}</label>
          <input
            id="reservations-search"
            name="search"
            type="search"
            maxLength={120}
            defaultValue={search}
          />
        </div>
        <button type="submit" className="ui-button" data-kind="strong">
          Show
        </button>
        {isAnyDay ? (
          <>
            <CmsLink href={dayPath(addDays(day, -1))}>The day before</CmsLink>
            <CmsLink href={dayPath(addDays(day, 1))}>The day after</CmsLink>
          </>
        ) : null}
      </form>
      {subjects.length ? (
        <div className="guests-day">
          {subjects.map((subject) => (
            <Subject
              key={`${subject.kind} ${subject.subject}`}
              {...{ subject, currency, isPublisher }}
              when={formatMoment(subject.startsAt.toISOString(), timeZone, today)}
            />
          ))}
          <form method="post" action="/api/reservations/file">
            <input type="hidden" name="day" value={day} />
            <input type="hidden" name="search" value={search} />
            <button type="submit" className="ui-button" data-kind="plain">
              Download the list (CSV)
            </button>
          </form>
        </div>
      ) : (
        <p className="admin-quiet">{search ? 'Nobody with this name.' : 'Nobody has reserved.'}</p>
      )}
    </AdminPage>
  )
}

type Props = { subject: SubjectOfDay; when: string; currency: string; isPublisher: boolean }

function Subject({ subject: group, when, currency, isPublisher }: Props) {
  const { kind, subject, title, rows, canAdd } = group
  const calls = { path: 'reservations', about: { kind, subject } }
  const people = rows
    .filter(({ status }) => status === 'going' || status === 'attended')
    .reduce((sum, { party }) => sum + party, 0)
  return (
    <section>
      <h2>{title}</h2>
      <p className="admin-quiet">
        {when} · {people === 1 ? 'one person' : `${people} people`}
      </p>
      <GuestList
        {...{ calls, isPublisher }}
        hasSearch={false}
        guests={rows.map((row) => toListed(row, { currency, isPublisher }))}
      />
      {canAdd ? (
        <details>
          <summary>Add somebody</summary>
          <AddGuestForm calls={calls} />
        </details>
      ) : null}
    </section>
  )
}
