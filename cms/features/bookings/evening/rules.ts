import type { ReservationStatus } from '../../reservations/rules.ts'
import { addDays, type LocalMoment } from '../../venue/hours/opening-hours.ts'

/**
 * - `held`: a guest is typing or paying
 * - `waitlist`: a guest of the site waits until a table is free
 * - `waiting`: guests who came without a booking wait for a table
 * - `expected`: the party has not come yet
 * - `left`: it went before it got a table
 */
export const sheetStatuses = [
  'held',
  'waitlist',
  'waiting',
  'expected',
  'seated',
  'finished',
  'left',
  'no_show',
  'cancelled',
] as const
export type SheetStatus = (typeof sheetStatuses)[number]

/** The facts on which a booking's place on the sheet depends. */
export type SheetFacts = {
  /** The status of its reservation; null if it has none. */
  reservation: ReservationStatus | null
  isHeld: boolean
  /** Whether it had tables that were freed. */
  isReleased: boolean
  isQuoted: boolean
  isSeated: boolean
  isFinished: boolean
}

export function sheetStatusOf(facts: SheetFacts): SheetStatus {
  const { reservation, isHeld, isReleased, isQuoted, isSeated, isFinished } = facts
  if (reservation === 'no_show') return 'no_show'
  if (isFinished) return isSeated ? 'finished' : 'left'
  if (reservation === 'cancelled' || isReleased) return 'cancelled'
  if (isSeated) return 'seated'
  if (isHeld || reservation === 'held') return 'held'
  if (reservation === 'waitlisted' || reservation === 'offered') return 'waitlist'
  return isQuoted ? 'waiting' : 'expected'
}

/** Whether the party is still to come or inside. */
export const isOpen = (status: SheetStatus): boolean =>
  ['held', 'waitlist', 'waiting', 'expected', 'seated'].includes(status)

/** What staff do with a booking of the sheet. */
export const sheetActions = [
  'seat',
  'unseat',
  'move',
  'late',
  'finish',
  'unfinish',
  'no_show',
  'undo_no_show',
  'cancel',
] as const
export type SheetAction = (typeof sheetActions)[number]

/** The actions of each status. `move` gives a waiting party its table. */
const actionsOf: Record<SheetStatus, readonly SheetAction[]> = {
  held: [],
  waitlist: ['cancel'],
  waiting: ['seat', 'move', 'late', 'finish'],
  expected: ['seat', 'move', 'late', 'no_show', 'cancel'],
  seated: ['unseat', 'move', 'finish'],
  finished: ['unfinish'],
  left: ['unfinish'],
  no_show: ['undo_no_show'],
  cancelled: [],
}
export const canDo = (status: SheetStatus, action: SheetAction): boolean =>
  actionsOf[status].includes(action)

/** The status after an action, by which a repeated request is recognised; null if it is not certain. */
export const statusAfter: Partial<Record<SheetAction, SheetStatus>> = {
  seat: 'seated',
  no_show: 'no_show',
  cancel: 'cancelled',
}

/** The hour until which a night belongs to the day before. */
const nightEndsAt = 6

/** The day whose evening it is: after midnight still the day before. */
export const eveningDay = ({ date, minutes }: LocalMoment): string =>
  minutes < nightEndsAt * 60 ? addDays(date, -1) : date

/** The date of a clock time of an evening: times before six are after midnight. */
export const dateOfClock = (day: string, clock: string): string =>
  Number(clock.slice(0, 2)) < nightEndsAt ? addDays(day, 1) : day

type Arriving = { startsAt: Date; party: number; status: SheetStatus; hasTable: boolean }

/** How many people arrive at each time of an area. Those between two times arrive at the earlier one. */
export function coversOf<Time extends { at: Date }>(
  times: readonly Time[],
  bookings: readonly Arriving[],
): (Time & { covers: number })[] {
  const counted = bookings.filter(
    ({ status, hasTable }) =>
      hasTable && ['held', 'expected', 'seated', 'finished'].includes(status),
  )
  return times.map((time, index) => {
    const next = times[index + 1]?.at.getTime() ?? Number.POSITIVE_INFINITY
    const arriving = counted.filter(
      ({ startsAt }) => startsAt.getTime() >= time.at.getTime() && startsAt.getTime() < next,
    )
    return { ...time, covers: arriving.reduce((sum, { party }) => sum + party, 0) }
  })
}

/** What speaks against a booking that staff enter; they may make it nevertheless. */
export type Warning =
  | 'no_table'
  | 'too_many_arrive'
  | 'too_few_seats'
  | 'kept'
  | 'closed'
  | 'blocked'
  | 'occupied'

export function warningsOf({
  party,
  seats,
  covers,
  capacity,
  isOpenThen,
  isKept = false,
  isBlocked = false,
  isOccupied = false,
}: {
  party: number
  /** Of the tables; null: no table was found. */
  seats: number | null
  /** Who arrives at that time already. */
  covers: number
  /** Null: no limit. */
  capacity: number | null
  isOpenThen: boolean
  /** Whether somebody has the whole area for themselves, which closes it too. */
  isKept?: boolean
  /** Whether a closure closes one of the tables. */
  isBlocked?: boolean
  /** Whether somebody sits at the tables longer than planned. */
  isOccupied?: boolean
}): Warning[] {
  const found: Warning[] = []
  if (isKept) found.push('kept')
  else if (!isOpenThen) found.push('closed')
  else if (isBlocked) found.push('blocked')
  if (seats === null) found.push('no_table')
  else if (seats < party) found.push('too_few_seats')
  if (isOccupied) found.push('occupied')
  if (capacity !== null && covers + party > capacity) found.push('too_many_arrive')
  return found
}

export const warningTexts: Record<Warning, string> = {
  no_table: 'No table is free for them then.',
  too_many_arrive: 'More people arrive then than the rule of the area allows.',
  too_few_seats: 'The tables have too few seats.',
  kept: 'The whole room is kept for a private party then.',
  closed: 'We’re closed then.',
  blocked: 'One of these tables is blocked then.',
  occupied: 'Somebody still sits at one of these tables.',
}

/** The digits by which a telephone number is recognised, with or without the prefix of a country; null if too few. */
export function phoneKey(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/\D/g, '')
  return digits.length >= 7 ? digits.slice(-9) : null
}

/** How long it is known that somebody did not come. */
export const noShowMonths = 12
/** From how many times on somebody pays a deposit. */
export const noShowsForDeposit = 2
/** The deposit of each person then, in minor units, where the rule of the area has none. */
const usualDepositCents = 1000

/**
 * The deposit of a party after earlier bookings to which it did not come.
 * @param request.depositCents what the rule of the area asks of the party
 */
export const depositAfter = (
  noShows: number,
  { depositCents, party }: { depositCents: number; party: number },
): number =>
  noShows >= noShowsForDeposit ? Math.max(depositCents, usualDepositCents * party) : depositCents

/** Whether a name or a telephone number contains what staff search. */
export function isFound(
  { name, phone }: { name: string | null; phone: string | null },
  search: string,
): boolean {
  const wanted = search.trim().toLowerCase()
  if (!wanted) return true
  const digits = wanted.replace(/\D/g, '')
  return (
    (name ?? '').toLowerCase().includes(wanted) ||
    (digits.length >= 3 && (phone ?? '').replace(/\D/g, '').includes(digits.replace(/^0+/, '')))
  )
}

/** The limits of what staff type. */
export const eveningLimits = { quoteMinutes: 240, lateMinutes: 180, search: 60 } as const
