import type { AdminViewServerProps } from 'payload'
import type { ReactNode } from 'react'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { can } from '../../../platform/staff/can.ts'
import { describeDay } from '../../events/when.ts'
import { areaName } from '../../venue/names.ts'
import { findCounts } from '../door/areas.ts'
import { currentShifts } from '../door/callers.ts'
import { doorTitle } from '../door/doors.ts'
import { findReport } from '../report/find-report.ts'
import { groupText, type Listed } from '../report/rules.ts'
import { smallestGroup } from '../rules.ts'
import { AreaForm } from './AreaForm.tsx'
import { EndShift } from './EndShift.tsx'
import './door-view.css'

const path = '/cms/door'

const whyTexts: Record<Listed['why'], string> = {
  repeat: 'A ticket that was scanned before',
  cancelled: 'Let in with a ticket that was cancelled meanwhile',
  waitlisted: 'Let in from the waitlist',
  unconfirmed: 'Let in with a reservation that was not confirmed or paid',
  code_too_old: 'Let in with a code that was too old',
  membership_ended: 'Let in with the card of a membership that ended',
  suspended: 'Let in with the card of a suspended member',
  no_reservation: 'Let in without a reservation',
  wrong_day: 'Let in on another day',
  wrong_area: 'Let in at another door',
  full: 'Let in above the limit, without a network',
  unknown: 'Let in with a reservation that there is no more',
  not_recorded: 'Let in, but the reservation could not be changed',
  override: 'Let in above the limit',
  clock: 'The time is a guess: the phone’s clock was wrong',
}

/** `/cms/door?day=YYYY-MM-DD`: who came in on an evening, in numbers, and how many people areas are licensed for. */
export async function DoorView(view: AdminViewServerProps) {
  requireStaff(view, 'guests.check-in')
  const { req } = view.initPageResult
  const given = String(view.searchParams?.day ?? '')
  const day = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(given) ? given : undefined
  const report = await findReport(req.payload, can(req, 'guests.other-days') ? day : undefined)
  const db = databaseOf(req.payload)
  const counts = await findCounts(db, report.day)
  const phones = []
  for (const { id, name, door, link, startedAt, seenAt } of await currentShifts(req)) {
    phones.push({ id, name, link, startedAt, seenAt, door: await doorTitle(db, door) })
  }
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: report.timeZone, timeStyle: 'short' })
  const { today } = await findAdminContext(req.payload)
  const titleOf = (door: string) => report.titles.get(door) ?? door
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Door', url: path }, { label: describeDay(report.day, today) }]}
      className="lists admin-inputs station-view door-view"
    >
      <h1>The door on {describeDay(report.day, today)}</h1>
      <p>
        <a href="/check-in/door">Open the door on this phone</a>
      </p>
      {can(req, 'guests.other-days') ? (
        <form className="lists-form" action={path}>
          <div className="lists-field">
            <label htmlFor="door-day">Day</label>
            <input id="door-day" name="day" type="date" defaultValue={report.day} />
          </div>
          <p>
            <button type="submit" className="ui-button" data-kind="strong">
              Show
            </button>
          </p>
        </form>
      ) : null}
      <p>
        {report.people} came in, {report.inside} are inside.
      </p>
      <Table
        title="Events"
        head={['Event', 'Expected', 'Came', 'Did not come']}
        rows={report.events.map(({ id, title, expected, came, missing }) => ({
          key: id,
          cells: [title, expected, came, missing ?? 'not over yet'],
        }))}
      />
      <Table
        title="When they came"
        head={['From', 'People']}
        rows={report.times.map(({ at, people }) => ({
          key: at,
          cells: [clock.format(at), groupText(people, smallestGroup)],
        }))}
      />
      <Table
        title="Where they came in"
        head={['Door', 'People']}
        rows={report.doors.map(({ door, people }) => ({
          key: door,
          cells: [titleOf(door), groupText(people, smallestGroup)],
        }))}
      />
      <Table
        title="Phones"
        head={['Phone', 'Door', 'Since', 'Last seen', 'End']}
        rows={phones.map(({ id, name, door, link, startedAt, seenAt }) => ({
          key: id,
          cells: [
            link === null ? name : `${name} (organiser)`,
            door,
            clock.format(startedAt),
            clock.format(seenAt),
            <EndShift key={id} {...{ id, name }} />,
          ],
        }))}
      />
      <Table
        title="To look at"
        head={['What', 'Reservation', 'People', 'When and where', 'Before that']}
        rows={report.listed.map(({ id, why, reservation, people, at, door, by, first }) => ({
          key: id,
          cells: [
            whyTexts[why],
            reservation === null ? '–' : `no. ${reservation}`,
            people,
            `${clock.format(at)}, ${titleOf(door)}, ${by}`,
            first ? `${clock.format(first.at)}, ${titleOf(first.door)}, ${first.by}` : '–',
          ],
        }))}
      />
      <h2>Areas</h2>
      <div className="door-view__areas">
        {[...counts].map(([area, { inside, limit, reEntry }]) => (
          <section key={area}>
            <h3>{areaName(area)}</h3>
            <p>
              {inside} inside{limit === null ? '' : `, licensed for ${limit}`}
            </p>
            {can(req, 'guests.manage') ? <AreaForm {...{ area, limit, reEntry }} /> : null}
          </section>
        ))}
      </div>
    </AdminPage>
  )
}

type TableProps = {
  title: string
  head: string[]
  rows: { key: string | number; cells: ReactNode[] }[]
}

function Table({ title, head, rows }: TableProps) {
  if (!rows.length) return null
  return (
    <>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
