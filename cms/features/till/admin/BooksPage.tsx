import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { databaseOf } from '../../../platform/database/query.ts'
import { can } from '../../../platform/staff/can.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { formatMoney } from '../../../platform/ui/money.ts'
import { findCauseTitles } from '../../common-good/service.ts'
import { balancesAt } from '../../ledger/service.ts'
import { trialBalance } from '../rules.ts'
import { accountKindTexts, accountText } from './texts.ts'
import type { TillPage } from './till-page.ts'

/** The day in the page's URL; today if the URL has no valid day. */
const dayIn = ({ view, today }: Pick<TillPage, 'view' | 'today'>): string => {
  const day = String(view.searchParams?.day ?? '')
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && new Date(day).toISOString().startsWith(day) ? day : today
}

export async function findBooks(page: Pick<TillPage, 'view' | 'today' | 'timeZone'>) {
  const day = dayIn(page)
  const { payload } = page.view.initPageResult.req
  const [balances, causes] = await Promise.all([
    balancesAt(databaseOf(payload), { day, timeZone: page.timeZone }),
    findCauseTitles(payload),
  ])
  // Accounts at zero, such as those of causes that are paid out, would be empty lines.
  return { day, causes, ...trialBalance(balances.filter(({ balanceCents }) => balanceCents !== 0)) }
}

type Props = TillPage & { found: Awaited<ReturnType<typeof findBooks>> }

/** `/cms/till/books`: the trial balance at the end of a day, and the export for accounting. */
export function BooksPage({ view, currency, today, found }: Props) {
  const { day, causes, lines, debitCents, creditCents, isBalanced } = found
  const money = (cents: number) => (cents ? formatMoney(cents, currency) : '')
  const isAdmin = can(view.initPageResult.req, 'books.manage')
  return (
    <div className="lists-ways">
      <section>
        <form className="till-day">
          <div className="lists-field">
            <label htmlFor="books-day">At the end of</label>
            <input id="books-day" type="date" name="day" defaultValue={day} max={today} required />
          </div>
          <Button type="submit">Show</Button>
        </form>
        {lines.length ? (
          <div className="till-table till-balance">
            <table>
              <thead>
                <tr>
                  <th scope="col">Kind</th>
                  <th scope="col">Account</th>
                  <th scope="col">Debit</th>
                  <th scope="col">Credit</th>
                </tr>
              </thead>
              <tbody>
                {lines.map(({ kind, code, ...sides }) => (
                  <tr key={`${kind} ${code}`}>
                    <td data-label="Kind">{accountKindTexts[kind] ?? kind}</td>
                    <td data-label="Account">{accountText(kind, code, causes)}</td>
                    <td data-label="Debit">{money(sides.debitCents)}</td>
                    <td data-label="Credit">{money(sides.creditCents)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" colSpan={2}>
                    Sum
                  </th>
                  <td data-label="Debit">{formatMoney(debitCents, currency)}</td>
                  <td data-label="Credit">{formatMoney(creditCents, currency)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
        ) : (
          <p className="admin-quiet">Nothing was booked until then.</p>
        )}
        {isBalanced ? (
          lines.length ? (
            <p role="status">Debit and credit are equal: the total is zero.</p>
          ) : null
        ) : (
          <p className="admin-warning" role="alert">
            Debit and credit differ by {formatMoney(debitCents - creditCents, currency)}. Ask
            whoever runs the server to look at the check of the books.
          </p>
        )}
      </section>
      <section>
        <h2>For accounting</h2>
        {isAdmin ? (
          <>
            <p>
              Every entry of these days as a CSV file. The{' '}
              <CmsLink href="/cms/globals/accounting">account codes</CmsLink> are yours to choose.
            </p>
            <form className="lists-form" action="/api/till/export">
              <div className="lists-field">
                <label htmlFor="export-from">First day</label>
                <input
                  id="export-from"
                  type="date"
                  name="from"
                  defaultValue={`${today.slice(0, 7)}-01`}
                  max={today}
                  required
                />
              </div>
              <div className="lists-field">
                <label htmlFor="export-to">Last day</label>
                <input
                  id="export-to"
                  type="date"
                  name="to"
                  defaultValue={today}
                  max={today}
                  required
                />
              </div>
              <p>
                <Button type="submit" kind="strong">
                  Download
                </Button>
              </p>
            </form>
          </>
        ) : (
          <p>Admins download the books. Ask one of them.</p>
        )}
      </section>
    </div>
  )
}
