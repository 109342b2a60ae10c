import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { formatMoney } from '../../../islands/lib/money.ts'
import { AdminPage, requireStaff } from '../../admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../admin/shell/find-admin-context.ts'
import { databaseOf } from '../../database/query.ts'
import { BooksStatus } from '../../ledger/admin/BooksStatus.tsx'
import { MovementRow } from '../../ledger/admin/MovementRow.tsx'
import { findLedgerSettings, lastCheck } from '../../ledger/service.ts'
import { log } from '../../log.ts'
import { hasRole } from '../../staff/roles.ts'
import { isReversible, kindText } from '../rules.ts'
import { findForStaff } from '../service.ts'
import { CashForm } from './CashForm.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import './common-good.css'

const breadcrumbs = [{ label: 'Common Good', url: '/cms/common-good' }]

/** `/cms/common-good`: the balance, the movements, and a form for counted cash. */
export async function CommonGoodView(view: AdminViewServerProps) {
  requireStaff(view)
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
      findForStaff(payload, before),
    ])
    return { ...found, check, currency, timeZone, today, isFirstPage: before === undefined }
  } catch (error) {
    log.error({ err: error }, 'the Common Good can’t be read')
    return null
  }
}

function Contents({ req, ...found }: Found & { req: PayloadRequest }) {
  const { check, currency, hasMore, isFirstPage, movements, names, timeZone, today, totalCents } =
    found
  const isPublisher = hasRole(req, 'publisher')
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
              <CashForm today={today} currency={currency} />
            ) : (
              <p>Publishers book cash. Ask one of them.</p>
            )}
          </section>
          <section>
            <h2>The books</h2>
            <BooksStatus
              initialCheck={check && { id: check.id, ended_at: check.ended_at, ok: check.ok }}
              mayCheck={hasRole(req, 'admin')}
            />
          </section>
        </div>
        <section>
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
