import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatDate } from '../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { can } from '../../../platform/staff/can.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { BooksStatus } from '../../ledger/admin/BooksStatus.tsx'
import { MovementRow } from '../../ledger/admin/MovementRow.tsx'
import { findLedgerSettings, lastCheck } from '../../ledger/service.ts'
import { isReversible, kindText } from '../rules.ts'
import { findForStaff } from '../service.ts'
import { CashForm } from './CashForm.tsx'
import { PayoutDecision } from './PayoutDecision.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import './common-good.css'

const breadcrumbs = [{ label: 'Common Good', url: '/cms/common-good' }]

/** `/cms/common-good`: the balance, the movements, and a form for counted cash. */
export async function CommonGoodView(view: AdminViewServerProps) {
  requireStaff(view, 'payouts.request')
  const { req } = view.initPageResult
  const before = Number(view.searchParams?.before)
  const found = await find(req, Number.isSafeInteger(before) && before > 0 ? before : undefined)
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="lists admin-inputs">
      <h1>Common Good</h1>
      <SectionLinks current="/cms/common-good" />
      {found ? (
        <Contents req={req} {...found} />
      ) : (
        <p className="admin-warning" role="alert">
          The books can’t be read now. Load the page again in a moment.
        </p>
      )}
    </AdminPage>
  )
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>

/** The data of the view; null if the books can't be read. */
async function find(req: PayloadRequest, before: number | undefined) {
  const { payload } = req
  try {
    const [{ currency }, { timeZone, today }, check, found] = await Promise.all([
      findLedgerSettings(payload),
      findAdminContext(payload),
      lastCheck(databaseOf(payload)),
      findForStaff(payload, { staff: Number(req.user?.id), before }),
    ])
    return { ...found, check, currency, timeZone, today, isFirstPage: before === undefined }
  } catch (error) {
    log.error({ err: error }, 'the Common Good can’t be read')
    return null
  }
}

function Contents({ req, ...found }: Found & { req: PayloadRequest }) {
  const { check, currency, hasMore, isFirstPage, movements, names, requests } = found
  const { timeZone, today, totalCents, aloneCents } = found
  const isPublisher = can(req, 'money.approve')
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  const dayOf = (at: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at))
  const actorName = ({ actor, actor_id }: (typeof movements)[number]) =>
    actor === 'staff' ? (names.get(actor_id ?? 0) ?? 'Former staff') : actorTexts[actor]
  return (
    <>
      <p className="common-good-total">
        <b>{formatMoney(totalCents, currency)}</b> <span>in the pot, as the footer says</span>
      </p>
      <div className="lists-ways common-good">
        <div className="common-good-side">
          <section>
            <h2>Book counted cash</h2>
            {isPublisher ? (
              <CashForm {...{ today, currency, aloneCents }} />
            ) : (
              <p>Publishers book cash. Ask one of them.</p>
            )}
          </section>
          <section>
            <h2>The books</h2>
            <BooksStatus
              initialCheck={check && { id: check.id, ended_at: check.ended_at, ok: check.ok }}
              mayCheck={can(req, 'books.manage')}
            />
          </section>
        </div>
        <section>
          {requests.length ? (
            <>
              <h2>Waits for a second person</h2>
              <ol className="movements">
                {requests.map((each) => {
                  const amount = formatMoney(-each.amount, currency)
                  const title = each.reverses
                    ? `Reversal of no. ${each.reverses}: ${each.note}`
                    : each.note
                  const day = dayOf(each.requested_at)
                  return (
                    <li key={each.id} id={`request-${each.id}`}>
                      <time dateTime={day}>{formatDate(day, today)}</time>
                      <p className="movements-what">{title}</p>
                      <p className="movements-amount">{amount}</p>
                      <p className="movements-by admin-quiet">
                        {names.get(each.requested_by) ?? 'Former staff'} asked
                      </p>
                      {isPublisher ? (
                        <PayoutDecision
                          of="request"
                          id={each.id}
                          description={`${amount}, ${title}`}
                          isOwn={each.requested_by === Number(req.user?.id)}
                        />
                      ) : null}
                    </li>
                  )
                })}
              </ol>
            </>
          ) : null}
          <h2>What went in and out</h2>
          {movements.length ? (
            <ol className="movements">
              {movements.map((each) => (
                <MovementRow
                  key={each.id}
                  movement={each}
                  title={each.note ?? kindText(each.kind)}
                  bookedBy={actorName(each)}
                  currency={currency}
                  timeZone={timeZone}
                  today={today}
                  shownOn="on /common-good"
                  reversePath={isPublisher && isReversible(each) ? 'common-good/reverse' : null}
                />
              ))}
            </ol>
          ) : (
            <p className="admin-quiet">
              {isFirstPage ? 'Nothing yet. What you book is listed here.' : 'Nothing before this.'}
            </p>
          )}
          {isFirstPage && !hasMore ? null : (
            <nav className="movements-pages" aria-label="Pages">
              {isFirstPage ? null : <CmsLink href="/cms/common-good">Newest</CmsLink>}
              {hasMore ? (
                <CmsLink href={`/cms/common-good?before=${movements.at(-1)?.id}`}>Earlier</CmsLink>
              ) : null}
            </nav>
          )}
        </section>
      </div>
    </>
  )
}

const actorTexts = { member: 'A member', system: 'The program' }
