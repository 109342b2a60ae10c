/**
 * What the movements of one kind (such as `gift`) added to the Common Good and took from it in one month (`YYYY-MM`),
 * in minor units. Reversals in the month are subtracted, so each amount can be below zero.
 */
export type KindSum = { month: string; kind: string; received: number; given: number }

export type Month = {
  /** `YYYY-MM` */
  month: string
  receivedCents: number
  givenCents: number
  /** The balance at the end of the month. */
  balanceCents: number
}

export const sources = ['payment', 'gift', 'round_up', 'counted_cash', 'opening'] as const
export type Source = { kind: (typeof sources)[number]; cents: number; share: number }

/** How many months the chart shows. */
export const shownMonths = 12

/**
 * The last months of the Common Good, oldest first, without gaps.
 * @param sums of all months since the beginning, because the balance counts all of them
 * @param thisMonth `YYYY-MM`
 */
export function lastMonths(sums: readonly KindSum[], thisMonth: string): Month[] {
  const from = addMonths(thisMonth, 1 - shownMonths)
  let balanceCents = 0
  for (const { month, received, given } of sums) if (month < from) balanceCents += received - given
  return Array.from({ length: shownMonths }, (_, index) => {
    const month = addMonths(from, index)
    const own = sums.filter((each) => each.month === month)
    const receivedCents = total(own, ({ received }) => received)
    const givenCents = total(own, ({ given }) => given)
    balanceCents += receivedCents - givenCents
    return { month, receivedCents, givenCents, balanceCents }
  })
}

/** `event_share`, which an event gives in addition to the share of each payment, counts as `payment`. */
const sourceOf = (kind: string) => (kind === 'event_share' ? 'payment' : kind)

/**
 * The sources of the money since the beginning, less reversals. `share` is the source's fraction of the total of all
 * sources, 0 to 1. `opening` (the opening balance) is omitted unless it is above zero.
 */
export function sourcesOf(sums: readonly KindSum[]): Source[] {
  const centsOf = (kind: string) =>
    total(
      sums.filter((each) => sourceOf(each.kind) === kind),
      ({ received }) => received,
    )
  const all = total(sources, centsOf)
  return sources
    .map((kind) => ({ kind, cents: centsOf(kind), share: all ? centsOf(kind) / all : 0 }))
    .filter(({ kind, cents }) => kind !== 'opening' || cents > 0)
}

const total = <T>(rows: readonly T[], amountOf: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0)

function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + count
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}
