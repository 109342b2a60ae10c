import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { formatMoney } from '../../../../islands/lib/money.ts'
import { AdminPage, requireStaff } from '../../../admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../admin/shell/find-admin-context.ts'
import { formatMoment } from '../../../admin/shell/format.ts'
import { databaseOf } from '../../../database/query.ts'
import { findLedgerSettings } from '../../../ledger/service.ts'
import { hasRole } from '../../../staff/roles.ts'
import { areaName } from '../../../venue/names.ts'
import type { GuestRow } from '../../contract.ts'
import { recipientsIn } from '../../manage/messages.ts'
import { listLinks } from '../../queries/links.ts'
import { countRecentMessages, listMessages } from '../../queries/messages.ts'
import { messagesPerDay } from '../../rules.ts'
import { findDate, guestCountsOf, guestsOf, listDates } from '../../service.ts'
import { AddGuestForm } from './AddGuestForm.tsx'
import { GuestList } from './GuestList.tsx'
import './guests.css'
import { LinkForm } from './LinkForm.tsx'
import { LinkRow } from './LinkRow.tsx'
import type { ListedGuest } from './listed-guest.ts'
import { MessageForm } from './MessageForm.tsx'
import { publishersOnly, scopeTexts } from './texts.ts'

const path = '/cms/events/guests'
const maxListedDates = 30

/** `/cms/events/guests?date=ID`: the guests of a date, and the links with which organisers manage them. */
export async function GuestsView(view: AdminViewServerProps) {
  requireStaff(view)
  const { req } = view.initPageResult
  const givenDate = view.searchParams?.date
  const id =
    typeof givenDate === 'string' && /^[1-9]\d{0,8}$/.test(givenDate) ? Number(givenDate) : null
  const found = id === null ? null : await findDateWithGuests(req, id)
  const breadcrumbs = [
    { label: 'Events', url: '/cms/collections/events' },
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
  const [{ timeZone, today }, { currency }, guests, counts, links, messages, recent] =
    await Promise.all([
      findAdminContext(payload),
      findLedgerSettings(payload),
      guestsOf(db, id),
      guestCountsOf(db, id),
      listLinks(db, date.event),
      listMessages(db, id),
      countRecentMessages(db, id),
    ])
  return { date, timeZone, today, currency, guests, counts, links, messages, recent }
}

/** A list of the next dates. It is shown if the URL names no date. */
async function DateChoice({ req }: { req: PayloadRequest }) {
  const { timeZone, today } = await findAdminContext(req.payload)
  const dates = await listDates(databaseOf(req.payload), {
    endsAfter: new Date(),
    limit: maxListedDates,
  })
  return (
    <>
      <h1>Guests</h1>
      {dates.length ? (
        <ul className="event-guests">
          {dates.map(({ id, title, startsAt }) => (
            <li key={id}>
              <CmsLink href={`${path}?date=${id}`}>
                {formatMoment(startsAt.toISOString(), timeZone, today)} · {title}
              </CmsLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className="admin-quiet">Nothing is planned.</p>
      )}
    </>
  )
}

type Found = NonNullable<Awaited<ReturnType<typeof findDateWithGuests>>>

function Guests({ req, ...found }: Found & { req: PayloadRequest }) {
  const { date, timeZone, today, currency, guests, counts, links, messages, recent } = found
  const isPublisher = hasRole(req, 'publisher')
  const moment = (at: string | null) => formatMoment(at, timeZone, today)
  const sortedGuests = [...guests].sort(
    (one, other) =>
      Number(one.status === 'cancelled') - Number(other.status === 'cancelled') ||
      (one.queue?.position ?? 0) - (other.queue?.position ?? 0) ||
      (one.name ?? '').localeCompare(other.name ?? '', 'en-GB'),
  )
  const numbers = [
    ['Inside', counts.inside],
    ['Going', counts.going],
    ['Free', date.capacity === null ? 'no limit' : date.capacity - date.taken],
    ['Waiting', counts.waiting],
    ['Offered', counts.offered],
  ] as const
  return (
    <>
      <h1>{date.title}</h1>
      <p>
        {moment(date.startsAt.toISOString())} · {date.areas.map(areaName).join(', ')} ·{' '}
        <CmsLink href={`/cms/collections/events/${date.event}`}>The event</CmsLink>
      </p>
      <p>
        <CmsLink href={`/cms/events/date/${date.id}`}>Change or cancel this date</CmsLink>
      </p>
      <dl className="event-guests-counts">
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
            dateId={date.id}
            isPublisher={isPublisher}
            guests={sortedGuests.map((guest) => toListed(guest, { currency, isPublisher }))}
          />
          <form method="post" action="/api/event-guests/file">
            <input type="hidden" name="date" value={date.id} />
            <button type="submit" className="ui-button" data-kind="plain">
              Download the list (CSV)
            </button>
          </form>
        </section>
        <div className="event-guests-side">
          <section>
            <h2>Add somebody</h2>
            <AddGuestForm dateId={date.id} />
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
          {messages.length ? (
            <section>
              <h2>Sent</h2>
              <ul className="event-guests">
                {messages.map(({ id, text, audience, recipients, created_at }) => (
                  <li key={id}>
                    <p className="event-guests-mail">{text}</p>
                    <p className="admin-quiet">
                      {moment(created_at)} · to {recipients} {audience}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          <section>
            <h2>Organisers’ links</h2>
            <p className="admin-quiet">
              No account: whoever has a link uses it, until a week after the last date of the event.
            </p>
            {links.length ? (
              <ul className="event-guests">
                {links.map(({ id, name, email, scope, expires_at, last_used_at }) => (
                  <LinkRow
                    key={id}
                    isPublisher={isPublisher}
                    link={{
                      id,
                      name,
                      facts: [
                        email,
                        scopeTexts[scope],
                        last_used_at ? `last used ${moment(last_used_at)}` : 'not used yet',
                        `until ${moment(expires_at)}`,
                      ]
                        .filter(Boolean)
                        .join(' · '),
                    }}
                  />
                ))}
              </ul>
            ) : null}
            {isPublisher ? <LinkForm dateId={date.id} /> : <p>{publishersOnly}</p>}
          </section>
        </div>
      </div>
    </>
  )
}

function toListed(
  guest: GuestRow,
  { currency, isPublisher }: { currency: string; isPublisher: boolean },
): ListedGuest {
  const { id, party, inside, status, note, queueReason, version, priceCents } = guest
  const amount = priceCents ? formatMoney(priceCents, currency) : null
  const paymentText = guest.isPaid ? 'paid' : guest.isPriceHeld ? 'held' : 'at the bar'
  return {
    ...{ id, party, inside, status, note, version },
    name: guest.name ?? 'No name',
    email: isPublisher ? guest.email : null,
    position: guest.queue?.position ?? null,
    facts: [
      amount ? `${amount} ${paymentText}` : '',
      queueReason ? `Out of turn: ${queueReason}` : '',
      note ?? '',
    ].filter(Boolean),
  }
}
