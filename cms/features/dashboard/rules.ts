import { slotAt, type TimeSlot, timeSlots } from '../members/profile/rules.ts'
import { type VenueArea, venueAreas } from '../venue/rules.ts'

export const homePath = '/common-room/member'
export const roomPath = '/common-room/main'
export const dashboardPath = '/common-room/member/dashboard'
export const yearPath = '/common-room/member/dashboard/year'

/** The tiles of a member’s home, in the order in which they are until the member changes it. */
export const tileKinds = ['next', 'lunch', 'credit', 'suggestion', 'nudges', 'moments'] as const
export type TileKind = (typeof tileKinds)[number]

/** All tiles in a member’s order. Unknown and repeated values are left out; tiles that are missing follow in the usual order. */
export function tileOrder(stored: readonly string[]): TileKind[] {
  const known = tileKinds.filter((kind) => stored.includes(kind))
  const sorted = known.toSorted((one, other) => stored.indexOf(one) - stored.indexOf(other))
  return [...sorted, ...tileKinds.filter((kind) => !known.includes(kind))]
}

/** The order after a tile was moved to a place, counted from 0. The same request twice changes nothing the second time. */
export const moveTile = (order: readonly TileKind[], tile: TileKind, to: number): TileKind[] =>
  order.filter((kind) => kind !== tile).toSpliced(to, 0, tile)

/** A month, quarter or year on the venue’s calendar. `from` and `until` are days, `YYYY-MM-DD`; `until` is the day after. */
export type Period = {
  kind: 'month' | 'quarter' | 'year'
  /** `2026-11`, `2026-Q4` or `2026`. */
  key: string
  from: string
  until: string
}

export const firstYear = 2000

const two = (value: number) => String(value).padStart(2, '0')
/** @param month counted from 0; may be below 0 or above 11 */
const monthKey = (year: number, month: number): string => {
  const at = year * 12 + month
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${two((at % 12) + 1)}`
}

function periodFrom(kind: Period['kind'], year: number, month: number): Period {
  const months = { month: 1, quarter: 3, year: 12 }[kind]
  const key = {
    month: monthKey(year, month),
    quarter: `${year}-Q${Math.floor(month / 3) + 1}`,
    year: String(year),
  }[kind]
  return {
    ...{ kind, key },
    ...{ from: `${monthKey(year, month)}-01`, until: `${monthKey(year, month + months)}-01` },
  }
}

/** @returns null if the text is no period, or one that begins after `today` */
export function readPeriod(text: string | null, today: string): Period | null {
  const [, year = '', quarter, month] =
    /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(text ?? '') ?? []
  if (!year || Number(year) < firstYear) return null
  const period = quarter
    ? periodFrom('quarter', Number(year), (Number(quarter) - 1) * 3)
    : month
      ? periodFrom('month', Number(year), Number(month) - 1)
      : periodFrom('year', Number(year), 0)
  return period.from <= today ? period : null
}

/** The period of a kind that has a day. */
export function periodWith(kind: Period['kind'], day: string): Period {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = { month: month - 1, quarter: Math.floor((month - 1) / 3) * 3, year: 0 }[kind]
  return periodFrom(kind, year, first)
}

/** The period of the same kind before it, or after it. */
export function besidePeriod({ kind, from }: Period, by: -1 | 1): Period {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const months = { month: 1, quarter: 3, year: 12 }[kind] * by
  const at = year * 12 + (month - 1) + months
  return periodFrom(kind, Math.floor(at / 12), at % 12)
}

/**
 * The period of the same kind before it; null if it was over before the member joined.
 * @param since the day on which the member joined
 */
export function earlierPeriod(period: Period, since: string): Period | null {
  const earlier = besidePeriod(period, -1)
  return earlier.until > since && Number(earlier.from.slice(0, 4)) >= firstYear ? earlier : null
}

/** The period of the same kind after it; null if it has not begun. */
export function laterPeriod(period: Period, today: string): Period | null {
  const later = besidePeriod(period, 1)
  return later.from <= today ? later : null
}

/** The months of a period that have begun, `YYYY-MM`. */
export function monthsOf({ from, until }: Pick<Period, 'from' | 'until'>, today: string): string[] {
  const months: string[] = []
  const [year = 0, month = 1] = from.split('-').map(Number)
  for (let at = month - 1; ; at++) {
    const key = monthKey(year, at)
    if (`${key}-01` >= until || `${key}-01` > today) return months
    months.push(key)
  }
}

/** How often somebody was in an area, by the hour of the venue’s clock at which they came. */
export type HourCount = { area: VenueArea; hour: number; visits: number }

/** Attendances by area and time slot, with the sums of rows and columns. All areas and slots are in it. */
export type AttendanceGrid = {
  rows: { area: VenueArea; cells: { slot: TimeSlot; visits: number }[]; visits: number }[]
  slots: { slot: TimeSlot; visits: number }[]
  visits: number
  /** The highest number of a cell. */
  most: number
}

export function gridOf(counts: readonly HourCount[]): AttendanceGrid {
  const sum = (of: readonly HourCount[]) => of.reduce((total, { visits }) => total + visits, 0)
  const inSlot = (slot: TimeSlot) => counts.filter(({ hour }) => slotAt(hour) === slot)
  const rows = venueAreas.map((area) => {
    const ofArea = counts.filter((count) => count.area === area)
    const cells = timeSlots.map((slot) => ({
      slot,
      visits: sum(ofArea.filter(({ hour }) => slotAt(hour) === slot)),
    }))
    return { area, cells, visits: sum(ofArea) }
  })
  return {
    rows,
    slots: timeSlots.map((slot) => ({ slot, visits: sum(inSlot(slot)) })),
    visits: sum(counts),
    most: Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ visits }) => visits))),
  }
}

/** What a member’s account got and gave in a month, and what was on it at its end. Minor units. */
export type CreditMonth = {
  month: string
  receivedCents: number
  paidCents: number
  closingCents: number
}

/** The sums of all months of a period; a month without entries has the balance of the one before it. */
export function creditByMonth(
  months: readonly string[],
  found: readonly CreditMonth[],
  openingCents: number,
): CreditMonth[] {
  let closingCents = openingCents
  return months.map((month) => {
    const sums = found.find((each) => each.month === month)
    closingCents = sums?.closingCents ?? closingCents
    return sums ?? { month, receivedCents: 0, paidCents: 0, closingCents }
  })
}

const numberWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** A number from one to twelve in words, otherwise in figures. */
export const inWords = (value: number): string => numberWords[value - 1] ?? String(value)
