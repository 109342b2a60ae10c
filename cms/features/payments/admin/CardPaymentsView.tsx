import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { can } from '../../../platform/staff/can.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { findCardPayments, type ListedPayment, type ListedRefund } from '../list.ts'
import { hasCardPayments } from '../stripe.ts'
import { CloseRefundButton } from './CloseRefundButton.tsx'
import { RefundButton } from './RefundButton.tsx'
import { causeTexts, outcomeTexts, refundTexts, statusTexts } from './texts.ts'
import './card-payments.css'

const breadcrumbs = [{ label: 'Card payments', url: '/cms/card-payments' }]

/** `/cms/card-payments`: payments by card on the web, and what was paid back of them. */
export async function CardPaymentsView(view: AdminViewServerProps) {
  requireStaff(view)
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="lists admin-inputs">
      <h1>Card payments</h1>
      {can(view.initPageResult.req, 'money.take') ? (
        await listPayments(view)
      ) : (
        <p>Publishers work with guests’ and members’ money. Ask one of them.</p>
      )}
    </AdminPage>
  )
}

const idIn = ({ searchParams }: AdminViewServerProps): number | undefined => {
  const id = Number(searchParams?.before)
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined
}

async function listPayments(view: AdminViewServerProps) {
  const { req } = view.initPageResult
  const before = idIn(view)
  const onlyFailed = view.searchParams?.failed === '1'
  const [{ timeZone, today }, { payments, failed, hasMore }] = await Promise.all([
    findAdminContext(req.payload),
    findCardPayments(req, { before, onlyFailed }),
  ])
  const moment = (at: Date) => formatMoment(at.toISOString(), timeZone, today)
  const mayRefund = can(req, 'money.approve') && hasCardPayments()
  return (
    <>
      {hasCardPayments() ? null : (
        <p className="admin-quiet">
          Payments by card on the web are not switched on. Whoever runs the server writes the keys
          of Stripe into its settings.
        </p>
      )}
      {failed ? (
        <p className="admin-warning" role="status">
          {failed === 1 ? 'One refund failed' : `${failed} refunds failed`}. Pay the amount back
          again, or in another way, and say so beside it.{' '}
          <CmsLink href={onlyFailed ? '/cms/card-payments' : '/cms/card-payments?failed=1'}>
            {onlyFailed ? 'All payments' : 'Show only these'}
          </CmsLink>
        </p>
      ) : null}
      {payments.length ? (
        <ol className="card-payments">
          {payments.map((each) => (
            <PaymentRow key={each.id} payment={each} moment={moment} mayRefund={mayRefund} />
          ))}
        </ol>
      ) : (
        <p className="admin-quiet">
          {before ? 'Nothing before this.' : 'Nobody has paid by card on the web yet.'}
        </p>
      )}
      {before || hasMore ? (
        <nav className="card-payments__pages" aria-label="Pages">
          {before ? <CmsLink href="/cms/card-payments">Newest</CmsLink> : null}
          {hasMore ? (
            <CmsLink
              href={`/cms/card-payments?before=${payments.at(-1)?.id}${onlyFailed ? '&failed=1' : ''}`}
            >
              Earlier
            </CmsLink>
          ) : null}
        </nav>
      ) : null}
    </>
  )
}

type RowProps = { payment: ListedPayment; moment: (at: Date) => string; mayRefund: boolean }

function PaymentRow({ payment, moment, mayRefund }: RowProps) {
  const { id, what, email, status, outcome, amountCents, leftCents, currency, refunds } = payment
  const state = [status && statusTexts[status], outcome && outcomeTexts[outcome]]
  return (
    <li id={`payment-${id}`}>
      <p className="card-payments__head">
        <b>{what}</b> <span>{formatMoney(amountCents, currency)}</span>
      </p>
      <p className="admin-quiet">
        {[`No. ${id}`, moment(payment.at), email, ...state].filter(Boolean).join(' · ')}
      </p>
      {refunds.length ? (
        <ul>
          {refunds.map((each) => (
            <RefundRow
              key={each.id}
              refund={each}
              currency={currency}
              moment={moment}
              mayRefund={mayRefund}
            />
          ))}
        </ul>
      ) : null}
      {mayRefund && leftCents > 0 ? (
        <RefundButton payment={id} what={what} currency={currency} leftCents={leftCents} />
      ) : null}
    </li>
  )
}

type RefundProps = Pick<RowProps, 'moment' | 'mayRefund'> & {
  refund: ListedRefund
  currency: string
}

function RefundRow({ refund, currency, moment, mayRefund }: RefundProps) {
  const { id, amountCents, cause, state, reason, by, failure, isOpenFailure, createdAt } = refund
  const words = [causeTexts[cause], by, reason && `“${reason}”`, moment(createdAt)]
  return (
    <li data-failed={isOpenFailure || undefined}>
      <p>
        {formatMoney(amountCents, currency)} {refundTexts[state]}
        {failure ? ` (${failure})` : null}: {words.filter(Boolean).join(', ')}
      </p>
      {isOpenFailure && mayRefund ? (
        <CloseRefundButton refund={id} amount={formatMoney(amountCents, currency)} />
      ) : null}
    </li>
  )
}
