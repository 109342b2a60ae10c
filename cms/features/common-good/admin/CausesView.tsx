import type { AdminViewServerProps, PayloadRequest } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatDate } from '../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { pictureFilePath } from '../../../platform/media/picture.ts'
import { findPictures } from '../../../platform/media/service.ts'
import { can } from '../../../platform/staff/can.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { findLedgerSettings } from '../../ledger/service.ts'
import { findCauses } from '../causes.ts'
import { listReversalsOf } from '../queries/payout-reversals.ts'
import { listForStaff } from '../queries/payouts.ts'
import { causeStateTexts, payoutAccountTexts } from '../rules.ts'
import { combinedTotalCents } from '../service.ts'
import { FundingForm } from './FundingForm.tsx'
import { PayoutDecision } from './PayoutDecision.tsx'
import { PayoutForm } from './PayoutForm.tsx'
import { PayoutReversal } from './PayoutReversal.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import './common-good.css'

const path = '/cms/common-good/causes'
const breadcrumbs = [
  { label: 'Common Good', url: '/cms/common-good' },
  { label: 'Causes & payouts', url: path },
]
const maxDecidedPayouts = 30

/** `/cms/common-good/causes`: money for causes, and payouts that a second person approves. */
export async function CausesView(view: AdminViewServerProps) {
  requireStaff(view, 'payouts.request')
  const { req } = view.initPageResult
  const found = await find(req)
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="lists admin-inputs">
      <h1>Causes & payouts</h1>
      <SectionLinks current={path} />
      <WaitingLink {...found} />
      <Contents req={req} {...found} />
    </AdminPage>
  )
}

async function find(req: PayloadRequest) {
  const { payload } = req
  const [{ currency, timeZone }, { today }, totalCents, causes, payouts] = await Promise.all([
    findLedgerSettings(payload),
    findAdminContext(payload),
    combinedTotalCents(payload),
    findCauses(payload),
    listForStaff(databaseOf(payload), maxDecidedPayouts),
  ])
  const pictures = await findPictures(
    payload,
    payouts.map(({ receipt }) => receipt),
  )
  const reversals = await listReversalsOf(
    databaseOf(payload),
    payouts.map(({ id }) => id),
  )
  const ids = [...payouts, ...reversals].flatMap((each) =>
    [each.requested_by, each.decided_by ?? []].flat(),
  )
  const { docs } = await payload.find({
    collection: 'users',
    where: { id: { in: [...new Set(ids)] } },
    select: { name: true },
    pagination: false,
  })
  const names = new Map(docs.map(({ id, name }) => [Number(id), name]))
  const reversalOf = new Map(reversals.map((each) => [each.payout, each]))
  return { currency, timeZone, today, totalCents, causes, payouts, reversalOf, pictures, names }
}

type Found = Awaited<ReturnType<typeof find>>

const decidedOrRequestedAt = ({ decided_at, requested_at }: Found['payouts'][number]) =>
  decided_at ?? requested_at

/** A link to the first payout with an undecided request: to approve the payout, or to approve its reversal. */
function WaitingLink({ payouts, reversalOf }: Pick<Found, 'payouts' | 'reversalOf'>) {
  const waiting = payouts.filter(
    ({ id, state }) => state === 'requested' || reversalOf.get(id)?.state === 'requested',
  )
  const count = waiting.length
  return count ? (
    <p>
      <a href={`#payout-${waiting[0]?.id}`}>
        {count === 1 ? 'One payout waits' : `${count} payouts wait`} for a second person
      </a>
    </p>
  ) : null
}

function Contents({ req, ...found }: Found & { req: PayloadRequest }) {
  const { causes, currency, names, payouts, pictures, timeZone, today, totalCents } = found
  const ownId = Number(req.user?.id)
  const isPublisher = can(req, 'money.approve')
  const titles = new Map(causes.map(({ id, title }) => [id, title]))
  const nameOf = (id: number | null) => names.get(id ?? 0) ?? 'Former staff'
  const money = (cents: number) => formatMoney(cents, currency)
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  const dayOf = (at: string) =>
    formatDate(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at)), today)
  const choices = causes.map(({ id, title, leftCents }) => ({
    id,
    title,
    moneyLeft: money(leftCents),
  }))
  const fundable = choices.filter(({ id }) =>
    causes.some((each) => each.id === id && each.state !== 'paid_out'),
  )
  return (
    <div className="lists-ways common-good">
      <div className="common-good-side">
        <section>
          <h2>Set money aside</h2>
          <p className="admin-quiet">{money(totalCents)} in the pot.</p>
          {isPublisher ? (
            <FundingForm causes={fundable} />
          ) : (
            <p>Publishers set money aside. Ask one of them.</p>
          )}
        </section>
        <section>
          <h2>Ask for a payout</h2>
          <PayoutForm causes={choices} />
        </section>
      </div>
      <div className="common-good-main">
        <section>
          <h2>Payouts</h2>
          {payouts.length ? (
            <ol className="movements">
              {payouts.map((payout) => {
                const picture = pictures.get(payout.receipt)
                const width = picture?.fallbackWidths.at(-1)
                const reversal = found.reversalOf.get(payout.id)
                const description = `${money(payout.amount)}, ${payout.note}`
                return (
                  <li
                    key={payout.id}
                    id={`payout-${payout.id}`}
                    data-reversed={reversal?.state === 'approved' || undefined}
                  >
                    <time dateTime={decidedOrRequestedAt(payout)}>
                      {dayOf(decidedOrRequestedAt(payout))}
                    </time>
                    <p className="movements-what">
                      {titles.get(payout.cause) ?? 'A cause'}: {payout.note}
                      {picture && width ? (
                        <>
                          {' '}
                          <a href={pictureFilePath(picture, width, 'webp')}>Receipt</a>
                        </>
                      ) : null}
                    </p>
                    <p className="movements-amount">{money(payout.amount)}</p>
                    <p className="movements-by admin-quiet">
                      {nameOf(payout.requested_by)} asked
                      {payout.state === 'requested'
                        ? ' · waits for a second person'
                        : ` · ${nameOf(payout.decided_by)} ${payout.state} it`}
                      {` · ${payoutAccountTexts[payout.account]}`}
                      {reversal ? (
                        <>
                          <br />
                          {nameOf(reversal.requested_by)} asked to take it back: {reversal.reason}
                          {reversal.state === 'requested'
                            ? ' · waits for a second person'
                            : ` · ${nameOf(reversal.decided_by)} ${reversal.state} that, ${dayOf(reversal.decided_at ?? reversal.requested_at)}`}
                        </>
                      ) : null}
                    </p>
                    {payout.state === 'requested' && isPublisher ? (
                      <PayoutDecision
                        of="payout"
                        id={payout.id}
                        description={description}
                        isOwn={payout.requested_by === ownId}
                      />
                    ) : null}
                    {reversal?.state === 'requested' && isPublisher ? (
                      <PayoutDecision
                        of="reversal"
                        id={reversal.id}
                        description={description}
                        isOwn={reversal.requested_by === ownId}
                      />
                    ) : null}
                    {payout.state === 'approved' && (!reversal || reversal.state === 'refused') ? (
                      <PayoutReversal payout={payout.id} description={description} />
                    ) : null}
                  </li>
                )
              })}
            </ol>
          ) : (
            <p className="admin-quiet">Nobody has asked for one yet.</p>
          )}
        </section>
        <section>
          <h2>Causes</h2>
          <p>
            <CmsLink href="/cms/collections/causes">Texts, pictures, goals and states</CmsLink>
          </p>
          <ol className="movements">
            {causes.map(({ id, title, state, goal, receivedCents, leftCents }) => (
              <li key={id} className="movements-cause">
                <CmsLink href={`/cms/collections/causes/${id}`}>{title}</CmsLink>
                <p className="movements-amount">
                  {money(receivedCents)} of {money(goal)}
                </p>
                <p className="movements-by admin-quiet">
                  {causeStateTexts[state]} · {money(leftCents)} left to pay out
                </p>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  )
}
