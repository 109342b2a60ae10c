import { notFound } from 'next/navigation.js'
import type { AdminViewServerProps } from 'payload'
import { AdminPage } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatDate, formatMoment } from '../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { can } from '../../../platform/staff/can.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { findLedgerSettings } from '../../ledger/service.ts'
import { findSubjectPayments } from '../../payments/service.ts'
import { findStaffNames } from '../../till/service.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { areaName } from '../../venue/names.ts'
import { findConflict } from '../holding.ts'
import { referenceOf } from '../payable.ts'
import { findEnquiry } from '../queries/enquiries.ts'
import { listFiles } from '../queries/files.ts'
import { findHold } from '../queries/holds.ts'
import { listMessages } from '../queries/messages.ts'
import { listQuotes } from '../queries/quotes.ts'
import { adminPath, canDo, isOverdue, lineTotal, type QuoteLine, staffActions } from '../rules.ts'
import { EnquiryActions } from './EnquiryActions.tsx'
import { OwnerForm } from './OwnerForm.tsx'
import { lostNames, messageNames, quoteNames, statusMeanings, statusNames } from './texts.ts'

function QuoteLines({ lines, money }: { lines: QuoteLine[]; money: (cents: number) => string }) {
  return (
    <details>
      <summary>What is in it</summary>
      <ul>
        {lines.map((line) => (
          <li key={`${line.text} ${line.cents} ${line.quantity}`}>
            {line.quantity} × {line.text}, {money(lineTotal(line))}, {line.vatPercent} % VAT in it
          </li>
        ))}
      </ul>
    </details>
  )
}

/** One enquiry: what the guest asked for, what everybody wrote, and what staff can do now. */
export async function EnquiryPage({ view, id }: { view: AdminViewServerProps; id: number }) {
  const { req } = view.initPageResult
  const { payload } = req
  const db = databaseOf(payload)
  const enquiry = Number.isInteger(id) && id > 0 && id < 2 ** 31 ? await findEnquiry(db, id) : null
  if (!enquiry) notFound()
  const [{ timeZone, today }, { currency }, messages, quotes, files, hold, payments] =
    await Promise.all([
      findAdminContext(payload),
      findLedgerSettings(payload),
      listMessages(db, id),
      listQuotes(db, id),
      listFiles(db, id),
      findHold(db, id),
      findSubjectPayments(db, referenceOf(id)),
    ])
  const { docs: users } = await payload.find({
    ...{ collection: 'users', pagination: false, depth: 0, sort: 'name' },
    where: { role: { in: ['publisher', 'admin'] } },
    select: { name: true },
  })
  const names = await findStaffNames(
    req,
    messages.flatMap(({ staff }) => staff ?? []),
  )
  const moment = (at: Date) => formatMoment(at.toISOString(), timeZone, today)
  const money = (cents: number) => formatMoney(cents, currency)
  const quote = quotes.find(({ status }) => status === 'sent' || status === 'accepted') ?? null
  const paid = payments.find(({ status }) => status === 'paid')
  const conflict = quote && hold?.quote === quote.id ? await findConflict(db, enquiry, quote) : null
  const name = enquiry.name || 'Erased'
  const rows: [string, string][] = [
    ['What', enquiry.kind],
    [
      'Days',
      `${enquiry.days.map((day) => formatDate(day, today)).join(', or ')}; ${enquiry.dayPart}`,
    ],
    ['People', String(enquiry.people)],
    ...(enquiry.budgetCents === null
      ? []
      : [['Budget', money(enquiry.budgetCents)] as [string, string]]),
    ['Email', `${enquiry.email}${enquiry.confirmedAt ? '' : ' (not confirmed)'}`],
    ...(enquiry.phone ? [['Telephone', enquiry.phone] as [string, string]] : []),
    ['Arrived', moment(enquiry.createdAt)],
    ...(hold
      ? [
          [
            'Space',
            `${areaName(hold.area)}, ${moment(hold.startsAt)} until ${moment(hold.endsAt)}, ${hold.heldUntil ? `held until ${moment(new Date(hold.heldUntil.getTime() - 1))}` : 'theirs'}`,
          ] as [string, string],
        ]
      : []),
    ...(enquiry.lostReason
      ? [
          ['Lost because', `${lostNames[enquiry.lostReason]}. ${enquiry.lostWords ?? ''}`] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Enquiries', url: adminPath }, { label: name }]}
      className="lists admin-inputs enquiries"
    >
      <header className="enquiries-head">
        <div>
          <h1>{name}</h1>
          <p>
            <b>{statusNames[enquiry.status]}</b>: {statusMeanings[enquiry.status]}
            {enquiry.dueOn ? (
              <>
                {' · '}
                <span className="enquiries-due" data-late={isOverdue(enquiry, today) || undefined}>
                  {isOverdue(enquiry, today) ? 'Overdue since' : 'Due'}{' '}
                  {enquiry.dueOn === today ? 'today' : formatDate(enquiry.dueOn, today)}
                </span>
              </>
            ) : null}
          </p>
        </div>
        <CmsLink href={adminPath}>All enquiries</CmsLink>
      </header>
      {conflict ? (
        <p className="admin-warning" role="status">
          The space is kept for them, and yet: {conflict}
        </p>
      ) : null}
      <div className="lists-ways">
        <section>
          <h2>What they ask for</h2>
          <dl className="enquiries-facts">
            {rows.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {enquiry.words ? <p className="enquiries-words">{enquiry.words}</p> : null}
          {files.length ? (
            <ul className="enquiries-files" aria-label="Files">
              {files.map((file) => (
                <li key={file.id}>
                  <a href={`/api/enquiries/file/${file.id}`} download>
                    {file.name}
                  </a>{' '}
                  <span className="admin-quiet">
                    {Math.max(1, Math.round(file.size / 1024))} KB
                  </span>
                </li>
              ))}
            </ul>
          ) : null}
          <h2>What happened</h2>
          {messages.length ? (
            <ol className="enquiries-talk">
              {messages.map((each) => (
                <li key={each.id} data-kind={each.kind}>
                  <p className="admin-quiet">
                    {[
                      messageNames[each.kind],
                      each.staff !== null && names.get(each.staff),
                      moment(each.at),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  <p className="enquiries-words">{each.text}</p>
                </li>
              ))}
            </ol>
          ) : (
            <p className="admin-quiet">Nothing yet.</p>
          )}
          {quotes.length ? (
            <>
              <h2>Quotes</h2>
              <ul className="enquiries-files">
                {quotes.map((each) => (
                  <li key={each.id}>
                    No. {each.id}, {money(each.totalCents)}, {areaName(each.area)},{' '}
                    {moment(each.startsAt)}: {quoteNames[each.status]}
                    {each.depositCents ? `, deposit ${money(each.depositCents)}` : null}
                    {each.payment ? ', paid' : null}
                    <QuoteLines lines={each.lines} money={money} />
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </section>
        <section>
          <OwnerForm
            key={`owner ${enquiry.owner} ${enquiry.dueOn}`}
            id={id}
            version={enquiry.version}
            owner={enquiry.owner}
            dueOn={enquiry.dueOn}
            staff={users.map((user) => ({ id: Number(user.id), name: user.name }))}
          />
          <EnquiryActions
            key={id}
            id={id}
            version={enquiry.version}
            allowed={
              enquiry.email ? staffActions.filter((action) => canDo(action, enquiry.status)) : []
            }
            mayExport={can(req, 'records.erase') && Boolean(enquiry.email)}
            mayErase={
              can(req, 'records.erase') && Boolean(enquiry.email) && canDo('reopen', enquiry.status)
            }
            isPaid={Boolean(quote?.payment && paid)}
            event={enquiry.event}
            defaults={{
              kind: enquiry.kind,
              day: enquiry.days.find((day) => day >= today) ?? addDays(today, 14),
              validUntil: addDays(today, 7),
              currency,
            }}
          />
        </section>
      </div>
    </AdminPage>
  )
}
