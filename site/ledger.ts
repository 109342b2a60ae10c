import type { OpenPage } from '../cms/features/content/page.ts'
import type {
  findBalance,
  findHolds,
  findSendsAndSettings,
  findStatement,
} from '../cms/features/credit/page-data.ts'
import { formatMoney } from '../cms/platform/ui/money.ts'

/** Null if the balance could not be read. */
export type MemberBalance = Awaited<ReturnType<typeof findBalance>>
/** Null if the holds could not be read. */
export type MemberHolds = Awaited<ReturnType<typeof findHolds>>
export type MemberStatement = Awaited<ReturnType<typeof findStatement>>
export type MemberCredit = NonNullable<Awaited<ReturnType<typeof findSendsAndSettings>>>

export const moneyOf =
  ({ venue }: Pick<OpenPage, 'venue'>) =>
  (cents: number): string =>
    formatMoney(cents, venue.currency)

/** An amount with its sign: `+£20.00`, `−£4.50`. */
export const signedMoneyOf = (page: Pick<OpenPage, 'venue'>) => (cents: number) =>
  `${cents < 0 ? '' : '+'}${moneyOf(page)(cents)}`

/** The key of the text about the problem of a section's form; null if there is no problem. */
export function problemIn(page: OpenPage, section: string, query: URLSearchParams): string | null {
  const problem = query.get('problem')
  if (!problem || query.get('form') !== section) return null
  return page.hasKey(page.key, section, problem) ? problem : 'failed'
}

/** The id in a query; null if there is none. */
export const idIn = (query: URLSearchParams, name: string): number | null =>
  /^[1-9]\d{0,14}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null

/** A month in words: `November 2026`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
