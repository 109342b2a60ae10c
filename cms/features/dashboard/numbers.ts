import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { countVisitsOf } from '../check-in/service.ts'
import { listAttended } from '../events/service.ts'
import { findLedgerSettings, monthEndsOf, monthKindsOf } from '../ledger/service.ts'
import { listFetched } from '../lunch-run/service.ts'
import { hasAnalyticsConsent } from '../members/service.ts'
import { localMoment } from '../venue/hours/opening-hours.ts'
import { listTried } from './queries.ts'
import { creditByMonth, gridOf, monthsOf, type Period } from './rules.ts'

/** The current day on the venue’s calendar. */
export async function findToday(payload: Payload): Promise<string> {
  const { timeZone } = await findLedgerSettings(payload)
  return localMoment(new Date(), timeZone).date
}

/**
 * A member’s own numbers in a period. Attendances are null if the member did not agree that they are kept: then there are
 * only reservations, what the ledger has, and what the member ticked.
 */
export async function findNumbers(payload: Payload, member: number, period: Period, today: string) {
  const db = databaseOf(payload)
  const { timeZone } = await findLedgerSettings(payload)
  const days = { member, from: period.from, until: period.until }
  const ledger = { account: `member:${member}` as const, ...days, timeZone }
  const [hasConsent, visits, events, tried, lunches, kinds, ends] = await Promise.all([
    hasAnalyticsConsent(db, member),
    countVisitsOf(db, { ...days, timeZone }),
    listAttended(db, days),
    listTried(db, member),
    listFetched(db, days),
    monthKindsOf(db, ledger),
    monthEndsOf(db, ledger),
  ])
  const closing = new Map(ends.ends.map(({ month, balance }) => [month, balance]))
  const byMonth = Map.groupBy(kinds, ({ month }) => month)
  const sums = [...byMonth].map(([month, ofMonth]) => ({
    month,
    receivedCents: ofMonth.reduce((sum, { received }) => sum + received, 0),
    paidCents: ofMonth.reduce((sum, { paid }) => sum + paid, 0),
    closingCents: closing.get(month) ?? 0,
  }))
  const givenBy = (kind: string) =>
    kinds
      .filter((each) => each.kind === kind)
      .reduce((sum, { paid, received }) => sum + paid - received, 0)
  return {
    period,
    attendance: hasConsent ? gridOf(visits) : null,
    events,
    styles: {
      all: tried,
      /** Those that were ticked in the period. */
      ofPeriod: tried.filter(({ day }) => day >= period.from && day < period.until),
    },
    gifts: { givenCents: givenBy('gift'), roundedCents: givenBy('round_up') },
    fetched: {
      runs: lunches,
      lunches: lunches.reduce((sum, { lunches: count }) => sum + count, 0),
    },
    credit: creditByMonth(monthsOf(period, today), sums, ends.openingCents),
  }
}
export type Numbers = Awaited<ReturnType<typeof findNumbers>>
