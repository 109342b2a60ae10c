import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { AdminPage, requireStaff } from '../../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../../platform/admin/shell/find-admin-context.ts'
import { formatMoment } from '../../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../../platform/database/query.ts'
import { mailsInWords } from '../../../../platform/mail/rules.ts'
import { can } from '../../../../platform/staff/can.ts'
import { findLedgerSettings } from '../../../ledger/service.ts'
import { AddGuestForm } from '../../../reservations/admin/AddGuestForm.tsx'
import { GuestList } from '../../../reservations/admin/GuestList.tsx'
import { listGuests } from '../../../reservations/admin/listed-guest.ts'
import { publishersOnly } from '../../../reservations/admin/texts.ts'
import { findNow } from '../../../reservations/staff/find-now.ts'
import { isTonight } from '../../../reservations/staff/rules.ts'
import { areaName } from '../../../venue/names.ts'
import { recipientsIn } from '../../manage/messages.ts'
import { listLinks, listManagedDates } from '../../queries/links.ts'
import { countRecentMessages, listMessages } from '../../queries/messages.ts'
import { freePlaces, messagesPerDay } from '../../rules.ts'
import { findDate, guestCountsOf, guestsOf, listDates } from '../../service.ts'
import { findTonight } from '../../tonight/find-tonight.ts'
import { describeWhen } from '../../when.ts'
import '../../../reservations/admin/guests.css'
import './guests.css'
import { LinkForm } from './LinkForm.tsx'
import { LinkRow } from './LinkRow.tsx'
import { MessageForm } from './MessageForm.tsx'
import { scopeTexts } from './texts.ts'

const path = '/cms/events/guests'
const maxListedDates = 30

/** `/cms/events/guests?date=ID`: the guests of a date, and the links with which organisers manage them. */
export async function GuestsView(view: AdminViewServerProps) {
  requireStaff(view, 'guests.check-in')
  const { req } = view.initPageResult
  const givenDate = view.searchParams?.date
  const id =
    typeof givenDate === 'string' && /^[1-9]\d{0,8}$/.test(givenDate) ? Number(givenDate) : null
  const found = id === null ? null : await findDateWithGuests(req, id)
  const breadcrumbs = [
    ...(can(req, 'events.write') ? [{ label: 'Events', url: '/cms/collections/events' }] : []),
    { label: 'Guests', url: path },
    ...(found ? [{ label: found.date.title }] : []),
  ]
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="lists admin-inputs">
      {found ? <Guests req={req} {...found} /> : <DateChoice req={req} />}
    </AdminPage>
  )
}

async function findDateWithGuests(req: PayloadRequest, id: number) {
  const { payload } = req
  const db = databaseOf(payload)
  const date = await findDate(db, id)
  if (!date) return null
  if (!can(req, 'guests.other-days') && !isTonight(date, await findNow(payload))) return null
  const [{ timeZone, today }, { currency }, guests, counts, links, series, messages, recent] =
    await Promise.all([
      findAdminContext(payload),
      findLedgerSettings(payload),
      guestsOf(db, id),
      guestCountsOf(db, id),
      listLinks(db, date),
      listManagedDates(db, { event: date.event, date: null }),
      listMessages(db, id),
      countRecentMessages(db, id),
    ])
  return { date, timeZone, today, currency, guests, counts, links, series, messages, recent }
}

/** A list of the next dates. It is shown if the URL names no date. */
async function DateChoice({ req }: { req: PayloadRequest }) {
  const { timeZone, today } = await findAdminContext(req.payload)
  const isAnyDay = can(req, 'guests.other-days')
  const dates = isAnyDay
    ? await listDates(databaseOf(req.payload), { endsAfter: new Date(), limit: maxListedDates })
    : (await findTonight(req.payload)).dates
  return (
    <>
      <h1>Guests</h1>
      {dates.length ? (
        <ul className="guests">
          {dates.map(({ id, title, startsAt }) => (
            <li key={id}>
              <CmsLink href={`${path}?date=${id}`}>
                {formatMoment(startsAt.toISOString(), timeZone, today)} · {title}
              </CmsLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className="admin-quiet">{isAnyDay ? 'Nothing is planned.' : 'Nothing is on today.'}</p>
      )}
    </>
  )
}

type Found = NonNullable<Awaited<ReturnType<typeof findDateWithGuests>>>

function Guests({ req, ...found }: Found & { req: PayloadRequest }) {
  const { date, timeZone, today, currency, guests, counts, links, series, messages, recent } = found
  const isPublisher = can(req, 'guests.manage')
  const calls = { path: 'event-guests', about: { date: date.id } }
  const mayWrite = can(req, 'events.write')
  const moment = (at: Date | null) => formatMoment(at?.toISOString() ?? null, timeZone, today)
  const numbers = [
    ['Inside', counts.inside],
    ['Going', counts.going],
    ['Free', freePlaces(date) ?? 'no limit'],
    ['Waiting', counts.waiting],
    ['Offered', counts.offered],
  ] as const
  return (
    <>
      <h1>{date.title}</h1>
      <p>
        {moment(date.startsAt)} · {date.areas.map(areaName).join(', ')}
        {mayWrite ? (
          <>
            {' · '}
            <CmsLink href={`/cms/collections/events/${date.event}`}>The event</CmsLink>
          </>
        ) : null}
      </p>
      {mayWrite ? (
        <p>
          <CmsLink href={`/cms/events/date/${date.id}`}>Change or cancel this date</CmsLink>
        </p>
      ) : null}
      <dl className="guests-counts">
        {numbers.map(([label, number]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number}</dd>
          </div>
        ))}
      </dl>
      <div className="lists-ways">
        <section>
          <h2>Guests</h2>
          <GuestList
            calls={calls}
            isPublisher={isPublisher}
            guests={listGuests(guests, { currency, isPublisher })}
          />
          <form method="post" action="/api/event-guests/file">
            <input type="hidden" name="date" value={date.id} />
            <button type="submit" className="ui-button" data-kind="plain">
              Download the list (CSV)
            </button>
          </form>
        </section>
        <div className="guests-side">
          <section>
            <h2>Add somebody</h2>
            {date.status === 'cancelled' ? (
              <p className="admin-quiet">It is cancelled, so it has no places.</p>
            ) : (
              <AddGuestForm calls={calls} />
            )}
          </section>
          {isPublisher ? (
            <section>
              <h2>Write to them</h2>
              <MessageForm
                dateId={date.id}
                messagesLeft={Math.max(0, messagesPerDay - recent)}
                recipients={{
                  going: recipientsIn(guests, 'going').length,
                  waiting: recipientsIn(guests, 'waiting').length,
                }}
              />
            </section>
          ) : null}
          {mayWrite && messages.length ? (
            <section>
              <h2>Sent</h2>
              <ul className="guests">
                {messages.map(({ id, text, audience, recipients, createdAt }) => (
                  <li key={id}>
                    <p className="guests-mail">{text}</p>
                    <p className="admin-quiet">
                      {moment(createdAt)} · {mailsInWords(recipients)} to those {audience}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {mayWrite ? (
            <section>
              <h2>Organisers’ links</h2>
              <p className="admin-quiet">
                No account: whoever has a link uses it, until a week after the last date that it
                opens.
              </p>
              {links.length ? (
                <ul className="guests">
                  {links.map(({ id, date: only, name, email, scope, expiresAt, lastUsedAt }) => (
                    <LinkRow
                      key={id}
                      isPublisher={isPublisher}
                      link={{
                        id,
                        name,
                        facts: [
                          email,
                          only === null ? 'all dates of the event' : 'this date only',
                          scopeTexts[scope],
                          lastUsedAt ? `last used ${moment(lastUsedAt)}` : 'not used yet',
                          `until ${moment(expiresAt)}`,
                        ]
                          .filter(Boolean)
                          .join(' · '),
                      }}
                    />
                  ))}
                </ul>
              ) : null}
              {isPublisher ? (
                <LinkForm
                  dateId={date.id}
                  when={describeWhen(date, timeZone, today)}
                  dates={series.length}
                />
              ) : (
                <p>{publishersOnly}</p>
              )}
            </section>
          ) : null}
        </div>
      </div>
    </>
  )
}
