import { KeepFresh } from '../../../platform/admin/dashboard/KeepFresh.tsx'
import { formatMoment } from '../../../platform/admin/shell/format.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import { findDrawers } from '../closings.ts'
import { CountForm } from './CountForm.tsx'
import { tillTexts } from './texts.ts'
import type { TillPage } from './till-page.ts'

export const findOwnDrawers = ({ view }: Pick<TillPage, 'view'>) => {
  const { req } = view.initPageResult
  return findDrawers(req, Number(req.user?.id))
}

type Props = TillPage & { found: Awaited<ReturnType<typeof findOwnDrawers>> }

/** `/cms/till/closing` for staff who count blind: the form, and what they have counted. */
export function CountPage({ currency, timeZone, today, found: { states, counts } }: Props) {
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <>
      <KeepFresh />
      <CountForm states={states} currency={currency} />
      <section className="till-list">
        <h2>What you counted</h2>
        {counts.length ? (
          <ul className="till-counts">
            {counts.map((each) => (
              <li key={each.id}>
                <b>
                  {tillTexts.tills[each.till]}, {formatMoment(each.created_at, timeZone, today)}
                </b>
                <span>
                  Counted {money(each.countedCents)}, booked {money(each.bookedCents)}, difference{' '}
                  {money(each.countedCents - each.bookedCents)}
                </span>
                {each.note ? <span className="admin-quiet">{each.note}</span> : null}
              </li>
            ))}
          </ul>
        ) : (
          <p className="admin-quiet">Nothing yet. Each count that you save is listed here.</p>
        )}
      </section>
    </>
  )
}
