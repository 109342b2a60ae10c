import type { OpenPage } from '../cms/features/content/page.ts'
import type { GuestRow, ManagedEvent } from '../cms/features/events/manage/page-data.ts'
import { hasScope, type LinkScope } from '../cms/features/events/rules.ts'
import { fillIn } from '../cms/platform/http/texts/fill-in.ts'
import { formatMoney } from '../cms/platform/ui/money.ts'

/** The props of all parts of the organiser's page. */
export type ManageContext = {
  page: OpenPage
  event: ManagedEvent
  date: NonNullable<ManagedEvent['date']>
  /** The page's path, with the token. */
  path: string
  query: URLSearchParams
}

export const can = ({ event }: ManageContext, scope: LinkScope): boolean =>
  hasScope(event.scope, scope)

/** The URL to which a form of the page posts. */
export const actionOf = ({ path }: ManageContext, name: string): string => `/api${path}/${name}`

/** The URL of a part of the page. */
export const partUrl = (
  { path, date }: Pick<ManageContext, 'path' | 'date'>,
  part: string,
  more: Record<string, string | number> = {},
): string =>
  `${path}?${new URLSearchParams({ date: String(date.id), part, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])) })}`

/** A text with its placeholders, such as `{guests}`, replaced by the values of these names. */
export const say = (
  page: OpenPage,
  section: string,
  key: string,
  values: Record<string, string>,
): string => fillIn(page.text(section, key), values)

/** The text that was typed into a refused form; otherwise the stored text. */
export const typedOrStored = (
  { query }: ManageContext,
  form: string,
  name: string,
  stored = '',
): string =>
  query.get('form') === form && query.has('problem') ? (query.get(`typed_${name}`) ?? '') : stored

/**
 * Attributes for a field that the server refused. The message with the id `outcome` says why.
 * @param describedBy id of the element that describes the field anyway
 */
export const refusedAttributes = (
  { query }: ManageContext,
  form: string,
  name: string,
  describedBy?: string,
) => {
  const isRefused =
    query.get('form') === form && query.has('problem') && query.get('field') === name
  const ids = [describedBy, isRefused && 'outcome'].filter(Boolean).join(' ')
  return {
    ...(isRefused && { 'aria-invalid': 'true' as const }),
    ...(ids && { 'aria-describedby': ids }),
  }
}

/** The guests on the list at the door: `expected` have not come yet, `inside` have come. */
export const groupByArrival = (
  guests: readonly GuestRow[],
): { expected: GuestRow[]; inside: GuestRow[] } => {
  const listed = guests.filter(({ status }) =>
    ['held', 'going', 'attended', 'no_show'].includes(status),
  )
  return {
    expected: listed.filter(({ inside }) => inside === 0),
    inside: listed.filter(({ inside }) => inside > 0),
  }
}

/** How a party pays, for the list at the door; null if it pays nothing. */
export function paymentText(page: OpenPage, guest: GuestRow): string | null {
  if (!guest.priceCents) return null
  const amount = formatMoney(guest.priceCents, page.venue.currency)
  if (guest.isPaid) return `${amount} ${page.text('guests', 'paid')}`
  if (guest.isPriceHeld) return `${amount}: ${page.text('guests', 'held')}`
  return `${page.text('guests', guest.payment === 'card' ? 'unpaid' : 'pays')}: ${amount}`
}

/** A name as the search compares it: in lower case, without accents. */
export const toSearchText = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
