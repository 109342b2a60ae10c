import type { Schedule } from './recurrence.ts'
import type { EventDate, OwnValues } from './rules.ts'

/** The values of a record of the collection `events` from which its dates are made. */
export type EventRecord = Schedule &
  Pick<
    EventDate,
    | 'status'
    | 'visibility'
    | 'title'
    | 'summary'
    | 'areas'
    | 'interests'
    | 'picture'
    | 'capacity'
    | 'maxParty'
    | 'payment'
    | 'priceCents'
    | 'memberPriceCents'
    | 'commonGoodPercent'
  > & { id: number; slug: string }

/** A date as it is stored. */
export type StoredDate = EventDate & {
  /** The start that the record or its rule gives, on the venue's clock. Independent of `own`. */
  original: string
  own: OwnValues
  cancelledAt: Date | null
  /** How many people are going, wait, or have an offer. */
  guests: number
  /** Whether anybody ever reserved: such a date is never deleted. */
  hasReservations: boolean
}

/** Whether a date is over. Its times, places and prices then no longer change. A postponed date is not over. */
export const isOver = ({ status, endsAt }: Pick<EventDate, 'status' | 'endsAt'>, now: Date) =>
  endsAt <= now && status !== 'draft' && status !== 'postponed'

/** Whether a date no longer changes, because it is cancelled or over. */
export const isFinal = (date: StoredDate, now: Date) =>
  date.status === 'cancelled' || isOver(date, now)

/** Whether staff cancelled only this date, and it is not past. The series still has its occurrence. */
export const isCancelledAlone = ({ own, endsAt }: StoredDate, now: Date) =>
  own.status === 'cancelled' && endsAt > now
