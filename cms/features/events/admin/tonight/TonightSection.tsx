import '../../../reservations/admin/guests.css'
import './tonight.css'
import type { PayloadRequest } from 'payload'
import type { DashboardProps } from '../../../../platform/admin/feature-admin.ts'
import { CmsLink } from '../../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../../platform/database/query.ts'
import { can } from '../../../../platform/staff/can.ts'
import { findLedgerSettings } from '../../../ledger/service.ts'
import { GuestList } from '../../../reservations/admin/GuestList.tsx'
import { listGuests } from '../../../reservations/admin/listed-guest.ts'
import { areaName } from '../../../venue/names.ts'
import type { StaffDate } from '../../queries/staff-dates.ts'
import { guestsOf } from '../../service.ts'
import { findTonight } from '../../tonight/find-tonight.ts'
import { timeIn } from '../../when.ts'
import { describeGuests, guestsPath, statusNames } from '../texts.ts'

/** The events of today. Those who work at the door find a guest by name and check them in with one press. */
export async function TonightSection({ req }: DashboardProps) {
  const { dates, timeZone } = await findTonight(req.payload)
  const isDoor = can(req, 'guests.check-in')
  return (
    <section className={isDoor ? 'tonight station__wide' : 'tonight'}>
      <h2>Tonight</h2>
      {dates.length ? null : <p className="admin-quiet">Nothing is on today.</p>}
      {dates.map((date, index) => (
        <article key={date.id}>
          <h3>{date.title}</h3>
          <p>
            <time dateTime={date.startsAt.toISOString()}>
              {timeIn(date.startsAt, timeZone)}–{timeIn(date.endsAt, timeZone)}
            </time>
            {' · '}
            {date.areas.map(areaName).join(', ')} · {describeGuests(date)}
            {date.status === 'published' ? null : ` · ${statusNames[date.status]}`}
          </p>
          {isDoor && date.status !== 'cancelled' ? (
            <Door req={req} date={date} isOpen={index === 0} />
          ) : null}
        </article>
      ))}
    </section>
  )
}

type DoorProps = { req: PayloadRequest; date: StaffDate; isOpen: boolean }

/** The guests of a date, and the way to add somebody who has not reserved. */
async function Door({ req, date, isOpen }: DoorProps) {
  const { payload } = req
  const [guests, { currency }] = await Promise.all([
    guestsOf(databaseOf(payload), date.id),
    findLedgerSettings(payload),
  ])
  return (
    <details open={isOpen}>
      <summary>Guests</summary>
      {guests.length ? (
        <GuestList
          calls={{ path: 'event-guests', about: { date: date.id } }}
          isPublisher={false}
          guests={listGuests(guests, { currency, isPublisher: false })}
        />
      ) : (
        <p className="admin-quiet">Nobody has reserved.</p>
      )}
      <p>
        <CmsLink className="station__button" href={guestsPath(date.id)}>
          Add somebody<span className="sr"> to {date.title}</span>
        </CmsLink>
      </p>
    </details>
  )
}
