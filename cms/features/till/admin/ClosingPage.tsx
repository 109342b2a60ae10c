import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { findClosings, type TillState } from '../closings.ts'
import { BankForm } from './BankForm.tsx'
import { ClosingForm } from './ClosingForm.tsx'
import { tillTexts } from './texts.ts'
import { numberIn, type TillPage } from './till-page.ts'

export const findTills = ({ view }: Pick<TillPage, 'view'>) =>
  findClosings(view.initPageResult.req, numberIn(view, 'before'))

/** Drawers and terminals of areas are shown once somebody used them. */
const isUsed = ({ till, bookedCents, lastClosing }: TillState): boolean =>
  till === 'cash' || till === 'card' || bookedCents !== 0 || lastClosing !== null

type Props = TillPage & { found: Awaited<ReturnType<typeof findTills>> }

/** `/cms/till/closing`: forms to close the tills, and the list of earlier closings. */
export function ClosingPage({ view, currency, timeZone, today, found }: Props) {
  const { tillStates, closings, names, hasMore } = found
  const money = (cents: number) => formatMoney(cents, currency)
  const isFirstPage = numberIn(view, 'before') === undefined
  return (
    <>
      {isFirstPage ? (
        <div className="till-forms">
          {tillStates.filter(isUsed).map((each) => (
            <section key={each.till}>
              <h2>{tillTexts.tills[each.till]}</h2>
              <p className="admin-quiet">
                {each.lastClosing?.created_at
                  ? `Last closed: ${formatMoment(each.lastClosing.created_at, timeZone, today)}.`
                  : 'Never closed.'}
              </p>
              {/* The key makes a new, empty form when something was booked or the till was closed. */}
              <ClosingForm
                key={`${each.lastClosing?.id} ${each.bookedCents}`}
                state={each}
                currency={currency}
              />
              {each.heldCents > 0 ? (
                <BankForm till={each.till} heldCents={each.heldCents} currency={currency} />
              ) : null}
            </section>
          ))}
        </div>
      ) : null}
      <section className="till-list">
        <h2>Closings, and what went to the bank</h2>
        {closings.length ? (
          <div className="till-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">No.</th>
                  <th scope="col">Till</th>
                  <th scope="col">When</th>
                  <th scope="col">Who</th>
                  <th scope="col">Booked</th>
                  <th scope="col">Counted</th>
                  <th scope="col">Difference</th>
                </tr>
              </thead>
              <tbody>
                {closings.map((each) => {
                  const difference = each.countedCents - each.bookedCents
                  const isBanked = each.bankedCents !== null
                  return (
                    <tr key={each.id}>
                      <td data-label="No.">{each.id}</td>
                      <td data-label="Till">
                        {tillTexts.tills[each.till]}
                        {each.blind ? <span className="admin-quiet">counted blind</span> : null}
                        {isBanked ? <span className="admin-quiet">to the bank</span> : null}
                      </td>
                      <td data-label="When">{formatMoment(each.created_at, timeZone, today)}</td>
                      <td data-label="Who">{names.get(each.staff) ?? 'Former staff'}</td>
                      <td data-label="Booked">{isBanked ? '' : money(each.bookedCents)}</td>
                      <td data-label="Counted">{money(each.bankedCents ?? each.countedCents)}</td>
                      <td data-label="Difference" data-differs={difference !== 0 || undefined}>
                        {difference > 0 ? '+' : ''}
                        {isBanked ? '' : money(difference)}
                        {each.note ? (
                          <span className="admin-quiet">
                            {isBanked ? `No. ${each.note}` : each.note}
                          </span>
                        ) : null}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        ) : (
          <p className="admin-quiet">
            {isFirstPage
              ? 'None yet. Each closing is listed here, and what went to the bank.'
              : 'None before this.'}
          </p>
        )}
        {isFirstPage && !hasMore ? null : (
          <nav className="movements-pages" aria-label="Pages">
            {isFirstPage ? null : <CmsLink href="/cms/till/closing">Newest</CmsLink>}
            {hasMore ? (
              <CmsLink href={`/cms/till/closing?before=${closings.at(-1)?.id}`}>Earlier</CmsLink>
            ) : null}
          </nav>
        )}
      </section>
    </>
  )
}
